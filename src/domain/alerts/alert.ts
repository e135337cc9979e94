import { eventLabel, formatMetricValue, metricLabel } from "../../contract/alert-configurations/event-labels.ts";
import type { AlertConfiguration } from "../../contract/alert-configurations.ts";
import type { Alert } from "../../contract/alerts.ts";
import { isObject, textsOf } from "../../contract/json/json.ts";
import { lookupTable } from "../../contract/json/own-values.ts";
import { maskTail } from "../../contract/secret.ts";
import { MINUTE } from "../../text/durations.ts";
import { formatNumber, hostName, timeOf } from "../../text/format.ts";
import { present } from "../../text/present.ts";

/** Alerts and their configurations: severity, status, and their names in lists, details and reviews (`domain.md` 3, 4). */

/** Severity of alerts: `none` when the configuration leaves it to the service, `unknown` when this version does not know the value. */
export type SeverityKind = "critical" | "error" | "warning" | "info" | "none" | "unknown";

/** Severities that alerts are counted by. */
export type CountedSeverity = "critical" | "error" | "warning" | "info";

/** A severity with its text in columns, what it is counted as, and its rank: the most severe has the highest. */
export type Severity = {
  readonly kind: SeverityKind;
  readonly mark: string;
  readonly countedAs: CountedSeverity;
  readonly rank: number;
};

const WARNING = { countedAs: "warning", rank: 2 } as const;

const SEVERITY: Readonly<Record<string, Severity>> = lookupTable({
  CRITICAL: { kind: "critical", mark: "CRIT", countedAs: "critical", rank: 4 },
  ERROR: { kind: "error", mark: "ERR", countedAs: "error", rank: 3 },
  WARNING: { kind: "warning", mark: "WARN", ...WARNING },
  INFO: { kind: "info", mark: "INFO", countedAs: "info", rank: 1 },
});

const NO_SEVERITY: Severity = { kind: "none", mark: "–", ...WARNING };

/**
 * Severity that a configuration gives its alerts. One that this version does not know is shown as received, one that the service decides and does not
 * give (specification 2.2: a configuration has only an override) as none; both count and rank as a warning everywhere: nobody knows that they are less.
 */
export function severityOf(configuration: AlertConfiguration | undefined): Severity {
  const severity = configuration?.severityOverride;
  if (severity === null || severity === undefined) return NO_SEVERITY;
  return SEVERITY[severity] ?? { kind: "unknown", mark: severity, ...WARNING };
}

const COMPARED: Readonly<Record<string, string>> = lookupTable({ GREATER_THAN: ">", LESS_THAN: "<" });

type Limit = NonNullable<AlertConfiguration["threshold"]>;

/** Threshold as text: `> 80 %`; `threshold 80 %` without an operator; empty without a threshold. */
export function formatLimit(limit: Limit | null): readonly string[] {
  const { threshold, operator, units, metricName } = limit ?? {};
  if (threshold === null || threshold === undefined) return [];
  const compared = COMPARED[operator ?? ""] ?? operator ?? "threshold";
  return [compared, formatMetricValue(formatNumber(threshold), units, metricName)];
}

/** Threshold of a configuration, of a metric or other. */
export const limitOf = (configuration: AlertConfiguration | undefined): Limit | null =>
  configuration?.metricThreshold ?? configuration?.threshold ?? null;

/** Subject of an alert: its metric, or else its event. */
const subjectOf = (metric: string | null | undefined, event: string | null | undefined): string =>
  metric === null || metric === undefined ? eventLabel(event ?? "unknown event") : metricLabel(metric);

/** Name of a configuration: `disk > 80 %`, `no primary`. */
export function configurationName(configuration: AlertConfiguration): string {
  const subject = subjectOf(configuration.metricThreshold?.metricName, configuration.eventTypeName);
  return [subject, ...formatLimit(limitOf(configuration))].join(" ");
}

/** Alert as text: `disk 92.1 % > 80 %`, `no primary`. */
export function formatAlert(alert: Alert, configuration: AlertConfiguration | undefined): string {
  const { metricName, currentValue } = alert;
  const parts = [subjectOf(metricName, alert.eventTypeName)];
  if (currentValue?.number !== null && currentValue?.number !== undefined) {
    parts.push(formatMetricValue(formatNumber(currentValue.number), currentValue.units, metricName));
  }
  return [...parts, ...formatLimit(limitOf(configuration))].join(" ");
}

