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
import { type Query, resourceKey } from "../../state/answers/query.ts";
import type { Failure, Resource } from "../../state/answers/resources.ts";
import { type ConsoleState, resourceOf } from "../../state/store.ts";
import { MINUTE } from "../../text/durations.ts";
import { formatAge, formatClockOrDay, formatDuration, type Zone, zoneName } from "../../text/format.ts";
import { areSameItems } from "../../text/same-items.ts";
import { type Span, span } from "../../text/spans.ts";

/** A question without an answer, or without all of it. */
export type NotRead = { readonly query: Query; readonly missing: Missing };

/** How old what is shown is: `as of 14:06:12`, which does not tick; an age and the next try only after a failure (`design.md`, time on screen). */
export type Freshness = {
  /** Every answer that the screen needs was there once, and what it can do without has come or failed. */
  readonly loaded: boolean;
  /** What it asked and has no answer to, or not all of one. */
  readonly notRead: readonly NotRead[];
  /** When what is shown was confirmed (this machine's time, ms). */
  readonly asOf: number | null;
  readonly failure: string | null;
  /** The failure for a line that has room for one sentence. */
  readonly brief: string | null;
  /** Since when nothing came any more (this machine's time, ms). */
  readonly failingSince: number | null;
  readonly nextTryAt: number | null;
  /** It is what an earlier console showed: nothing was confirmed since. */
  readonly persisted: boolean;
};

/** From this width of a pane on, a title has room for when it is tried again; else the last line says it. */
export const NEXT_TRY_FROM = 76;

const NONE: readonly NotRead[] = [];

/** Of what is not there. */
export const NOTHING: Freshness = {
  loaded: false,
  notRead: NONE,
  asOf: null,
  failure: null,
  brief: null,
  failingSince: null,
  nextTryAt: null,
  persisted: false,
};

export const NO_QUERIES: readonly Query[] = [];

/** Whether the same is said: most answers confirm what one of many said, and nothing shows until the oldest of them has come. */
export const isSameFreshness = (one: Freshness, other: Freshness): boolean =>
  one.loaded === other.loaded &&
  one.asOf === other.asOf &&
  one.failure === other.failure &&
  one.failingSince === other.failingSince &&
  one.nextTryAt === other.nextTryAt &&
  one.persisted === other.persisted &&
  areSameItems(one.notRead, other.notRead, isSameNotRead);

const isSameNotRead = (one: NotRead, other: NotRead): boolean =>
  resourceKey(one.query.operation, one.query.args) === resourceKey(other.query.operation, other.query.args) &&
  one.missing.kind === other.missing.kind &&
  reasonOf(one.missing) === reasonOf(other.missing);

const reasonOf = (lookup: Lookup): string | null => ("why" in lookup ? lookup.why.reason : null);

/** What is held of some queries, one for each. */
export type QueriedResources = readonly (Resource<OperationId> | undefined)[];

/** All that looks at one state looks at the same array. */
export const resourcesOf = weakMapMemoize(
  (resources: ConsoleState["resources"], queries: readonly Query[]): QueriedResources =>
    queries.map(({ operation, args }) => resourceOf<OperationId>({ resources }, operation, args)),
);

/** Whether nothing that freshness is judged by is another. */
export const areSameAnswers = (one: QueriedResources, other: QueriedResources): boolean =>
  areSameItems(
    one,
    other,
    (before, after) =>
      before === after ||
      (before?.cached === after?.cached && before?.asOf === after?.asOf && before?.failure === after?.failure),
  );

/** What lacks of the answer to a question; null where nothing does. What a screen cannot do without has failed where the service does not have it. */
function missingOf(query: Query, resource: QueriedResources[number]): Missing | null {
  const why = unreadOf(resource?.failure ?? null);
  const found = lookupOf(query.operation, resource?.cached, why);
  if (isMissing(found)) return found;
  if (found.kind === "absent") return query.optional !== true && why !== null ? { kind: "failed", why } : null;
  const omitted = resource?.cached ? omissionsOf(query.operation, resource.cached) : null;
  return omitted === null ? null : partlyBy(omitted);
}

/** @param lookups what the queries themselves are made of: how old it is counts only where there is nothing else */
export function judged(
  queries: readonly Query[],
  resources: QueriedResources,
  lookups: readonly Query[] = NO_QUERIES,
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
  return {
    loaded: notRead.every(
      ({ query, missing }) => missing.kind === "partly" || (query.optional === true && missing.kind !== "asking"),
    ),
    notRead: notRead.length === 0 ? NONE : notRead,
    asOf: oldestOf(all, resources, queries.length === 0 ? lookups.length : queries.length),
    failure: failing?.words ?? null,
    brief: briefOf(failing),
    failingSince: failing?.since ?? null,
    nextTryAt: failing?.nextTryAt ?? null,
    persisted: resources.some(isPersisted),
  };
}

