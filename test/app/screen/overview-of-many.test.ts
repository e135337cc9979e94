/**
 * What is remembered of the overview of all projects says what would be said anew: whatever is answered, refused, written over and
 * whenever it is looked at.
 */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createGuard } from "../../../src/app/guard.ts";
import { areSameCells } from "../../../src/app/screen/badges.ts";
import { guardedAreas } from "../../../src/app/screen/guarded-areas.ts";
import { createSelectors } from "../../../src/app/screen/selectors.ts";
import { Alert } from "../../../src/contract/alerts.ts";
import type { ArgsOf } from "../../../src/contract/operations.ts";
import { resourceKey } from "../../../src/state/answers/query.ts";
import { afterAnswer, afterFailure, emptyResource, find, withResource } from "../../../src/state/answers/tables.ts";
import type { ConsoleState } from "../../../src/state/store.ts";
import { seedOfRun } from "../../seed.ts";
import { alertId, OTHER_PROJECT, PROJECT, testConsole } from "../../state/console.ts";
import { serviceError } from "../../state/fake-client.ts";

const MINUTE = 60_000;
const BEGIN = Date.UTC(2026, 10, 21, 14, 0, 0);
const PROJECTS = [PROJECT, OTHER_PROJECT] as const;

const alertArgs = (project: number, status: "OPEN" | "TRACKING"): ArgsOf<"listAlerts"> => ({
  params: { groupId: PROJECTS[project] ?? PROJECT },
  query: { status },
});

const alert = (number: number, at: number): Alert =>
  Alert.parse({
    id: alertId(number),
    eventTypeName: number % 2 === 0 ? "NO_PRIMARY" : "HOST_DOWN",
    status: "OPEN",
    created: new Date(at).toISOString(),
    clusterName: "prod-eu",
    ...(number % 5 === 0 ? { acknowledgedUntil: new Date(at + 30 * MINUTE).toISOString() } : {}),
  });

type Step =
  | {
      readonly kind: "answer" | "confirm" | "fail" | "stale";
      readonly project: number;
      readonly alerts: readonly number[];
    }
  | { readonly kind: "time"; readonly minutes: number };

const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({
    kind: fc.constantFrom("answer", "confirm", "fail", "stale"),
    project: fc.nat(PROJECTS.length - 1),
    alerts: fc.uniqueArray(fc.integer({ min: 1, max: 12 }), { maxLength: 8 }),
  }),
  fc.record({ kind: fc.constant("time" as const), minutes: fc.integer({ min: 1, max: 90 }) }),
);

/** A console on the overview of all projects. */
function overviewOfAll() {
  const { store } = testConsole();
  store.navigation.open({ area: "overview", ids: [] });
  store.views.setParams("overview", { projects: "all" });
  return store;
}

/** The state after something happened at a moment. */
function stateAfter(state: ConsoleState, one: Step, seq: number, now: number): ConsoleState {
  if (one.kind === "time") return state;
  const args = alertArgs(one.project, "OPEN");
  const key = resourceKey("listAlerts", args);
  const before = find(state.resources, "listAlerts", key) ?? emptyResource("listAlerts", args);
  if (one.kind === "stale") return { ...state, stale: new Set([key]) };
  if (one.kind === "fail") {
    const error = serviceError("listAlerts", {
      kind: "refused",
      status: one.alerts.length > 4 ? 403 : 500,
      detail: "no",
    });
    const failure = { words: error.message, error, nextTryAt: null, at: now };
    return { ...state, resources: withResource(state.resources, afterFailure(before, seq, failure)) };
  }
  const held = before.cached?.data.results ?? [];
  const results =
    one.kind === "confirm" ? [...held] : one.alerts.map((number) => alert(number, BEGIN - number * MINUTE));
  const arrival = { data: { results }, raw: null, at: now, complete: true };
  return { ...state, stale: new Set(), resources: withResource(state.resources, afterAnswer(before, seq, arrival)) };
}

const quiet = createGuard(() => undefined);

describe("the overview of all projects", () => {
  test("says the same remembered and made anew, for every sequence of answers and times", () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 25 }), (steps) => {
        const store = overviewOfAll();
        let [state, minute, seq]: [ConsoleState, number, number] = [store.getState(), BEGIN, 0];
        const memoized = createSelectors(guardedAreas(quiet), () => minute);
        for (const one of steps) {
          seq += 1;
          if (one.kind === "time") minute += one.minutes * MINUTE;
          state = stateAfter(state, one, seq, minute + seq);
          const anew = createSelectors(guardedAreas(quiet), () => minute);
          const [list, fresh] = [memoized.list(state), anew.list(state)];
          expect(list?.model).toEqual(fresh?.model);
          expect(list?.arranged.ids).toEqual(fresh?.arranged.ids);
          expect(list?.queries).toEqual(fresh?.queries);
          expect(memoized.freshness(state, list)).toEqual(anew.freshness(state, fresh));
          expect(memoized.sectionAges(state, list)).toEqual(anew.sectionAges(state, fresh));
          expect(areSameCells(memoized.badges(state), anew.badges(state))).toBe(true);
        }
      }),
      { seed: seedOfRun(), numRuns: 40 },
    );
  });

  test("stands as it is where an answer says what is known", () => {
    const store = overviewOfAll();
    const selectors = createSelectors(guardedAreas(quiet), () => BEGIN);
    const first = stateAfter(store.getState(), { kind: "answer", project: 0, alerts: [1, 2] }, 1, BEGIN);
    const again = stateAfter(first, { kind: "confirm", project: 0, alerts: [] }, 2, BEGIN + 20_000);
    const list = selectors.list(first);
    expect(list?.model.rows.length).toBeGreaterThan(0);
    expect(selectors.list(again)).toBe(list);
  });
});
