import { lruMemoize, weakMapMemoize } from "reselect";
import type { CountedSeverity } from "../../domain/alerts/alert.ts";
import { isMissing, joined, type Lookup, type Missing } from "../../state/answers/lookup.ts";
import type { Query } from "../../state/answers/query.ts";
import { formatAge, formatTime, pluralize } from "../../text/format.ts";
import { present } from "../../text/present.ts";
import { areSameIn } from "../../text/same-items.ts";
import { createContexts } from "../all-projects/kept-contexts.ts";
import { listsOfAll } from "../all-projects/parts.ts";
import { contextIn, isOfAll, projectScopes } from "../all-projects.ts";
import { SEVERITY_TONES } from "../builders/alert-severity.ts";
import { accent, bad, dim, good, warn } from "../builders/cells.ts";
import { column, type ListColumn, type RowBase, rowOf } from "../builders/columns.ts";
import { clusterLookups, lookupByCluster, toneOfMissing } from "../builders/lookup.ts";
import type { Cell, Tone } from "../model/cell.ts";
import type { Context, Scope } from "../model/context.ts";
import type { ListModel, Row } from "../model/view.ts";
import { backupsOfClusters, isLate, isWithoutBackup } from "../snapshots/list.ts";
import { alertCounts, alertsPart } from "./alerts.ts";
import { backupsPart } from "./backups.ts";
import { driftPart } from "./drift.ts";
import { exportsPart } from "./exports.ts";
import { type FoldedRow, foldProjects } from "./fold-projects.ts";
import { indexesPart } from "./indexes.ts";
import { PROGRESS_WIDTH } from "./job-rows.ts";
import { migrationsPart } from "./migrations.ts";
import { pinsPart } from "./pins.ts";
import { slowedForMany } from "./poll-intervals.ts";
import { restoresPart } from "./restores.ts";
import { OVERVIEW_SECTIONS, type OverviewPart, type OverviewRow, type OverviewSection } from "./sections.ts";
import { unreadRows } from "./unread.ts";

/** The overview of one project or of all: problems, work in progress, what expires soon, what ended recently, latest backups. */

const NONE: readonly Query[] = [];

const PARTS: readonly OverviewPart[] = [
  alertsPart,
  migrationsPart,
  restoresPart,
  exportsPart,
  indexesPart,
  backupsPart,
  pinsPart,
  driftPart,
];

/** The heading of each section gives the meaning of its times. */
const TITLES: Readonly<Record<OverviewSection, string>> = {
  pinned: "Pinned",
  news: "",
  wrong: "Problems",
  running: "In progress",
  soon: "Expiring soon",
  ended: "Recently ended",
  backups: "Latest backups",
  unread: "Unavailable",
};

const partsOf = (section: OverviewSection): readonly OverviewPart[] => PARTS.filter((part) => part.section === section);

const queriesIn = (scope: Scope, parts: readonly OverviewPart[]): readonly Query[] =>
  parts.flatMap((part) => part.queries(scope));

/** The queries of all parts for a project. */
const partQueries = weakMapMemoize((scope: Scope): readonly Query[] => queriesIn(scope, PARTS));

/** The same with the queries for its list of clusters. */
const projectQueries = weakMapMemoize((scope: Scope): readonly Query[] => [
  ...partQueries(scope),
  ...clusterLookups(scope),
]);

/** Scopes of the projects shown: the same objects as long as they do not change, so that memoized results stay valid. */
const scopesOf = weakMapMemoize(projectScopes);

/** Queries for the clusters of the project, or of all projects, which the overview's own queries depend on. */
export const lookups = (scope: Scope): readonly Query[] => [...clusterLookups(scope), ...listsOfAll(scope)];

const asksTheSame = (one: Scope, other: Scope): boolean =>
  areSameIn(one, other, "groupId", "cluster", "clusters", "projects", "unlisted", "pins") &&
  one.params["projects"] === other.params["projects"];

