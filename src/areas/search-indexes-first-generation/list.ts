import type { Query } from "../../state/query.ts";
import { clustersOf } from "../clusters.ts";
import type { Context, Scope } from "../context.ts";
import { coverWords } from "../search-indexes/definition.ts";
import {
  collectionInParams,
  collectionParams,
  queries as currentQueries,
  running as currentRunning,
  narrowedCells,
  SEARCHABLE,
} from "../search-indexes/list.ts";
import type { Cell, Column, ListModel, Row } from "../view.ts";
import { endCell } from "./deprecation.ts";
import {
  cachedIndexes,
  type FirstIndex,
  indexWords,
  isFailed,
  isMoving,
  kindWord,
  rankOf,
  statusCell,
} from "./indexes.ts";

/** The list of search indexes, first generation: one collection (E16), or all that the current generation lists. */

const collectionQuery = (scope: Scope, pace: Query["pace"]): readonly Query[] => {
  const asked = collectionInParams(scope);
  return asked === null
    ? []
    : [{ operation: "listServiceSearchIndexesDeprecated", args: { params: collectionParams(scope, asked) }, pace }];
};

export const queries = (scope: Scope): readonly Query[] =>
  collectionInParams(scope) === null ? currentQueries(scope) : collectionQuery(scope, "once");

export function running(context: Context): readonly Query[] {
  if (collectionInParams(context.scope) === null) return currentRunning(context);
  return cachedIndexes(context).some(isMoving) ? collectionQuery(context.scope, "index-build") : [];
}

const COLUMNS: readonly Column[] = [
  { id: "name", title: "INDEX", min: 26, grow: 3, max: 48, priority: 1, align: "left", truncate: "middle" },
  { id: "status", title: "STATUS", min: 14, grow: 0, max: 20, priority: 1, align: "left", truncate: "end" },
  { id: "cluster", title: "CLUSTER", min: 9, grow: 1, max: 24, priority: 2, align: "left", truncate: "middle" },
  { id: "kind", title: "KIND", min: 6, grow: 0, priority: 3, align: "left", truncate: "end" },
  { id: "covers", title: "INDEXES", min: 12, grow: 1, max: 34, priority: 4, align: "left", truncate: "end" },
  { id: "partitions", title: "PARTS", min: 5, grow: 0, priority: 5, align: "right", truncate: "end" },
];

const DASH: Cell = { text: "–", tone: "dim" };

function rowOf(index: FirstIndex, { lastLook }: Context): Row {
  const { id, cluster, definition, partitions } = index;
  return {
    id,
    cells: {
      name: indexWords(index),
      status: statusCell(index),
      cluster,
      kind: kindWord(index),
      covers: definition === null ? DASH : coverWords(definition),
      partitions: partitions === "" ? DASH : partitions,
    },
    sort: { status: rankOf(index), partitions: Number(partitions) || 0 },
    ...(lastLook === null ? {} : { isNew: !lastLook.ids.has(id) }),
  };
}

function emptyWords({ scope }: Context): string {
  const asked = collectionInParams(scope);
  if (asked !== null) {
    const { cluster, database, collection } = asked;
    return `${database}.${collection} on ${cluster} has no search index. a shows another collection, or all again.`;
  }
  return clustersOf(scope, SEARCHABLE).length === 0
    ? "No cluster that can have search indexes is known in this project."
    : "No search index is known. a shows one collection; new ones are better made in Indexes.";
}

export function list(context: Context): ListModel {
  const all = cachedIndexes(context).toSorted((left, right) => indexWords(left).localeCompare(indexWords(right)));
  const failed = all.filter(isFailed).length;
  const moving = all.filter(isMoving).length;
  return {
    summary: [
      ...narrowedCells(context.scope),
      endCell(context),
      String(all.length),
      ...(failed === 0 ? [] : [{ text: `${failed} failed`, tone: "bad" } as const]),
      ...(moving === 0 ? [] : [{ text: `${moving} changing`, tone: "accent" } as const]),
    ],
    columns: COLUMNS,
    rows: all.map((index) => rowOf(index, context)),
    sections: [],
    defaultSort: { column: "status", descending: false },
    empty: emptyWords(context),
  };
}
