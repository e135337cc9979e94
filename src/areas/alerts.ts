import type { Alert } from "../contract/alerts.ts";
import { type AlertState, alertStateOf } from "../domain/alerts/alert.ts";
import { DAY, MINUTE } from "../text/durations.ts";
import { timeOf, withoutPort } from "../text/format.ts";
import { acknowledge, unacknowledge } from "./alerts/acknowledge.ts";
import { check } from "./alerts/check.ts";
import { detail, detailQueries, isConfigurationDeleted } from "./alerts/detail.ts";
import {
  alertIds,
  COLUMNS,
  cachedAlerts,
  knownAlerts,
  list,
  listQueries,
  openCount,
  openQuery,
  showsClosed,
} from "./alerts/list.ts";
import { conditions, counts, fields } from "./alerts/row-fields.ts";
import { ofAllProjects } from "./all-projects/area.ts";
import { actionOn } from "./builders/one-thing.ts";
import { alertName } from "./builders/row-names.ts";
import type { Action } from "./model/area.ts";
import type { Context } from "./model/context.ts";
import { type Effect, goTo } from "./model/effect.ts";

/** Alerts, live (`domain.md` 4; E11 to E14, E10). */

/** Ids of the rows whose alerts have one of these states. */
function inState(context: Context, ids: readonly string[], states: readonly AlertState[]): readonly string[] {
  const found = new Set<string>(
    knownAlerts(context, ids).flatMap((alert) => (states.includes(alertStateOf(alert, context.now)) ? [alert.id] : [])),
  );
  return ids.filter((id) => found.has(id));
}

const notClosed = (context: Context, ids: readonly string[]) =>
  inState(context, ids, ["open", "acknowledged", "building"]);

const acknowledgedOf = (context: Context, ids: readonly string[]) => inState(context, ids, ["acknowledged"]);

/** Login attempts are shown for this long before and after an alert was raised (ms; `domain.md` 2, fields). */
const AROUND = 15 * MINUTE;
/** The service keeps login attempts for this long (ms; `domain.md` 2.2). */
const KEPT = 7 * DAY;

const onAlert = actionOn("alerts", (context, id) => knownAlerts(context, [id])[0]);

/** The reason why there are no login attempts around an alert, or null. */
function whyNoAttempts({ created, clusterName }: Alert, { now, scope }: Context): string | null {
  const raised = timeOf(created);
  if (raised === null) return "the service does not say when it was raised";
  if (now - raised > KEPT + AROUND) return "login attempts are kept for 7 days";
  const isShared = scope.clusters.some(({ name, kind }) => name === clusterName && kind === "tenant");
  return isShared ? "shared clusters have no access history" : null;
}

/** The login attempts at the host of an alert, or at all clusters where it names none, around the time when it was raised. */
function attemptsAround({ created, hostnameAndPort }: Alert): Effect {
  const raised = timeOf(created) ?? 0;
  const params = {
    from: new Date(raised - AROUND).toISOString(),
    to: new Date(raised + AROUND).toISOString(),
    ...(hostnameAndPort ? { hostname: withoutPort(hostnameAndPort) } : {}),
  };
  return { kind: "place", place: { area: "access-history", ids: [] }, params };
}

const actions: readonly Action[] = [
  {
    id: "alerts.acknowledge",
    title: "Acknowledge…",
    operation: "acknowledgeAlert",
    on: "many",
    appliesTo: notClosed,
    disabled: (context, ids) =>
      notClosed(context, ids).length > 0 ? null : ids.length > 1 ? "the alerts are closed" : "the alert is closed",
    open: (context, ids) => ({ kind: "form", setup: acknowledge([{ context, ids }]) }),
    together: (parts) => ({ kind: "form", setup: acknowledge(parts) }),
  },
  {
    id: "alerts.unacknowledge",
    title: "Unacknowledge…",
    operation: "acknowledgeAlert",
    on: "many",
    appliesTo: acknowledgedOf,
    disabled: (context, ids) => (acknowledgedOf(context, ids).length > 0 ? null : "not acknowledged"),
    open: (context, ids) => ({ kind: "write", plan: unacknowledge([{ context, ids }]) }),
    together: (parts) => ({ kind: "write", plan: unacknowledge(parts) }),
  },
  {
    id: "alerts.closed",
    title: "Show closed alerts",
    operation: "listAlerts",
    disabled: ({ scope }) => (showsClosed(scope) ? "already shown" : null),
    open: () => ({ kind: "params", params: { status: "closed" } }),
  },
  {
    id: "alerts.open",
    title: "Show open alerts",
    operation: "listAlerts",
    disabled: ({ scope }) => (showsClosed(scope) ? null : "already shown"),
    open: () => ({ kind: "params", params: {} }),
  },
  onAlert({
    id: "alerts.configuration",
    title: "Show the configuration of this alert",
    operation: "listAlertConfigurationsByAlertId",
    disabled: (alert, context) => {
      if (!alert.alertConfigId) return "the alert names no configuration";
      return isConfigurationDeleted(alert, context) ? "the configuration was deleted" : null;
    },
    open: ({ alertConfigId }) => goTo("alert-configurations", alertConfigId ?? ""),
  }),
  onAlert({
    id: "alerts.attempts",
    title: "Show login attempts around this alert",
    operation: "listAccessLogsByHostname",
    disabled: whyNoAttempts,
    open: attemptsAround,
  }),
];

export const alerts = ofAllProjects({
  id: "alerts",
  label: "Alerts",
  group: "Monitor",
  scope: "project",
  screen: {
    queries: listQueries,
    columns: () => COLUMNS,
    list,
    fields,
    counts,
    conditions,
    check,
    endTimes: (context) => cachedAlerts(context).flatMap((alert) => timeOf(alert.acknowledgedUntil) ?? []),
    detailQueries,
    detail,
    nameOf: alertName,
    actions,
    firstHelp: (key) =>
      `Open alerts. ${key("list.open")} shows an alert, ${key("action.menu")} acknowledges it; acknowledged and tracking alerts are listed below.`,
  },
  badge: {
    queries: (scope) => [openQuery(scope)],
    count: openCount,
    alertIds,
  },
});
