import type { AlertConfiguration } from "../../contract/alert-configurations.ts";
import { Alert } from "../../contract/alerts.ts";
import { GroupId } from "../../contract/ids.ts";
import type { Query } from "../../state/query.ts";
import { HOUR, MINUTE } from "../../text/durations.ts";
import { formatAge, formatDuration, timeOf } from "../../text/format.ts";
import { alertWords, firstDelay, placeWords, SEVERITY_TONES, severityOf } from "../alert-labels.ts";
import type { Alike } from "../alike.ts";
import type { Context, Scope } from "../context.ts";
import { projectArgs } from "../queries/args.ts";
import type { Cell, Column, ListModel, Row } from "../view.ts";
import { foldAlerts, type KnownAlert, namesOfAlike } from "./alike.ts";

/** The live list of alerts (`domain.md` 4.6). */

/** Warn this long before an acknowledgement ends (`domain.md` 4.6). */
const ENDING_SOON = 15 * MINUTE;

/** What became of an alert, as people count it: the service keeps an acknowledged alert OPEN (`domain.md` 4.2). */
export type AlertState = "open" | "silenced" | "building" | "closed";

/** Statuses of alerts that are over. */
const ENDED: readonly string[] = ["CLOSED", "CANCELLED"];

/** What an alert says of itself where this console does not know what that means; null for a status that it knows. */
export const unknownStatus = ({ status }: Alert): string | null =>
  status === "OPEN" || status === "TRACKING" || ENDED.includes(status ?? "") ? null : `status ${status || "not given"}`;

/** The derived state of an alert: acknowledged until later than now is silenced. What nobody knows the meaning of needs a look. */
export function alertStateOf(alert: Alert, now: number): AlertState {
  if (alert.status === "TRACKING") return "building";
  if (ENDED.includes(alert.status ?? "")) return "closed";
  const until = timeOf(alert.acknowledgedUntil);
  return until !== null && until > now ? "silenced" : "open";
}

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
  { id: "closed", title: "ended within the hour" },
];

/** An alert that ended so long ago is no news any more, and raises so far apart are no flapping (`domain.md` 4.6). */
/** Raised so often within the hour, it flaps. */
const FLAPS_FROM = 3;

const listArgs = (scope: Scope, status: "OPEN" | "TRACKING" | "CLOSED") => ({
  params: { groupId: GroupId.of(scope.groupId) },
  query: { status },
});

/** Whether the list was asked for alerts that have ended. */
export const isClosedAsked = ({ params: asked }: Pick<Scope, "params">): boolean => asked["status"] === "closed";

/** Open and tracking alerts are asked for separately: unfiltered, page 1 shows the oldest closed ones (`domain.md` 0, 12). */
export const listQueries = (scope: Scope): readonly Query[] => [
  ...(isClosedAsked(scope)
    ? [{ operation: "listAlerts", args: listArgs(scope, "CLOSED"), pace: "once" } as const]
    : [
        { operation: "listAlerts", args: listArgs(scope, "OPEN"), pace: "alerts" } as const,
        { operation: "listAlerts", args: listArgs(scope, "TRACKING"), pace: "alerts" } as const,
      ]),
  {
    operation: "listAlertConfigurations",
    args: projectArgs(scope),
    pace: "once",
    optional: true,
  },
];

/** The alerts that are held, open and tracking; of one cluster where the console is narrowed to it. */
export function cachedAlerts(context: Context): readonly Alert[] {
  const { cluster } = context.scope;
  const statuses = isClosedAsked(context.scope) ? (["CLOSED"] as const) : (["OPEN", "TRACKING"] as const);
  const alerts = statuses.flatMap(
    (status) => context.cached("listAlerts", listArgs(context.scope, status))?.data.results ?? [],
  );
  return cluster === null ? alerts : alerts.filter(({ clusterName }) => clusterName === cluster);
}

