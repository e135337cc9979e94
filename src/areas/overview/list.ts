import { ALL_CLUSTERS, PROJECT_QUERIES } from "../../state/directory.ts";
import { isMissing, joined } from "../../state/lookup.ts";
import type { Query } from "../../state/query.ts";
import { formatAge, formatTime, pluralize } from "../../text/format.ts";
import { memoize } from "../../text/memoize.ts";
import type { Context, Scope } from "../context.ts";
import { clusterLookups, lookupOfAll, toneOfMissing } from "../lookup.ts";
import { isLate } from "../snapshots/list.ts";
import type { Cell, Column, ListModel, Row, Tone } from "../view.ts";
import { alertCounts, alertsPart } from "./alerts.ts";
import { backupStandings, backupsPart } from "./backups.ts";
import { exportsPart } from "./exports.ts";
import { indexesPart } from "./indexes.ts";
import { migrationsPart } from "./migrations.ts";
import { restoresPart } from "./restores.ts";
import { unreadRows } from "./unread.ts";
import {
  contextIn,
  isAskedForAll,
  isOfAll,
  WALL_SECTIONS,
  type WallPart,
  type WallRow,
  type WallSection,
  wallScopes,
} from "./wall.ts";

/** The wall: what is wrong, what runs, what is over soon, what ended, how old the backups are, of one project or of all. */

const PARTS: readonly WallPart[] = [alertsPart, migrationsPart, restoresPart, exportsPart, indexesPart, backupsPart];

/** Of all projects the same has to fit beside the name of each: 57 cells of a terminal of 80 columns. */
function columnsOf(ofAll: boolean): readonly Column[] {
  const left = { priority: 1, align: "left", truncate: "end" } as const;
  return [
    { ...left, id: "kind", title: "KIND", min: 9, grow: 0 },
    { ...left, id: "time", title: "TIME", min: 6, grow: 0, align: "right", ticks: true },
    ...(ofAll ? [{ ...left, id: "project", title: "PROJECT", min: 8, grow: 1, max: 16 }] : []),
    { ...left, id: "name", title: "WHERE", min: ofAll ? 9 : 12, grow: 2, max: 40 },
    { ...left, id: "state", title: "WHAT", min: ofAll ? 17 : 24, grow: 4, ticks: true },
  ];
}

/** What a time means under each heading. */
const TITLES: Readonly<Record<WallSection, string>> = {
  news: "",
  wrong: "wrong, for so long",
  running: "running, for so long",
  soon: "over soon, in",
  ended: "ended, so long ago",
  backups: "newest backup, so old",
  unread: "not read",
};

const partsOf = (section: WallSection): readonly WallPart[] => PARTS.filter((part) => part.section === section);

const queriesIn = (scope: Scope, parts: readonly WallPart[]): readonly Query[] =>
  parts.flatMap((part) => part.queries(scope));

/** All that is asked of a project, with what tells which clusters it has. */
const askedOf = (scope: Scope): readonly Query[] => [...queriesIn(scope, PARTS), ...clusterLookups(scope)];

/** What tells which projects there are, and their clusters, where all of them were asked for. */
const listsOfAll = (scope: Scope): readonly Query[] =>
  isAskedForAll(scope) ? [...PROJECT_QUERIES, ...ALL_CLUSTERS] : [];

/** What the wall's questions are made of: the clusters of the project, or of all of them. */
export const lookups = (scope: Scope): readonly Query[] => [...clusterLookups(scope), ...listsOfAll(scope)];

const queriesMade = memoize<readonly Query[]>(1);

/** What the wall asks; the same array while it stays the same. Alerts come first: the title stands at their time. */
export function queries(scope: Scope): readonly Query[] {
  const { groupId, cluster, clusters, projects, unlisted, params: asked } = scope;
  return queriesMade("", [groupId, cluster, clusters, projects, unlisted, asked["projects"]], () => {
    const scopes = wallScopes(scope);
    return PARTS.flatMap((part) => scopes.flatMap((each) => part.queries(each)));
  });
}

