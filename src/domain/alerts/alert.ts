import { eventLabel, formatMetricValue, metricLabel } from "../../contract/alert-configurations/event-labels.ts";
import type { AlertConfiguration } from "../../contract/alert-configurations.ts";
import type { Alert } from "../../contract/alerts.ts";
import { isObject } from "../../contract/json/json.ts";
import { lookupTable } from "../../contract/json/own-values.ts";
import { maskTail } from "../../contract/secret.ts";
import { formatNumber, hostName, timeOf } from "../../text/format.ts";
import { present } from "../../text/present.ts";

/** Alerts and their configurations: severity, status, and what they are called in lists, details and reviews (`domain.md` 3, 4). */

/** What is known of how severe alerts are: none where the configuration leaves it to the service, unknown where this version does not know it. */
export type SeverityKind = "critical" | "error" | "warning" | "info" | "none" | "unknown";

/** A severity, as it stands in a column, and how it ranks: the most severe has the highest rank. */
export type Severity = { readonly kind: SeverityKind; readonly mark: string; readonly rank: number };

const SEVERITY: Readonly<Record<string, Severity>> = lookupTable({
  CRITICAL: { kind: "critical", mark: "CRIT", rank: 4 },
  ERROR: { kind: "error", mark: "ERR", rank: 3 },
  WARNING: { kind: "warning", mark: "WARN", rank: 2 },
  INFO: { kind: "info", mark: "INFO", rank: 1 },
});

const NO_SEVERITY: Severity = { kind: "none", mark: "–", rank: 0 };

/** The severity that a configuration gives its alerts. An unknown one is shown as it came and ranks as a warning: it needs a look. */
export function severityOf(configuration: AlertConfiguration | undefined): Severity {
  const severity = configuration?.severityOverride;
  if (severity === null || severity === undefined) return NO_SEVERITY;
  return SEVERITY[severity] ?? { kind: "unknown", mark: severity, rank: 2 };
}

const COMPARED: Readonly<Record<string, string>> = lookupTable({ GREATER_THAN: ">", LESS_THAN: "<" });

type Limit = NonNullable<AlertConfiguration["threshold"]>;

/** What it is compared with: `> 80 %`; `threshold 80 %` without an operator; empty without a threshold. */
export function formatLimit(limit: Limit | null): readonly string[] {
  const { threshold, operator, units, metricName } = limit ?? {};
  if (threshold === null || threshold === undefined) return [];
  const compared = COMPARED[operator ?? ""] ?? operator ?? "threshold";
  return [compared, formatMetricValue(formatNumber(threshold), units, metricName)];
}

/** What a configuration compares with. */
export const limitOf = (configuration: AlertConfiguration | undefined): Limit | null =>
  configuration?.metricThreshold ?? configuration?.threshold ?? null;

/** What a configuration watches, as a name: `disk > 80 %`, `no primary`. */
export function configurationName(configuration: AlertConfiguration): string {
  const metricName = configuration.metricThreshold?.metricName;
  const subject =
    metricName === null || metricName === undefined
      ? eventLabel(configuration.eventTypeName ?? "unknown event")
      : metricLabel(metricName);
  return [subject, ...formatLimit(limitOf(configuration))].join(" ");
}

/** What an alert says: `disk 92.1 % > 80 %`, `no primary`. */
export function formatAlert(alert: Alert, configuration: AlertConfiguration | undefined): string {
  const { metricName, currentValue } = alert;
  const subject =
    metricName === null || metricName === undefined
      ? eventLabel(alert.eventTypeName ?? "unknown event")
      : metricLabel(metricName);
  const parts = [subject];
  if (currentValue?.number !== null && currentValue?.number !== undefined) {
    parts.push(formatMetricValue(formatNumber(currentValue.number), currentValue.units, metricName));
  }
  return [...parts, ...formatLimit(limitOf(configuration))].join(" ");
}

/** The part of a host name that tells hosts of one cluster apart: `shard-00-01`. */
export function formatHost(host: string, clusterName: string | null | undefined): string {
  const name = hostName(host);
  const prefix = `${clusterName ?? ""}-`;
  return prefix.length > 1 && name.startsWith(prefix) ? name.slice(prefix.length) : name;
}

/** Where an alert is: cluster and host, or the replica set, or nothing for the project as a whole. */
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

/** A matcher's field in words; a field that is not known is shown as it is. */
export const matcherFieldLabel = (fieldName: string): string => FIELDS[fieldName] ?? fieldName;

/** What a configuration is limited to: `cluster = prod-eu`, or the whole project. */
export function formatScope(configuration: Pick<AlertConfiguration, "matchers">): string {
  const matchers = configuration.matchers ?? [];
  if (matchers.length === 0) return "all";
  return matchers
    .map(({ fieldName, operator, value }) =>
      [matcherFieldLabel(fieldName ?? "?"), OPERATORS[operator ?? ""] ?? operator ?? "", value ?? ""].join(" "),
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

/** A channel in a word or two; an unknown kind is shown as the service wrote it. */
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
/** The fields that hold a key, one for each channel that has one. */
export const KEY_FIELDS = [
  "monitoringApiKey",
  "notificationToken",
  "microsoftTeamsWebhookUrl",
  "opsGenieApiKey",
  "serviceKey",
  "apiToken",
  "victorOpsApiKey",
] as const;

/** Whether a field says where a notification goes: no key, though the service covers that of a webhook like one (`domain.md` 3.7). */
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

/** By which means a notification reaches people: of a channel of another kind, none. */
export const meansOf = (notification: { readonly [key: string]: unknown }): readonly string[] =>
  MEANS.flatMap(([field, words]) => (notification[field] === true ? [words] : []));

/** Of which roles the people are that a notification goes to; nothing where it goes to all of them. */
export const rolesOf = ({ roles }: { readonly [key: string]: unknown }): readonly string[] =>
  Array.isArray(roles) ? roles.filter((role) => typeof role === "string") : [];

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

/** Minutes until the first notification of a configuration, or null where it has none. */
export function firstDelay(configuration: AlertConfiguration | undefined): number | null {
  const delays = (configuration?.notifications ?? []).map((notification) => {
    const delay = isObject(notification) ? notification["delayMin"] : undefined;
    return typeof delay === "number" ? delay : 0;
  });
  return delays.length === 0 ? null : Math.min(...delays);
}

/** What became of an alert, as people count it: the service keeps an acknowledged alert OPEN (`domain.md` 4.2). */
export type AlertState = "open" | "acknowledged" | "building" | "closed";

/** Statuses of alerts that are over. */
export const ENDED: readonly string[] = ["CLOSED", "CANCELLED"];

/** A status that this console does not know, in words; null for a known one. */
export const unknownStatus = ({ status }: Alert): string | null =>
  status === "OPEN" || status === "TRACKING" || ENDED.includes(status ?? "") ? null : `status ${status || "unknown"}`;

/**
 * The derived status of an alert: whatever has not ended is acknowledged while `acknowledgedUntil` is in the future, one that is still tracking
 * too (specification 6.2: no notifications until then). An unknown status counts as open.
 */
export function alertStateOf(alert: Alert, now: number): AlertState {
  if (ENDED.includes(alert.status ?? "")) return "closed";
  if (acknowledgedUntil(alert, now) !== null) return "acknowledged";
  return alert.status === "TRACKING" ? "building" : "open";
}

/** Until when an alert is acknowledged (ms); null where it is not, or not any more. */
export function acknowledgedUntil(alert: Pick<Alert, "acknowledgedUntil">, now: number): number | null {
  const until = timeOf(alert.acknowledgedUntil);
  return until !== null && until > now ? until : null;
}