/** The queries of the overview; the same array while unchanged. Alerts come first: the title shows their time. */
export const queries = lruMemoize(
  (scope: Scope): readonly Query[] => {
    const scopes = scopesOf(scope);
    return PARTS.flatMap((part) => scopes.flatMap((each) => slowedForMany(scopes.length, part.queries(each))));
  },
  { equalityCheck: asksTheSame },
);

/** Context per project; results for a project are computed once, and kept until its data changes. */
const contexts = createContexts({
  scopes: scopesOf,
  contextOf: contextIn,
  queries: projectQueries,
  ends: (context) => endsIn(context),
});

/** Rows of a part for a project. */
const rowsOf = weakMapMemoize((part: OverviewPart, context: Context): readonly OverviewRow[] => part.rows(context));

/** Queries of a part with work in progress. */
const runningIn = weakMapMemoize(
  (part: OverviewPart, context: Context): readonly Query[] => part.running?.(context) ?? NONE,
);

/**
 * State of all queries of a project. The own cluster lists of projects other than the current one are not requested: the list over all projects
 * names their clusters.
 */
const foundIn = weakMapMemoize((context: Context): Lookup => lookupByCluster(context, partQueries(context.scope)));

/** Queries with work in progress. */
export const running = (context: Context): readonly Query[] =>
  contexts(context).flatMap((each) => PARTS.flatMap((part) => runningIn(part, each)));

/** End times of the countdowns on the overview. */
export const endTimes = (context: Context): readonly number[] => contexts(context).flatMap((each) => endsIn(each));

const endsIn = weakMapMemoize((context: Context): readonly number[] =>
  PARTS.flatMap((part) => rowsOf(part, context).flatMap(({ until }) => until ?? [])),
);

const HERE = { area: "overview", ids: [] } as const;

/** An overview row with the name of its project. */
type Listed = Pick<OverviewRow, "kind" | "time" | "name" | "shortName" | "state" | "progress"> & {
  readonly project: Cell;
};

/** Columns for all projects leave room for the project name: 57 cells of an 80-column terminal. */
const columnsFor = (ofAll: boolean): readonly ListColumn<Listed>[] => [
  column({ id: "kind", title: "KIND", min: 9, priority: 1 }, ({ kind }) => kind),
  column({ id: "time", title: "TIME", min: 6, priority: 1, align: "right", ticks: true }, ({ time }) => time),
  column(
    { id: "project", title: "PROJECT", min: 8, grow: 1, max: 16, priority: 1, truncate: "middle" },
    ({ project }) => project,
  ),
  column(
    { id: "where", title: "WHERE", min: ofAll ? 9 : 12, grow: 2, max: 40, priority: 1, truncate: "middle" },
    ({ name, shortName }) => (shortName === undefined ? name : { text: name, tone: "plain", short: shortName }),
  ),
  column({ id: "what", title: "WHAT", min: ofAll ? 17 : 24, grow: 4, priority: 1, ticks: true }, ({ state }) => state),
  column(
    { id: "progress", title: "PROGRESS", min: PROGRESS_WIDTH, priority: 2, ticks: true, drawn: true },
    ({ progress }) => progress ?? "",
  ),
];

const OF_ALL = columnsFor(true);
const OF_ONE = columnsFor(false).filter(({ id }) => id !== "project");

export const columns = (context: { readonly scope: Pick<Scope, "params" | "projects"> }) =>
  isOfAll(context.scope) ? OF_ALL : OF_ONE;

/** A list row, sorted by the hidden `order`. */
const overviewRow = (
  entry: Pick<OverviewRow, "kind" | "time" | "name" | "shortName" | "state" | "progress" | "order">,
  project: Cell,
  context: Context,
  base: RowBase,
): Row => ({ ...rowOf(OF_ALL, { ...entry, project }, context, base), sort: { order: entry.order } });

/** Projects that had rows at the last look: the ids of rows begin with the project. */
const seenProjects = weakMapMemoize(
  ({ ids }: NonNullable<Context["lastLook"]>): ReadonlySet<string> =>
    new Set([...ids].map((id) => id.slice(0, id.indexOf("/")))),
);

