import { lruMemoize, weakMapMemoize } from "reselect";
import { contextIn, scopeOfProject } from "../../areas/all-projects.ts";
import { parseCondition } from "../../domain/condition/parse.ts";
import { type Condition, canStillHold, holds } from "../../domain/condition.ts";
import type { FieldInfo, FieldValues } from "../../domain/field-value.ts";
import type { Query } from "../../state/answers/query.ts";
import type { ConsoleState } from "../../state/store.ts";
import type { Subscription } from "../../state/subscriptions.ts";
import type { App } from "../app.ts";
import { tellsAll } from "../screen/freshness.ts";
import { createFreshness } from "../screen/freshness-selectors.ts";
import { lookupsOf, queriesOf } from "../screen/scope.ts";

/** Evaluates the conditions of subscriptions against the cached answers. */

/** Result of evaluating a subscription. */
export type Outcome =
  /** Not loaded, or the condition is not met yet. `values`: fields of the thing, if it exists. */
  | { readonly kind: "waiting"; readonly values: FieldValues | null }
  /** The condition is met. `ids`: the things that newly meet it. */
  | { readonly kind: "met"; readonly ids: readonly string[]; readonly values: FieldValues | null }
  /** The condition can no longer be met, because of the thing's current state or because the thing was removed. */
  | { readonly kind: "over"; readonly values: FieldValues | null };

const WAITING: Outcome = { kind: "waiting", values: null };

/** Background polling for subscriptions is at least as frequent as that of the overview. */
const inBackground = (query: Query): Query => (query.poll === "once" ? { ...query, poll: "overview-jobs" } : query);

/** A parsed condition of an area; null if it is invalid there (a file of another version). */
const conditionOf = lruMemoize(
  (text: string, infos: readonly FieldInfo[]): Condition | null => {
    const parsed = parseCondition(text, infos);
    return parsed.ok ? parsed.condition : null;
  },
  { maxSize: 64 },
);

/** The scope of a subscription's project; memoized, so the same object while nothing changes. */
const scopeIn = weakMapMemoize(scopeOfProject);

/** Previous state of a subscription: things that are new since then meet it. */
type Seen = { readonly met: ReadonlySet<string> | null; readonly wasThere: boolean };

/** Data of an area that a subscription is evaluated against. */
export type Reading = {
  readonly fields: readonly FieldInfo[];
  readonly rows: ReadonlyMap<string, FieldValues>;
  readonly counted: readonly FieldInfo[];
  readonly counts: FieldValues;
  /** Read by this console, not restored from the cache. */
  readonly isRead: boolean;
  /** Read completely: a missing thing was removed, and counts cover everything. */
  readonly isWhole: boolean;
  /** The service's time in ms. */
  readonly now: number;
};

/** Creates a judge of subscriptions, which remembers the previous reading of each. */
export function createJudge(): (subscription: Subscription, reading: Reading) => Outcome {
  const seen = new Map<string, Seen>();

  const ofThing = ({ id, thing }: Subscription, condition: Condition, { rows, isWhole, now }: Reading): Outcome => {
    const values = rows.get(thing);
    if (values === undefined) {
      // A thing that was listed before and is missing from a complete list was removed.
      return seen.get(id)?.wasThere === true && isWhole ? { kind: "over", values: null } : WAITING;
    }
    seen.set(id, { met: null, wasThere: true });
    if (holds(condition, values, now)) return { kind: "met", ids: [thing], values };
    return canStillHold(condition, values, now) ? { kind: "waiting", values } : { kind: "over", values };
  };

  const ofRows = ({ id }: Subscription, condition: Condition, { rows, isRead, now }: Reading): Outcome => {
    if (!isRead) return WAITING;
    const met = new Set([...rows].flatMap(([row, values]) => (holds(condition, values, now) ? [row] : [])));
    const before = seen.get(id)?.met ?? null;
    seen.set(id, { met, wasThere: true });
    const ids = before === null ? [] : [...met].filter((row) => !before.has(row));
    const [first] = ids;
    return first === undefined ? WAITING : { kind: "met", ids, values: rows.get(first) ?? null };
  };

  return (subscription, reading) => {
    const { about } = subscription;
    const condition = conditionOf(subscription.condition, about === "list" ? reading.counted : reading.fields);
    if (condition === null) return { kind: "over", values: null };
    if (about === "thing") return ofThing(subscription, condition, reading);
    if (about === "rows") return ofRows(subscription, condition, reading);
    const { counts: values, isWhole, now } = reading;
    return isWhole && holds(condition, values, now) ? { kind: "met", ids: [], values } : { kind: "waiting", values };
  };
}

export type Evaluator = {
  /** All queries for these subscriptions. */
  readonly queries: (state: ConsoleState, subscriptions: readonly Subscription[]) => readonly Query[];
  readonly outcome: (state: ConsoleState, subscription: Subscription) => Outcome;
};

const NO_ROWS: Reading["rows"] = new Map();

/** Evaluates subscriptions against the store of a console. */
export function createEvaluator(app: Pick<App, "areas" | "selectors">): Evaluator {
  const judge = createJudge();
  const freshness = createFreshness();

  const placeOf = (state: ConsoleState, { area, groupId }: Subscription) => {
    const { screen } = app.areas.of(area);
    const plain = app.selectors.plainScope(state);
    const scope = plain === null ? null : scopeIn(plain, groupId);
    if (scope === null) return null;
    const queries = queriesOf(screen, scope);
    const shared = app.selectors.context(state, queries);
    return shared === null
      ? null
      : { screen, queries, lookups: lookupsOf(screen, scope), context: contextIn(shared, scope) };
  };

  return {
    queries: (state, subscriptions) =>
      subscriptions.flatMap((subscription) => {
        const place = placeOf(state, subscription);
        const queries = place === null ? [] : [...(place.screen.running?.(place.context) ?? []), ...place.queries];
        return queries.map(inBackground);
      }),
    outcome: (state, subscription) => {
      const place = placeOf(state, subscription);
      if (place === null) return WAITING;
      const { screen, queries, lookups, context } = place;
      const fresh = freshness(state, queries, lookups);
      const isRead = fresh.loaded && fresh.failure === null && !fresh.persisted;
      return judge(subscription, {
        fields: screen.fields?.infos ?? [],
        rows: subscription.about === "list" ? NO_ROWS : (screen.fields?.of(context) ?? NO_ROWS),
        counted: screen.counts?.infos ?? [],
        counts: subscription.about === "list" ? (screen.counts?.of(context) ?? {}) : {},
        isRead,
        isWhole: isRead && tellsAll(fresh),
        now: context.now,
      });
    },
  };
}
