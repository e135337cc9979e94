import { isObject } from "../../contract/json.ts";
import type { SearchIndex } from "../../contract/search-indexes/answers.ts";
import type { Tone } from "../view.ts";

/**
 * How an index stands, from what its hosts say (`domain.md` 5.2 and 5.6). The newest definition is not what serves: only what a host
 * has as its main index, queryable, answers queries.
 */

/** What one host has of an index. Versions are null where the service names none. */
export type HostStatus = {
  readonly host: string;
  /** Whether queries are answered there. */
  readonly serves: boolean;
  readonly main: IndexVersion | null;
  /** What is built beside the main index, or failed to be. */
  readonly staged: IndexVersion | null;
};

export type IndexVersion = { readonly version: number | null; readonly status: string; readonly message: string };

export type IndexStatus = {
  /** As a sentence, for a detail: `Serving v3, building v4 on 2 of 3 hosts`. */
  readonly words: string;
  /** The same in a column. */
  readonly short: string;
  readonly tone: Tone;
  /** Worst first: 0 serves nothing, 1 failed, 2 falls behind, 3 is being built or deleted, 4 serves. */
  readonly rank: number;
  /** Something goes on in it: it is asked again. */
  readonly isMoving: boolean;
};

/** Statuses of an index that answers queries, where it does not say so itself. */
const ANSWERING: readonly string[] = ["READY", "STALE"];

/** Whether queries are answered: as the service says, or where it does not, as the status says. */
export const isQueryable = (index: {
  readonly queryable?: boolean | null | undefined;
  readonly status?: string | null | undefined;
}): boolean => index.queryable ?? ANSWERING.includes(index.status ?? "");

const UNDER_WAY: readonly string[] = ["PENDING", "BUILDING", "IN_PROGRESS", "MIGRATING"];
const isUnderWay = (status: string): boolean => UNDER_WAY.includes(status);

/** A version number of an answer. */
function numberOf(version: unknown): number | null {
  const number = typeof version === "number" ? version : Number(String(version ?? Number.NaN));
  return Number.isSafeInteger(number) ? number : null;
}

/** The number of the newest definition, or null. */
export const latestVersion = ({ latestDefinitionVersion }: SearchIndex): number | null =>
  numberOf(latestDefinitionVersion?.version);

type HostIndex = NonNullable<NonNullable<SearchIndex["statusDetail"]>[number]["mainIndex"]>;

const partOf = (index: HostIndex | null | undefined): IndexVersion | null =>
  index === null || index === undefined
    ? null
    : {
        version: numberOf(index.definitionVersion?.version),
        status: index.status ?? "",
        message: index.message ?? "",
      };

/** What each host has. */
export const hostsOf = ({ statusDetail }: SearchIndex): readonly HostStatus[] =>
  (statusDetail ?? []).map(({ hostname, queryable, mainIndex, stagedIndex, status }) => ({
    host: hostname ?? "?",
    serves: isQueryable({ queryable: mainIndex?.queryable ?? queryable, status: mainIndex?.status ?? status }),
    // The status of a host that tells of no index of its own; beside a staged one it is the status of that.
    main: partOf(mainIndex) ?? (stagedIndex ? null : { version: null, status: status ?? "", message: "" }),
    staged: partOf(stagedIndex),
  }));

/** Whether a host serves a version; one that names none is not said to serve another. */
const servesVersion =
  (version: number | null) =>
  ({ serves, main }: HostStatus): boolean =>
    serves && (main === null || main.version === null || version === null || main.version === version);

/** The hosts that serve the newest definition. */
export const upToDate = (index: SearchIndex): readonly HostStatus[] =>
  hostsOf(index).filter(servesVersion(latestVersion(index)));

/** The hosts on which something is built or waits to be. */
const building = (hosts: readonly HostStatus[]): readonly HostStatus[] =>
  hosts.filter(({ main, staged }) => isUnderWay(staged?.status ?? "") || isUnderWay(main?.status ?? ""));