/** The rows of one project. Their ids begin with the project, so that viewing one project does not mark rows of another as seen. */
const placedRows = weakMapMemoize((context: Context): readonly FoldedRow[] => {
  const { scope, lastLook } = context;
  const idOf = (entry: OverviewRow): string => `${scope.groupId}/${entry.id}`;
  const wasSeen = lastLook !== null && seenProjects(lastLook).has(scope.groupId);
  const placed = (entry: OverviewRow): Row =>
    overviewRow(entry, scope.groupName, context, {
      id: idOf(entry),
      section: entry.section,
      isNew: wasSeen && entry.news !== undefined && isNews(entry),
      link: entry.link ?? HERE,
      ...(entry.opens === undefined ? {} : { opens: entry.opens }),
      project: scope.groupId,
      ...(entry.members === undefined ? {} : { members: entry.members.map(placed), unfolds: true }),
    });
  const isNews = (entry: OverviewRow): boolean =>
    entry.members === undefined ? !(lastLook?.ids.has(idOf(entry)) ?? true) : entry.members.some(isNews);
  const entries = [...PARTS.flatMap((part) => rowsOf(part, context)), ...unreadRows(context, projectQueries(scope))];
  return entries.map((entry) => ({ row: placed(entry), entry }));
});

/** Project and cluster lists that could not be read. */
const unreadOfAll = (context: Context): readonly FoldedRow[] =>
  unreadRows(context, listsOfAll(context.scope)).map((entry) => ({
    entry,
    row: overviewRow(entry, "", context, { id: `all/${entry.id}`, section: entry.section, link: HERE }),
  }));

const LACKING: Readonly<Record<Missing["kind"], string>> = {
  asking: "not loaded yet",
  forbidden: "not allowed",
  failed: "not loaded",
  partly: "incomplete",
};

/** New rows since the last look, counted; unfolded, each of them. None before the first look. */
function newsRows(placed: readonly FoldedRow[], all: readonly Context[], context: Context): readonly Row[] {
  const { lastLook, now, zone } = context;
  if (lastLook === null) return [];
  const unseen = placed.flatMap(({ row, entry }) =>
    (row.members ?? [row]).flatMap((each) =>
      each.isNew === true && entry.news !== undefined ? [{ row: each, kind: entry.news }] : [],
    ),
  );
  const kinds = [...new Map(unseen.map(({ kind }) => [kind.one, kind])).values()];
  const words = kinds.map(({ one, several }) =>
    pluralize(unseen.filter(({ kind }) => kind.one === one).length, one, several),
  );
  const members = unseen.map(({ row }): Row => ({ ...row, id: `new:${row.id}`, section: "news" }));
  const some = words.length > 0;
  const found = joined(all.map((each) => foundIn(each)));
  const nothing: Cell = isMissing(found)
    ? { text: `unknown: some data is ${LACKING[found.kind]}`, tone: toneOfMissing(found) }
    : dim("nothing");
  const news = {
    kind: some ? accent("new") : dim("new"),
    time: formatAge(Math.max(0, now - lastLook.at)),
    name: `since ${formatTime(lastLook.at, now, zone)}`,
    state: some ? `${words.join(", ")}${isMissing(found) ? "; incomplete" : ""}` : nothing,
    order: 0,
  };
  return [overviewRow(news, "", context, { id: "news", section: "news", link: HERE, ...(some ? { members } : {}) })];
}

const SEVERITIES: readonly {
  readonly severity: CountedSeverity;
  readonly one: string;
  readonly several: string;
  readonly short: string;
}[] = [
  { severity: "critical", one: "critical", several: "critical", short: "CRIT" },
  { severity: "error", one: "error", several: "errors", short: "ERR" },
  { severity: "warning", one: "warning", several: "warnings", short: "WARN" },
  { severity: "info", one: "info", several: "info", short: "INFO" },
];

const inShort = (text: string, short: string, tone: Tone): Cell => ({ text, tone, short });

