import type { Risk } from "../../contract/operation.ts";

/** What a typed text finds in the palette: names that it matches, never just names with the same letters somewhere. */

export type Findable = {
  readonly title: string;
  /** What else it answers to. */
  readonly words: string;
  /** The risk of what it leads to. */
  readonly risk: Risk;
};

const termsOf = (text: string): readonly string[] => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];

const isRisky = ({ risk }: Pick<Findable, "risk">): boolean => risk !== "none" && risk !== "reversible";

/** How a text matches, the best first; what matches by its letters inside of words only comes last. */
const RANKS = ["ordered", "shown", "known", "inside", "shortened"] as const;
type Rank = (typeof RANKS)[number];

/** Words that are shorter are inside of almost every name. */
const LEAST_INSIDE = 3;

/** Whether a text is made of the beginnings of words that follow each other: `alco` of `Alert configs`. */
function isShortened(text: string, words: readonly string[]): boolean {
  if (text === "") return true;
  return words.some((word, at) => {
    for (let length = Math.min(word.length, text.length); length > 0; length -= 1) {
      if (word.startsWith(text.slice(0, length)) && isShortened(text.slice(length), words.slice(at + 1))) return true;
    }
    return false;
  });
}

/** Whether words of a name begin so, in the order in which they were typed. */
function isInOrder(wanted: readonly string[], names: readonly string[]): boolean {
  const [first, ...others] = wanted;
  if (first === undefined) return true;
  const at = names.findIndex((name) => name.startsWith(first));
  return at !== -1 && isInOrder(others, names.slice(at + 1));
}

function rankOf(wanted: readonly string[], { title, words, risk }: Findable): Rank | null {
  const shown = termsOf(title);
  const all = [...shown, ...termsOf(words)];
  const begins = (names: readonly string[]): boolean =>
    wanted.every((word) => names.some((name) => name.startsWith(word)));
  if (!isRisky({ risk }) && isInOrder(wanted, shown)) return "ordered";
  if (begins(shown)) return "shown";
  if (begins(all)) return "known";
  if (wanted.every((word) => word.length >= LEAST_INSIDE && all.some((name) => name.includes(word)))) return "inside";
  const [only] = wanted;
  return wanted.length === 1 && only !== undefined && isShortened(only, shown) ? "shortened" : null;
}

/**
 * What a text finds, best first. What destroys or disrupts is found by the beginnings of its words alone, and stands behind what does
 * not: Enter on a text that is not yet finished must not lead there.
 */
export function found<One extends Findable>(all: readonly One[], text: string): readonly One[] {
  const wanted = termsOf(text);
  if (wanted.length === 0) return all;
  const ranked = all.flatMap((one) => {
    const rank = rankOf(wanted, one);
    if (rank === null || (isRisky(one) && rank !== "shown" && rank !== "known")) return [];
    return [{ one, order: RANKS.indexOf(rank) * 2 + (isRisky(one) ? 1 : 0) }];
  });
  return ranked.sort((left, right) => left.order - right.order).map(({ one }) => one);
}
