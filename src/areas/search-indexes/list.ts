import { isJson, isJsonObject, isObject, type JsonObject } from "../../contract/json.ts";
import type { SearchIndex } from "../../contract/search-indexes/answers.ts";
import type { ClusterKind } from "../../domain/cluster.ts";
import type { Query } from "../../state/query.ts";
import { formatAge, timeOf } from "../../text/format.ts";
import { clustersOf } from "../clusters.ts";
import type { Context, Scope } from "../context.ts";
import { clusterArgs, clusterParams } from "../queries/args.ts";
import type { Cell, Column, ListModel, Row } from "../view.ts";
import {
  hostsOf,
  indexStatusOf,
  indexWords,
  isQueryable,
  kindWord,
  latestVersion,
  namespaceOf,
  synonymsOf,
  upToDate,
} from "./status.ts";

/** The list of search indexes: one question a cluster (E24), or one for a collection that was asked for (E26; `domain.md` 5.6). */

/** The clusters that can have search indexes. */
export const SEARCHABLE: readonly ClusterKind[] = ["replicaSet", "sharded", "tenant", "unknown"];

/** One collection of one cluster. */
export type Collection = { readonly cluster: string; readonly database: string; readonly collection: string };

/** The collection that the list was asked for alone, or null. */
export function collectionInParams({ params: asked }: Pick<Scope, "params">): Collection | null {
  const { cluster = "", database = "", collection = "" } = asked;
  return cluster === "" || database === "" || collection === "" ? null : { cluster, database, collection };
}

/** The path parameters that name a collection. */
export const collectionParams = (scope: Scope, { cluster, database, collection }: Collection) => ({
  ...clusterParams(scope, cluster),
  databaseName: database,
  collectionName: collection,
});

const clusterQuery = (scope: Scope, cluster: string, pace: Query["pace"]): Query => ({
  operation: "listServiceSearchIndexesCluster",
  args: clusterArgs(scope, cluster),
  pace,
  optional: true,
});

const collectionQuery = (scope: Scope, asked: Collection, pace: Query["pace"]): Query => ({
  operation: "listServiceSearchIndexes",
  args: { params: collectionParams(scope, asked) },
  pace,
});

export function queries(scope: Scope): readonly Query[] {
  const asked = collectionInParams(scope);
  if (asked !== null) return [collectionQuery(scope, asked, "once")];
  return clustersOf(scope, SEARCHABLE).map(({ name }) => clusterQuery(scope, name, "once"));
}

/** An index and the cluster that it is on. */
export type IndexAt = { readonly cluster: string; readonly index: SearchIndex; readonly raw: JsonObject | null };

function indexesIn(
  cluster: string,
  cached: { readonly data: readonly SearchIndex[]; readonly raw: unknown } | undefined,
): readonly IndexAt[] {
  const raws: readonly unknown[] = Array.isArray(cached?.raw) ? cached.raw : [];
  const byId = new Map(raws.filter(isObject).map((one) => [one["indexID"], one]));
  return (cached?.data ?? []).map((index) => {
    const raw = byId.get(index.indexID);
    return { cluster, index, raw: isJson(raw) && isJsonObject(raw) ? raw : null };
  });
}

/** All indexes that are held. */
export function cachedIndexes(context: Context): readonly IndexAt[] {
  const { scope } = context;
  const asked = collectionInParams(scope);
  if (asked !== null) {
    return indexesIn(
      asked.cluster,
      context.cached("listServiceSearchIndexes", { params: collectionParams(scope, asked) }),
    );
  }
  return clustersOf(scope, SEARCHABLE).flatMap(({ name }) =>
    indexesIn(name, context.cached("listServiceSearchIndexesCluster", clusterArgs(scope, name))),
  );
}

/** One of them by its id. */
export const cachedIndex = (context: Context, id: string): IndexAt | undefined =>
  cachedIndexes(context).find(({ index }) => index.indexID === id);

/** The questions that are asked more often while something in their answers is built or deleted. */
export function running(context: Context): readonly Query[] {
  const { scope } = context;
  const moving = cachedIndexes(context).filter(({ index }) => indexStatusOf(index).isMoving);
  if (moving.length === 0) return [];
  const asked = collectionInParams(scope);
  if (asked !== null) return [collectionQuery(scope, asked, "index-build")];
  return [...new Set(moving.map(({ cluster }) => cluster))].map((cluster) =>
    clusterQuery(scope, cluster, "index-build"),
  );
}

