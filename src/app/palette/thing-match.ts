import { Fzf } from "fzf";

/** Matches of a typed or pasted text among all cached things: bounded work per key press, however many there are. */

export type Searchable = {
  readonly id: string;
  readonly title: string;
  /** All texts that it is found by, in lower case, one per line. */
  readonly words: string;
};

/**
 * Ranks of a match, best first: id or title, start of the title, a whole line of the words, start of a line, a part. `letters`: only the letters in
 * their order, tried if nothing else matches.
 */
type MatchRank = "named" | "titled" | "exact" | "starts" | "inside" | "letters";

export type Match<Thing> = { readonly thing: Thing; readonly rank: MatchRank };

/** Number of matches that are shown; nobody reads more. */
export const MOST_FOUND = 100;
/** A shorter text matches almost everything: the newest matches are enough. */
const LEAST_TO_SEARCH_ALL = 3;
/** Number of newest things that are compared by letters, which is slower. */
const MOST_BY_LETTERS = 2000;

/** An id as the console shortens it: `65f0…9c1a`. */
const SHORTENED = /^(\w{3,})\u2026(\w{3,})$/u;

function shortened(text: string): ((thing: Searchable) => boolean) | null {
  const [, start, end] = SHORTENED.exec(text) ?? [];
  if (start === undefined || end === undefined) return null;
  return ({ id }) => id.toLowerCase().startsWith(start) && id.toLowerCase().endsWith(end);
}

/** Rank of a match of a text with one or several words; null if it does not match. The title is the first line of a thing's words. */
function rankOf(text: string, words: readonly string[], thing: Searchable): Exclude<MatchRank, "letters"> | null {
  if (!thing.words.includes(words[0] ?? "")) return null;
  const isWhole = thing.words.includes(`\n${text}\n`);
  const isTitled = thing.words.startsWith(`\n${text}`);
  if (isWhole && ((isTitled && thing.title.length === text.length) || thing.id.toLowerCase() === text)) return "named";
  if (isTitled) return "titled";
  if (isWhole) return "exact";
  if (thing.words.includes(`\n${text}`)) return "starts";
  return words.length === 1 || words.every((word) => thing.words.includes(word)) ? "inside" : null;
}

/** Things that match a text, best first; within a rank in their given order. It visits each thing once. */
export function matchThings<Thing extends Searchable>(
  things: readonly Thing[],
  typed: string,
): readonly Match<Thing>[] {
  const text = typed.trim().toLowerCase();
  if (text === "") return [];
  const words = text.split(/\s+/u);
  const isMeant = shortened(text);
  const found: Record<Exclude<MatchRank, "letters">, Thing[]> = {
    named: [],
    titled: [],
    exact: [],
    starts: [],
    inside: [],
  };
  const enough = text.length < LEAST_TO_SEARCH_ALL ? MOST_FOUND : Number.POSITIVE_INFINITY;
  let count = 0;
  for (const thing of things) {
    const rank = isMeant === null ? rankOf(text, words, thing) : isMeant(thing) ? "named" : null;
    if (rank === null || found[rank].length >= MOST_FOUND) continue;
    found[rank].push(thing);
    count += 1;
    if (count >= enough) break;
  }
  const ranks = ["named", "titled", "exact", "starts", "inside"] as const;
  const all = ranks.flatMap((rank) => found[rank].map((thing) => ({ thing, rank })));
  return all.length > 0 ? all.slice(0, MOST_FOUND) : byLetters(things, text);
}

/** Things with the letters of a text in order, for a name that was typed with a letter missing. */
function byLetters<Thing extends Searchable>(things: readonly Thing[], text: string): readonly Match<Thing>[] {
  if (text.length < 3) return [];
  const newest = things.slice(0, MOST_BY_LETTERS);
  const titles = newest.map(({ title }, index) => ({ title, index }));
  return new Fzf(titles, { selector: ({ title }) => title, casing: "case-insensitive", limit: MOST_FOUND })
    .find(text)
    .flatMap(({ item }) => {
      const thing = newest[item.index];
      return thing === undefined ? [] : [{ thing, rank: "letters" as const }];
    });
}
