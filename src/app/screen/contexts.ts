import { weakMapMemoize } from "reselect";
import { areaOf } from "../../areas/areas.ts";
import type { Context, Scope } from "../../areas/model/context.ts";
import type { AreaId } from "../../contract/area-ids.ts";
import type { ArgsOf, OperationId } from "../../contract/operations.ts";
import type { Ring } from "../../domain/sample-ring.ts";
import { unreadOf } from "../../state/answers/lookup.ts";
import { isPersisted } from "../../state/answers/persisted-cache.ts";
import { type Query, resourceKey } from "../../state/answers/query.ts";
import { type Cached, resourceOf } from "../../state/answers/resource.ts";
import { namesOf } from "../../state/names/names.ts";
import { runbooksIn } from "../../state/runbooks.ts";
import type { SampleKey } from "../../state/samples/sample-kinds.ts";
import { ringOf, type SamplesState } from "../../state/samples/samples.ts";
import { type ServerClock, serverTime } from "../../state/session/server-clock.ts";
import type { ConsoleState } from "../../state/store.ts";
import { inServiceTimes } from "../../state/writes/unknown-writes.ts";
import { areSameIn, areSameItems } from "../../text/same-items.ts";
import { type QueriedResources, resourcesOf } from "./freshness.ts";

/** Contexts of areas: the parts of a state that an area sees, in the times of the service. */

/** The part of a state that answers are read from. */
type Answers = Pick<ConsoleState, "resources" | "stale"> & { readonly serverClock: ServerClock | null };

const withTimes = weakMapMemoize(
  <Data>(cached: Cached<Data>, serverClock: ServerClock | null): Cached<Data> => ({
    ...cached,
    removed: cached.removed.map((one) => ({ ...one, at: serverTime(serverClock, one.at) })),
  }),
);

/** Cached data for areas: all times in them are the service's. */
function inServiceTime<Data>({ serverClock }: Answers, cached: Cached<Data> | null): Cached<Data> | undefined {
  if (cached === null || cached.removed.length === 0) return cached ?? undefined;
  return withTimes(cached, serverClock);
}

/** True when the cached data came from the service after this console's last write to them. */
function isConfirmed<Id extends OperationId>(state: Answers, operation: Id, args: ArgsOf<Id>): boolean {
  const resource = resourceOf(state, operation, args);
  return !isPersisted(resource) && !state.stale.has(resourceKey(operation, args));
}

/** The parts of a state that a context is built from. The selection in lists, which changes with every key press, is not among them. */
export type ContextSources = Answers &
  Pick<ConsoleState, "names" | "samples" | "runbooks" | "unknownWrites" | "acceptedWrites"> & {
    readonly area: AreaId;
    readonly zone: Context["zone"];
    readonly key: Context["key"];
    readonly scope: Scope | null;
    readonly lastLook: Context["lastLook"];
    /** This machine's time of the last full minute. */
    readonly minute: number;
  };

/**
 * A context with its inputs: it is kept while they are the same. Of all samples only those count that were used for drawing: others arrive all the
 * time, and a long list must not be recomputed for them.
 */
type BuiltContext = {
  readonly context: Context;
  readonly sources: ContextSources;
  readonly queries: readonly Query[];
  readonly resources: QueriedResources;
  /** Samples of the newest state, which a kept context continues with. */
  readonly samples: { latest: SamplesState };
  readonly drawnWith: ReadonlyMap<SampleKey, Ring>;
};

/**
 * The state as seen from a project.
 *
 * @param now the service's time of viewing
 */
export function contextAt(sources: ContextSources, scope: Scope, now: number): Context {
  const { names, samples, lastLook, serverClock, zone, key } = sources;
  return {
    scope,
    cached: (operation, args) => inServiceTime(sources, resourceOf(sources, operation, args)?.cached ?? null),
    unread: (operation, args) => unreadOf(resourceOf(sources, operation, args)?.failure ?? null),
    asOf: (operation, args) => {
      const isTrue = isConfirmed(sources, operation, args);
      const asOf = isTrue ? (resourceOf(sources, operation, args)?.asOf ?? null) : null;
      return asOf === null ? null : serverTime(serverClock, asOf);
    },
    known: (kind, project = scope.groupId) => namesOf(names, kind, project),
    ring: (key) => ringOf(samples, key),
    runbooks: sources.runbooks && runbooksIn(sources.runbooks, scope.groupId),
    unknownWrites: inServiceTimes(sources.unknownWrites, serverClock),
    acceptedWrites: inServiceTimes(sources.acceptedWrites, serverClock),
    areaLabel: (id) => areaOf(id).label,
    key,
    now,
    zone,
    lastLook,
  };
}

export function buildContext(sources: ContextSources, scope: Scope, queries: readonly Query[]): BuiltContext {
  const resources = resourcesOf(sources.resources, queries);
  const newest = resources.reduce(
    (latest, resource) => Math.max(latest, resource?.cached?.changedAt ?? 0),
    sources.minute,
  );
  const readings = { latest: sources.samples };
  const drawnWith = new Map<SampleKey, Ring>();
  return {
    sources,
    queries,
    resources,
    samples: readings,
    drawnWith,
    context: {
      ...contextAt(sources, scope, serverTime(sources.serverClock, newest)),
      ring: (key) => {
        const ring = ringOf(readings.latest, key);
        drawnWith.set(key, ring);
        return ring;
      },
    },
  };
}

/** True when two answers are equal; most new ones only confirm the previous one. */
const isSameAnswer = (one: QueriedResources[number], other: QueriedResources[number]): boolean =>
  one === other ||
  (one?.cached === other?.cached &&
    one?.failure?.words === other?.failure?.words &&
    isPersisted(one) === isPersisted(other));

const areAsStale = (one: ContextSources, other: ContextSources, queries: readonly Query[]): boolean =>
  one.stale === other.stale ||
  queries.every(({ operation, args }) => {
    const key = resourceKey(operation, args);
    return one.stale.has(key) === other.stale.has(key);
  });

export const isMadeOfTheSame = (one: BuiltContext, other: BuiltContext): boolean =>
  areSameIn(one.context, other.context, "scope", "now", "zone", "key", "lastLook") &&
  areSameIn(one.sources, other.sources, "runbooks", "unknownWrites", "acceptedWrites") &&
  areSameItems(one.resources, other.resources, isSameAnswer) &&
  areAsStale(one.sources, other.sources, other.queries) &&
  isDrawnWithTheSame(one, other);

/** True when no sample used for drawing has changed; a kept context then continues with the newest samples. */
function isDrawnWithTheSame(one: BuiltContext, other: BuiltContext): boolean {
  const { latest } = other.samples;
  for (const [key, ring] of one.drawnWith) if (ringOf(latest, key) !== ring) return false;
  one.samples.latest = latest;
  return true;
}