const COLUMNS: readonly Column[] = [
  { id: "name", title: "INDEX", min: 24, grow: 3, max: 48, priority: 1, align: "left", truncate: "middle" },
  { id: "standing", title: "STANDING", min: 25, grow: 1, max: 36, priority: 1, align: "left", truncate: "end" },
  { id: "hosts", title: "HOSTS", min: 5, grow: 0, priority: 3, align: "right", truncate: "end" },
  { id: "cluster", title: "CLUSTER", min: 8, grow: 1, max: 24, priority: 2, align: "left", truncate: "middle" },
  { id: "changed", title: "AGE", min: 4, grow: 0, priority: 3, align: "right", truncate: "end", ticks: true },
  { id: "kind", title: "KIND", min: 6, grow: 0, priority: 3, align: "left", truncate: "end" },
  { id: "version", title: "V", min: 3, grow: 0, priority: 4, align: "right", truncate: "end" },
  { id: "queryable", title: "QUERIES", min: 7, grow: 0, priority: 4, align: "left", truncate: "end" },
  { id: "synonyms", title: "SYNONYMS", min: 8, grow: 0, max: 16, priority: 5, align: "left", truncate: "end" },
];

/** When the newest definition was made, in ms. */
export const changedAt = ({ latestDefinitionVersion }: SearchIndex): number | null =>
  timeOf(latestDefinitionVersion?.createdAt);

function synonymCell(index: SearchIndex): Cell {
  const all = synonymsOf(index);
  if (all.length === 0) return { text: "–", tone: "dim" };
  const broken = all.filter(({ queryable }) => !queryable).length;
  return broken === 0 ? String(all.length) : { text: `${all.length}, ${broken} not ready`, tone: "warn" };
}

function rowOf({ cluster, index }: IndexAt, context: Context): Row {
  const standing = indexStatusOf(index);
  const hosts = hostsOf(index);
  const fresh = upToDate(index).length;
  const changed = changedAt(index);
  const version = latestVersion(index);
  const isOn = isQueryable(index);
  return {
    id: index.indexID,
    cells: {
      name: indexWords(index),
      standing: { text: standing.short, tone: standing.tone },
      hosts:
        hosts.length === 0
          ? { text: "–", tone: "dim" }
          : { text: `${fresh}/${hosts.length}`, tone: fresh === hosts.length ? "plain" : "warn" },
      cluster,
      changed: changed === null ? { text: "–", tone: "dim" } : formatAge(context.now - changed),
      kind: kindWord(index),
      version: version === null ? "" : String(version),
      queryable: isOn ? "yes" : { text: "no", tone: "bad" },
      synonyms: synonymCell(index),
    },
    sort: {
      standing: standing.rank,
      hosts: hosts.length === 0 ? 0 : fresh / hosts.length,
      changed: changed === null ? 0 : context.now - changed,
      version: version ?? -1,
    },
    ...(context.lastLook === null ? {} : { isNew: !context.lastLook.ids.has(index.indexID) }),
  };
}

const NOWHERE = "No cluster that can have search indexes is known in this project.";

function emptyWords({ scope }: Context): string {
  const asked = collectionInParams(scope);
  if (asked !== null) {
    const { cluster, database, collection } = asked;
    return `${database}.${collection} on ${cluster} has no search index. n makes one; a shows all collections again.`;
  }
  return clustersOf(scope, SEARCHABLE).length === 0 ? NOWHERE : "No search index yet. n makes one from a template.";
}

/** Which collection alone is shown, for the title. */
export const narrowedCells = (scope: Scope): readonly Cell[] => {
  const asked = collectionInParams(scope);
  return asked === null ? [] : [{ text: `only ${asked.database}.${asked.collection}`, tone: "accent" }];
};

export function list(context: Context): ListModel {
  const found = cachedIndexes(context);
  const all = [...found].sort((left, right) => indexWords(left.index).localeCompare(indexWords(right.index)));
  const standings = all.map(({ index }) => indexStatusOf(index));
  const silent = standings.filter(({ rank }) => rank === 0).length;
  const moving = standings.filter(({ isMoving }) => isMoving).length;
  return {
    summary: [
      ...narrowedCells(context.scope),
      String(all.length),
      ...(silent === 0 ? [] : [{ text: `${silent} not serving`, tone: "bad" } as const]),
      ...(moving === 0 ? [] : [{ text: `${moving} changing`, tone: "accent" } as const]),
    ],
    columns: COLUMNS,
    rows: all.map((one) => rowOf(one, context)),
    sections: [],
    defaultSort: { column: "standing", descending: false },
    empty: emptyWords(context),
  };
}

/** The collections that have indexes, with how many, for choosing one. */
export function collectionsOf(
  indexes: readonly Omit<IndexAt, "raw">[],
): readonly (Collection & { readonly count: number })[] {
  const found = new Map<string, Collection & { readonly count: number }>();
  for (const { cluster, index } of indexes) {
    const key = `${cluster}/${namespaceOf(index)}`;
    const { database, collectionName } = index;
    if (typeof database !== "string" || typeof collectionName !== "string") continue;
    const count = (found.get(key)?.count ?? 0) + 1;
    found.set(key, { cluster, database, collection: collectionName, count });
  }
  return [...found.values()];
}
