import type { AnswerOf } from "../../contract/operations.ts";
import type { CurrentGenerationIndex } from "../../contract/search-indexes/answers.ts";
import type { FirstGenerationIndex } from "../../contract/search-indexes-first-generation.ts";
import { timeOf } from "../../text/format.ts";
import type { Job } from "../job.ts";
import {
  firstGenerationStatus,
  hostsOf,
  type IndexHost,
  type IndexStatus,
  indexStatusOf,
  isQueryable,
  latestVersion,
  servesVersion,
  servesWithoutHosts,
} from "./search-index-status.ts";

/** Search indexes of both generations as one: each has answers of its own, and both show the same indexes (`domain.md` 5). */

/** Texts are empty where the service does not tell them. */
export type SearchIndex = {
  readonly cluster: string;
  readonly id: string;
  readonly database: string;
  readonly collection: string;
  readonly name: string;
  readonly type: string;
  /** The type in a word: text or vector. */
  readonly kind: string;
  /** The status as the service writes it. */
  readonly serviceStatus: string;
  readonly status: IndexStatus;
  /** Whether a host serves queries from it now; null where the service does not say. */
  readonly isServing: boolean | null;
  /** The newest one; null where only a summary was received. */
  readonly definition: { readonly [name: string]: unknown } | null;
  readonly partitions: string;
  /** As it was received; null where only a summary was. */
  readonly raw: unknown;
} & HostDetails;

/** What the current generation alone tells. */
type HostDetails = {
  readonly isQueryable: boolean | null;
  readonly hosts: readonly IndexHost[];
  /** The version of the newest definition, and when that was made (ms). */
  readonly version: number | null;
  readonly changedAt: number | null;
  readonly synonyms: readonly SynonymStatus[];
};

export type SynonymStatus = {
  readonly name: string;
  readonly status: string;
  readonly queryable: boolean;
  readonly message: string;
};

type Identity = Pick<CurrentGenerationIndex, "indexID" | "database" | "collectionName" | "name" | "type" | "status">;

/** The type in a word; one without a type that has vector fields is a vector index. */
function kindOf(type: string, definition: SearchIndex["definition"]): string {
  if (type === "") return definition?.["fields"] === undefined ? "text" : "vector";
  return type === "search" ? "text" : type === "vectorSearch" ? "vector" : type;
}

/** What the answers of both generations tell. */
const common = (cluster: string, answer: Identity, definition: SearchIndex["definition"]) => ({
  cluster,
  id: answer.indexID,
  database: answer.database ?? "",
  collection: answer.collectionName ?? "",
  name: answer.name ?? "",
  type: answer.type ?? "",
  kind: kindOf(answer.type ?? "", definition),
  serviceStatus: answer.status ?? "",
  definition,
  partitions: String(definition?.["numPartitions"] ?? ""),
});

function synonymsOf({ synonymMappingStatusDetail }: CurrentGenerationIndex): readonly SynonymStatus[] {
  return (synonymMappingStatusDetail ?? []).flatMap((detail) =>
    Object.entries(detail).map(([name, { status, queryable, message }]) => ({
      name,
      status: status ?? "",
      queryable: queryable === true,
      message: message ?? "",
    })),
  );
}

/** An index by an answer of the current generation. */
export function currentIndex(cluster: string, answer: CurrentGenerationIndex, raw: unknown): SearchIndex {
  const hosts = hostsOf(answer);
  return {
    ...common(cluster, answer, answer.latestDefinition ?? {}),
    status: indexStatusOf(answer),
    isServing: hosts.length === 0 ? servesWithoutHosts(answer) : hosts.some(({ serves }) => serves),
    isQueryable: isQueryable(answer),
    hosts,
    version: latestVersion(answer),
    changedAt: timeOf(answer.latestDefinitionVersion?.createdAt),
    synonyms: synonymsOf(answer),
    raw,
  };
}

/** The indexes of a list of the current generation. */
export function currentIndexes(
  cluster: string,
  answer: { readonly data: readonly CurrentGenerationIndex[]; readonly raw: unknown } | undefined,
): readonly SearchIndex[] {
  const raws: readonly unknown[] = Array.isArray(answer?.raw) ? answer.raw : [];
  return (answer?.data ?? []).map((index, at) => currentIndex(cluster, index, raws[at]));
}

