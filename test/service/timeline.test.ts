import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { JsonObject } from "../../src/contract/json/json.ts";
import type { TimelineStep } from "../../src/service/storage/storage.ts";
import { documentAt, inOrder, isoTime, nextStep } from "../../src/service/storage/timeline.ts";

const MINUTE = 60_000;

type State = { readonly body: JsonObject; readonly timeline: readonly TimelineStep[] };

describe("a timeline", () => {
  const steps: readonly TimelineStep[] = [
    { at: 10 * MINUTE, set: { status: "OPEN" }, stamp: ["notifiedAt"] },
    { at: 25 * MINUTE, set: {}, stamp: ["notifiedAt"], every: 15 * MINUTE, heldBy: "until" },
    { at: 60 * MINUTE, set: { status: "CLOSED" }, stamp: ["ended"], last: true },
  ];
  const alert = { body: { status: "TRACKING" }, timeline: steps };

  test("does nothing before its time", () => {
    expect(documentAt(alert, 10 * MINUTE - 1)).toEqual(alert);
    expect(nextStep(steps)).toBe(10 * MINUTE);
  });

  test("stamps a step with its own time, not with the time at which somebody looks", () => {
    expect(documentAt(alert, 24 * MINUTE).body).toEqual({ status: "OPEN", notifiedAt: isoTime(10 * MINUTE) });
  });

  test("comes again, and ends with its last step", () => {
    expect(documentAt(alert, 56 * MINUTE).body).toEqual({ status: "OPEN", notifiedAt: isoTime(55 * MINUTE) });
    const ended = documentAt(alert, 1e9);
    expect(ended).toEqual({
      body: { status: "CLOSED", notifiedAt: isoTime(55 * MINUTE), ended: isoTime(60 * MINUTE) },
      timeline: [],
    });
    expect(nextStep(ended.timeline)).toBeNull();
  });

  test("is held back for as long as a field says", () => {
    const heldBack = { ...alert, body: { status: "TRACKING", until: isoTime(45 * MINUTE) } };
    expect(documentAt(heldBack, 44 * MINUTE).body["notifiedAt"]).toBe(isoTime(10 * MINUTE));
    expect(documentAt(heldBack, 56 * MINUTE).body["notifiedAt"]).toBe(isoTime(55 * MINUTE));
  });

  const anySteps = fc.array(
    fc.record({
      at: fc.integer({ min: 0, max: 1000 }),
      set: fc.dictionary(fc.constantFrom("a", "b", "c"), fc.integer()),
      stamp: fc.subarray(["x", "y"]),
      last: fc.boolean(),
    }),
    { maxLength: 8 },
  );

  test("looking often or once makes no difference", () => {
    fc.assert(
      fc.property(
        anySteps,
        fc.array(fc.integer({ min: 0, max: 1200 }), { maxLength: 6 }),
        fc.option(fc.integer({ min: 1, max: 200 }), { nil: undefined }),
        (drawn, looks, every) => {
          const repeating: TimelineStep[] = every === undefined ? [] : [{ at: 3, set: {}, stamp: ["z"], every }];
          const document = { body: { a: 0 }, timeline: inOrder([...drawn, ...repeating]) };
          const end = 1200;
          const often = [...looks.toSorted((left, right) => left - right), end].reduce<State>(documentAt, document);
          expect(often).toEqual(documentAt(document, end));
        },
      ),
    );
  });

  test("a thousand years of repetitions cost no more than one", () => {
    const document = { body: {}, timeline: [{ at: 0, set: {}, stamp: ["z"], every: 1 }] };
    const now = 1000 * 365 * 86_400_000;
    expect(documentAt(document, now)).toEqual({
      body: { z: isoTime(now) },
      timeline: [{ at: now + 1, set: {}, stamp: ["z"], every: 1 }],
    });
  });
});
