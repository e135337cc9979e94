import { lruMemoize, weakMapMemoize } from "reselect";
import { contextIn, scopeOfProject } from "../../areas/all-projects.ts";
import type { Context } from "../../areas/model/context.ts";
import type { OperationId } from "../../contract/operations.ts";
import { parseCondition } from "../../domain/condition/parse.ts";
import { type Condition, canStillHold, holds, isUndecided } from "../../domain/condition.ts";
import type { FieldInfo, FieldValues } from "../../domain/field-value.ts";
import { isLasting, saysAbsent, saysForbidden } from "../../state/answers/lookup.ts";
import { pollAgain, type Query } from "../../state/answers/query.ts";
import type { ConsoleState } from "../../state/store.ts";
import type { Subscription } from "../../state/subscriptions.ts";
import type { App } from "../app.ts";
import { isFullyRead, isWhole, type NotRead } from "../screen/freshness.ts";
import { createFreshness } from "../screen/freshness-selectors.ts";
import { NOT_COMPUTED } from "../screen/guarded-areas.ts";
import { clusterOf, notReadLines } from "../screen/not-read.ts";
import { lookupsOf, queriesOf } from "../screen/scope.ts";

/** Evaluates the conditions of subscriptions against the cached answers. */

/** Result of evaluating a subscription. */
export type Outcome =
  /** Not loaded, or the condition is not met yet. `values`: fields of the thing, if it exists. */
  | { readonly kind: "waiting"; readonly values: FieldValues | null }
  /** The condition is met. `ids`: the things that newly meet it. */
  | { readonly kind: "met"; readonly ids: readonly string[]; readonly values: FieldValues | null }
  /** The condition can no longer be met, because of the thing's current state or because the thing was removed. */
  | { readonly kind: "over"; readonly values: FieldValues | null }
  /** It cannot be judged, or not all of it, and waiting alone does not help. */
  | { readonly kind: "unknown"; readonly values: null; readonly why: string };

const WAITING: Outcome = { kind: "waiting", values: null };

const unknown = (why: string): Outcome => ({ kind: "unknown", values: null, why });

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

/**
 * Rows at the previous reading: those that meet the condition since then are news. Rows that come after a reading without all of them may have met it
 * all along.
 */
type SeenRows = { readonly met: ReadonlySet<string>; readonly all: ReadonlySet<string>; readonly isKnown: boolean };

type Rows = ReadonlyMap<string, FieldValues>;

/** Data of an area that a subscription is evaluated against. */
export type Reading = {
  readonly fields: readonly FieldInfo[];
  /** Null where an error of this console kept the values from being computed, as `counts`. */
  readonly rows: Rows | null;
  readonly counted: readonly FieldInfo[];
  readonly counts: FieldValues | null;
  /** Read by this console, not restored from the cache. */
  readonly isRead: boolean;
  /** Read completely: a missing thing was removed, and counts cover everything. */
  readonly isWhole: boolean;
  /** Nothing that the area needs for rows and counts was refused. */
  readonly isKnown: boolean;
  /** Reason why something could not be read and will not be by waiting; null where there is none. */
  readonly refused: string | null;
  /** The service's time in ms. */
  readonly now: number;
};

/** Outcome where the reading does not decide: unknown if waiting does not help. */
const undecided = ({ refused }: Reading, values: FieldValues | null = null): Outcome =>
  refused === null ? { kind: "waiting", values } : unknown(refused);

