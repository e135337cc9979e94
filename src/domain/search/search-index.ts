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

/** Search indexes of both API generations in one type: their answers differ, and both list the same indexes (`domain.md` 5). */

/** Texts are empty when the service does not report them. */
export type SearchIndex = {
  readonly cluster: string;
  readonly id: string;
  readonly database: string;
  readonly collection: string;
  readonly name: string;
  readonly type: string;
  /** Short type: text or vector. */
  readonly kind: string;
  /** Status in the service's words. */
  readonly serviceStatus: string;
  readonly status: IndexStatus;
  /** True when a host serves queries now; null when the service does not say. */
  readonly isServing: boolean | null;
  /** The newest definition; null when only a summary was received. */
  readonly definition: { readonly [name: string]: unknown } | null;
  readonly partitions: string;
  /** As received; null when only a summary was. */
  readonly raw: unknown;
} & HostDetails;

/** Fields of the current generation only. */
type HostDetails = {
  readonly isQueryable: boolean | null;
  readonly hosts: readonly IndexHost[];
  /** Version of the newest definition, and its time (ms). */
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

/** Short type; an index without a type but with vector fields is a vector index. */
function kindOf(type: string, definition: SearchIndex["definition"]): string {
  if (type === "") return definition?.["fields"] === undefined ? "text" : "vector";
  return type === "search" ? "text" : type === "vectorSearch" ? "vector" : type;
}

/** Fields of both generations. */
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

/** A definition that the service does not report: one without mappings would index nothing. */
const UNREPORTED = { mappings: null };

/** An index from an answer of the current generation. */
export function currentIndex(cluster: string, answer: CurrentGenerationIndex, raw: unknown): SearchIndex {
  const hosts = hostsOf(answer);
  return {
    ...common(cluster, answer, answer.latestDefinition ?? UNREPORTED),
    status: indexStatusOf(answer),
    isServing: hosts.every(({ serves }) => serves === null)
      ? servesWithoutHosts(answer)
      : hosts.some(({ serves }) => serves),
    isQueryable: isQueryable(answer),
    hosts,
    version: latestVersion(answer),
    changedAt: timeOf(answer.latestDefinitionVersion?.createdAt),
    synonyms: synonymsOf(answer),
    raw,
  };
}

/** Indexes from a list of the current generation. */
export function currentIndexes(
  cluster: string,
  answer: { readonly data: readonly CurrentGenerationIndex[]; readonly raw: unknown } | undefined,
): readonly SearchIndex[] {
  const raws: readonly unknown[] = Array.isArray(answer?.raw) ? answer.raw : [];
  return (answer?.data ?? []).map((index, at) => currentIndex(cluster, index, raws[at]));
}

/** Status of a first-generation index: one for all hosts, without details about queries. */
function withoutHosts(serviceStatus: string): Pick<SearchIndex, "status" | "isServing" | keyof HostDetails> {
  const status = firstGenerationStatus(serviceStatus);
  const isServing = status.kind !== "silent";
  return { status, isServing, isQueryable: null, hosts: [], version: null, changedAt: null, synonyms: [] };
}

/** An index listed by the current generation, as the first one reports it: there, a missing collection has no status of its own. */
export const asFirstGeneration = (index: SearchIndex): SearchIndex => ({
  ...index,
  ...withoutHosts(index.serviceStatus === "DOES_NOT_EXIST" ? "FAILED" : index.serviceStatus),
  raw: null,
});

/** An index from its list entry of the first generation. */
export const firstGenerationSummary = (
  cluster: string,
  answer: AnswerOf<"listServiceSearchIndexesDeprecated">[number],
): SearchIndex => ({
  ...common(cluster, answer, null),
  ...withoutHosts(answer.status ?? ""),
  partitions: String(answer.numPartitions ?? ""),
  raw: null,
});

/** Fields of a first-generation record with identity and status: all others are its definition. */
const IDENTITY: readonly string[] = ["indexID", "database", "collectionName", "name", "type", "status"];

/** Definition in a first-generation record. */
export const definitionInRecord = <Value>(record: { readonly [name: string]: Value }) =>
  Object.fromEntries(Object.entries(record).filter(([name]) => !IDENTITY.includes(name)));

/** An index from its record of the first generation. */
export const firstGenerationIndex = (cluster: string, answer: FirstGenerationIndex, raw: unknown): SearchIndex => ({
  ...common(cluster, answer, definitionInRecord(answer)),
  ...withoutHosts(answer.status ?? ""),
  raw,
});

/** Collection of an index in the usual notation: `shop.products`. */
export const namespaceOf = ({ database, collection }: Pick<SearchIndex, "database" | "collection">): string =>
  `${database || "?"}.${collection || "?"}`;

/** An index with its collection: `shop.products · default`. */
export const formatIndex = (index: Pick<SearchIndex, "database" | "collection" | "name">): string =>
  `${namespaceOf(index)} · ${index.name || "?"}`;

/** True while it is being deleted: nothing can be done with it, and its name stays taken until the end. */
export const isDeleting = ({ status }: Pick<SearchIndex, "status">): boolean => status.kind === "deleting";

/** True for a rebuild of an index that already serves: a cluster was restored. */
const isRebuilt = (index: SearchIndex): boolean =>
  index.hosts.length > 0 && upToDateHosts(index).length === index.hosts.length;

/** Build or deletion of an index as a job; an index that serves nothing counts as failed. The start of a rebuild or deletion is not reported. */
export function buildAsJob(index: SearchIndex): Job {
  const { isMoving, kind } = index.status;
  const isFailed = kind === "failed" || kind === "silent";
  return {
    status: isMoving ? "running" : isFailed ? "failed" : "done",
    said: null,
    startedAt: isDeleting(index) || (isMoving && isRebuilt(index)) ? null : index.changedAt,
    endedAt: null,
    until: null,
    poll: isMoving ? "normal" : "once",
  };
}

/** Number of indexes, of silent ones, and of those being built or deleted. */
export const indexCounts = (indexes: readonly SearchIndex[]) => ({
  all: indexes.length,
  silent: indexes.filter(({ status }) => status.rank === 0).length,
  moving: indexes.filter(({ status }) => status.isMoving).length,
});

/** Hosts that serve the newest definition. */
export const upToDateHosts = ({ hosts, version }: SearchIndex): readonly IndexHost[] =>
  hosts.filter(servesVersion(version));

/** Build messages of hosts, each once. */
export const messagesOf = ({ hosts }: SearchIndex): readonly string[] => [
  ...new Set(hosts.flatMap(({ main, staged }) => [staged?.message ?? "", main?.message ?? ""]).filter(Boolean)),
];
