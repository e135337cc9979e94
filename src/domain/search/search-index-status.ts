import type { CurrentGenerationIndex } from "../../contract/search-indexes/answers.ts";
import { capitalized, uncapitalized } from "../../text/format.ts";

/**
 * Status of a search index for queries (`domain.md` 5.2 and 5.6). The newest definition may not be the one in use: only a queryable main index of a
 * host answers queries.
 */

/** State of an index on one host. */
export type IndexHost = {
  readonly host: string;
  /** True when queries are answered on this host; null when the service does not say. */
  readonly serves: boolean | null;
  readonly main: HostedIndex | null;
  /** The index that is being built beside the main one, or failed to build. */
  readonly staged: HostedIndex | null;
};

/** The version is null when the service names none. */
export type HostedIndex = {
  readonly version: number | null;
  readonly status: string;
  readonly message: string;
  readonly definition: unknown;
};

/**
 * Worst first. `silent` answers no queries; `waiting` neither, but is being built; `partial` answers on some hosts; `failed` answers with the former
 * definition; `behind` with old documents; `mixed` with two definitions.
 */
export type IndexStatusKind = keyof typeof RANKS;

const RANKS = {
  silent: 0,
  waiting: 0,
  failed: 1,
  partial: 1,
  behind: 2,
  mixed: 3,
  changing: 3,
  deleting: 3,
  paused: 4,
  serving: 4,
  unknown: 4,
} as const;

export type IndexStatus = {
  readonly kind: IndexStatusKind;
  /** Sentence for a detail: `Serving v3, building v4 on 2 of 3 hosts`. */
  readonly words: string;
  /** Short form for a column. */
  readonly short: string;
  /** Worst first: 0 serves nothing, 1 failed, 2 falls behind, 3 is being built or deleted, 4 serves. */
  readonly rank: number;
  /** True while it is changing: it is polled. */
  readonly isMoving: boolean;
};

const MOVING: readonly IndexStatusKind[] = ["waiting", "mixed", "changing", "deleting"];

const statusOf = (
  kind: IndexStatusKind,
  words: string,
  short = uncapitalized(words),
  isMoving = MOVING.includes(kind),
): IndexStatus => ({ kind, words, short, rank: RANKS[kind], isMoving });

/** Statuses that imply `queryable` when the index does not say. */
const ANSWERING: readonly string[] = ["READY", "STALE"];

type Answering = { readonly queryable?: boolean | null | undefined; readonly status?: string | null | undefined };

/** True when queries are answered: by `queryable`, or without it, by the status; null when the service reports neither. */
export const isQueryable = ({ queryable, status }: Answering): boolean | null =>
  queryable ?? (status === null || status === undefined ? null : ANSWERING.includes(status));

/** The same for an index without host details; null when unknown: an older definition may serve while one is built, or failed to build. */
export function servesWithoutHosts({ queryable, status }: Answering): boolean | null {
  if (typeof queryable === "boolean") return queryable;
  if (ANSWERING.includes(status ?? "")) return true;
  return status === "DOES_NOT_EXIST" ? false : null;
}

const UNDER_WAY: readonly string[] = ["PENDING", "BUILDING", "IN_PROGRESS", "MIGRATING"];
const isUnderWay = (status: string | undefined): boolean => UNDER_WAY.includes(status ?? "");

/** Version number in an answer. */
function numberOf(version: unknown): number | null {
  const number = typeof version === "number" ? version : Number(String(version ?? Number.NaN));
  return Number.isSafeInteger(number) ? number : null;
}

/** Version number of the newest definition, or null. */
export const latestVersion = ({ latestDefinitionVersion }: CurrentGenerationIndex): number | null =>
  numberOf(latestDefinitionVersion?.version);

type AnswerOfHost = NonNullable<NonNullable<CurrentGenerationIndex["statusDetail"]>[number]["mainIndex"]>;

const hostedIndex = (index: AnswerOfHost | null | undefined): HostedIndex | null =>
  index === null || index === undefined
    ? null
    : {
        version: numberOf(index.definitionVersion?.version),
        status: index.status ?? "",
        message: index.message ?? "",
        definition: index.definition,
      };