/** What becomes of an index in the first generation: a status for the whole, and no word of what answers queries. */
function withoutHosts(serviceStatus: string): Pick<SearchIndex, "status" | "isServing" | keyof HostDetails> {
  const status = firstGenerationStatus(serviceStatus);
  const isServing = status.kind !== "silent";
  return { status, isServing, isQueryable: null, hosts: [], version: null, changedAt: null, synonyms: [] };
}

/** An index that the current generation lists, as the first one tells it: that has no word of its own for a collection that is not there. */
export const asFirstGeneration = (index: SearchIndex): SearchIndex => ({
  ...index,
  ...withoutHosts(index.serviceStatus === "DOES_NOT_EXIST" ? "FAILED" : index.serviceStatus),
  raw: null,
});

/** An index by its line in a list of the first generation. */
export const firstGenerationSummary = (
  cluster: string,
  answer: AnswerOf<"listServiceSearchIndexesDeprecated">[number],
): SearchIndex => ({
  ...common(cluster, answer, null),
  ...withoutHosts(answer.status ?? ""),
  partitions: String(answer.numPartitions ?? ""),
  raw: null,
});

/** The fields of a record of the first generation that say which index it is and how it stands: all others are its definition. */
const IDENTITY: readonly string[] = ["indexID", "database", "collectionName", "name", "type", "status"];

/** The definition in a record of the first generation. */
export const definitionInRecord = <Value>(record: { readonly [name: string]: Value }) =>
  Object.fromEntries(Object.entries(record).filter(([name]) => !IDENTITY.includes(name)));

/** An index by its record of the first generation. */
export const firstGenerationIndex = (cluster: string, answer: FirstGenerationIndex, raw: unknown): SearchIndex => ({
  ...common(cluster, answer, definitionInRecord(answer)),
  ...withoutHosts(answer.status ?? ""),
  raw,
});

/** The collection of an index as people write it: `shop.products`. */
export const namespaceOf = ({ database, collection }: Pick<SearchIndex, "database" | "collection">): string =>
  `${database || "?"}.${collection || "?"}`;

/** An index with its collection: `shop.products · default`. */
export const formatIndex = (index: Pick<SearchIndex, "database" | "collection" | "name">): string =>
  `${namespaceOf(index)} · ${index.name || "?"}`;

/** It goes: nothing can be done with it, and its name stays taken until it is gone. */
export const isDeleting = ({ status }: Pick<SearchIndex, "status">): boolean => status.kind === "deleting";

/** Built anew where it serves already: a cluster was restored. */
const isRebuilt = (index: SearchIndex): boolean =>
  index.hosts.length > 0 && upToDateHosts(index).length === index.hosts.length;

/** The build or the end of an index; one that serves nothing has failed. Since when one is rebuilt or deleted nothing tells. */
export function buildAsJob(index: SearchIndex): Job {
  const { isMoving, kind } = index.status;
  const isFailed = kind === "failed" || kind === "silent";
  return {
    status: isMoving ? "running" : isFailed ? "failed" : "done",
    said: null,
    startedAt: isDeleting(index) || (isMoving && isRebuilt(index)) ? null : index.changedAt,
    endedAt: null,
    until: null,
    poll: isMoving ? "often" : "once",
  };
}

/** How many there are, how many of them answer no query, and how many are built or deleted. */
export const indexCounts = (indexes: readonly SearchIndex[]) => ({
  all: indexes.length,
  silent: indexes.filter(({ status }) => status.rank === 0).length,
  moving: indexes.filter(({ status }) => status.isMoving).length,
});

/** The hosts that serve the newest definition. */
export const upToDateHosts = ({ hosts, version }: SearchIndex): readonly IndexHost[] =>
  hosts.filter(servesVersion(version));

/** What hosts say of a build, each message once. */
export const messagesOf = ({ hosts }: SearchIndex): readonly string[] => [
  ...new Set(hosts.flatMap(({ main, staged }) => [staged?.message ?? "", main?.message ?? ""]).filter(Boolean)),
];