/** From so many answers on, the oldest of them is another one every second. */
const MANY_ANSWERS = 60;
/** Of so many the time is told in these steps (ms), so that it stands still long enough to be read: never newer than it is. */
const STEP_OF_MANY = 10_000;

/**
 * When the oldest was confirmed of the first so many answers that keep the pace of the first one; where all of that has ended, the newest:
 * the answers before it cannot have become untrue, and the time of what was watched to its end does not go back.
 */
function oldestOf(all: readonly Query[], resources: QueriedResources, timed: number): number | null {
  const hasEnded = all[0]?.poll === "ended";
  let oldest: number | null = null;
  let count = 0;
  for (let index = 0; index < timed; index += 1) {
    const asOf = all[index]?.poll === all[0]?.poll ? (resources[index]?.asOf ?? null) : null;
    if (asOf === null) continue;
    count += 1;
    oldest = hasEnded ? Math.max(oldest ?? asOf, asOf) : Math.min(oldest ?? asOf, asOf);
  }
  return oldest === null || count < MANY_ANSWERS ? oldest : oldest - (oldest % STEP_OF_MANY);
}

/** What was asked, and why it did not come. */
function briefOf(failure: Failure | null): string | null {
  if (failure === null) return null;
  const { error, words } = failure;
  return error instanceof ServiceError ? `${error.operation.title}: ${error.reason}` : words;
}

/**
 * Whether the service was there and said no, for want of a role or because there is no such thing: for what a screen can do without, that is an
 * answer. Where something is held that it was allowed to say before, what is shown is old, and only its absence is an answer.
 */
function saysNo(failure: Failure | null, isCached: boolean): boolean {
  const why = unreadOf(failure);
  return saysAbsent(why) || (!isCached && saysForbidden(why));
}

/** Whether all that was asked came, all of each, and the newest attempts too: only then "none" and "all" are true of it. */
export const isWhole = ({ notRead, failure }: Pick<Freshness, "notRead" | "failure">): boolean =>
  notRead.length === 0 && failure === null;

/** Whether lists are among it of which not all could be read. */
export const isPartly = ({ notRead }: Pick<Freshness, "notRead">): boolean =>
  notRead.some(({ missing }) => missing.kind === "partly");

/**
 * Whether what is shown was read lately and whole, as far as the service lets it be read: what is not among it is not there, and counts count
 * all. A refused answer that only completes it (the names of roles) stays refused.
 */
export const tellsAll = (fresh: Pick<Freshness, "notRead" | "failure">): boolean =>
  fresh.failure === null && !isPartly(fresh);

/** Whether what is shown may be out of date: reading it anew failed, or an earlier console left it behind. */
export const isOutdated = ({ failure, persisted }: Freshness): boolean => failure !== null || persisted;

/** How often the age of what is late is written anew in its first minute (ms). */
const AGE_STEP = 10_000;

/** The age of what is late: steady enough to be read, by tens of seconds first. */
export function formatOutdatedAge(milliseconds: number): string {
  if (milliseconds >= MINUTE) return formatAge(milliseconds);
  return milliseconds < AGE_STEP ? "<10s" : formatAge(milliseconds - (milliseconds % AGE_STEP));
}

/** How long until an age that is on screen is another one (ms); null where nothing is late. Times are this machine's. */
export function nextAge(asOf: readonly number[], now: number): number | null {
  const waits = asOf.map((time) => {
    const span = Math.max(0, now - time);
    const step = span < MINUTE ? AGE_STEP : MINUTE;
    return step - (span % step);
  });
  return waits.length === 0 ? null : Math.min(...waits);
}

/** In words for a title; `short` leaves out when it is tried again, `named` says the zone. */
export function freshnessSpans(
  fresh: Freshness,
  { zone, minute }: { readonly zone: Zone; readonly minute: number },
  short = false,
  named = false,
): readonly Span[] {
  if (fresh.asOf === null) return [];
  // Between two ticks the age is that of the failure: it is never less than what is known.
  const now = Math.max(minute, fresh.asOf, fresh.failingSince ?? 0);
  const words = `as of ${formatClockOrDay(fresh.asOf, now, zone)}${named ? ` ${zoneName(zone)}` : ""}`;
  if (!isOutdated(fresh)) return [span(words, "dim")];
  const outdated = `${words}, ${formatOutdatedAge(now - fresh.asOf)} old`;
  const again = fresh.nextTryAt === null || short ? 0 : fresh.nextTryAt - now;
  return [span(again > 0 ? `${outdated}, next try in ${formatDuration(again)}` : outdated, "warn")];
}

/** An answer is on its way that what is shown would be made of. */
export const isAsking = ({ notRead }: Freshness): boolean => notRead.some(({ missing }) => missing.kind === "asking");