/** Creates a judge of subscriptions, which remembers the previous reading of each. */
export function createJudge(): (subscription: Subscription, reading: Reading) => Outcome {
  const seenThings = new Set<string>();
  const seenRows = new Map<string, SeenRows>();

  const ofThing = ({ id, thing }: Subscription, condition: Condition, reading: Reading, rows: Rows): Outcome => {
    const { isRead, isWhole, isKnown, now } = reading;
    const values = rows.get(thing);
    if (values === undefined) {
      if (!isKnown || !isRead) return undecided(reading);
      // A thing that was listed before and is missing from a complete list was removed.
      return seenThings.has(id) && isWhole ? { kind: "over", values: null } : WAITING;
    }
    seenThings.add(id);
    if (holds(condition, values, now)) return { kind: "met", ids: [thing], values };
    if (!canStillHold(condition, values, now)) return { kind: "over", values };
    const isDecided = isRead && (isKnown || !isUndecided(condition, values, now));
    return isDecided ? { kind: "waiting", values } : undecided(reading, values);
  };

  const ofRows = ({ id }: Subscription, condition: Condition, reading: Reading, rows: Rows): Outcome => {
    const { isRead, isKnown, now } = reading;
    if (!isRead) return undecided(reading);
    const met = new Set([...rows].flatMap(([row, values]) => (holds(condition, values, now) ? [row] : [])));
    const before = seenRows.get(id);
    seenRows.set(id, { met, all: new Set(rows.keys()), isKnown });
    const ids = [...met].filter(
      (row) => before !== undefined && !before.met.has(row) && (before.isKnown || before.all.has(row)),
    );
    const [first] = ids;
    if (first !== undefined) return { kind: "met", ids, values: rows.get(first) ?? null };
    return isKnown ? WAITING : undecided(reading);
  };

  const ofList = (condition: Condition, reading: Reading, counts: FieldValues): Outcome => {
    const { isRead, isWhole, now } = reading;
    if (!isRead || isUndecided(condition, counts, now)) return undecided(reading, counts);
    return isWhole && holds(condition, counts, now)
      ? { kind: "met", ids: [], values: counts }
      : { kind: "waiting", values: counts };
  };

  return (subscription, reading) => {
    const { about } = subscription;
    const condition = conditionOf(subscription.condition, about === "list" ? reading.counted : reading.fields);
    if (condition === null) return unknown(`This version does not know the condition ${subscription.condition}.`);
    const { counts, rows } = reading;
    if (counts === null || rows === null) return unknown(NOT_COMPUTED);
    if (about === "list") return ofList(condition, reading, counts);
    const judged = about === "thing" ? ofThing : ofRows;
    return judged(subscription, condition, reading, rows);
  };
}

const isCached = (context: Context, { operation, args }: Query): boolean =>
  context.cached<OperationId>(operation, args) !== undefined;

/** Why something that the area needs will not be read by waiting; null where nothing was refused, or where it may still come. */
function refusalIn(
  context: Context,
  queries: readonly Query[],
  { isRead, isKnown }: Pick<Reading, "isRead" | "isKnown">,
): string | null {
  const refused: NotRead[] = [];
  for (const query of queries) {
    const why = context.unread<OperationId>(query.operation, query.args);
    if (why === null && !isCached(context, query)) return null;
    if (why === null || saysAbsent(why)) continue;
    if (!isLasting(why)) return null;
    // A refusal of what only completes the rows is no reason.
    if (isKnown && !isRead && !isCached(context, query)) continue;
    refused.push({ query, missing: { kind: saysForbidden(why) ? "forbidden" : "failed", why } });
  }
  return notReadLines(refused, context.scope)[0]?.text ?? null;
}

/** The queries that can say something of a thing: those of its cluster, if its values name one, and of the whole project. */
function queriesAbout(values: FieldValues | undefined, queries: readonly Query[]): readonly Query[] {
  const cluster = values?.["cluster"];
  if (typeof cluster !== "string") return queries;
  return queries.filter((query) => [null, cluster].includes(clusterOf(query)));
}

type Evaluator = {
  /** All queries for these subscriptions. */
  readonly queries: (state: ConsoleState, subscriptions: readonly Subscription[]) => readonly Query[];
  readonly outcome: (state: ConsoleState, subscription: Subscription) => Outcome;
};

const NO_ROWS: Rows = new Map();

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
        return queries.map(pollAgain);
      }),
    outcome: (state, subscription) => {
      const place = placeOf(state, subscription);
      if (place === null) return WAITING;
      const { screen, queries, lookups, context } = place;
      const fresh = freshness(state, queries, lookups);
      const isRead = fresh.loaded && fresh.failure === null && !fresh.persisted;
      const isKnown = screen.counts?.isRead(context) ?? isWhole(fresh);
      const rows = subscription.about === "list" || screen.fields === undefined ? NO_ROWS : screen.fields.of(context);
      return judge(subscription, {
        fields: screen.fields?.infos ?? [],
        rows,
        counted: screen.counts?.infos ?? [],
        counts: subscription.about !== "list" || screen.counts === undefined ? {} : screen.counts.of(context),
        isRead,
        isWhole: isRead && isFullyRead(fresh),
        isKnown,
        refused: refusalIn(context, queriesAbout(rows?.get(subscription.thing), [...queries, ...lookups]), {
          isRead,
          isKnown,
        }),
        now: context.now,
      });
    },
  };
}
