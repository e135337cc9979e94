import type { AnswerOf } from "../../contract/operations.ts";
import type { SearchIndex } from "../../contract/search-indexes/answers.ts";
import type { FirstGenerationIndex } from "../../contract/search-indexes-first-generation.ts";
import type { Context } from "../context.ts";
import { clusterParams } from "../queries/args.ts";
import { collectionInParams, collectionParams, cachedIndexes as currentOnes } from "../search-indexes/list.ts";
import type { Cell } from "../view.ts";

/**
 * Search indexes as the first generation tells them: a status for the whole, and no word of what answers queries (`domain.md` 5.2).
 * It lists the indexes of one collection only (E16): which collections have some, the list of the current generation tells, which
 * shows the same indexes.
 */

type Summary = AnswerOf<"listServiceSearchIndexesDeprecated">[number];

/** What is known of an index here. */
export type FirstIndex = {
  readonly cluster: string;
  readonly id: string;
  readonly database: string;
  readonly collection: string;
  readonly name: string;
  /** As the service writes it; empty where it says nothing. */
  readonly type: string;
  readonly status: string;
  /** The fields of its definition, where they were told. */
  readonly definition: { readonly [name: string]: unknown } | null;
  readonly partitions: string;
};

/** The fields of a record that say which index it is and how it stands: everything else is its definition. */
const IDENTITY: readonly string[] = ["indexID", "database", "collectionName", "name", "type", "status"];

export const definitionIn = (record: { readonly [name: string]: unknown }): { readonly [name: string]: unknown } =>
  Object.fromEntries(Object.entries(record).filter(([name]) => !IDENTITY.includes(name)));

type Common = Pick<SearchIndex, "database" | "collectionName" | "name" | "type" | "status"> & {
  readonly indexID: string;
};

const identityOf = (cluster: string, index: Common) => ({
  cluster,
  id: index.indexID,
  database: index.database ?? "?",
  collection: index.collectionName ?? "?",
  name: index.name ?? "?",
  type: index.type ?? "",
  status: index.status ?? "",
});

const partitionsText = (partitions: unknown): string =>
  partitions === undefined || partitions === null ? "" : String(partitions);

const ofSummary = (cluster: string, index: Summary): FirstIndex => ({
  ...identityOf(cluster, index),
  definition: null,
  partitions: partitionsText(index.numPartitions),
});

const ofCurrent = (cluster: string, index: SearchIndex): FirstIndex => ({
  ...identityOf(cluster, index),
  definition: index.latestDefinition ?? null,
  partitions: partitionsText(index.latestDefinition?.numPartitions),
});

/** An index by the whole record of it (E18). */
export const ofRecord = (cluster: string, index: FirstGenerationIndex): FirstIndex => ({
  ...identityOf(cluster, index),
  definition: definitionIn(index),
  partitions: partitionsText(index.numPartitions),
});

/** All indexes that are held: those of the collection that was asked for, or those that the current generation lists. */
export function cachedIndexes(context: Context): readonly FirstIndex[] {
  const { scope } = context;
  const asked = collectionInParams(scope);
  if (asked === null) return currentOnes(context).map(({ cluster, index }) => ofCurrent(cluster, index));
  const cached = context.cached("listServiceSearchIndexesDeprecated", { params: collectionParams(scope, asked) });
  return (cached?.data ?? []).map((index) => ofSummary(asked.cluster, index));
}

export const cachedIndex = (context: Context, id: string): FirstIndex | undefined =>
  cachedIndexes(context).find((index) => index.id === id);

/** The path parameters that name an index. */
export const indexParams = (
  { scope }: Pick<Context, "scope">,
  { cluster, id }: Pick<FirstIndex, "cluster" | "id">,
) => ({
  ...clusterParams(scope, cluster),
  indexId: id,
});

/** `shop.products · default` */
export const indexWords = ({
  database,
  collection,
  name,
}: Pick<FirstIndex, "database" | "collection" | "name">): string => `${database}.${collection} · ${name}`;

export const kindWord = ({ type, definition }: Pick<FirstIndex, "type" | "definition">): string => {
  if (type === "search" || type === "vectorSearch") return type === "search" ? "text" : "vector";
  return type === "" ? (definition?.["fields"] === undefined ? "text" : "vector") : type;
};

type Look = {
  readonly words: string;
  readonly tone: "good" | "accent" | "warn" | "bad" | "dim";
  readonly rank: number;
};

const BUILT: Look = { words: "being built", tone: "accent", rank: 2 };
const STEADY: Look = { words: "steady", tone: "good", rank: 5 };

/** The statuses of the first generation, and those by which the current one says the same. */
const STATUSES: Readonly<Record<string, Look>> = {
  IN_PROGRESS: BUILT,
  PENDING: BUILT,
  BUILDING: BUILT,
  STEADY,
  READY: STEADY,
  MIGRATING: { words: "moving", tone: "accent", rank: 2 },
  STALE: { words: "falling behind", tone: "warn", rank: 1 },
  PAUSED: { words: "paused", tone: "dim", rank: 4 },
  FAILED: { words: "failed", tone: "bad", rank: 0 },
  DOES_NOT_EXIST: { words: "no collection", tone: "bad", rank: 0 },
  DELETING: { words: "being deleted", tone: "dim", rank: 3 },
};

/** The status in words; unknown ones as the service wrote them. */
export function statusCell({ status }: Pick<FirstIndex, "status">): Cell {
  const look = STATUSES[status];
  return look === undefined ? status || "not told" : { text: look.words, tone: look.tone };
}

/** Worst first. */
export const rankOf = ({ status }: Pick<FirstIndex, "status">): number => STATUSES[status]?.rank ?? 4;

/** Whether something goes on in it. */
export const isMoving = (index: Pick<FirstIndex, "status">): boolean => [2, 3].includes(rankOf(index));

export const isFailed = (index: Pick<FirstIndex, "status">): boolean => rankOf(index) === 0;
