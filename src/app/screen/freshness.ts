import { weakMapMemoize } from "reselect";
import { ServiceError } from "../../client/errors/service-error.ts";
import type { OperationId } from "../../contract/operations.ts";
import {
  isMissing,
  type Lookup,
  lookupOf,
  type Missing,
  partlyBy,
  saysAbsent,
  saysForbidden,
  unreadOf,
} from "../../state/answers/lookup.ts";
import { omissionsOf } from "../../state/answers/omissions.ts";
import { isPersisted } from "../../state/answers/persisted-cache.ts";
import { lateAfter } from "../../state/answers/poll-intervals.ts";
import { projectKeyOf, type Query, resourceKey } from "../../state/answers/query.ts";
import { type Failure, type Resource, resourceOf } from "../../state/answers/resource.ts";
import { MOST_A_MINUTE } from "../../state/session/budget.ts";
import type { ConsoleState } from "../../state/store.ts";
import { MINUTE } from "../../text/durations.ts";
import { formatAge, formatClockOrDay, formatDuration, type Zone, zoneName } from "../../text/format.ts";
import { areSameIn, areSameItems } from "../../text/same-items.ts";
import { type Span, span } from "../../text/spans.ts";

/** A question without an answer, or without all of it. */
export type NotRead = { readonly query: Query; readonly missing: Missing };

/** Age of the displayed data: `as of 14:06:12`, which does not tick; an age only when data are late (`design.md`, time on screen). */
export type Freshness = {
  /** Every required answer was received once, and the optional ones were received or failed. */
  readonly loaded: boolean;
  /** Queries without an answer, or with an incomplete one. */
  readonly notRead: readonly NotRead[];
  /** Time at which the displayed data were confirmed (this machine's time, ms). */
  readonly asOf: number | null;
  readonly failure: string | null;
  /** The failure for a line with space for a single sentence. */
  readonly brief: string | null;
  /** Start of the failure (this machine's time, ms). */
  readonly failingSince: number | null;
  readonly nextTryAt: number | null;
  /** Restored from the cache of an earlier console and not confirmed since. */
  readonly persisted: boolean;
  /** Not confirmed for several poll intervals without a failure: the machine slept, or a request hangs. */
  readonly late: boolean;
};

/** From this pane width on, a title has space for the time of the next try; otherwise the last line shows it. */
export const NEXT_TRY_FROM = 76;

const NONE: readonly NotRead[] = [];

/** Freshness without any data. */
export const NOTHING: Freshness = {
  loaded: false,
  notRead: NONE,
  asOf: null,
  failure: null,
  brief: null,
  failingSince: null,
  nextTryAt: null,
  persisted: false,
  late: false,
};

export const NO_QUERIES: readonly Query[] = [];

/** True when both are displayed the same: most answers confirm only one of many, and the time changes only with the oldest of them. */
export const isSameFreshness = (one: Freshness, other: Freshness): boolean =>
  areSameIn(one, other, "loaded", "asOf", "failure", "failingSince", "nextTryAt", "persisted", "late") &&
  areSameItems(one.notRead, other.notRead, isSameNotRead);

const isSameNotRead = (one: NotRead, other: NotRead): boolean =>
  resourceKey(one.query.operation, one.query.args) === resourceKey(other.query.operation, other.query.args) &&
  one.missing.kind === other.missing.kind &&
  reasonOf(one.missing) === reasonOf(other.missing);

const reasonOf = (lookup: Lookup): string | null => ("why" in lookup ? lookup.why.reason : null);

/** Cached resources of some queries, one per query. */
export type QueriedResources = readonly (Resource<OperationId> | undefined)[];

/** Memoized, so that all readers of a state get the same array. */
export const resourcesOf = weakMapMemoize(
  (resources: ConsoleState["resources"], queries: readonly Query[]): QueriedResources =>
    queries.map(({ operation, args }) => resourceOf<OperationId>({ resources }, operation, args)),
);

