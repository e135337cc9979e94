import { expect, it } from "vitest";
import { areSameCells } from "../../src/app/screen/badges.ts";
import type { Cell } from "../../src/areas/model/cell.ts";

it("tells counts apart by their area, their text and their tone", () => {
  const of = (...cells: readonly (readonly [string, Cell])[]) => new Map(cells);
  const one = of(["alerts", "6"]);
  expect(areSameCells(one, of(["alerts", { text: "6", tone: "plain" }]))).toBe(true);
  expect(areSameCells(one, of(["alerts", { text: "6", tone: "bad" }]))).toBe(false);
  expect(areSameCells(one, of(["alerts", "7"]))).toBe(false);
  expect(areSameCells(one, of(["restore-jobs", "6"]))).toBe(false);
  expect(areSameCells(one, of())).toBe(false);
});
