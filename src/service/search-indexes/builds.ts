import { isJsonObject, type JsonObject } from "../../contract/json/json.ts";
import { randomOf } from "../random.ts";
import { documentsIn, exists } from "./namespaces.ts";
import { type Build, latestOf, type StoredIndex } from "./stored.ts";

/**
 * Index builds (`domain.md` 5.2 and 17.3): a build starts after a delay, host by host, and each host serves the new definition once it is done. The
 * state of a host is computed from the stored builds and the time; there are no transitions.
 */

/** Delay before a build starts, in milliseconds. */
const PENDING = 3_000;
/** Delay between two hosts, which start and switch one after the other (`domain.md` 5.7). */
const APART = 2_000;
/** Minimum duration of a build. */
const BASE = 8_000;
/** Documents indexed per millisecond. */
const PACE = 50;
/** Time from a deletion request until the index is gone. */
export const DELETION_TIME = 6_000;

/** Above the maximum of documents in one index: it stops following changes (STALE). */
const MOST_DOCUMENTS = 2_100_000_000;

export type BuildStatus = "PENDING" | "BUILDING" | Build["end"] | "DELETING";

/** One of the (at most two) indexes of a host. */
export type HostIndex = {
  readonly version: number;
  readonly status: BuildStatus;
  readonly message?: string | undefined;
};

export type HostState = {
  readonly hostname: string;
  readonly main: HostIndex;
  /** The index that is built beside the main one, or whose build failed. */
  readonly staged: HostIndex | null;
};

/** True when an index with this status answers queries. */
export const serves = (status: BuildStatus): boolean => status === "READY" || status === "STALE";

export const doneAt = (build: Build): number => Math.max(build.begins, ...build.ready);

/** State of one build on one host. */
function progress(build: Build, host: number, now: number): HostIndex {
  const { version, begins, ready, end, message } = build;
  if (now < begins + host * APART) return { version, status: "PENDING" };
  if (now < (ready[host] ?? begins)) return { version, status: "BUILDING" };
  return { version, status: end, message };
}

const isUnderWay = ({ status }: HostIndex): boolean => status === "PENDING" || status === "BUILDING";

/** States of all hosts at a time. */
export function hostStates(index: StoredIndex, now: number): readonly HostState[] {
  return index.hosts.map((hostname, host) => {
    let main: HostIndex | null = null;
    let staged: HostIndex | null = null;
    for (const build of index.builds) {
      const next = progress(build, host, now);
      const busy: HostIndex | null = staged ?? main;
      // A build that waits for an earlier one is not on the host yet.
      if (next.status === "PENDING" && busy !== null && isUnderWay(busy)) continue;
      if (main === null || serves(next.status)) {
        main = next;
        staged = null;
      } else staged = next;
    }
    main ??= { version: latestOf(index).number, status: "PENDING" };
    return index.gone === undefined ? { hostname, main, staged } : deleting(hostname, main, staged);
  });
}

const deleting = (hostname: string, main: HostIndex, staged: HostIndex | null): HostState => ({
  hostname,
  main: { ...main, status: "DELETING" },
  staged: staged === null ? null : { ...staged, status: "DELETING" },
});

/** The status of a whole index: that of its newest build, or of a build that must finish first. */
export function statusOf(index: StoredIndex, now: number): BuildStatus {
  if (index.gone !== undefined) return "DELETING";
  const latest = index.builds.at(-1);
  if (latest === undefined) return "PENDING";
  if (now >= doneAt(latest)) return latest.end;
  if (now >= latest.begins) return "BUILDING";
  return index.builds.some((build) => build.begins <= now && now < doneAt(build)) ? "BUILDING" : "PENDING";
}

/** The result of building an index's newest definition. */
function outcome(index: StoredIndex): Pick<Build, "end" | "message"> {
  const { database, collectionName, type } = index;
  if (!exists(database, collectionName)) {
    return { end: "DOES_NOT_EXIST", message: `The collection ${database}.${collectionName} does not exist.` };
  }
  const wrong = type === "search" ? wrongMapping(latestOf(index).definition) : null;
  if (wrong !== null) return { end: "FAILED", message: `Index definition invalid: ${wrong}.` };
  if (documentsIn(database, collectionName) > MOST_DOCUMENTS) {
    return { end: "STALE", message: "The collection has more documents than one partition can index; add partitions." };
  }
  return { end: "READY" };
}

/** Known field types of mappings. Others are accepted, stored and sent to the hosts, which fail to build them. */
const FIELD_TYPES: readonly string[] = [
  "autocomplete",
  "boolean",
  "date",
  "dateFacet",
  "document",
  "embeddedDocuments",
  "geo",
  "knnVector",
  "number",
  "numberFacet",
  "objectId",
  "string",
  "stringFacet",
  "token",
  "uuid",
];

/** The first field of a definition's mappings that no host can build, as text. */
function wrongMapping(definition: JsonObject): string | null {
  const { mappings } = definition;
  const fields = isJsonObject(mappings) ? mappings["fields"] : undefined;
  if (!isJsonObject(fields)) return null;
  for (const [name, mapped] of Object.entries(fields)) {
    for (const one of Array.isArray(mapped) ? mapped : [mapped]) {
      const type = isJsonObject(one) ? one["type"] : undefined;
      if (typeof type !== "string") return `mappings.fields.${name} has no type`;
      if (!FIELD_TYPES.includes(type)) return `mappings.fields.${name} has the unknown type ${type}`;
    }
  }
  return null;
}

/** Varies a duration by up to a tenth, depending on the index and its definition. */
const about = (lasts: number, index: StoredIndex): number =>
  Math.round(lasts * (0.9 + 0.2 * randomOf(index.indexID, latestOf(index).number, "build").next()));

/** An index with a build of its newest definition: after the running build, replacing waiting ones. */
export function withBuild(index: StoredIndex, now: number, delay = PENDING): StoredIndex {
  const begun = index.builds.filter(({ begins }) => begins <= now);
  const begins = Math.max(now + delay, ...begun.map(doneAt));
  const lasts = about(BASE + Math.floor(documentsIn(index.database, index.collectionName) / PACE), index);
  const build: Build = {
    version: latestOf(index).number,
    begins,
    ready: index.hosts.map((_, host) => begins + host * APART + lasts),
    ...outcome(index),
  };
  return pruned({ ...index, builds: [...begun, build] }, now);
}

/** An index without builds and definitions that no host has any more. */
function pruned(index: StoredIndex, now: number): StoredIndex {
  const serving = index.builds.findLastIndex((build) => serves(build.end) && doneAt(build) <= now);
  const left = index.builds
    .slice(Math.max(0, serving))
    .filter((build, place, all) => place === 0 || place === all.length - 1 || serves(build.end) || doneAt(build) > now);
  const needed = new Set(left.map(({ version }) => version));
  const latest = latestOf(index);
  return { ...index, builds: left, versions: index.versions.filter((one) => one === latest || needed.has(one.number)) };
}
