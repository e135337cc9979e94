import { weakMapMemoize } from "reselect";
import type { AlertConfiguration } from "../../contract/alert-configurations.ts";
import { Alert } from "../../contract/alerts.ts";
import { AlertId } from "../../contract/schema/ids.ts";
import {
  type AlertState,
  alertStateOf,
  ENDED,
  firstDelay,
  formatAlert,
  formatPlace,
  type Severity,
  severityOf,
  unknownStatus,
} from "../../domain/alerts/alert.ts";
import { isMissing } from "../../state/answers/lookup.ts";
import type { Query } from "../../state/answers/query.ts";
import { HOUR, MINUTE } from "../../text/durations.ts";
import { formatAge, formatDuration, timeOf } from "../../text/format.ts";
import { present } from "../../text/present.ts";
import { SEVERITY_TONES } from "../builders/alert-severity.ts";
import type { Alike } from "../builders/alike.ts";
import { accent, dim, good, warn } from "../builders/cells.ts";
import { ageColumn, column, isUnseen, type ListColumn, rowOf } from "../builders/columns.ts";
import { count } from "../builders/count.ts";
import { lookup } from "../builders/lookup.ts";
import type { Cell, CountCell } from "../model/cell.ts";
import type { Context, Scope } from "../model/context.ts";
import type { ListModel, Row } from "../model/view.ts";
import { projectArgs, projectQuery } from "../queries/args.ts";
import { foldAlerts, type KnownAlert, namesOfAlike } from "./alike.ts";
import { CURVE, valueLine } from "./value-curve.ts";

/** The list of alerts, which is polled (`domain.md` 4.6). */

/** Warn this long before an acknowledgement ends (`domain.md` 4.6). */
const ENDING_SOON = 15 * MINUTE;

const SECTIONS = [
  { id: "open", title: "" },
  { id: "acknowledged", title: "acknowledged" },
  { id: "building", title: "tracking" },
  { id: "closed", title: "closed in the last hour" },
];

/** An alert raised this many times within an hour is flapping (`domain.md` 4.6). */
const FLAPS_FROM = 3;

export const listArgs = weakMapMemoize((scope: Scope, status: "OPEN" | "TRACKING" | "CLOSED") => ({
  params: { groupId: scope.groupId },
  query: { status },
}));

/** True when the list shows closed alerts. */
export const showsClosed = ({ params }: Pick<Scope, "params">): boolean => params["status"] === "closed";

export const openQuery = (scope: Scope): Query => ({
  operation: "listAlerts",
  args: listArgs(scope, "OPEN"),
  poll: "alerts",
});

/** Open and tracking alerts are requested separately: unfiltered, page 1 has the oldest closed ones (`domain.md` 0, 12). */
export const listQueries = (scope: Scope): readonly Query[] => [
  ...(showsClosed(scope)
    ? [{ operation: "listAlerts", args: listArgs(scope, "CLOSED"), poll: "once" } as const]
    : [openQuery(scope), { operation: "listAlerts", args: listArgs(scope, "TRACKING"), poll: "alerts" } as const]),
  projectQuery("listAlertConfigurations", scope),
];

/** The cached alerts, open and tracking, or closed ones where the list shows those; of one cluster where the scope is narrowed to it. */
export function cachedAlerts(context: Context): readonly Alert[] {
  const { cluster } = context.scope;
  const statuses = showsClosed(context.scope) ? (["CLOSED"] as const) : (["OPEN", "TRACKING"] as const);
  const alerts = statuses.flatMap(
    (status) => context.cached("listAlerts", listArgs(context.scope, status))?.data.results ?? [],
  );
  return cluster === null ? alerts : alerts.filter(({ clusterName }) => clusterName === cluster);
}

/** Alerts that were open here within the last hour and no longer are, in their last known state, with the time at which the end was seen (ms). */
function endedLately(context: Context): readonly { readonly alert: Alert; readonly at: number }[] {
  const { cluster } = context.scope;
  const here = new Set(cachedAlerts(context).map(({ id }) => String(id)));
  const removed = context.cached("listAlerts", listArgs(context.scope, "OPEN"))?.removed ?? [];
  return removed.flatMap(({ id, row, at }) => {
    if (here.has(id) || context.now - at >= HOUR) return [];
    const { success, data } = Alert.safeParse(row);
    if (!success || (cluster !== null && data.clusterName !== cluster)) return [];
    return [{ alert: { ...data, status: "CLOSED" }, at }];
  });
}

/** All alerts of the list, each once: those that ended within the hour come last, and only where they are not open again. */
export function listedAlerts(context: Context): readonly Alert[] {
  const ended = showsClosed(context.scope) ? [] : endedLately(context).map(({ alert }) => alert);
  return [...new Map([...cachedAlerts(context), ...ended].map((alert) => [alert.id, alert])).values()];
}

/** Arguments of a request about one alert. */
export const alertArgs = (context: Context, id: string) => ({
  params: { groupId: context.scope.groupId, alertId: AlertId.of(id) },
});

