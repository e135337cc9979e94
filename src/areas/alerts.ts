import { alertStateOf } from "../domain/alert.ts";
import { timeOf } from "../text/format.ts";
import { acknowledge, unacknowledge } from "./alerts/acknowledge.ts";
import { check } from "./alerts/check.ts";
import { detail, detailQueries } from "./alerts/detail.ts";
import {
  alertIds,
  cachedAlerts,
  columns,
  list,
  listQueries,
  openCount,
  openQuery,
  showsClosed,
} from "./alerts/list.ts";
import { conditions, counts, fields } from "./alerts/row-fields.ts";
import { ofAllProjects } from "./all-projects/area.ts";
import type { Action, ActionPart } from "./area.ts";
import type { Context } from "./context.ts";
import { goTo } from "./effect.ts";
import { alertName } from "./row-names.ts";

/** Alerts, live (`domain.md` 4; E11 to E14, E10). */

const statuses = (context: Context, ids: readonly string[]) => {
  const wanted = new Set(ids);
  return cachedAlerts(context)
    .filter((alert) => wanted.has(alert.id))
    .map((alert) => alertStateOf(alert, context.now));
};

const acknowledgedOf = ({ context, ids }: ActionPart): ActionPart => ({
  context,
  ids: ids.filter((id) => statuses(context, [id]).includes("acknowledged")),
});

const actions: readonly Action[] = [
  {
    id: "alerts.acknowledge",
    title: "Acknowledge…",
    operation: "acknowledgeAlert",
    on: "many",
    disabled: (context, ids) =>
      statuses(context, ids).some((status) => status !== "closed") ? null : "the alert is closed",
    open: (context, ids) => ({ kind: "form", setup: acknowledge([{ context, ids }]) }),
    together: (parts) => ({ kind: "form", setup: acknowledge(parts) }),
  },
  {
    id: "alerts.unacknowledge",
    title: "Unacknowledge…",
    operation: "acknowledgeAlert",
    on: "many",
    disabled: (context, ids) => (statuses(context, ids).includes("acknowledged") ? null : "not acknowledged"),
    open: (context, ids) => ({ kind: "write", plan: unacknowledge([acknowledgedOf({ context, ids })]) }),
    together: (parts) => ({ kind: "write", plan: unacknowledge(parts.map(acknowledgedOf)) }),
  },
  {
    id: "alerts.closed",
    title: "Show closed alerts",
    operation: "listAlerts",
    on: "area",
    disabled: ({ scope }) => (showsClosed(scope) ? "already shown" : null),
    open: () => ({ kind: "params", params: { status: "closed" } }),
  },
  {
    id: "alerts.open",
    title: "Show open alerts",
    operation: "listAlerts",
    on: "area",
    disabled: ({ scope }) => (showsClosed(scope) ? null : "already shown"),
    open: () => ({ kind: "params", params: {} }),
  },
  {
    id: "alerts.configuration",
    title: "Show the configuration of this alert",
    operation: "listAlertConfigurationsByAlertId",
    on: "one",
    disabled: (context, ids) => (configurationOf(context, ids[0]) === null ? "the alert names no configuration" : null),
    open: (context, ids) => goTo("alert-configurations", configurationOf(context, ids[0]) ?? ""),
  },
];

const configurationOf = (context: Context, id: string | undefined): string | null =>
  cachedAlerts(context).find((alert) => alert.id === id)?.alertConfigId ?? null;

export const alerts = ofAllProjects({
  id: "alerts",
  label: "Alerts",
  group: "Monitor",
  scope: "project",
  screen: {
    queries: listQueries,
    columns,
    list,
    fields,
    counts,
    conditions,
    check,
    ends: (context) => cachedAlerts(context).flatMap((alert) => timeOf(alert.acknowledgedUntil) ?? []),
    detailQueries,
    detail,
    nameOf: alertName,
    actions,
    firstHelp:
      "Open alerts. Enter shows an alert, a acknowledges it; acknowledged and tracking alerts are listed below.",
  },
  badge: {
    queries: (scope) => [openQuery(scope)],
    count: openCount,
    alertIds,
  },
});
