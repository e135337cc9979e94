import { describe, expect, it } from "vitest";
import { asOldTerminal, asWideTerminal, Emulator } from "./emulator.ts";
import { inStep } from "./in-step.ts";

const someSeeds = (count: number): number[] => Array.from({ length: count }, () => Math.floor(Math.random() * 2 ** 31));

const scrollings = ["scroll", "lines", "none", "scroll", "scroll"] as const;

describe("random frames through the adapter show what whole frames show", () => {
  it.each(someSeeds(5).map((seed, index) => ({ seed, scrolling: scrollings[index] ?? "scroll" })))(
    "100 steps, seed $seed, rows moved by: $scrolling",
    async (given) => {
      const { difference, bytes, wholeBytes } = await inStep({ ...given, steps: 100 });
      expect(difference).toBeUndefined();
      expect(bytes).toBeLessThan(wholeBytes);
    },
  );
});

describe("where a terminal measures characters in its own way, a change leaves what the frame anew leaves", () => {
  const terminals = { asOldTerminal, asWideTerminal };
  const cases = Object.entries(terminals).flatMap(([name, measure]) =>
    someSeeds(2).map((seed) => ({ name, seed, measure })),
  );
  it.each(cases)("$name, 50 steps, seed $seed", async ({ seed, measure }) => {
    const terminal = (columns: number, rows: number) => new Emulator(columns, rows, measure);
    const { difference } = await inStep({ seed, steps: 50, repertoire: "disputed", terminal });
    expect(difference).toBeUndefined();
  });
});
