import type { Risk } from "../../contract/operation.ts";

/** Matches of a typed text in the palette: by words of a name, never by scattered letters. */

export type Findable = {
  readonly title: string;
  /** Further words that match. */
  readonly words: string;
  /** Risk of the entry's operation. */
  readonly risk: Risk;
};

/** The words of a text, without what stands between them. */
export const termsOf = (text: string): readonly string[] => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];

const isRisky = ({ risk }: Pick<Findable, "risk">): boolean => risk !== "none" && risk !== "reversible";

/** Ranks of a match, best first; a match inside of words or by shortened words comes last. */
const RANKS = ["ordered", "shown", "known", "inside", "shortened"] as const;
type Rank = (typeof RANKS)[number];

/** Minimum length of a word to match inside of words: shorter ones occur in almost every name. */
const LEAST_INSIDE = 3;

/** True when a text consists of beginnings of consecutive words: `alco` of `Alert configs`. */
function isShortened(text: string, words: readonly string[]): boolean {
  if (text === "") return true;
  return words.some((word, at) => {
    for (let length = Math.min(word.length, text.length); length > 0; length -= 1) {
      if (word.startsWith(text.slice(0, length)) && isShortened(text.slice(length), words.slice(at + 1))) return true;
    }
    return false;
  });
}

/** True when words of a name begin with the typed words, in the same order. */
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
 * Matches of a text, best first. A disruptive or destructive entry matches only by the beginnings of its words, and comes after the harmless ones of
 * its rank: Enter on an unfinished text must not run it.
 */
export function matchEntries<One extends Findable>(all: readonly One[], text: string): readonly One[] {
  const wanted = termsOf(text);
  if (wanted.length === 0) return all;
  const ranked = all.flatMap((one) => {
    const rank = rankOf(wanted, one);
    if (rank === null || (isRisky(one) && rank !== "shown" && rank !== "known")) return [];
    return [{ one, order: RANKS.indexOf(rank) * 2 + (isRisky(one) ? 1 : 0) }];
  });
  return ranked.sort((left, right) => left.order - right.order).map(({ one }) => one);
}
