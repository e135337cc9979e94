import { describe, expect, test } from "vitest";
import { createArrivals } from "../../src/state/answers/arrivals.ts";
import { FakeClock, settle } from "./fake-clock.ts";

/** What answers bring, with the moments in the test's hand: what is entered together, and what waits for it. */

function given() {
  const clock = new FakeClock();
  const entered: string[][] = [];
  let open: string[] = [];
  const state = { isLast: false, betweenKeys: Promise.resolve() };
  const arrivals = createArrivals({
    clock,
    together: (run) => {
      open = [];
      run();
      entered.push(open);
    },
    isLast: () => state.isLast,
    betweenKeys: () => state.betweenKeys,
  });
  const enter = (what: Parameters<typeof arrivals.enter>[0], name: string): Promise<void> =>
    arrivals.enter(what, () => {
      if (name === "broken") throw new Error(name);
      open.push(name);
    });
  return { clock, entered, state, arrivals, enter };
}

describe("what answers bring", () => {
  test("is entered at once, and what comes right after it together", async () => {
    const { clock, entered, enter } = given();
    const first = enter("news", "first");
    expect(entered).toEqual([["first"]]);
    await first;
    const later = [enter("news", "second"), enter("confirmation", "third"), enter("news", "fourth")];
    expect(entered).toHaveLength(1);
    await clock.advance(200);
    expect(entered).toEqual([["first"], ["second", "third", "fourth"]]);
    await Promise.all(later);
  });

  test("does not wait for others where none is on its way, nor where somebody waits for it", () => {
    const { entered, state, enter } = given();
    void enter("news", "first");
    void enter("news", "second");
    void enter("awaited", "third");
    expect(entered).toEqual([["first"], ["second", "third"]]);
    state.isLast = true;
    void enter("news", "fourth");
    expect(entered.at(-1)).toEqual(["fourth"]);
  });

  test("waits longer where it only says what is known", async () => {
    const { clock, entered, state, enter } = given();
    state.isLast = true;
    void enter("confirmation", "one");
    await clock.advance(2600);
    void enter("confirmation", "other");
    expect(entered).toEqual([]);
    await clock.advance(400);
    expect(entered).toEqual([["one", "other"]]);
  });

  test("is in no key's way where it has waited", async () => {
    const { clock, entered, state, enter } = given();
    void enter("news", "first");
    const keys = Promise.withResolvers<void>();
    state.betweenKeys = keys.promise;
    const later = [enter("news", "second"), enter("news", "third")];
    await clock.advance(300);
    expect(entered).toEqual([["first"]]);
    later.push(enter("confirmation", "fourth"));
    keys.resolve();
    await Promise.all(later);
    expect(entered).toEqual([["first"], ["second", "third", "fourth"]]);
  });

  test("that cannot be entered keeps nothing else out, and says so to whoever brought it", async () => {
    const { entered, arrivals, enter } = given();
    void enter("confirmation", "one");
    const broken = enter("confirmation", "broken").catch((error: unknown) => error);
    void enter("confirmation", "other");
    arrivals.flush();
    await settle();
    expect(entered).toEqual([["one", "other"]]);
    expect(await broken).toEqual(new Error("broken"));
  });
});
