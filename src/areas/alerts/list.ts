import type { AlertConfiguration } from "../../contract/alert-configurations.ts";
import type { Alert } from "../../contract/alerts.ts";
import { GroupId } from "../../contract/ids.ts";
import { alertWords, firstDelay, placeWords, severityOf } from "../alert-words.ts";
import type { Cell, Column, Context, ListModel, Query, Row, Scope, Tone } from "../area.ts";
import { age, counted, left, timeOf } from "../format.ts";

/** The live list of alerts (`domain.md` 4.6). */

const MINUTE = 60_000;

/** Warn this long before an acknowledgement ends (`domain.md` 4.6). */
const ENDING_SOON = 15 * MINUTE;

/** From this many on, alerts of one event on one cluster fold into a row. */
const FOLD_FROM = 3;

/** What became of an alert, as people count it: the service keeps an acknowledged alert OPEN (`domain.md` 4.2). */
export type Standing = "open" | "silenced" | "building" | "closed";

/** The derived state of an alert: acknowledged until later than now is silenced. */
export function standingOf(alert: Alert, now: number): Standing {
  if (alert.status === "TRACKING") return "building";
  if (alert.status !== "OPEN") return "closed";
  const until = timeOf(alert.acknowledgedUntil);
  return until !== null && until > now ? "silenced" : "open";
}

const SEVERITY_TONES: readonly Tone[] = ["plain", "plain", "warn", "bad", "critical"];

const COLUMNS: readonly Column[] = [
  { id: "severity", title: "SEV", min: 4, grow: 0, priority: 1, align: "left", truncate: "end" },
  { id: "age", title: "AGE", min: 4, grow: 0, priority: 1, align: "right", truncate: "end", ticks: true },
  { id: "what", title: "WHAT", min: 18, grow: 3, max: 44, priority: 1, align: "left", truncate: "end" },
  { id: "where", title: "WHERE", min: 18, grow: 3, max: 36, priority: 2, align: "left", truncate: "middle" },
  { id: "next", title: "NEXT", min: 16, grow: 1, max: 24, priority: 3, align: "left", truncate: "end", ticks: true },
];

const SECTIONS = [
  { id: "open", title: "" },
  { id: "silenced", title: "silenced" },
  { id: "building", title: "building up" },
];

const listArgs = (scope: Scope, status: "OPEN" | "TRACKING") => ({
  params: { groupId: GroupId.parse(scope.groupId) },
  query: { status },
});

/** Open and tracking alerts are asked for separately: unfiltered, page 1 shows the oldest closed ones (`domain.md` 0, 12). */
export const listQueries = (scope: Scope): readonly Query[] => [
  { operation: "listAlerts", args: listArgs(scope, "OPEN"), pace: "alerts" },
  { operation: "listAlerts", args: listArgs(scope, "TRACKING"), pace: "alerts" },
  { operation: "listAlertConfigurations", args: { params: { groupId: GroupId.parse(scope.groupId) } }, pace: "once" },
];

/** The alerts that are held, open and tracking; of one cluster where the console is narrowed to it. */
export function heldAlerts(context: Context): readonly Alert[] {
  const { cluster } = context.scope;
  const alerts = (["OPEN", "TRACKING"] as const).flatMap(
    (status) => context.held("listAlerts", listArgs(context.scope, status))?.data.results ?? [],
  );
  return cluster === null ? alerts : alerts.filter(({ clusterName }) => clusterName === cluster);
}

/** The configurations that are held, by id. */
export function heldConfigurations(context: Context): ReadonlyMap<string, AlertConfiguration> {
  const held = context.held("listAlertConfigurations", { params: { groupId: GroupId.parse(context.scope.groupId) } });
  return new Map((held?.data.results ?? []).map((configuration) => [configuration.id, configuration]));
}

function nextWords(alert: Alert, standing: Standing, configuration: AlertConfiguration | undefined, now: number): Cell {
  if (standing === "silenced") {
    const until = timeOf(alert.acknowledgedUntil) ?? now;
    const soon = until - now < ENDING_SOON;
    return { text: `resumes in ${left(until - now)}${soon ? " !" : ""}`, tone: soon ? "warn" : "dim" };
  }
  if (standing === "building") {
    const delay = firstDelay(configuration);
    const created = timeOf(alert.created);
    if (delay === null || created === null) return "";
    const rest = created + delay * MINUTE - now;
    return { text: rest > 0 ? `tells in ~${left(rest)}` : "tells any moment", tone: "dim" };
  }
  return "";
}

