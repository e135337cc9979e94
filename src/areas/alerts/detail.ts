import { valueWords } from "../../contract/alert-configurations/event-words.ts";
import type { Alert } from "../../contract/alerts.ts";
import { AlertConfigId, AlertId, GroupId } from "../../contract/ids.ts";
import type { Query } from "../../state/query.ts";
import {
  formatAge,
  formatAgeSince,
  formatDurationRounded,
  formatNumber,
  formatTime,
  formatTimeAndAge,
  pluralize,
  shortId,
  timeOf,
  zoneName,
} from "../../text/format.ts";
import { alertWords, configurationName, placeWords, severityCell, targetsWords } from "../alert-labels.ts";
import type { Context } from "../context.ts";
import type { DetailLine, DetailModel } from "../view.ts";
import { alertStateOf, cachedAlerts, cachedConfigurations, unknownStatus } from "./list.ts";

/** One alert: what, where, since when, who is told, who silenced it (E13), which configuration raised it (E10), what else that raised (E11). */

const oneArgs = (context: Context, id: string) => ({
  params: { groupId: GroupId.of(context.scope.groupId), alertId: AlertId.of(id) },
});

const siblingArgs = (context: Context, configurationId: string) => ({
  params: { groupId: GroupId.of(context.scope.groupId), alertConfigId: AlertConfigId.of(configurationId) },
});

/** The alert as last read: by itself, or as a row of the list. */
export const cachedAlert = (context: Context, id: string): Alert | undefined =>
  context.cached("getAlert", oneArgs(context, id))?.data ?? cachedAlerts(context).find((alert) => alert.id === id);

export function detailQueries(context: Context, id: string): readonly Query[] {
  const configurationId = cachedAlert(context, id)?.alertConfigId;
  return [
    { operation: "getAlert", args: oneArgs(context, id), pace: "alerts" },
    { operation: "listAlertConfigurationsByAlertId", args: oneArgs(context, id), pace: "once" },
    ...(configurationId === null || configurationId === undefined
      ? []
      : [
          {
            operation: "listAlertsByAlertConfigurationId",
            args: siblingArgs(context, configurationId),
            pace: "once",
          } as const,
        ]),
  ];
}

const HEADLINE = { open: "OPEN", silenced: "OPEN, silenced", building: "TRACKING", closed: "CLOSED" } as const;

function stateLines(alert: Alert, context: Context): DetailLine[] {
  const { now, zone } = context;
  const standing = alertStateOf(alert, now);
  const created = timeOf(alert.created);
  const resolved = timeOf(alert.resolved);
  const word = unknownStatus(alert) ?? (standing === "closed" ? (alert.status ?? HEADLINE.closed) : HEADLINE[standing]);
  const tone = standing === "open" ? "warn" : standing === "closed" ? "good" : "dim";
  return [
    { kind: "field", label: "State", value: { text: word, tone } },
    ...(created === null
      ? []
      : [{ kind: "field", label: "Since", value: formatTimeAndAge(created, now, zone) } as const]),
    ...(resolved === null
      ? []
      : [{ kind: "field", label: "Ended", value: formatTimeAndAge(resolved, now, zone) } as const]),
  ];
}

function silenceLines(alert: Alert, context: Context): DetailLine[] {
  const { now, zone } = context;
  const until = timeOf(alert.acknowledgedUntil);
  if (until === null) return [{ kind: "field", label: "Silenced", value: "no" }];
  const by = alert.acknowledgingUsername;
  const words =
    until > now
      ? `for ${formatDurationRounded(until - now)} more, until ${formatTime(until, now, zone)} ${zoneName(zone)}`
      : `ended ${formatAge(now - until)} ago`;
  return [
    { kind: "field", label: "Silenced", value: words },
    ...(by === null || by === undefined ? [] : [{ kind: "field", label: "By", value: by } as const]),
    ...(alert.acknowledgementComment === null || alert.acknowledgementComment === undefined
      ? []
      : [{ kind: "field", label: "Note", value: alert.acknowledgementComment } as const]),
  ];
}

function configurationLines(alert: Alert, context: Context): DetailLine[] {
  const raised = context.cached("listAlertConfigurationsByAlertId", oneArgs(context, alert.id));
  const configurationId = alert.alertConfigId ?? null;
  const configuration =
    raised?.data.results[0] ??
    (configurationId === null ? undefined : cachedConfigurations(context).get(configurationId));
  if (configuration === undefined) {
    const gone = raised !== undefined && configurationId !== null;
    return [
      {
        kind: "field",
        label: "Config",
        value: { text: gone ? `${shortId(configurationId)} (deleted)` : "…", tone: "dim" },
      },
    ];
  }
  return [
    {
      kind: "field",
      label: "Config",
      value: configurationName(configuration),
      link: { area: "alert-configurations", ids: [configuration.id] },
    },
    { kind: "field", label: "Severity", value: severityCell(configuration) },
    { kind: "field", label: "Tells", value: targetsWords(configuration) || "nobody" },
  ];
}

function siblingLines(alert: Alert, context: Context): DetailLine[] {
  const { alertConfigId } = alert;
  if (alertConfigId === null || alertConfigId === undefined) return [];
  const cached = context.cached("listAlertsByAlertConfigurationId", siblingArgs(context, alertConfigId));
  const others = (cached?.data.results ?? []).filter((other) => other.id !== alert.id);
  if (others.length === 0) return [];
  return [
    { kind: "heading", text: `${pluralize(others.length, "other alert")} of this configuration` },
    ...others.map(
      (other): DetailLine => ({
        kind: "field",
        label: formatAgeSince(timeOf(other.created), context.now),
        value: placeWords(other),
        link: { area: "alerts", ids: [other.id] },
      }),
    ),
  ];
}

export function detail(context: Context, id: string): DetailModel | null {
  const alert = cachedAlert(context, id);
  if (alert === undefined) return null;
  const { now, zone } = context;
  const configuration =
    alert.alertConfigId === null || alert.alertConfigId === undefined
      ? undefined
      : cachedConfigurations(context).get(alert.alertConfigId);
  const told = timeOf(alert.lastNotified);
  const { currentValue, hostnameAndPort, clusterName, replicaSetName } = alert;
  const raw = context.cached("getAlert", oneArgs(context, id))?.raw;
  const shown = (label: string, value: string | null | undefined): DetailLine[] =>
    value === null || value === undefined ? [] : [{ kind: "field", label, value }];
  return {
    title: alertWords(alert, configuration),
    lines: [
      ...stateLines(alert, context),
      ...(currentValue?.number === null || currentValue?.number === undefined
        ? []
        : shown("Value", valueWords(formatNumber(currentValue.number), currentValue.units, alert.metricName))),
      ...shown("Cluster", clusterName),
      ...shown("Where", hostnameAndPort),
      ...shown("Replica set", replicaSetName),
      ...configurationLines(alert, context),
      ...(told === null
        ? []
        : [{ kind: "field", label: "Last told", value: formatTimeAndAge(told, now, zone) } as const]),
      ...silenceLines(alert, context),
      ...siblingLines(alert, context),
      { kind: "heading", text: "As the service names it" },
      ...shown("Event", alert.eventTypeName),
      ...shown("Metric", alert.metricName),
      { kind: "field", label: "Id", value: alert.id },
      ...shown("Config id", alert.alertConfigId),
      ...shown("Project", alert.groupId),
    ],
    raw: raw ?? null,
  };
}
