import { formatMetricValue } from "../../contract/alert-configurations/event-labels.ts";
import type { AlertConfiguration } from "../../contract/alert-configurations.ts";
import type { Alert } from "../../contract/alerts.ts";
import {
  type AlertState,
  alertStateOf,
  configurationName,
  formatAlert,
  formatPlace,
  formatTargets,
  nextNotification,
  unknownStatus,
} from "../../domain/alerts/alert.ts";
import type { Query } from "../../state/answers/query.ts";
import {
  formatAge,
  formatAgeSince,
  formatDuration,
  formatNumber,
  formatTime,
  formatTimeInZone,
  pluralize,
  shortId,
  timeOf,
  toTheMinute,
  zoneName,
} from "../../text/format.ts";
import { present } from "../../text/present.ts";
import { severityCell } from "../builders/alert-severity.ts";
import { dim, NOT_REPORTED, warn } from "../builders/cells.ts";
import { field, fieldIfAny, heading, timeField } from "../builders/lines.ts";
import { lookup, valueOrReason } from "../builders/lookup.ts";
import type { Context } from "../model/context.ts";
import type { DetailLine, DetailModel } from "../model/view.ts";
import { configurationArgs } from "../queries/args.ts";
import { alertArgs, cachedConfigurations, flapsOf, knownAlerts } from "./list.ts";
import { thresholdLines, valueLines } from "./value-curve.ts";

/** One alert (E13) with its acknowledgement, the configuration that raised it (E10), and other alerts of that configuration (E11). */

/** The alert as last read: on its own, or as a row of the list. */
const cachedAlert = (context: Context, id: string): Alert | undefined =>
  context.cached("getAlert", alertArgs(context, id))?.data ?? knownAlerts(context, [id])[0];

export function detailQueries(context: Context, id: string): readonly Query[] {
  const alert = cachedAlert(context, id);
  const configuration = alert === undefined ? undefined : configurationOf(alert, context);
  return present(
    { operation: "getAlert", args: alertArgs(context, id), poll: "alerts" },
    { operation: "listAlertConfigurationsByAlertId", args: alertArgs(context, id), poll: "once" },
    // The service refuses this request for a deleted configuration (docs/assumptions.md).
    configuration !== undefined &&
      ({
        operation: "listAlertsByAlertConfigurationId",
        args: configurationArgs(context, configuration.id),
        poll: "once",
      } as const),
  );
}

/** The alert's status in the service's words, and "acknowledged", which is no status of its own. */
function headline(alert: Alert, state: AlertState): string {
  const status = unknownStatus(alert) ?? alert.status ?? "unknown";
  return state === "acknowledged" ? `${status}, acknowledged` : status;
}

function stateLines(alert: Alert, context: Context): DetailLine[] {
  const status = alertStateOf(alert, context.now);
  const tone = status === "open" ? "warn" : status === "closed" ? "good" : "dim";
  const raised = flapsOf(alert, context);
  return present(
    field("Status", { text: headline(alert, status), tone }),
    timeField("Since", timeOf(alert.created), context),
    raised !== null && field("Flapping", warn(`raised ${pluralize(raised, "time")} within the last hour`)),
    timeField("Closed", timeOf(alert.resolved), context),
  );
}

function notifiedLines(alert: Alert, configuration: AlertConfiguration | undefined, context: Context): DetailLine[] {
  const { now } = context;
  const next = nextNotification(alert, configuration, now);
  return present(
    timeField("Last notified", timeOf(alert.lastNotified), context),
    next !== null && field("Notifies next", `${formatTimeInZone(next, context)}, in ${formatDuration(next - now)}`),
  );
}

function silenceLines(alert: Alert, context: Context): DetailLine[] {
  const { now, zone } = context;
  const until = timeOf(alert.acknowledgedUntil);
  const words =
    until === null
      ? "no"
      : until > now
        ? `for ${formatDuration(toTheMinute(until - now))} more, until ${formatTime(until, now, zone)} ${zoneName(zone)}`
        : `ended ${formatAge(now - until)} ago`;
  return present(
    field("Acknowledged", words),
    until !== null && fieldIfAny("By", alert.acknowledgingUsername),
    fieldIfAny("Note", alert.acknowledgementComment),
  );
}

