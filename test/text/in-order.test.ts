import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { inOrder } from "../../src/text/in-order.ts";

const numbers = (from: number, to: number): readonly number[] =>
  Array.from({ length: to - from }, (_, index) => from + index);

const found = (earlier: readonly number[], later: readonly number[]) => later.map(inOrder(earlier, Object.is));

describe("what a list has of an earlier one", () => {
  test("is found where items came in front, however many", () => {
    expect(found(numbers(1000, 1500), numbers(0, 1400)).slice(1000)).toEqual(numbers(0, 400));
  });

  test("is found behind items that came, went and changed in between", () => {
    const later = [
      ...numbers(0, 10),
      -1,
      -2,
      ...numbers(10, 20),
      ...numbers(24, 40),
      ...new Array(30).fill(-3),
      ...numbers(70, 90),
    ];
    const lost = later.filter((item, index) => item >= 0 && found(numbers(0, 100), later)[index] === null);
    expect(lost).toEqual([]);
  });

  test("is nothing else than the same item, at each place once, in its order", () => {
    const list = fc.array(fc.nat(20), { maxLength: 60 });
    fc.assert(
      fc.property(list, list, (earlier, later) => {
        const places = found(earlier, later);
        for (const [index, at] of places.entries()) if (at !== null) expect(earlier[at]).toBe(later[index]);
        const taken = places.filter((at) => at !== null);
        expect(taken).toEqual([...new Set(taken)].toSorted((one, other) => one - other));
      }),
    );
  });

  test("compares each item of another list with few", () => {
    let count = 0;
    const find = inOrder(numbers(0, 20_000), (one, other) => {
      count += 1;
      return one === other;
    });
    for (const item of numbers(20_000, 40_000)) find(item);
    expect(count).toBeLessThan(2 * 20_000);
  });
});
