import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type RequiredItem, weakenedItems } from "../../src/contract/compliance-policy/complying.ts";

/** Which changes of a compliance policy make it weaker: items cannot be removed or shortened. */

const item = (frequencyType: string, frequencyInterval: number, days: number): RequiredItem => ({
  frequencyType,
  frequencyInterval,
  days,
});
const [MONDAY, FRIDAY, SATURDAY] = [1, 5, 6];

/** Items as a policy may have them: several of the rarer kinds, one of each day. */
const policies = fc.uniqueArray(
  fc.record({
    frequencyType: fc.constantFrom("daily", "weekly", "monthly"),
    frequencyInterval: fc.integer({ min: 1, max: 7 }),
    days: fc.integer({ min: 7, max: 60 }),
  }),
  { selector: (one) => `${one.frequencyType} ${one.frequencyInterval}`, minLength: 1, maxLength: 10 },
);

describe("a policy", () => {
  it("is weaker without an item, whatever the others ask for", () => {
    const [monday, friday] = [item("weekly", MONDAY, 42), item("weekly", FRIDAY, 35)];
    expect(weakenedItems([monday, friday], [monday])).toEqual([friday]);
    expect(weakenedItems([monday, friday], [friday])).toEqual([monday]);
    fc.assert(
      fc.property(policies, fc.nat(), (was, chosen) => {
        const removed = chosen % was.length;
        expect(weakenedItems(was, was.toSpliced(removed, 1))).toHaveLength(1);
      }),
    );
  });

  it("is not weaker in another order, with longer retention, or with more items", () => {
    fc.assert(
      fc.property(policies, policies, fc.nat({ max: 30 }), (was, more, longer) => {
        const will = was.map((one) => ({ ...one, days: one.days + longer }));
        expect(weakenedItems(was, [...more, ...will].toReversed())).toEqual([]);
      }),
    );
  });

  it("is weaker where an item is kept for fewer days, which another day makes no better", () => {
    expect(weakenedItems([item("weekly", FRIDAY, 35)], [item("weekly", FRIDAY, 28)])).toHaveLength(1);
    expect(weakenedItems([item("weekly", FRIDAY, 35)], [item("weekly", SATURDAY, 28)])).toHaveLength(1);
    expect(weakenedItems([item("weekly", FRIDAY, 35)], [item("weekly", SATURDAY, 35)])).toEqual([]);
  });

  it("asks for hourly snapshots as often or more often", () => {
    expect(weakenedItems([item("hourly", 6, 7)], [item("hourly", 4, 7)])).toEqual([]);
    expect(weakenedItems([item("hourly", 6, 7)], [item("hourly", 8, 7)])).toHaveLength(1);
  });
});