/** The configurations that raised an alert; for an alert of a deleted one the list is empty (docs/assumptions.md). */
const raisedBy = (alert: Alert, context: Context) =>
  context.cached("listAlertConfigurationsByAlertId", alertArgs(context, alert.id))?.data.results;

/** The configuration that raised the alert, in its current state: read on its own, or as a row of the list, which may be older. */
function configurationOf(alert: Alert, context: Context): AlertConfiguration | undefined {
  const raised = raisedBy(alert, context);
  return raised === undefined ? cachedConfigurations(context).get(alert.alertConfigId ?? "") : raised[0];
}

/** True when the configuration that raised the alert is known to be deleted. */
export const isConfigurationDeleted = (alert: Alert, context: Context): boolean =>
  raisedBy(alert, context)?.length === 0;

function configurationLines(alert: Alert, context: Context): DetailLine[] {
  const { alertConfigId } = alert;
  const configuration = configurationOf(alert, context);
  if (configuration === undefined) {
    const isDeleted = alertConfigId && isConfigurationDeleted(alert, context);
    const args = alertArgs(context, alert.id);
    const found = lookup(context, { operation: "listAlertConfigurationsByAlertId", args });
    if (isDeleted) return [field("Config", dim(`${shortId(alertConfigId)} (deleted)`))];
    return [field("Config", found.kind === "asking" ? dim("…") : valueOrReason(found, () => dim("unknown")))];
  }
  return [
    field("Config", configurationName(configuration), { area: "alert-configurations", ids: [configuration.id] }),
    field("Severity", severityCell(configuration)),
    field("Notifications", configuration.notifications == null ? NOT_REPORTED : formatTargets(configuration) || "none"),
  ];
}

/** A line for one of several alerts, labelled with its age. */
export const alertLine = ({ id, created }: Alert, words: string, { now }: Context): DetailLine =>
  field(formatAgeSince(timeOf(created), now), words, { area: "alerts", ids: [id] });

function siblingLines(alert: Alert, context: Context): DetailLine[] {
  const { alertConfigId } = alert;
  if (alertConfigId === null || alertConfigId === undefined) return [];
  const cached = context.cached("listAlertsByAlertConfigurationId", configurationArgs(context, alertConfigId));
  const others = (cached?.data.results ?? []).filter((other) => other.id !== alert.id);
  if (others.length === 0) return [];
  return [
    heading(`${pluralize(others.length, "other alert")} of this configuration`),
    ...others.map((other) => alertLine(other, formatPlace(other), context)),
  ];
}

export function detail(context: Context, id: string): DetailModel | null {
  const alert = cachedAlert(context, id);
  if (alert === undefined) return null;
  const configuration = configurationOf(alert, context);
  const { currentValue, hostnameAndPort, clusterName, replicaSetName } = alert;
  const raw = context.cached("getAlert", alertArgs(context, id))?.raw;
  return {
    title: formatAlert(alert, configuration),
    lines: present(
      ...stateLines(alert, context),
      currentValue?.number != null &&
        field("Value", formatMetricValue(formatNumber(currentValue.number), currentValue.units, alert.metricName)),
      ...thresholdLines(alert, configuration),
      fieldIfAny("Cluster", clusterName),
      fieldIfAny("Host", hostnameAndPort),
      fieldIfAny("Replica set", replicaSetName),
      ...configurationLines(alert, context),
      ...notifiedLines(alert, configuration, context),
      ...silenceLines(alert, context),
      ...valueLines(alert, configuration, context),
      ...siblingLines(alert, context),
      heading("API fields"),
      fieldIfAny("Event type", alert.eventTypeName),
      fieldIfAny("Metric", alert.metricName),
      field("Id", alert.id),
      fieldIfAny("Config id", alert.alertConfigId),
      fieldIfAny("Project", alert.groupId),
    ),
    raw: raw ?? null,
  };
}
