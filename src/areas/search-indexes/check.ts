import { formatIndex, type SearchIndex } from "../../domain/search/search-index.ts";
import type { AreaCheck } from "../model/check.ts";
import type { Context } from "../model/context.ts";
import { type Generation, listedIndexes } from "./generation.ts";
import { isFailed, isOutdated } from "./row-fields.ts";

/** Search indexes for monitoring. */

/** Failed indexes first, then those that are not serving, then those that serve an old definition on some host. */
function problems(context: Context, generation: Generation): readonly string[] {
  const ranks = [isFailed, ({ isServing }: SearchIndex) => isServing !== true, isOutdated];
  const rankOf = (index: SearchIndex): number => ranks.findIndex((is) => is(index));
  return listedIndexes(context, generation)
    .filter((index) => rankOf(index) !== -1)
    .toSorted((left, right) => rankOf(left) - rankOf(right))
    .map((index) => `${formatIndex(index)} on ${index.cluster}: ${index.status.words}`);
}

export const checkOf = (generation: Generation): AreaCheck => ({
  name: "indexes",
  figures: [
    { id: "failed", words: "failed", critical: "0" },
    { id: "notServing", words: "not serving", warning: "0" },
    { id: "outdated", words: "serving an old definition", warning: "0" },
    { id: "running", words: "being built or deleted" },
    { id: "total", words: "in total" },
  ],
  nothing: "no indexes",
  problems: (context) => problems(context, generation),
});