const contexts = (context: Context): readonly Context[] =>
  wallScopes(context.scope).map((scope) => contextIn(context, scope));

/** Lists in which something is under way. */
export const running = (context: Context): readonly Query[] =>
  contexts(context).flatMap((each) => PARTS.flatMap((part) => part.running?.(each) ?? []));

/** When a countdown of the wall ends. */
export const ends = (context: Context): readonly number[] =>
  contexts(context).flatMap((each) => PARTS.flatMap((part) => part.rows(each).flatMap(({ until }) => until ?? [])));

const HERE = { area: "overview", ids: [] } as const;

type Placed = { readonly row: Row; readonly wall: WallRow };

/** The rows of one project. Ids begin with it, so that a look at one project makes nothing of another look old. */
function placedRows(context: Context): readonly Placed[] {
  const { scope, lastLook } = context;
  const idOf = (wall: WallRow): string => `${scope.groupId}/${wall.id}`;
  const wasSeen = lastLook !== null && [...lastLook.ids].some((id) => id.startsWith(`${scope.groupId}/`));
  const rowOf = (wall: WallRow): Row => ({
    id: idOf(wall),
    section: wall.section,
    cells: { kind: wall.kind, time: wall.time, project: scope.groupName, name: wall.name, state: wall.state },
    sort: { order: wall.order },
    isNew: wasSeen && wall.news !== undefined && isNews(wall),
    link: wall.link ?? HERE,
    project: scope.groupId,
    ...(wall.members === undefined ? {} : { members: wall.members.map(rowOf), unfolds: true }),
  });
  const isNews = (wall: WallRow): boolean =>
    wall.members === undefined ? !(lastLook?.ids.has(idOf(wall)) ?? true) : wall.members.some(isNews);
  const walls = [...PARTS.flatMap((part) => part.rows(context)), ...unreadRows(context, askedOf(scope))];
  return walls.map((wall) => ({ row: rowOf(wall), wall }));
}

/** What could not be read of which projects there are. */
const unreadOfAll = (context: Context): readonly Placed[] =>
  unreadRows(context, listsOfAll(context.scope)).map((wall) => ({
    wall,
    row: {
      id: `all/${wall.id}`,
      section: wall.section,
      cells: { kind: wall.kind, time: wall.time, project: "", name: wall.name, state: wall.state },
      sort: { order: wall.order },
      link: HERE,
    },
  }));

/** What is new since the last look, counted; unfolded, each of it. No row before there was one. */
function newsRows(placed: readonly Placed[], all: readonly Context[], context: Context): readonly Row[] {
  const { lastLook, now, zone } = context;
  if (lastLook === null) return [];
  const news = placed.flatMap(({ row, wall }) =>
    (row.members ?? [row]).flatMap((each) =>
      each.isNew === true && wall.news !== undefined ? [{ row: each, kind: wall.news }] : [],
    ),
  );
  const kinds = [...new Map(news.map(({ kind }) => [kind.one, kind])).values()];
  const words = kinds.map(({ one, several }) =>
    pluralize(news.filter(({ kind }) => kind.one === one).length, one, several),
  );
  const members = news.map(({ row }): Row => ({ ...row, id: `new:${row.id}`, section: "news" }));
  const some = words.length > 0;
  const found = joined(all.map((each) => lookupOfAll(each, askedOf(each.scope))));
  const nothing: Cell = isMissing(found)
    ? { text: `not known: not all is read${found.kind === "asking" ? " yet" : ""}`, tone: toneOfMissing(found) }
    : { text: "nothing", tone: "dim" };
  return [
    {
      id: "news",
      section: "news",
      cells: {
        kind: some ? { text: "new", tone: "accent" } : { text: "new", tone: "dim" },
        time: formatAge(Math.max(0, now - lastLook.at)),
        project: "",
        name: `since ${formatTime(lastLook.at, now, zone)}`,
        state: some ? `${words.join(", ")}${isMissing(found) ? "; not all is read" : ""}` : nothing,
      },
      sort: { order: 0 },
      link: HERE,
      ...(some ? { members } : {}),
    },
  ];
}