function rowOf(alert: Alert, configuration: AlertConfiguration | undefined, context: Context): Row {
  const standing = standingOf(alert, context.now);
  const severity = severityOf(configuration);
  const created = timeOf(alert.created) ?? context.now;
  const tone = SEVERITY_TONES[severity.rank] ?? "plain";
  return {
    id: alert.id,
    section: standing,
    cells: {
      severity: { text: severity.mark, tone: standing === "open" ? tone : "dim" },
      age: age(context.now - created),
      what: alertWords(alert, configuration),
      where: placeWords(alert),
      next: nextWords(alert, standing, configuration, context.now),
    },
    sort: { severity: severity.rank, age: context.now - created },
    isNew: standing === "open" && context.lastLook !== null && !context.lastLook.ids.has(alert.id),
    ...(standing === "open" ? {} : { tone: "dim" as const }),
  };
}

/** Alerts of one event (and metric) on one cluster, in one standing. */
const foldKey = (alert: Alert, standing: Standing): string =>
  [standing, alert.eventTypeName ?? "", alert.metricName ?? "", alert.clusterName ?? ""].join("/");

function foldOf(key: string, members: readonly { alert: Alert; row: Row }[]): Row {
  const newest = members.reduce((found, next) =>
    Number(next.row.sort["age"]) < Number(found.row.sort["age"]) ? next : found,
  );
  const worst = members.reduce((found, next) =>
    Number(next.row.sort["severity"]) > Number(found.row.sort["severity"]) ? next : found,
  );
  const subject = alertWords({ ...newest.alert, currentValue: null }, undefined);
  const hosts = new Set(members.map(({ alert }) => alert.hostnameAndPort ?? alert.id)).size;
  return {
    id: `fold:${key}`,
    ...(newest.row.section === undefined ? {} : { section: newest.row.section }),
    cells: {
      ...newest.row.cells,
      severity: worst.row.cells["severity"] ?? "",
      what: `×${members.length} ${subject}`,
      where: `${newest.alert.clusterName ?? "project"} · ${counted(hosts, "host")}`,
      next: "",
    },
    sort: { severity: worst.row.sort["severity"] ?? 0, age: newest.row.sort["age"] ?? 0 },
    isNew: members.some(({ row }) => row.isNew === true),
    members: members.map(({ row }) => row),
    ...(newest.row.tone === undefined ? {} : { tone: newest.row.tone }),
  };
}

/** Newest first, several of a kind folded. */
function rowsOf(context: Context): readonly Row[] {
  const configurations = heldConfigurations(context);
  const groups = new Map<string, { alert: Alert; row: Row }[]>();
  const alerts = [...new Map(heldAlerts(context).map((alert) => [alert.id, alert])).values()];
  alerts.sort(
    (left, right) => (right.created ?? "").localeCompare(left.created ?? "") || right.id.localeCompare(left.id),
  );
  for (const alert of alerts) {
    const configuration =
      alert.alertConfigId === null || alert.alertConfigId === undefined
        ? undefined
        : configurations.get(alert.alertConfigId);
    const row = rowOf(alert, configuration, context);
    const key = foldKey(alert, standingOf(alert, context.now));
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [{ alert, row }]);
    else group.push({ alert, row });
  }
  return [...groups].flatMap(([key, members]) =>
    members.length >= FOLD_FROM ? [foldOf(key, members)] : members.map(({ row }) => row),
  );
}

const countOf = (context: Context, standing: Standing): number =>
  new Set(
    heldAlerts(context)
      .filter((alert) => standingOf(alert, context.now) === standing)
      .map(({ id }) => id),
  ).size;

/** How many alerts nobody has silenced, for the sidebar. */
export function openCount(context: Context): Cell | null {
  const open = countOf(context, "open");
  return open === 0 ? null : { text: String(open), tone: "warn" };
}

/** The list as data. */
export function list(context: Context): ListModel {
  const open = countOf(context, "open");
  const silenced = countOf(context, "silenced");
  const building = countOf(context, "building");
  return {
    summary: [
      { text: `${open} open`, tone: open > 0 ? "plain" : "good" },
      ...(silenced > 0 ? [`${silenced} silenced`] : []),
      ...(building > 0 ? [`${building} building up`] : []),
    ],
    columns: COLUMNS,
    rows: rowsOf(context),
    sections: SECTIONS,
    defaultSort: { column: "severity", descending: true },
    empty: "No alert is open or building up in this project.",
  };
}