/** True when nothing that freshness depends on differs. */
export const areSameAnswers = (one: QueriedResources, other: QueriedResources): boolean =>
  areSameItems(
    one,
    other,
    (before, after) =>
      before === after ||
      (before?.cached === after?.cached && before?.asOf === after?.asOf && before?.failure === after?.failure),
  );

/** The missing part of a query's answer; null if it is complete. If the service does not have the data, a required query counts as failed. */
function missingOf(query: Query, resource: QueriedResources[number]): Missing | null {
  const why = unreadOf(resource?.failure ?? null);
  const found = lookupOf(query.operation, resource?.cached, why);
  if (isMissing(found)) return found;
  if (found.kind === "absent") return query.optional !== true && why !== null ? { kind: "failed", why } : null;
  const omitted = resource?.cached ? omissionsOf(query.operation, resource.cached) : null;
  return omitted === null ? null : partlyBy(omitted);
}

/**
 * @param lookups queries that the queries depend on: their age counts only if there are no other queries
 * @param now this machine's time (ms), by which an answer can be late
 */
export function freshnessOf(
  queries: readonly Query[],
  resources: QueriedResources,
  lookups: readonly Query[] = NO_QUERIES,
  now = 0,
): Freshness {
  const all = lookups.length === 0 ? queries : [...queries, ...lookups];
  const isAnswer = (index: number): boolean => {
    const resource = resources[index];
    return all[index]?.optional === true && saysNo(resource?.failure ?? null, (resource?.cached ?? null) !== null);
  };
  const failing =
    resources.find((resource, index) => (resource?.failure ?? null) !== null && !isAnswer(index))?.failure ?? null;
  const notRead = all.flatMap((query, index): readonly NotRead[] => {
    const missing = missingOf(query, resources[index]);
    return missing === null ? NONE : [{ query, missing }];
  });
  // A refusal is newer than what was answered before it, whose time would never change again.
  const times = resources.map((resource, index) => (isAnswer(index) ? null : (resource?.asOf ?? null)));
  const asOf = oldestOf(all, times, queries.length === 0 ? lookups.length : queries.length);
  return {
    loaded: notRead.every(
      ({ query, missing }) => missing.kind === "partly" || (query.optional === true && missing.kind !== "asking"),
    ),
    notRead: notRead.length === 0 ? NONE : notRead,
    asOf,
    failure: failing?.words ?? null,
    brief: briefOf(failing),
    failingSince: failing?.since ?? null,
    nextTryAt: failing?.nextTryAt ?? null,
    persisted: resources.some(isPersisted),
    late: isLate(all[0], asOf, now),
  };
}

function isLate(first: Query | undefined, asOf: number | null, now: number): boolean {
  const limit = first === undefined ? null : lateAfter(first.poll);
  return asOf !== null && limit !== null && now - asOf > limit;
}

/** From this number of answers on, the oldest one changes every second. */
const MANY_ANSWERS = 60;
/** Step to which the time of many answers is rounded down (ms), so that it stays long enough to be read and is never too recent. */
const STEP_OF_MANY = 10_000;

/**
 * Oldest confirmation time among the first `timed` answers with the first one's poll interval; if these queries have ended, the newest: earlier
 * answers cannot have become untrue, and the time of data watched to their end must not go back.
 */
function oldestOf(all: readonly Query[], times: readonly (number | null)[], timed: number): number | null {
  const hasEnded = all[0]?.poll === "ended";
  let oldest: number | null = null;
  let count = 0;
  for (let index = 0; index < timed; index += 1) {
    const asOf = all[index]?.poll === all[0]?.poll ? (times[index] ?? null) : null;
    if (asOf === null) continue;
    count += 1;
    oldest = hasEnded ? Math.max(oldest ?? asOf, asOf) : Math.min(oldest ?? asOf, asOf);
  }
  return oldest === null || count < MANY_ANSWERS ? oldest : oldest - (oldest % STEP_OF_MANY);
}

/** The request and the reason of its failure. */
function briefOf(failure: Failure | null): string | null {
  if (failure === null) return null;
  const { error, words } = failure;
  return error instanceof ServiceError ? `${error.operation.title}: ${error.reason}` : words;
}