const begun = (hosts: readonly HostStatus[]): readonly HostStatus[] =>
  hosts.filter(({ main, staged }) => (staged ?? main)?.status === "BUILDING");

const failed = (hosts: readonly HostStatus[]): readonly HostStatus[] =>
  hosts.filter(({ main, staged }) => staged?.status === "FAILED" || main?.status === "FAILED");

const of = (some: readonly unknown[], all: readonly unknown[]): string => `${some.length} of ${all.length}`;
const named = (version: number | null): string => (version === null ? "" : ` v${version}`);

/** The version that hosts serve which are not up to date: the newest of them. */
function olderVersion(hosts: readonly HostStatus[]): string {
  const versions = hosts.flatMap(({ main }) => main?.version ?? []);
  return versions.length === 0 ? " the old definition" : ` v${Math.max(...versions)}`;
}

const standing = (words: string, short: string, tone: Tone, rank: number, isMoving: boolean): IndexStatus => ({
  words,
  short,
  tone,
  rank,
  isMoving,
});

/** What an index of which no host tells is said to do. */
function withoutHosts(index: SearchIndex, latest: string): IndexStatus {
  const written = index.status ?? "";
  const moves = isUnderWay(written);
  if (isQueryable(index)) {
    if (written === "STALE") return behind(latest);
    // Which definition it is that serves meanwhile, nothing tells.
    if (moves) return standing("Serving, with a build under way", "serving, build under way", "accent", 3, true);
    if (written === "FAILED") return standing("Failed, still serving", "failed, still serving", "bad", 1, false);
    return standing(`Serving${latest}`, `serving${latest}`, "good", 4, false);
  }
  if (moves) return standing("Not serving, being built", "being built, not serving", "warn", 0, true);
  if (written === "FAILED") return standing("Failed, not serving", "failed, not serving", "bad", 0, false);
  return standing(
    `Not serving (${written || "no status"})`,
    `not serving (${written || "no status"})`,
    "bad",
    0,
    false,
  );
}

const behind = (latest: string): IndexStatus =>
  standing(`Serving${latest}, but falling behind (STALE)`, `serving${latest}, behind`, "warn", 2, false);

/** Nothing answers queries anywhere. */
function servingNowhere(status: string, hosts: readonly HostStatus[], latest: string): IndexStatus {
  const busy = begun(hosts);
  if (status === "FAILED" || failed(hosts).length > 0) {
    return standing("Failed, not serving", "failed, not serving", "bad", 0, building(hosts).length > 0);
  }
  if (busy.length > 0) {
    return standing(
      `Not serving, building${latest} on ${of(busy, hosts)} hosts`,
      `not serving, builds ${busy.length}/${hosts.length}`,
      "warn",
      0,
      true,
    );
  }
  if (building(hosts).length > 0 || isUnderWay(status))
    return standing("Not serving, waits to be built", "not serving, waits", "warn", 0, true);
  return standing(`Not serving (${status || "no status"})`, `not serving (${status || "no status"})`, "bad", 0, false);
}

/** Some hosts serve what was before the newest definition. */
function servingOld(index: SearchIndex, hosts: readonly HostStatus[], old: readonly HostStatus[]): IndexStatus {
  const latest = named(latestVersion(index));
  const before = olderVersion(old);
  const busy = building(hosts);
  if (index.status === "FAILED" || (failed(hosts).length > 0 && busy.length === 0)) {
    return standing(`Failed${latest}, still serving${before}`, `failed, serves${before}`, "bad", 1, false);
  }
  if (old.length < hosts.length) {
    return standing(
      `Serving the old definition on ${of(old, hosts)} hosts`,
      `old definition on ${of(old, hosts)}`,
      "warn",
      3,
      true,
    );
  }
  const now = begun(hosts);
  return now.length === 0
    ? standing(`Serving${before},${latest} waits to be built`, `serving${before},${latest} waits`, "accent", 3, true)
    : standing(
        `Serving${before}, building${latest} on ${of(now, hosts)} hosts`,
        `serving${before}, builds${latest} ${now.length}/${hosts.length}`,
        "accent",
        3,
        true,
      );
}