/** State of the index on each host. */
export const hostsOf = ({ statusDetail }: CurrentGenerationIndex): readonly IndexHost[] =>
  (statusDetail ?? []).map(({ hostname, queryable, mainIndex, stagedIndex, status }) => ({
    host: hostname ?? "?",
    serves: isQueryable({ queryable: mainIndex?.queryable ?? queryable, status: mainIndex?.status ?? status }),
    // Status of a host without index details; beside a staged index, that status belongs to the staged one.
    main: hostedIndex(mainIndex ?? (stagedIndex ? null : { status })),
    staged: hostedIndex(stagedIndex),
  }));

/** True when a host serves a version; a host without version numbers is assumed to. */
export const servesVersion =
  (version: number | null) =>
  ({ serves, main }: IndexHost): boolean =>
    serves === true && (main === null || main.version === null || version === null || main.version === version);

/** Hosts on which an index is being built or is queued. */
const building = (hosts: readonly IndexHost[]): readonly IndexHost[] =>
  hosts.filter(({ main, staged }) => isUnderWay(staged?.status) || isUnderWay(main?.status));

const begun = (hosts: readonly IndexHost[]): readonly IndexHost[] =>
  hosts.filter(({ main, staged }) => (staged ?? main)?.status === "BUILDING");

const hasFailed = (hosts: readonly IndexHost[]): boolean =>
  hosts.some(({ main, staged }) => staged?.status === "FAILED" || main?.status === "FAILED");

const of = (some: readonly unknown[], all: readonly unknown[]): string => `${some.length} of ${all.length}`;
const named = (version: number | null): string => (version === null ? "" : ` v${version}`);

/** Newest version served by outdated hosts. */
function olderVersion(hosts: readonly IndexHost[]): string {
  const versions = hosts.flatMap(({ main }) => main?.version ?? []);
  return versions.length === 0 ? " the old definition" : ` v${Math.max(...versions)}`;
}

const behind = (latest: string): IndexStatus =>
  statusOf("behind", `Serving${latest}, but falling behind (STALE)`, `serving${latest}, behind`);

const silent = (status: string): IndexStatus => statusOf("silent", `Not serving (${status || "no status"})`);

/** Status of an index without host details. */
function withoutHosts(index: CurrentGenerationIndex, latest: string): IndexStatus {
  const status = index.status ?? "";
  const isBuilt = isUnderWay(status);
  const serves = servesWithoutHosts(index);
  if (serves === null) {
    const words = `${capitalized(isBuilt ? "building" : status.toLowerCase() || "no status")}, serving not reported`;
    return statusOf(isBuilt ? "changing" : status === "FAILED" ? "failed" : "unknown", words);
  }
  if (serves) {
    if (status === "STALE") return behind(latest);
    // The answer does not tell which definition serves meanwhile.
    if (isBuilt) return statusOf("changing", "Serving, build in progress", "serving, building");
    if (status === "FAILED") return statusOf("failed", "Failed, still serving");
    return statusOf("serving", `Serving${latest}`);
  }
  if (isBuilt) return statusOf("waiting", "Not serving, building", "not serving, building");
  return status === "FAILED" ? statusOf("silent", "Failed, not serving") : silent(status);
}

/** Status when no host answers queries. */
function servingNowhere(status: string, hosts: readonly IndexHost[], latest: string): IndexStatus {
  const isBuilt = building(hosts).length > 0;
  if (status === "FAILED" || hasFailed(hosts)) return statusOf("silent", "Failed, not serving", undefined, isBuilt);
  const busy = begun(hosts);
  if (busy.length > 0) {
    const short = `not serving, building on ${busy.length}/${hosts.length}`;
    return statusOf("waiting", `Not serving, building${latest} on ${of(busy, hosts)} hosts`, short);
  }
  if (isBuilt || isUnderWay(status)) {
    return statusOf("waiting", "Pending: waiting to be built", "pending");
  }
  return silent(status);
}