/** The part of a host name that distinguishes hosts of one cluster: `shard-00-01`. */
export function formatHost(host: string, clusterName: string | null | undefined): string {
  const name = hostName(host);
  const prefix = `${clusterName ?? ""}-`;
  return prefix.length > 1 && name.startsWith(prefix) ? name.slice(prefix.length) : name;
}

/** Location of an alert: cluster and host, or the replica set, or `project` for the project as a whole. */
export function formatPlace(alert: Alert): string {
  const { clusterName, hostnameAndPort, replicaSetName } = alert;
  const host =
    hostnameAndPort === null || hostnameAndPort === undefined ? null : formatHost(hostnameAndPort, clusterName);
  const first = clusterName ?? replicaSetName ?? null;
  if (first === null) return host ?? "project";
  return host === null ? first : `${first} · ${host}`;
}

const OPERATORS: Readonly<Record<string, string>> = lookupTable({
  EQUALS: "=",
  NOT_EQUALS: "≠",
  CONTAINS: "contains",
  NOT_CONTAINS: "does not contain",
  STARTS_WITH: "starts with",
  ENDS_WITH: "ends with",
  REGEX: "matches",
});

const FIELDS: Readonly<Record<string, string>> = lookupTable({
  CLUSTER_NAME: "cluster",
  HOSTNAME: "host",
  HOSTNAME_AND_PORT: "host and port",
  PORT: "port",
  REPLICA_SET_NAME: "replica set",
  SHARD_NAME: "shard",
  TYPE_NAME: "type",
  APPLICATION_ID: "application",
  INSTANCE_NAME: "instance",
  PROCESSOR_NAME: "processor",
});

/** Label of a matcher's field; an unknown field is shown as received. */
export const matcherFieldLabel = (fieldName: string): string => FIELDS[fieldName] ?? fieldName;

/** Scope of a configuration: `cluster = prod-eu`, or `all` for the whole project, `?` where it is not reported; `…` stands for a value that is not entered yet. */
export function formatScope(configuration: Pick<AlertConfiguration, "matchers">): string {
  const { matchers = [] } = configuration;
  if (matchers === null) return "?";
  if (matchers.length === 0) return "all";
  return matchers
    .map(({ fieldName, operator, value }) =>
      [matcherFieldLabel(fieldName ?? "?"), OPERATORS[operator ?? ""] ?? operator ?? "", value || "…"].join(" "),
    )
    .join(", ");
}

const CHANNELS: Readonly<Record<string, string>> = lookupTable({
  EMAIL: "e-mail",
  PAGER_DUTY: "PagerDuty",
  OPS_GENIE: "Opsgenie",
  VICTOR_OPS: "VictorOps",
  SLACK: "Slack",
  MICROSOFT_TEAMS: "Teams",
  WEBHOOK: "webhook",
  MONITORING: "monitoring",
  GROUP: "project members",
  ORG: "organisation members",
  TEAM: "team",
  USER: "user",
  SMS: "SMS",
  HIP_CHAT: "HipChat",
});

/** Label of a channel; an unknown kind is shown as received. */
export const channelLabel = (typeName: string): string => CHANNELS[typeName] ?? typeName;

const ADDRESS_FIELDS = [
  "emailAddress",
  "channelName",
  "roomName",
  "username",
  "teamName",
  "teamId",
  "mobileNumber",
  "webhookUrl",
];
/** Fields for keys, one per channel that needs one. */
export const KEY_FIELDS = [
  "monitoringApiKey",
  "notificationToken",
  "microsoftTeamsWebhookUrl",
  "opsGenieApiKey",
  "serviceKey",
  "apiToken",
  "victorOpsApiKey",
] as const;

/** True for fields with the destination of a notification: not keys, though the service masks a webhook's like one (`domain.md` 3.7). */
export const isAddressField = (name: string): boolean => ADDRESS_FIELDS.includes(name);

const firstText = (source: { readonly [key: string]: unknown }, fields: readonly string[]): string | null => {
  for (const field of fields) {
    const value = source[field];
    if (typeof value === "string" && value !== "") return value;
  }
  return null;
};

const MEANS: readonly (readonly [string, string])[] = [
  ["emailEnabled", "e-mail"],
  ["smsEnabled", "SMS"],
];

/** Means by which a notification reaches people; empty for channels of other kinds. */
export const meansOf = (notification: { readonly [key: string]: unknown }): readonly string[] =>
  MEANS.flatMap(([field, words]) => (notification[field] === true ? [words] : []));