/** Whether a host answers queries from it now. */
export function isServing(index: SearchIndex): boolean {
  const hosts = hostsOf(index);
  return hosts.length === 0 ? index.queryable === true : hosts.some(({ serves }) => serves);
}

/** How an index stands, in words that say what queries get. */
export function indexStatusOf(index: SearchIndex): IndexStatus {
  const status = index.status ?? "";
  const latest = named(latestVersion(index));
  if (status === "DELETING") return standing("Being deleted", "being deleted", "dim", 3, true);
  if (status === "DOES_NOT_EXIST") {
    return standing("Not serving: the collection does not exist", "no such collection", "bad", 0, false);
  }
  const hosts = hostsOf(index);
  if (hosts.length === 0) return withoutHosts(index, latest);
  const serving = hosts.filter(({ serves }) => serves);
  if (serving.length === 0) return servingNowhere(status, hosts, latest);
  const isFresh = servesVersion(latestVersion(index));
  const old = serving.filter((host) => !isFresh(host));
  if (serving.length < hosts.length) {
    const busy = building(hosts);
    const rest = busy.length > 0 ? `, building on ${of(busy, hosts)}` : "";
    return standing(
      `Serving on ${of(serving, hosts)} hosts only${rest}`,
      `serving on ${of(serving, hosts)} only`,
      "warn",
      1,
      busy.length > 0 || isUnderWay(status),
    );
  }
  if (old.length > 0) return servingOld(index, hosts, old);
  if (status === "STALE") return behind(latest);
  const busy = building(hosts);
  if (busy.length > 0) {
    return standing(
      `Serving${latest}, building it again on ${of(busy, hosts)} hosts`,
      `serving${latest}, again ${busy.length}/${hosts.length}`,
      "accent",
      3,
      true,
    );
  }
  if (status === "FAILED")
    return standing(`Failed, still serving${latest}`, `failed, serves${latest}`, "bad", 1, false);
  if (status === "READY" || status === "") return standing(`Serving${latest}`, `serving${latest}`, "good", 4, false);
  return standing(`Serving${latest} (${status})`, `serving${latest} (${status})`, "plain", 4, isUnderWay(status));
}

/** What hosts say of a build, each message once. */
export function messagesOf(index: SearchIndex): readonly string[] {
  const all = hostsOf(index).flatMap(({ main, staged }) => [staged?.message ?? "", main?.message ?? ""]);
  return [...new Set(all.filter((message) => message !== ""))];
}

export type SynonymStatus = {
  readonly name: string;
  readonly status: string;
  readonly queryable: boolean;
  readonly message: string;
};

/** How the synonym mappings of an index stand. */
export const synonymsOf = ({ synonymMappingStatusDetail }: SearchIndex): readonly SynonymStatus[] =>
  (synonymMappingStatusDetail ?? []).flatMap((detail) =>
    Object.entries(detail).map(([name, { status, queryable, message }]) => ({
      name,
      status: status ?? "",
      queryable: queryable === true,
      message: message ?? "",
    })),
  );

/** The collection of an index as people write it: `shop.products`. */
export const namespaceOf = ({ database, collectionName }: Pick<SearchIndex, "database" | "collectionName">): string =>
  `${database ?? "?"}.${collectionName ?? "?"}`;

/** An index with its collection: `shop.products · default`. */
export const indexWords = (index: Pick<SearchIndex, "database" | "collectionName" | "name">): string =>
  `${namespaceOf(index)} · ${index.name ?? "?"}`;

const KINDS: Readonly<Record<string, string>> = { search: "text", vectorSearch: "vector" };

/** The kind of an index in a word; one without a kind that has vector fields is one of those. */
export function kindWord({ type, latestDefinition }: Pick<SearchIndex, "type" | "latestDefinition">): string {
  if (type !== null && type !== undefined && type !== "") return KINDS[type] ?? type;
  return isObject(latestDefinition) && latestDefinition.fields !== undefined ? "vector" : "text";
}
