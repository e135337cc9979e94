import type { Query } from "../../state/query.ts";
import { formatAge, pluralize } from "../../text/format.ts";
import { type Alike, foldAlike } from "../alike.ts";
import { clustersOf } from "../clusters.ts";
import type { Context, Scope } from "../context.ts";
import { clusterArgs } from "../queries/args.ts";
import { cachedIndexes, changedAt, type IndexAt, SEARCHABLE } from "../search-indexes/list.ts";
import { indexStatusOf, indexWords } from "../search-indexes/status.ts";
import { cellText } from "../view.ts";
import { jobPace } from "./poll-intervals.ts";
import type { WallPart, WallRow } from "./wall.ts";

/** Search indexes that are built, and those that serve nothing or failed (`domain.md` 5.6). */

const queriesOf = (scope: Scope, clusters: readonly string[], pace: Query["pace"]): readonly Query[] =>
  clusters.map((name) => ({
    operation: "listServiceSearchIndexesCluster",
    args: clusterArgs(scope, name),
    pace,
    optional: true,
  }));

/** Serves nothing, or failed (`Standing.rank`). */
const WRONG = 1;

function row({ cluster, index }: IndexAt, now: number): readonly WallRow[] {
  const standing = indexStatusOf(index);
  const isWrong = standing.rank <= WRONG && !standing.isMoving;
  if (!standing.isMoving && !isWrong) return [];
  // Since when one is being deleted nothing tells.
  const changed = index.status === "DELETING" ? null : changedAt(index);
  return [
    {
      id: `indexes/${index.indexID}/${isWrong ? "wrong" : "moving"}`,
      section: isWrong ? "wrong" : "running",
      kind: isWrong ? { text: "index", tone: standing.tone } : "index",
      time: changed === null ? "–" : formatAge(now - changed),
      name: `${indexWords(index)} on ${cluster}`,
      state: { text: standing.words, tone: isWrong ? standing.tone : "plain" },
      // Below errors, above warnings; what failed before what only serves nothing.
      order: isWrong ? (standing.tone === "bad" ? 15 : 16) : 3,
      link: { area: "search-indexes", ids: [index.indexID] },
      news: isWrong
        ? { one: "index not serving", several: "indexes not serving" }
        : { one: "index being built", several: "indexes being built" },
    },
  ];
}

/** Several that fail in the same way as one row: they stay so until somebody changes them, and are no news every night. */
function foldOf({ key, members }: Alike<WallRow>): WallRow {
  const [first] = members;
  return { ...first, id: `indexes/${key}`, name: pluralize(members.length, "index", "indexes"), members };
}

export const indexesPart: WallPart = {
  section: "running",
  queries: (scope) =>
    queriesOf(
      scope,
      clustersOf(scope, SEARCHABLE).map(({ name }) => name),
      jobPace(scope),
    ),
  running: (context: Context) => {
    const moving = cachedIndexes(context).filter(({ index }) => indexStatusOf(index).isMoving);
    return queriesOf(context.scope, [...new Set(moving.map(({ cluster }) => cluster))], "overview-jobs");
  },
  rows: (context) => {
    const rows = cachedIndexes(context).flatMap((one) => row(one, context.now));
    const wrong = rows.filter(({ section }) => section === "wrong");
    const folded = foldAlike(wrong, ({ state }) => cellText(state)).map((one) =>
      one.kind === "fold" ? foldOf(one) : one.one,
    );
    return [...rows.filter(({ section }) => section !== "wrong"), ...folded];
  },
};
