import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { type BetweenKeys, createBetweenKeys } from "../../src/state/answers/between-keys.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** What has gone on by now, in its order. */
function work(betweenKeys: BetweenKeys, ...names: readonly (keyof Omit<BetweenKeys, "pressed">)[]): string[] {
  const done: string[] = [];
  for (const name of names) void betweenKeys[name]().then(() => done.push(name));
  return done;
}

const pass = (milliseconds: number): Promise<unknown> => vi.advanceTimersByTimeAsync(milliseconds);

describe("work that can wait", () => {
  test("goes on at once while nobody types, one after the other", async () => {
    const betweenKeys = createBetweenKeys();
    const done = work(betweenKeys, "next", "nextLong");
    expect(done).toEqual([]);
    await vi.advanceTimersToNextTimerAsync();
    expect(done).toEqual(["next"]);
    await vi.advanceTimersToNextTimerAsync();
    expect(done).toEqual(["next", "nextLong"]);
  });

  test("waits until a key has been answered", async () => {
    const betweenKeys = createBetweenKeys();
    betweenKeys.pressed();
    const done = work(betweenKeys, "next");
    await pass(5);
    expect(done).toEqual([]);
    await pass(2);
    expect(done).toEqual(["next"]);
  });

  test("waits for the next key where that may come at any moment, and not for ever", async () => {
    const betweenKeys = createBetweenKeys();
    betweenKeys.pressed();
    await pass(40);
    const done = work(betweenKeys, "next");
    await pass(30);
    expect(done).toEqual([]);
    betweenKeys.pressed();
    await pass(7);
    expect(done).toEqual(["next"]);
    await pass(40);
    const others = work(betweenKeys, "next");
    await pass(70);
    expect(others).toEqual([]);
    await pass(5);
    expect(others).toEqual(["next"]);
  });

  test("begins soon after a key where it takes long", async () => {
    const betweenKeys = createBetweenKeys();
    betweenKeys.pressed();
    await pass(15);
    const [long, piece] = [work(betweenKeys, "nextLong"), work(createBetweenKeys(), "next")];
    await pass(5);
    expect([long, piece]).toEqual([[], ["next"]]);
    betweenKeys.pressed();
    await pass(7);
    expect(long).toEqual(["nextLong"]);
  });

  test("goes on where keys come so fast that there is no time between them", async () => {
    const betweenKeys = createBetweenKeys();
    const done = work(betweenKeys, "next", "nextLong");
    for (let key = 0; key < 50; key += 1) {
      betweenKeys.pressed();
      await pass(5);
    }
    expect(done).toEqual(["next", "nextLong"]);
  });

  test("goes on under a key that is previous", async () => {
    const betweenKeys = createBetweenKeys();
    const done = work(betweenKeys, ...new Array<"next">(30).fill("next"));
    for (let key = 0; key < 30; key += 1) {
      betweenKeys.pressed();
      await pass(17);
    }
    expect(done.length).toBe(30);
  });
});