/** The known alerts of these ids: rows of the list, or read on their own (a closed alert that another one links to). */
export function knownAlerts(context: Context, ids: readonly string[]): readonly Alert[] {
  const listed = new Map<string, Alert>(listedAlerts(context).map((alert) => [alert.id, alert]));
  return ids.flatMap((id) => listed.get(id) ?? context.cached("getAlert", alertArgs(context, id))?.data ?? []);
}

const flapKey = ({ alertConfigId, hostnameAndPort, replicaSetName, clusterName }: Alert): string =>
  [alertConfigId, hostnameAndPort ?? replicaSetName ?? "", clusterName ?? ""].join("/");

/** The number of alerts that each configuration raised for the same target within the last hour, by key. */
function raisedLately(context: Context): ReadonlyMap<string, number> {
  const all = [...cachedAlerts(context), ...endedLately(context).map(({ alert }) => alert)];
  const counts = new Map<string, number>();
  for (const alert of new Map(all.map((one) => [one.id, one])).values()) {
    const created = timeOf(alert.created);
    if (created === null || context.now - created > HOUR) continue;
    counts.set(flapKey(alert), (counts.get(flapKey(alert)) ?? 0) + 1);
  }
  return counts;
}

/** The number of times that an alert was raised within the last hour, where it is flapping; otherwise null. */
export function flapsOf(alert: Alert, context: Context): number | null {
  const raised = raisedLately(context).get(flapKey(alert)) ?? 0;
  return raised >= FLAPS_FROM ? raised : null;
}

/** For an ended alert, its duration. */
function lastedCell({ created, resolved }: Alert): Cell {
  const [from, to] = [timeOf(created), timeOf(resolved)];
  return from === null || to === null ? "" : dim(`lasted ${formatAge(to - from)}`);
}

/** The cached configurations, by id. */
export function cachedConfigurations(context: Context): ReadonlyMap<string, AlertConfiguration> {
  const cached = context.cached("listAlertConfigurations", projectArgs(context.scope));
  return new Map((cached?.data.results ?? []).map((configuration) => [configuration.id, configuration]));
}

function nextCell(alert: Alert, status: AlertState, configuration: AlertConfiguration | undefined, now: number): Cell {
  if (status === "acknowledged") {
    const until = timeOf(alert.acknowledgedUntil) ?? now;
    const soon = until - now < ENDING_SOON;
    const left = `${formatDuration(until - now)}${soon ? " !" : ""}`;
    return { text: `ack ends in ${left}`, tone: soon ? "warn" : "dim", short: `ack ends ${left}` };
  }
  if (status === "building") {
    const delay = firstDelay(configuration);
    const created = timeOf(alert.created);
    if (delay === null || created === null) return "";
    const rest = created + delay * MINUTE - now;
    return dim(rest > 0 ? `notifies in ~${formatDuration(rest)}` : "notifies soon");
  }
  if (status === "closed") return lastedCell(alert);
  const unknown = unknownStatus(alert);
  return unknown === null ? "" : warn(unknown);
}

type DisplayedAlert = {
  readonly alert: Alert;
  readonly status: AlertState;
  readonly severity: Severity;
  readonly configuration: AlertConfiguration | undefined;
  /** Number of times it was raised within the last hour. */
  readonly raised: number;
  /** Age of an open alert, or time since the end was seen, in ms; null where the service gives no time. */
  readonly since: number | null;
};

export const COLUMNS: readonly ListColumn<DisplayedAlert>[] = [
  column({ id: "severity", title: "SEV", min: 4, priority: 1, sort: ({ severity }) => severity.rank }, (displayed) => ({
    text: displayed.severity.mark,
    tone: displayed.status === "open" ? SEVERITY_TONES[displayed.severity.countedAs] : "dim",
  })),
  ageColumn(1, ({ since }) => since, { unknown: "–" }),
  column(
    { id: "what", title: "WHAT", min: 18, grow: 3, max: 44, priority: 1 },
    ({ alert, configuration, raised }): Cell => {
      const text = formatAlert(alert, configuration);
      const short = formatAlert({ ...alert, currentValue: null }, configuration);
      return raised >= FLAPS_FROM ? warn(`flapping ×${raised} · ${text}`) : { text, tone: "plain", short };
    },
  ),
  column({ id: "where", title: "WHERE", min: 18, grow: 3, max: 36, priority: 2, truncate: "middle" }, ({ alert }) =>
    formatPlace(alert),
  ),
  column(
    { id: "next", title: "NEXT", min: 16, grow: 1, max: 24, priority: 3, ticks: true },
    ({ alert, status, configuration }, { now }) => nextCell(alert, status, configuration, now),
  ),
  column(
    { id: "history", title: "HISTORY", min: CURVE, priority: 4, ticks: true, drawn: true },
    ({ alert, configuration }, context) => valueLine(alert, configuration, context),
  ),
];

function rowOfAlert(displayed: DisplayedAlert, context: Context): Row {
  const { alert, status } = displayed;
  return rowOf(COLUMNS, displayed, context, {
    id: alert.id,
    apiNames: [alert.eventTypeName, alert.metricName],
    section: status,
    isNew: status === "open" && isUnseen(context, alert.id),
    tone: status === "open" ? undefined : "dim",
  });
}

