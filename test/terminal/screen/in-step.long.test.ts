import { describe, expect, it } from "vitest";
import { asOldTerminal, asWideTerminal, Emulator } from "./emulator.ts";
import { inStep } from "./in-step.ts";

const someSeeds = (count: number): number[] => Array.from({ length: count }, () => Math.floor(Math.random() * 2 ** 31));

const scrollings = ["scroll", "lines", "none", "scroll"] as const;

describe("10,000 random frames through the adapter show what whole frames show", () => {
  it.each(someSeeds(20).map((seed, index) => ({ seed, scrolling: scrollings[index % 4] ?? "scroll" })))(
    "500 steps, seed $seed, rows moved by: $scrolling",
    async (given) => {
      const { difference, bytes, wholeBytes } = await inStep({ ...given, steps: 500 });
      expect(difference).toBeUndefined();
      expect(bytes).toBeLessThan(wholeBytes);
    },
  );
});

describe("where a terminal measures characters in its own way, a change leaves what the frame anew leaves", () => {
  const terminals = { asOldTerminal, asWideTerminal };
  const cases = Object.entries(terminals).flatMap(([name, measure]) =>
    someSeeds(5).map((seed) => ({ name, seed, measure })),
  );
  it.each(cases)("$name, 200 steps, seed $seed", async ({ seed, measure }) => {
    const terminal = (columns: number, rows: number) => new Emulator(columns, rows, measure);
    const { difference } = await inStep({ seed, steps: 200, repertoire: "disputed", terminal });
    expect(difference).toBeUndefined();
  });
});