/** Alerts that were open here within the last hour and are not any more, as they were last, each with when that was seen (ms). */
function endedLately(context: Context): readonly { readonly alert: Alert; readonly at: number }[] {
  const { cluster } = context.scope;
  const here = new Set(cachedAlerts(context).map(({ id }) => String(id)));
  const gone = context.cached("listAlerts", listArgs(context.scope, "OPEN"))?.removed ?? [];
  return gone.flatMap(({ id, row, at }) => {
    if (here.has(id) || context.now - at >= HOUR) return [];
    const { success, data } = Alert.safeParse(row);
    if (!success || (cluster !== null && data.clusterName !== cluster)) return [];
    return [{ alert: { ...data, status: "CLOSED" }, at }];
  });
}

const flapKey = ({ alertConfigId, hostnameAndPort, replicaSetName, clusterName }: Alert): string =>
  [alertConfigId, hostnameAndPort ?? replicaSetName ?? "", clusterName ?? ""].join("/");

/** How often each configuration raised an alert of the same target within the last hour, by key. */
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

/** Of an alert that ended: for how long it was there. */
function lastedWords({ created, resolved }: Alert): Cell {
  const [from, to] = [timeOf(created), timeOf(resolved)];
  return from === null || to === null ? "" : { text: `lasted ${formatAge(to - from)}`, tone: "dim" };
}

/** The configurations that are held, by id. */
export function cachedConfigurations(context: Context): ReadonlyMap<string, AlertConfiguration> {
  const cached = context.cached("listAlertConfigurations", projectArgs(context.scope));
  return new Map((cached?.data.results ?? []).map((configuration) => [configuration.id, configuration]));
}

function nextWords(
  alert: Alert,
  standing: AlertState,
  configuration: AlertConfiguration | undefined,
  now: number,
): Cell {
  if (standing === "silenced") {
    const until = timeOf(alert.acknowledgedUntil) ?? now;
    const soon = until - now < ENDING_SOON;
    return { text: `resumes in ${formatDuration(until - now)}${soon ? " !" : ""}`, tone: soon ? "warn" : "dim" };
  }
  if (standing === "building") {
    const delay = firstDelay(configuration);
    const created = timeOf(alert.created);
    if (delay === null || created === null) return "";
    const rest = created + delay * MINUTE - now;
    return { text: rest > 0 ? `tells in ~${formatDuration(rest)}` : "tells any moment", tone: "dim" };
  }
  if (standing === "closed") return lastedWords(alert);
  const unknown = unknownStatus(alert);
  return unknown === null ? "" : { text: unknown, tone: "warn" };
}

type Shown = {
  readonly configuration: AlertConfiguration | undefined;
  /** How often it was raised within the last hour. */
  readonly raised: number;
  /** When it was seen to have ended; null while it has not. */
  readonly endedAt: number | null;
};

function rowOf(alert: Alert, { configuration, raised, endedAt }: Shown, context: Context): Row {
  const standing = alertStateOf(alert, context.now);
  const severity = severityOf(configuration);
  const created = endedAt ?? timeOf(alert.created);
  const flaps = raised >= FLAPS_FROM ? `flapping ×${raised} · ` : "";
  const tone = SEVERITY_TONES[severity.rank] ?? "plain";
  return {
    id: alert.id,
    section: standing,
    cells: {
      severity: { text: severity.mark, tone: standing === "open" ? tone : "dim" },
      age: created === null ? "–" : formatAge(context.now - created),
      what: { text: `${flaps}${alertWords(alert, configuration)}`, tone: flaps === "" ? "plain" : "warn" },
      where: placeWords(alert),
      next: nextWords(alert, standing, configuration, context.now),
    },
    sort: { severity: severity.rank, age: context.now - (created ?? 0) },
    isNew: standing === "open" && context.lastLook !== null && !context.lastLook.ids.has(alert.id),
    ...(standing === "open" ? {} : { tone: "dim" as const }),
  };
}

type Listed = KnownAlert & { readonly standing: AlertState; readonly row: Row };

