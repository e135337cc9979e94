import { weakMapMemoize } from "reselect";
import type { OperationId } from "../../contract/operations.ts";
import type { Ring } from "../../domain/sample-ring.ts";
import type { Query } from "../../state/answers/query.ts";
import type { SampleKey } from "../../state/samples/sample-kinds.ts";
import { MINUTE } from "../../text/durations.ts";
import { areSameItems } from "../../text/same-items.ts";
import type { Context, Scope } from "../model/context.ts";

/**
 * The contexts of all projects, each kept while the data of its project is unchanged: an answer for one project does not affect the others, and
 * results memoized by their contexts (`weakMapMemoize`) stay valid.
 */

/** Functions that a list of all projects is built from, project by project. */
type PerProject = {
  readonly scopes: (scope: Scope) => readonly Scope[];
  /** The context of one project, derived from the context of all. */
  readonly contextOf: (context: Context, scope: Scope) => Context;
  /** All queries of one project. */
  readonly queries: (scope: Scope) => readonly Query[];
  /** The countdown ends of one project (service time, ms). */
  readonly ends: (context: Context) => readonly number[];
};

type Kept = {
  readonly context: Context;
  readonly sources: readonly unknown[];
  /** The samples that were used with this context. */
  readonly drawnWith: ReadonlyMap<SampleKey, Ring>;
  /** The source of answers now. It gives the same answers as the one before, which can be garbage-collected. */
  readonly source: { latest: Context };
};

/** All parts of a context that belong to one project, except the time. */
function sourcesOf(context: Context, queries: readonly Query[]): readonly unknown[] {
  const { scope } = context;
  const sources: unknown[] = [
    ...[scope.groupName, scope.orgId, scope.cluster, scope.clusters, scope.clusterList],
    ...[scope.projects, scope.unlisted, scope.pins, scope.drift?.groupId === scope.groupId ? scope.drift : null],
    ...[JSON.stringify(scope.params), context.zone, context.key, context.lastLook, context.runbooks],
    context.unknownWrites,
    context.acceptedWrites,
  ];
  for (const { operation, args } of queries) {
    sources.push(
      context.cached<OperationId>(operation, args),
      context.unread<OperationId>(operation, args)?.words,
      context.asOf<OperationId>(operation, args) === null,
    );
  }
  return sources;
}

function keep(given: Context, sources: readonly unknown[]): Kept {
  const source = { latest: given };
  const drawnWith = new Map<SampleKey, Ring>();
  const context: Context = {
    ...given,
    cached: (operation, args) => source.latest.cached(operation, args),
    unread: (operation, args) => source.latest.unread(operation, args),
    asOf: (operation, args) => source.latest.asOf(operation, args),
    known: (kind, project) => source.latest.known(kind, project),
    ring: (key) => {
      const ring = source.latest.ring(key);
      drawnWith.set(key, ring);
      return ring;
    },
  };
  return { context, sources, drawnWith, source };
}

/** True when the results would be the same at another time: ages change by the minute, countdowns in their last minute by the second. */
function isTimely({ now }: Context, ends: readonly number[], at: number): boolean {
  return Math.floor(now / MINUTE) === Math.floor(at / MINUTE) && !ends.some((end) => end > now && end - at <= MINUTE);
}

/** Creates the contexts of all projects, and reuses those of the previous call where possible. */
export function createContexts(of: PerProject): (context: Context) => readonly Context[] {
  let kept: ReadonlyMap<string, Kept> = new Map();
  const queriesOf = weakMapMemoize(of.queries);
  const keptOf = (own: Context): Kept => {
    const sources = sourcesOf(own, queriesOf(own.scope));
    const before = kept.get(own.scope.groupId);
    const isSame =
      before !== undefined &&
      areSameItems(before.sources, sources) &&
      before.drawnWith.entries().every(([key, ring]) => own.ring(key) === ring) &&
      isTimely(before.context, of.ends(before.context), own.now);
    if (!isSame) return keep(own, sources);
    before.source.latest = own;
    return before;
  };
  return weakMapMemoize((context: Context): readonly Context[] => {
    const all = of.scopes(context.scope).map((scope) => keptOf(of.contextOf(context, scope)));
    kept = new Map(all.map((one) => [one.context.scope.groupId, one]));
    return all.map((one) => one.context);
  });
}