/** Status when all hosts serve, some of them an older definition. */
function servingOld(
  status: string,
  hosts: readonly IndexHost[],
  old: readonly IndexHost[],
  latest: string,
): IndexStatus {
  const before = olderVersion(old);
  if (status === "FAILED" || (hasFailed(hosts) && building(hosts).length === 0)) {
    return statusOf("failed", `Failed${latest}, still serving${before}`, `failed, serving${before}`);
  }
  if (old.length < hosts.length) {
    const some = of(old, hosts);
    return statusOf("mixed", `Serving the old definition on ${some} hosts`, `old definition on ${some}`);
  }
  const now = begun(hosts);
  if (now.length === 0) {
    return statusOf("changing", `Serving${before},${latest} pending`, `serving${before},${latest} pending`);
  }
  const short = `serving${before}, building${latest} on ${now.length}/${hosts.length}`;
  return statusOf("changing", `Serving${before}, building${latest} on ${of(now, hosts)} hosts`, short);
}

/** Status of an index of the current generation, in words about its queries. */
export function indexStatusOf(index: CurrentGenerationIndex): IndexStatus {
  const status = index.status ?? "";
  const latest = named(latestVersion(index));
  if (status === "DELETING") return statusOf("deleting", "Deleting");
  if (status === "DOES_NOT_EXIST") {
    return statusOf("silent", "Not serving: collection does not exist", "no such collection");
  }
  const hosts = hostsOf(index);
  if (hosts.every(({ serves }) => serves === null)) return withoutHosts(index, latest);
  const serving = hosts.filter(({ serves }) => serves);
  if (serving.length === 0) return servingNowhere(status, hosts, latest);
  const busy = building(hosts);
  if (serving.length < hosts.length) {
    const some = of(serving, hosts);
    const rest = busy.length > 0 ? `, building on ${of(busy, hosts)}` : "";
    const isMoving = busy.length > 0 || isUnderWay(status);
    return statusOf("partial", `Serving on ${some} hosts only${rest}`, `serving on ${some} only`, isMoving);
  }
  const isFresh = servesVersion(latestVersion(index));
  const old = hosts.filter((host) => !isFresh(host));
  if (old.length > 0) return servingOld(status, hosts, old, latest);
  if (status === "STALE") return behind(latest);
  if (busy.length > 0) {
    const short = `serving${latest}, rebuilding on ${busy.length}/${hosts.length}`;
    return statusOf("changing", `Serving${latest}, rebuilding on ${of(busy, hosts)} hosts`, short);
  }
  if (status === "FAILED") return statusOf("failed", `Failed, still serving${latest}`, `failed, serving${latest}`);
  if (status === "READY" || status === "") return statusOf("serving", `Serving${latest}`);
  return statusOf("unknown", `Serving${latest} (${status})`, undefined, isUnderWay(status));
}

/** Statuses of the first generation, and the equivalent ones of the current generation. */
const FIRST_GENERATION: ReadonlyMap<string, readonly [kind: IndexStatusKind, words: string, rank: number]> = new Map([
  ["FAILED", ["silent", "failed", 0]],
  ["DOES_NOT_EXIST", ["silent", "no such collection", 0]],
  ["STALE", ["behind", "falling behind", 1]],
  ["IN_PROGRESS", ["changing", "building", 2]],
  ["PENDING", ["changing", "building", 2]],
  ["BUILDING", ["changing", "building", 2]],
  ["MIGRATING", ["changing", "migrating", 2]],
  ["DELETING", ["deleting", "deleting", 3]],
  ["PAUSED", ["paused", "paused", 4]],
  ["STEADY", ["serving", "steady", 5]],
  ["READY", ["serving", "steady", 5]],
]);

/** Status of an index of the first generation, one for all hosts. Unknown ones are shown in the service's words. */
export function firstGenerationStatus(status: string): IndexStatus {
  const [kind, words, rank] = FIRST_GENERATION.get(status) ?? ["unknown", status || "unknown", 4];
  return { ...statusOf(kind, words, words), rank };
}
