/** Sentences of forms that must not say what is not so. */
import { expect, test } from "vitest";
import { updatePlan } from "../../src/areas/search-indexes/form.ts";
import { updatePlan as firstGeneration } from "../../src/areas/search-indexes-first-generation/form.ts";
import type { SentenceContext } from "../../src/forms/types.ts";

const seen: SentenceContext = {
  body: {},
  base: null,
  mode: "replace",
  env: { now: 0, timeZone: "UTC" },
  names: () => undefined,
};

test("an index that serves nothing is not said to go on serving", () => {
  for (const planOf of [
    (serves: boolean) => updatePlan("shop.names", true, serves),
    (serves: boolean) => firstGeneration("shop.names", "an end", serves),
  ]) {
    expect(planOf(true).sentence(seen)).toContain("What serves now goes on until it is built.");
    expect(planOf(false).sentence(seen)).toContain("Nothing serves until it is built.");
    expect(planOf(false).sentence(seen)).not.toContain("goes on");
  }
});
