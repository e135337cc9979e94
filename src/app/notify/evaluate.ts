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

/** Whether what somebody wants to be notified of has come, by the answers that are there. */

/** What is known of one subscription. */
export type Outcome =
  /** Not read, or it has not come yet. `values`: of the thing, where it is there. */
  | { readonly kind: "waiting"; readonly values: FieldValues | null }
  /** It has come. `ids`: the things that came to meet it. */
  | { readonly kind: "met"; readonly ids: readonly string[]; readonly values: FieldValues | null }
  /** It cannot come any more, for what the thing says now, or because it is gone. */
  | { readonly kind: "over"; readonly values: FieldValues | null };

const WAITING: Outcome = { kind: "waiting", values: null };

/** What somebody is notified of while nobody looks is asked no less often than the overview is. */
const inBackground = (query: Query): Query => (query.poll === "once" ? { ...query, poll: "overview-jobs" } : query);

/** A condition of an area; null where it is none there (a file of another version). */
const conditionOf = lruMemoize(
  (text: string, infos: readonly FieldInfo[]): Condition | null => {
    const parsed = parseCondition(text, infos);
    return parsed.ok ? parsed.condition : null;
  },
  { maxSize: 64 },
);

/** The project of a subscription; the same object while nothing of it changed. */
const scopeIn = weakMapMemoize(scopeOfProject);

/** What was seen of a subscription before: things that are new since then meet it. */
type Seen = { readonly met: ReadonlySet<string> | null; readonly wasThere: boolean };

/** What is known of a place. */
export type Reading = {
  readonly fields: readonly FieldInfo[];
  readonly rows: ReadonlyMap<string, FieldValues>;
  readonly counted: readonly FieldInfo[];
  readonly counts: FieldValues;
  /** It was read by this console. */
  readonly isRead: boolean;
  /** All of it: what is not there is gone, and counts count all. */
  readonly isWhole: boolean;
  /** The service's time in ms. */
  readonly now: number;
};

/** Judges subscriptions one reading after the other; it remembers what it saw of each. */
export function createJudge(): (subscription: Subscription, reading: Reading) => Outcome {
  const seen = new Map<string, Seen>();

  const ofThing = ({ id, thing }: Subscription, condition: Condition, { rows, isWhole, now }: Reading): Outcome => {
    const values = rows.get(thing);
    if (values === undefined) {
      // What was there and is not in a list that was read whole is gone.
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
  /** All that has to be asked for these. */
  readonly queries: (state: ConsoleState, subscriptions: readonly Subscription[]) => readonly Query[];
  readonly outcome: (state: ConsoleState, subscription: Subscription) => Outcome;
};

const NO_ROWS: Reading["rows"] = new Map();

/** The subscriptions of one console by what its store holds. */
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