/** Roles of the people that a notification goes to; empty when it goes to all of them. */
export const rolesOf = ({ roles }: { readonly [key: string]: unknown }): readonly string[] => textsOf(roles);

/** Recipient of a notification: `Slack #db-oncall`, `PagerDuty …c77a`, `project members with GROUP_OWNER (e-mail, SMS)`. */
export function formatTarget(notification: unknown): string {
  if (!isObject(notification)) return "?";
  const [roles, means] = [rolesOf(notification), meansOf(notification)];
  return present(
    formatAddress(notification),
    roles.length > 0 && `with ${roles.join(" or ")}`,
    means.length > 0 && `(${means.join(", ")})`,
  ).join(" ");
}

function formatAddress(notification: { readonly [key: string]: unknown }): string {
  const channel = channelLabel(typeof notification["typeName"] === "string" ? notification["typeName"] : "?");
  const address = firstText(notification, ADDRESS_FIELDS);
  if (address !== null) return address.startsWith("*") ? `${channel} …${maskTail(address)}` : `${channel} ${address}`;
  const key = firstText(notification, KEY_FIELDS);
  return key === null ? channel : `${channel} …${maskTail(key)}`;
}

/** All recipients of a configuration, in one line. */
export const formatTargets = (configuration: {
  readonly notifications?: readonly unknown[] | null | undefined;
}): string => (configuration.notifications ?? []).map(formatTarget).join(", ");

/** Minutes until the first notification of a configuration, or null when it has none. */
export function firstDelay(configuration: AlertConfiguration | undefined): number | null {
  const delays = (configuration?.notifications ?? []).map((notification) => {
    const delay = isObject(notification) ? notification["delayMin"] : undefined;
    return typeof delay === "number" ? delay : 0;
  });
  return delays.length === 0 ? null : Math.min(...delays);
}

/**
 * Time of the next notification about an alert (ms); null where none can be expected: it is acknowledged or has ended, its configuration is off, its
 * channels repeat on their own, or the time has passed.
 */
export function nextNotification(
  alert: Alert,
  configuration: AlertConfiguration | undefined,
  now: number,
): number | null {
  const state = alertStateOf(alert, now);
  if (configuration?.enabled !== true || state === "acknowledged" || state === "closed") return null;
  const last = timeOf(alert.lastNotified);
  const created = timeOf(alert.created);
  const [from, wait] =
    last === null || state === "building"
      ? [created, firstDelay(configuration)]
      : [last, shortestInterval(configuration)];
  const next = from === null || wait === null ? null : from + wait * MINUTE;
  return next !== null && next > now ? next : null;
}

/** Shortest interval between notifications in minutes; null when no channel of the configuration has one. */
function shortestInterval({ notifications }: AlertConfiguration): number | null {
  const intervals = (notifications ?? []).flatMap((notification) => {
    const interval = isObject(notification) ? notification["intervalMin"] : undefined;
    return typeof interval === "number" && interval > 0 ? [interval] : [];
  });
  return intervals.length === 0 ? null : Math.min(...intervals);
}

/** State of an alert as people see it: the service keeps an acknowledged alert OPEN (`domain.md` 4.2). */
export type AlertState = "open" | "acknowledged" | "building" | "closed";

/** Final statuses. */
export const ENDED: readonly string[] = ["CLOSED", "CANCELLED"];

/** Text for a status that this console does not know; null for a known one. */
export const unknownStatus = ({ status }: Alert): string | null =>
  status === "OPEN" || status === "TRACKING" || ENDED.includes(status ?? "") ? null : `status ${status || "unknown"}`;

/**
 * The derived state of an alert: every alert that has not ended, also one still tracking, is acknowledged while `acknowledgedUntil` is in the future
 * (specification 6.2: no notifications until then). An unknown status counts as open.
 */
export function alertStateOf(alert: Alert, now: number): AlertState {
  if (ENDED.includes(alert.status ?? "")) return "closed";
  if (acknowledgedUntil(alert, now) !== null) return "acknowledged";
  return alert.status === "TRACKING" ? "building" : "open";
}

/** End of an alert's acknowledgement (ms); null when it is not acknowledged, or no longer. */
function acknowledgedUntil(alert: Pick<Alert, "acknowledgedUntil">, now: number): number | null {
  const until = timeOf(alert.acknowledgedUntil);
  return until !== null && until > now ? until : null;
}