const SEVERITIES: readonly {
  readonly rank: number;
  readonly one: string;
  readonly several: string;
  readonly tone: Tone;
}[] = [
  { rank: 4, one: "critical", several: "critical", tone: "critical" },
  { rank: 3, one: "error", several: "errors", tone: "bad" },
  { rank: 2, one: "warning", several: "warnings", tone: "warn" },
  { rank: 1, one: "info", several: "info", tone: "plain" },
  { rank: 0, one: "without severity", several: "without severity", tone: "plain" },
];

function summary(all: readonly Context[], placed: readonly Placed[], scope: Scope): readonly Cell[] {
  const counts = all.flatMap((each) => alertCounts(each) ?? []);
  const sum = (of: (each: NonNullable<ReturnType<typeof alertCounts>>) => number): number =>
    counts.reduce((total, each) => total + of(each), 0);
  const severities = SEVERITIES.flatMap(({ rank, one, several, tone }): Cell[] => {
    const count = sum(({ bySeverity }) => bySeverity.get(rank) ?? 0);
    const isTold = rank > 0 || !counts.some((each) => isMissing(each.severities));
    return count === 0 ? [] : [{ text: isTold ? pluralize(count, one, several) : `${count} open`, tone }];
  });
  const silenced = sum((each) => each.silenced);
  const runs = placed.filter(({ wall }) => wall.section === "running").length;
  // That nothing runs is known only where all was read that could.
  const isKnown = all.every((each) => !isMissing(lookupOfAll(each, askedOf(each.scope))));
  const late = all.flatMap(backupStandings).filter(isLate).length;
  const unread = placed.filter(({ wall }) => wall.section === "unread").length;
  return [
    ...(isOfAll(scope) ? [`${all.length} projects`] : []),
    ...(counts.length < all.length ? [{ text: "! alerts not read", tone: "bad" } as const] : []),
    ...(severities.length === 0 && counts.length === all.length
      ? [{ text: "no open alert", tone: "good" } as const]
      : severities),
    ...(unread === 0 ? [] : [{ text: "! not all read", tone: "warn" } as const]),
    ...(late === 0 ? [] : [{ text: `! ${pluralize(late, "late backup")}`, tone: "warn" } as const]),
    ...(runs > 0 ? [{ text: `${runs} running`, tone: "accent" } as const] : isKnown ? ["nothing runs"] : []),
    ...(silenced === 0 ? [] : [`${silenced} silenced`]),
  ];
}

/** What was asked once (a migration that has ended) is as old as the console is, and says nothing of the age of the rest. */
const isOnce = ({ pace }: Query): boolean => pace === "once";

/**
 * The headings: what the times mean, and how old the numbers are. What is under way comes first: a heading stands at the time of its
 * first answer and of those that are asked as often.
 */
function sectionsOf(context: Context): ListModel["sections"] {
  const all = contexts(context);
  return WALL_SECTIONS.map((id) => {
    const parts = partsOf(id);
    const asked = all.flatMap(({ scope }) => queriesIn(scope, parts));
    const underWay = all.flatMap((each) => parts.flatMap((part) => part.running?.(each) ?? []));
    const of = [...underWay, ...asked.filter((query) => !isOnce(query)), ...asked.filter(isOnce)];
    return { id, title: TITLES[id], of };
  });
}

export function list(context: Context): ListModel {
  const all = contexts(context);
  const placed = [...unreadOfAll(context), ...all.flatMap(placedRows)];
  return {
    summary: summary(all, placed, context.scope),
    columns: columnsOf(isOfAll(context.scope)),
    rows: [...newsRows(placed, all, context), ...placed.map(({ row }) => row)],
    sections: sectionsOf(context),
    defaultSort: { column: "order", descending: false },
    empty: "Nothing is wrong, nothing runs, and no cluster with backups is known.",
  };
}
