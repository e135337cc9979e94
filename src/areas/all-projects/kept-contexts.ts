import { weakMapMemoize } from "reselect";
import type { OperationId } from "../../contract/operations.ts";
import type { Ring } from "../../domain/sample-ring.ts";
import type { Query } from "../../state/answers/query.ts";
import type { SampleKey } from "../../state/samples/sample-kinds.ts";
import { MINUTE } from "../../text/durations.ts";
import { areSameItems } from "../../text/same-items.ts";
import type { Context, Scope } from "../model/context.ts";

/**
 * The contexts of all projects, each kept while its project stands as it was: an answer of one project is nothing to the others, and what was
 * made of them (`weakMapMemoize` by their contexts) stands as well.
 */

/** What a list of all projects is made of, project by project. */
export type PerProject = {
  readonly scopes: (scope: Scope) => readonly Scope[];
  /** The context of one of them in that of all. */
  readonly contextOf: (context: Context, scope: Scope) => Context;
  /** All that is asked of one of them. */
  readonly queries: (scope: Scope) => readonly Query[];
  /** What is counted down to in one of them (ms of the service). */
  readonly ends: (context: Context) => readonly number[];
};

type Kept = {
  readonly context: Context;
  readonly sources: readonly unknown[];
  /** The readings that anything was made with. */
  readonly drawnWith: ReadonlyMap<SampleKey, Ring>;
  /** Where answers are looked up now. They say the same as before, and what held them before can be let go. */
  readonly source: { latest: Context };
};

/** Everything of a context that is made of one project, but the time. */
function sourcesOf(context: Context, queries: readonly Query[]): readonly unknown[] {
  const { scope } = context;
  const sources: unknown[] = [
    ...[scope.groupName, scope.orgId, scope.cluster, scope.clusters, scope.clusterList],
    ...[scope.projects, scope.unlisted, scope.pins, scope.drift?.groupId === scope.groupId ? scope.drift : null],
    ...[JSON.stringify(scope.params), context.zone, context.lastLook, context.runbooks],
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

/** Whether what was made of a project is the same at another time: ages move by the minute, countdowns in their last one by the second. */
function isTimely({ now }: Context, ends: readonly number[], at: number): boolean {
  return Math.floor(now / MINUTE) === Math.floor(at / MINUTE) && !ends.some((end) => end > now && end - at <= MINUTE);
}

/** The contexts of all projects of a context, which are kept from one to the next. */
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