/** Alike alerts as a row; the newest of them stands first. */
function foldOf({ key, members }: Alike<Listed>): Row {
  const [newest] = members;
  const { worst, what, where } = namesOfAlike({ members });
  return {
    id: `fold:${key}`,
    ...(newest.row.section === undefined ? {} : { section: newest.row.section }),
    cells: { ...newest.row.cells, severity: worst.row.cells["severity"] ?? "", what, where, next: "" },
    sort: { severity: worst.row.sort["severity"] ?? 0, age: newest.row.sort["age"] ?? 0 },
    isNew: members.some(({ row }) => row.isNew === true),
    members: members.map(({ row }) => row),
    ...(newest.row.tone === undefined ? {} : { tone: newest.row.tone }),
  };
}

/** Newest first, several of a kind folded; what ended within the hour stands last. */
function rowsOf(context: Context): readonly Row[] {
  const configurations = cachedConfigurations(context);
  const raised = raisedLately(context);
  const alerts = [...new Map(cachedAlerts(context).map((alert) => [alert.id, alert])).values()];
  // As they are written: these times and ids come in one form, and a locale's order takes 6 ms to load.
  const order = ({ created, id }: Alert): string => `${created ?? ""} ${id}`;
  alerts.sort((left, right) => (order(left) < order(right) ? 1 : -1));
  const shown = (alert: Alert, endedAt: number | null): Row =>
    rowOf(
      alert,
      {
        configuration: configurations.get(alert.alertConfigId ?? ""),
        raised: raised.get(flapKey(alert)) ?? 0,
        endedAt,
      },
      context,
    );
  const listed = alerts.map((alert): Listed => {
    const standing = alertStateOf(alert, context.now);
    const configuration = configurations.get(alert.alertConfigId ?? "");
    return { alert, configuration, standing, row: shown(alert, standing === "closed" ? timeOf(alert.resolved) : null) };
  });
  const folds = !isClosedAsked(context.scope);
  const rows = folds
    ? foldAlerts(listed, ({ standing }) => standing).map((one) => (one.kind === "fold" ? foldOf(one) : one.one.row))
    : listed.map(({ row }) => row);
  return folds ? [...rows, ...endedLately(context).map(({ alert, at }) => shown(alert, at))] : rows;
}

const countOf = (context: Context, standing: AlertState): number =>
  new Set(
    cachedAlerts(context)
      .filter((alert) => alertStateOf(alert, context.now) === standing)
      .map(({ id }) => id),
  ).size;

/** The same whatever the list itself was asked for. */
const unasked = (context: Context): Context => ({ ...context, scope: { ...context.scope, params: {} } });

/** Alerts that are open and that nobody has silenced: they call for somebody. */
export const callingIds = (context: Context): readonly string[] =>
  cachedAlerts(unasked(context)).flatMap((alert) => (alertStateOf(alert, context.now) === "open" ? [alert.id] : []));

/** How many alerts nobody has silenced, for the sidebar. */
export function openCount(context: Context): Cell | null {
  const open = countOf(unasked(context), "open");
  return open === 0 ? null : { text: String(open), tone: "warn" };
}

/** What stands above the list: how many alerts stand how; of ended ones, how many there are. */
function summaryOf(context: Context): readonly Cell[] {
  if (isClosedAsked(context.scope)) {
    return [{ text: "ended ones only", tone: "accent" }, String(countOf(context, "closed"))];
  }
  const open = countOf(context, "open");
  const silenced = countOf(context, "silenced");
  const building = countOf(context, "building");
  const ended = endedLately(context).length;
  return [
    { text: `${open} open`, tone: open > 0 ? "plain" : "good" },
    ...(silenced > 0 ? [`${silenced} silenced`] : []),
    ...(building > 0 ? [`${building} building up`] : []),
    ...(ended > 0 ? [{ text: `${ended} ended`, tone: "good" } as const] : []),
  ];
}

/** The list as data. */
export function list(context: Context): ListModel {
  const isClosed = isClosedAsked(context.scope);
  return {
    summary: summaryOf(context),
    columns: COLUMNS,
    rows: rowsOf(context),
    sections: isClosed ? [{ id: "closed", title: "ended, so long ago" }] : SECTIONS,
    defaultSort: isClosed ? { column: "age", descending: false } : { column: "severity", descending: true },
    ...(isClosed ? { isExcerpt: true } : {}),
    empty: isClosed ? "No alert of this project has ended yet." : "No alert is open or building up in this project.",
  };
}