/**
 * True when the service refused, for lack of a role or because there is no such thing: for an optional query, that counts as an answer. If data are
 * cached that were allowed earlier, a refusal makes them outdated, and only their absence counts as an answer.
 */
function saysNo(failure: Failure | null, isCached: boolean): boolean {
  const why = unreadOf(failure);
  return saysAbsent(why) || (!isCached && saysForbidden(why));
}

/** True when every query has a complete answer and its newest attempt succeeded: only then are "none" and "all" correct. */
export const isWhole = ({ notRead, failure }: Pick<Freshness, "notRead" | "failure">): boolean =>
  notRead.length === 0 && failure === null;

/** True when some lists could be read only in part. */
export const isPartly = ({ notRead }: Pick<Freshness, "notRead">): boolean =>
  notRead.some(({ missing }) => missing.kind === "partly");

/**
 * True when the data are recent and complete, as far as the service permits: a missing thing does not exist, and counts are complete. A refused
 * answer that is only additional (the names of roles) does not matter.
 */
export const isFullyRead = (fresh: Pick<Freshness, "notRead" | "failure">): boolean =>
  fresh.failure === null && !isPartly(fresh);

/** True when the displayed data may be out of date: the last read failed or is late, or they were restored from the cache. */
export const isOutdated = ({ failure, persisted, late }: Freshness): boolean => failure !== null || persisted || late;

/** Update interval of the age of outdated data in its first minute (ms). */
const AGE_STEP = 10_000;

/** The age of what is late: steady enough to be read, by tens of seconds first. */
export function formatOutdatedAge(milliseconds: number): string {
  if (milliseconds >= MINUTE) return formatAge(milliseconds);
  return milliseconds < AGE_STEP ? "<10s" : formatAge(milliseconds - (milliseconds % AGE_STEP));
}

/** Time until a displayed age changes (ms); null if nothing is outdated. Times are this machine's. */
export function nextAge(asOf: readonly number[], now: number): number | null {
  const waits = asOf.map((time) => {
    const span = Math.max(0, now - time);
    const step = span < MINUTE ? AGE_STEP : MINUTE;
    return step - (span % step);
  });
  return waits.length === 0 ? null : Math.min(...waits);
}

/** Spans for a title; `short` omits the next try, `named` adds the time zone. */
export function freshnessSpans(
  fresh: Freshness,
  { zone, minute }: { readonly zone: Zone; readonly minute: number },
  short: boolean,
  named = false,
): readonly Span[] {
  if (fresh.asOf === null) return [];
  // Between two ticks the age is that at the failure: it is never less than what is known.
  const now = Math.max(minute, fresh.asOf, fresh.failingSince ?? 0);
  const words = `as of ${formatClockOrDay(fresh.asOf, now, zone)}${named ? ` ${zoneName(zone)}` : ""}`;
  if (!isOutdated(fresh)) return [span(words, "dim")];
  const outdated = `${words}, ${formatOutdatedAge(now - fresh.asOf)} old`;
  const again = fresh.nextTryAt === null || short ? 0 : fresh.nextTryAt - now;
  return [span(again > 0 ? `${outdated}, next try in ${formatDuration(again)}` : outdated, "warn")];
}

/**
 * Whole minutes that the reads still take at least: this console asks a project so many times a minute on its own. Zero where it is less than two,
 * which one waits for without a number.
 */
export function minutesToRead({ notRead }: Pick<Freshness, "notRead">): number {
  const counts = new Map<string, number>();
  for (const { query, missing } of notRead) {
    const project = projectKeyOf(query.args);
    if (missing.kind === "asking") counts.set(project, (counts.get(project) ?? 0) + 1);
  }
  const minutes = Math.floor(Math.max(0, ...counts.values()) / MOST_A_MINUTE);
  return minutes < 2 ? 0 : minutes;
}

/** An answer is on its way that what is shown would be made of. */
export const isAsking = ({ notRead }: Freshness): boolean => notRead.some(({ missing }) => missing.kind === "asking");