type Listed = KnownAlert & { readonly status: AlertState; readonly row: Row };

/** A row for similar alerts, with the severity and the age of the worst; its newest member comes first. */
function foldOf({ key, members }: Alike<Listed>): Pick<Listed, "alert" | "row"> {
  const { worst, what, where } = namesOfAlike({ members });
  const { section, cells, sort, tone } = worst.row;
  const row: Row = {
    id: `fold:${key}`,
    section,
    cells: { ...cells, what, where, next: "", history: "" },
    sort: { severity: sort["severity"] ?? 0, age: sort["age"] ?? 0 },
    isNew: members.some((one) => one.row.isNew === true),
    members: members.map((one) => one.row),
    tone,
  };
  return { alert: worst.alert, row };
}

/** Newest first, similar alerts folded; those that ended within the hour come last. */
function alertRows(context: Context): readonly Row[] {
  const configurations = cachedConfigurations(context);
  const raised = raisedLately(context);
  const alerts = [...new Map(cachedAlerts(context).map((alert) => [alert.id, alert])).values()];
  // Compared as plain strings: these times and ids have one format, and a locale's collation takes 6 ms to load.
  const order = ({ created, id }: Alert): string => `${created ?? ""} ${id}`;
  const newestFirst = (left: Alert, right: Alert): number => (order(left) < order(right) ? 1 : -1);
  alerts.sort(newestFirst);
  const listed = (alert: Alert, endedAt: number | null): Listed => {
    const configuration = configurations.get(alert.alertConfigId ?? "");
    const status = alertStateOf(alert, context.now);
    const from = endedAt ?? timeOf(alert.created);
    const displayed = {
      alert,
      status,
      configuration,
      severity: severityOf(configuration),
      raised: raised.get(flapKey(alert)) ?? 0,
      since: from === null ? null : context.now - from,
    };
    return { alert, configuration, status, row: rowOfAlert(displayed, context) };
  };
  const all = alerts.map((alert) => listed(alert, ENDED.includes(alert.status ?? "") ? timeOf(alert.resolved) : null));
  if (showsClosed(context.scope)) return all.map(({ row }) => row);
  return [
    ...foldAlerts(all, ({ status }) => status)
      .map((one) => (one.kind === "fold" ? foldOf(one) : one.one))
      .sort((left, right) => newestFirst(left.alert, right.alert))
      .map(({ row }) => row),
    ...endedLately(context).map(({ alert, at }) => listed(alert, at).row),
  ];
}

const countOf = (context: Context, status: AlertState): number =>
  new Set(
    cachedAlerts(context)
      .filter((alert) => alertStateOf(alert, context.now) === status)
      .map(({ id }) => id),
  ).size;

/** The context without list parameters, for figures that must not depend on them. */
const withoutParams = (context: Context): Context => ({ ...context, scope: { ...context.scope, params: {} } });

/** Ids of open alerts that are not acknowledged. */
export const alertIds = (context: Context): readonly string[] =>
  cachedAlerts(withoutParams(context)).flatMap((alert) =>
    alertStateOf(alert, context.now) === "open" ? [alert.id] : [],
  );

/** The number of open alerts that are not acknowledged, for the sidebar. */
export function openCount(context: Context): CountCell | null {
  const open = countOf(withoutParams(context), "open");
  return open === 0 ? null : count("open", [open], (sum = 0) => warn(String(sum)));
}

/** Summary in the title: alerts by status, or closed ones only. */
function summaryOf(context: Context): ListModel["summary"] {
  if (showsClosed(context.scope)) {
    return [accent("closed only"), count("closed", [countOf(context, "closed")], String)];
  }
  const silenced = countOf(context, "acknowledged");
  const building = countOf(context, "building");
  const ended = endedLately(context).length;
  const open = countOf(context, "open");
  // An alert that could not be read may be open.
  const isKnown = !isMissing(lookup(context, openQuery(context.scope)));
  return present(
    (open > 0 || isKnown) &&
      count("open", [open], (sum = 0) => ({ text: `${sum} open`, tone: sum > 0 ? "plain" : "good" })),
    silenced > 0 && count("acknowledged", [silenced], (sum) => `${sum} acknowledged`),
    building > 0 && count("tracking", [building], (sum) => `${sum} tracking`),
    ended > 0 && count("ended", [ended], (sum) => good(`${sum} closed`)),
  );
}

/** The list as data. */
export function list(context: Context): ListModel {
  const isClosed = showsClosed(context.scope);
  return {
    summary: summaryOf(context),
    rows: alertRows(context),
    sections: isClosed ? [{ id: "closed", title: "closed" }] : SECTIONS,
    defaultSort: isClosed ? { column: "age", descending: false } : { column: "severity", descending: true },
    ...(isClosed ? { isExcerpt: true } : {}),
    empty: isClosed ? "No closed alerts in this project." : "No open or tracking alerts in this project.",
  };
}
