import fc from "fast-check";
import { expect, test } from "vitest";
import {
  LONGEST_TRAIL,
  leaving,
  NO_TRAIL,
  nextOn,
  type Stop,
  type Trail,
  trailAfterStep,
} from "../../src/state/navigation/trail.ts";

/** Rules of going back and forward. */

/** One walks about: `here` is the place that is shown. */
type Walk = { readonly trail: Trail; readonly here: Stop };

const stop = (number: number): Stop => ({
  place: { area: "alerts", ids: [String(number)] },
  followedTo: null,
  pane: number % 2 === 0 ? "main" : "side",
  cluster: null,
  groupId: null,
  groupName: null,
  line: number,
  selection: { view: "alerts", selectedId: String(number), anchor: null },
});

const opened = ({ trail, here }: Walk, next: Stop): Walk => ({ trail: leaving(trail, here), here: next });

function gone({ trail, here }: Walk, way: "back" | "forward"): Walk {
  const next = nextOn(trail, way);
  return next === undefined ? { trail, here } : { trail: trailAfterStep(trail, way, here), here: next };
}

const walks = fc
  .array(fc.oneof(fc.nat(9), fc.constantFrom("back" as const, "forward" as const)), { maxLength: 300 })
  .map((steps) =>
    steps.reduce<Walk>((walk, step) => (typeof step === "number" ? opened(walk, stop(step)) : gone(walk, step)), {
      trail: NO_TRAIL,
      here: stop(0),
    }),
  );

test("forward after back is where one was, and the other way round", () => {
  fc.assert(
    fc.property(walks, (walk) => {
      if (nextOn(walk.trail, "back") !== undefined) expect(gone(gone(walk, "back"), "forward")).toEqual(walk);
      if (nextOn(walk.trail, "forward") !== undefined) expect(gone(gone(walk, "forward"), "back")).toEqual(walk);
    }),
  );
});

test("it never grows beyond its bound, and back ends at its first place", () => {
  fc.assert(
    fc.property(walks, (walk) => {
      const { past, ahead } = walk.trail;
      expect(past.length + ahead.length).toBeLessThanOrEqual(LONGEST_TRAIL);
      const first = past.reduce((back) => gone(back, "back"), walk);
      expect(first.here).toEqual(past[0] ?? walk.here);
      expect(first.trail).toMatchObject({ past: [] });
      expect(first.trail.ahead).toHaveLength(past.length + ahead.length);
    }),
  );
});

test("a new way forgets what was ahead", () => {
  fc.assert(
    fc.property(walks, fc.nat(9), (walk, number) => {
      const next = opened(gone(walk, "back"), stop(number));
      expect(nextOn(next.trail, "forward")).toBeUndefined();
    }),
  );
});