const countsOf = weakMapMemoize(alertCounts);

function summary(all: readonly Context[], placed: readonly FoldedRow[], scope: Scope): readonly Cell[] {
  const counts = all.flatMap((each) => countsOf(each) ?? []);
  const sum = (of: (each: NonNullable<ReturnType<typeof alertCounts>>) => number): number =>
    counts.reduce((total, each) => total + of(each), 0);
  const unrated = sum((each) => each.unrated);
  const severities = SEVERITIES.flatMap(({ severity, one, several, short }): Cell[] => {
    const counted = sum(({ bySeverity }) => bySeverity.get(severity) ?? 0);
    const count = severity === "warning" ? counted - unrated : counted;
    if (count === 0) return [];
    return [inShort(pluralize(count, one, several), `${count} ${short}`, SEVERITY_TONES[severity])];
  });
  if (unrated > 0) severities.push(`${unrated} open`);
  const silenced = sum((each) => each.silenced);
  const runs = placed.filter(({ entry }) => entry.section === "running").length;
  // "None running" is known only where everything was read.
  const isKnown = all.every((each) => !isMissing(foundIn(each)));
  const backups = all.flatMap((each) => backupsOfClusters(each));
  const late = backups.filter(isLate).length;
  const without = backups.filter(isWithoutBackup).length;
  const unread = placed.filter(({ entry }) => entry.section === "unread").length;
  return present(
    isOfAll(scope) && `${all.length} projects`,
    counts.length < all.length && bad("! alerts unavailable"),
    ...(severities.length === 0 && counts.length === all.length && counts.every(({ isWhole }) => isWhole)
      ? [good("no open alerts")]
      : severities),
    unread !== 0 && warn("! incomplete"),
    late !== 0 && inShort(`! ${pluralize(late, "late backup")}`, `! ${late} late`, "warn"),
    without !== 0 && inShort(`! ${without} without backup`, `! ${without} no backup`, "warn"),
    ...(runs > 0 ? [accent(`${runs} running`)] : isKnown ? ["nothing running"] : []),
    silenced !== 0 && inShort(`${silenced} acknowledged`, `${silenced} ack`, "plain"),
  );
}

/** A query that is made once (an ended migration) is as old as the session, and says nothing about the age of the rest. */
const isOnce = ({ poll }: Query): boolean => poll === "once";

/**
 * The section headings: the meaning of the times, and the age of the data. Queries with work in progress come first: a heading shows the time of its
 * first answer and of those with the same poll interval.
 */
function sectionsOf(context: Context): ListModel["sections"] {
  const all = contexts(context);
  return OVERVIEW_SECTIONS.map((id) => {
    const underWay = all.flatMap((each) => partsOf(id).flatMap((part) => runningIn(part, each)));
    const queries = sectionQueries(context.scope, id);
    return { id, title: TITLES[id], of: underWay.length === 0 ? queries : [...underWay, ...queries] };
  });
}

/** The queries of a section; those made once come last. */
const sectionQueries = weakMapMemoize((scope: Scope, id: OverviewSection): readonly Query[] => {
  const queries = scopesOf(scope).flatMap((each) => queriesIn(each, partsOf(id)));
  return [...queries.filter((query) => !isOnce(query)), ...queries.filter(isOnce)];
});

export function list(context: Context): ListModel {
  const all = contexts(context);
  const rows = [...unreadOfAll(context), ...all.flatMap((own) => placedRows(own))];
  const placed = isOfAll(context.scope)
    ? foldProjects(rows, (entry, project, base) =>
        overviewRow(entry, project, context, { ...base, link: base.link ?? HERE }),
      )
    : rows;
  return {
    summary: summary(all, placed, context.scope),
    rows: [...newsRows(placed, all, context), ...placed.map(({ row }) => row)],
    sections: sectionsOf(context),
    defaultSort: { column: "order", descending: false },
    empty: "No problems, no jobs in progress, and no cluster with backups.",
  };
}
