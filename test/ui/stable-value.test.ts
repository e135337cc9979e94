import { expect, it } from "vitest";
import type { Cell } from "../../src/areas/view.ts";
import { areSameSpans, span } from "../../src/text/spans.ts";
import { areSameCells, stableValue } from "../../src/ui/screen/stable-value.ts";

it("keeps what looks the same, and takes what differs in a word, a meaning or a length", () => {
  const keep = stableValue(areSameSpans);
  const first = keep([span("as of 14:06:12", "dim")]);
  expect(keep([span("as of 14:06:12", "dim")])).toBe(first);
  for (const other of [[span("as of 14:06:32", "dim")], [span("as of 14:06:12", "warn")], []]) {
    expect(keep(other)).toBe(other);
  }
});

it("tells counts apart by their area, their text and their tone", () => {
  const of = (...cells: readonly (readonly [string, Cell])[]) => new Map(cells);
  const one = of(["alerts", "6"]);
  expect(areSameCells(one, of(["alerts", { text: "6", tone: "plain" }]))).toBe(true);
  expect(areSameCells(one, of(["alerts", { text: "6", tone: "bad" }]))).toBe(false);
  expect(areSameCells(one, of(["alerts", "7"]))).toBe(false);
  expect(areSameCells(one, of(["restore-jobs", "6"]))).toBe(false);
  expect(areSameCells(one, of())).toBe(false);
});
