import type { CurrentGenerationIndex } from "../../contract/search-indexes/answers.ts";
import { capitalized } from "../../text/format.ts";

/**
 * What queries get from a search index (`domain.md` 5.2 and 5.6). The newest definition is not what serves: only what a host has as
 * its main index, queryable, answers queries.
 */

/** What one host has of an index. */
export type IndexHost = {
  readonly host: string;
  /** Whether queries are answered there. */
  readonly serves: boolean;
  readonly main: HostedIndex | null;
  /** What is built beside the main index, or failed to be. */
  readonly staged: HostedIndex | null;
};

/** The version is null where the service names none. */
export type HostedIndex = {
  readonly version: number | null;
  readonly status: string;
  readonly message: string;
  readonly definition: unknown;
};

/**
 * Worst first. `silent` answers no query; `waiting` neither, but is being built; `partial` answers on some hosts; `failed` answers with
 * what was before; `behind` with old documents; `mixed` with two definitions.
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
  /** As a sentence, for a detail: `Serving v3, building v4 on 2 of 3 hosts`. */
  readonly words: string;
  /** The same in a column. */
  readonly short: string;
  /** Worst first: 0 serves nothing, 1 failed, 2 falls behind, 3 is being built or deleted, 4 serves. */
  readonly rank: number;
  /** Something goes on in it: it is asked again. */
  readonly isMoving: boolean;
};

const MOVING: readonly IndexStatusKind[] = ["waiting", "mixed", "changing", "deleting"];

const lowerFirst = (words: string): string => `${words.charAt(0).toLowerCase()}${words.slice(1)}`;

const statusOf = (
  kind: IndexStatusKind,
  words: string,
  short = lowerFirst(words),
  isMoving = MOVING.includes(kind),
): IndexStatus => ({ kind, words, short, rank: RANKS[kind], isMoving });

/** Statuses of an index that answers queries, where it does not say so itself. */
const ANSWERING: readonly string[] = ["READY", "STALE"];

type Answering = { readonly queryable?: boolean | null | undefined; readonly status?: string | null | undefined };

/** Whether queries are answered: as the service says, or where it does not, as the status says. */
export const isQueryable = (index: Answering): boolean => index.queryable ?? ANSWERING.includes(index.status ?? "");

/** The same of an index of which no host tells; null where nothing does: an older definition may serve while one is built, or failed to be. */
export function servesWithoutHosts({ queryable, status }: Answering): boolean | null {
  if (typeof queryable === "boolean") return queryable;
  if (ANSWERING.includes(status ?? "")) return true;
  return status === "DOES_NOT_EXIST" ? false : null;
}

const UNDER_WAY: readonly string[] = ["PENDING", "BUILDING", "IN_PROGRESS", "MIGRATING"];
const isUnderWay = (status: string | undefined): boolean => UNDER_WAY.includes(status ?? "");

/** A version number of an answer. */
function numberOf(version: unknown): number | null {
  const number = typeof version === "number" ? version : Number(String(version ?? Number.NaN));
  return Number.isSafeInteger(number) ? number : null;
}

/** The number of the newest definition, or null. */
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

/** What each host has. */
export const hostsOf = ({ statusDetail }: CurrentGenerationIndex): readonly IndexHost[] =>
  (statusDetail ?? []).map(({ hostname, queryable, mainIndex, stagedIndex, status }) => ({
    host: hostname ?? "?",
    serves: isQueryable({ queryable: mainIndex?.queryable ?? queryable, status: mainIndex?.status ?? status }),
    // The status of a host that tells of no index of its own; beside a staged one it is the status of that.
    main: hostedIndex(mainIndex ?? (stagedIndex ? null : { status })),
    staged: hostedIndex(stagedIndex),
  }));

/** Whether a host serves a version; one that names none is not said to serve another. */
export const servesVersion =
  (version: number | null) =>
  ({ serves, main }: IndexHost): boolean =>
    serves && (main === null || main.version === null || version === null || main.version === version);

/** The hosts on which something is built or waits to be. */
const building = (hosts: readonly IndexHost[]): readonly IndexHost[] =>
  hosts.filter(({ main, staged }) => isUnderWay(staged?.status) || isUnderWay(main?.status));

const begun = (hosts: readonly IndexHost[]): readonly IndexHost[] =>
  hosts.filter(({ main, staged }) => (staged ?? main)?.status === "BUILDING");

const hasFailed = (hosts: readonly IndexHost[]): boolean =>
  hosts.some(({ main, staged }) => staged?.status === "FAILED" || main?.status === "FAILED");

const of = (some: readonly unknown[], all: readonly unknown[]): string => `${some.length} of ${all.length}`;
const named = (version: number | null): string => (version === null ? "" : ` v${version}`);

/** The version that hosts serve which are not up to date: the newest of them. */
function olderVersion(hosts: readonly IndexHost[]): string {
  const versions = hosts.flatMap(({ main }) => main?.version ?? []);
  return versions.length === 0 ? " the old definition" : ` v${Math.max(...versions)}`;
}

const behind = (latest: string): IndexStatus =>
  statusOf("behind", `Serving${latest}, but falling behind (STALE)`, `serving${latest}, behind`);

const silent = (status: string): IndexStatus => statusOf("silent", `Not serving (${status || "no status"})`);

/** An index of which no host tells. */
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
    // Which definition it is that serves meanwhile, nothing tells.
    if (isBuilt) return statusOf("changing", "Serving, build in progress", "serving, building");
    if (status === "FAILED") return statusOf("failed", "Failed, still serving");
    return statusOf("serving", `Serving${latest}`);
  }
  if (isBuilt) return statusOf("waiting", "Not serving, building", "not serving, building");
  return status === "FAILED" ? statusOf("silent", "Failed, not serving") : silent(status);
}

/** Nothing answers queries anywhere. */
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

/** All hosts serve, and some of them what was before the newest definition. */
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

/** How an index of the current generation stands, in words that say what queries get. */
export function indexStatusOf(index: CurrentGenerationIndex): IndexStatus {
  const status = index.status ?? "";
  const latest = named(latestVersion(index));
  if (status === "DELETING") return statusOf("deleting", "Deleting");
  if (status === "DOES_NOT_EXIST") {
    return statusOf("silent", "Not serving: collection does not exist", "no such collection");
  }
  const hosts = hostsOf(index);
  if (hosts.length === 0) return withoutHosts(index, latest);
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

/** The statuses of the first generation, and those by which the current one says the same. */
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

/** How an index of the first generation stands: a status for the whole. Unknown ones are said as the service wrote them. */
export function firstGenerationStatus(status: string): IndexStatus {
  const [kind, words, rank] = FIRST_GENERATION.get(status) ?? ["unknown", status || "unknown", 4];
  return { ...statusOf(kind, words, words), rank };
}
