import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readQuery } from "../../src/state/answers/read-query.ts";
import { isPinned, mergedPins, NO_PINS, type Pin, pinKey, pinsIn } from "../../src/state/pins.ts";
import { alertId, PROJECT, storeOn, testConsole } from "./console.ts";

/** Things that a person pinned: over restarts, and by two consoles at once. */

const pin = (number: number): Omit<Pin, "pinnedAt"> => ({
  place: { area: "alerts", ids: [alertId(number)] },
  project: PROJECT,
  kind: "alert",
  title: `alert ${number}`,
  read: { operation: "getAlert", params: { groupId: PROJECT, alertId: alertId(number) } },
});

const titles = ({ store }: Pick<ReturnType<typeof testConsole>, "store">): readonly string[] =>
  pinsIn(store.getState().pins).map(({ title }) => title);

describe("pins", () => {
  test("are there after a restart, and are removed by the same key", async () => {
    const first = testConsole();
    await first.store.start();
    expect(first.store.pins.toggle(pin(1))).toBe(true);
    expect(first.store.pins.toggle(pin(2))).toBe(true);
    expect(first.store.pins.toggle(pin(1))).toBe(false);
    await first.store.stop();
    const second = testConsole({ files: first.files });
    await second.store.start();
    expect(titles(second)).toEqual(["alert 2"]);
    await second.store.stop();
  });

  test("of two consoles at once are all kept, and what one removed does not come back from the other", async () => {
    const one = testConsole();
    const other = { ...one, store: storeOn(one.client, one.clock, one.files, {}, "process-2") };
    await Promise.all([one.store.start(), other.store.start()]);
    one.store.pins.toggle(pin(1));
    await one.clock.advance(10);
    other.store.pins.toggle(pin(2));
    await one.clock.advance(10);
    one.store.pins.toggle(pin(3));
    await one.clock.advance(10);
    one.store.pins.toggle(pin(1));
    await one.clock.advance(10);
    await other.store.stop();
    await one.store.stop();
    const third = testConsole({ files: one.files });
    await third.store.start();
    expect([...titles(third)].toSorted()).toEqual(["alert 2", "alert 3"]);
    await third.store.stop();
  });

  test("merge to the same, whichever is taken first", () => {
    const records = fc.array(fc.record({ number: fc.nat(5), changedAt: fc.nat(1000), isRemoved: fc.boolean() }), {
      maxLength: 20,
    });
    const stateOf = (all: readonly { number: number; changedAt: number; isRemoved: boolean }[]) =>
      mergedPins(
        NO_PINS,
        // No two changes of one thing have one time: a console gives each a later one.
        [...new Map(all.map((each) => [`${each.number} ${each.changedAt}`, each])).values()].map((each) => ({
          ...pin(each.number),
          pinnedAt: each.changedAt,
          changedAt: each.changedAt,
          isRemoved: each.changedAt % 2 === 0,
        })),
      );
    fc.assert(
      fc.property(records, records, (left, right) => {
        const [one, other] = [stateOf(left), stateOf(right)];
        const forth = mergedPins(one, other.values());
        const back = mergedPins(other, one.values());
        for (const key of [...forth.keys(), ...back.keys()]) expect(forth.get(key)).toEqual(back.get(key));
      }),
    );
  });

  test("are named by what they are of", () => {
    const { store } = testConsole();
    store.pins.toggle(pin(1));
    expect(isPinned(store.getState().pins, pin(1))).toBe(true);
    expect(isPinned(store.getState().pins, { ...pin(1), project: null })).toBe(false);
    expect(pinKey(pin(1))).not.toBe(pinKey(pin(2)));
  });
});

describe("a read that was kept", () => {
  test.each([
    [{ operation: "getAlert", params: { groupId: PROJECT, alertId: alertId(1) } }, true],
    [{ operation: "getAlert", params: { groupId: PROJECT } }, false],
    [{ operation: "getAlert", params: { groupId: PROJECT, alertId: "../x" } }, false],
    [{ operation: "getAlert", params: { groupId: PROJECT, alertId: alertId(1), more: "1" } }, false],
    [{ operation: "deleteAlertConfiguration", params: { groupId: PROJECT, alertConfigId: alertId(1) } }, false],
    [{ operation: "nothing", params: {} }, false],
  ])("%j is asked only where it fits its operation and changes nothing", (read, isRead) => {
    expect(readQuery(read, "once") !== null).toBe(isRead);
  });
});
