import { Fzf } from "fzf";

/** What a typed or pasted text finds among all that is known: bounded work for a key, however much that is. */

export type Searchable = {
  readonly id: string;
  readonly title: string;
  /** All that it is found by, in lower case, each in a line of its own. */
  readonly words: string;
};

/** How a text matches, the best first: its id or title, the start of its title, a whole text of it, a start, a part. `letters`: only its letters in their order, asked for where nothing else is found. */
export type MatchRank = "named" | "titled" | "exact" | "starts" | "inside" | "letters";

export type Match<Thing> = { readonly thing: Thing; readonly rank: MatchRank };

/** So many are shown; nobody reads more. */
export const MOST_FOUND = 100;
/** A shorter text is in almost everything: the newest that have it are enough. */
const LEAST_TO_SEARCH_ALL = 3;
/** So many of the newest are compared by their letters: that takes longer. */
const MOST_BY_LETTERS = 2000;

/** An id as the console shortens it: `65f0…9c1a`. */
const SHORTENED = /^(\w{3,})\u2026(\w{3,})$/u;

function shortened(text: string): ((thing: Searchable) => boolean) | null {
  const [, start, end] = SHORTENED.exec(text) ?? [];
  if (start === undefined || end === undefined) return null;
  return ({ id }) => id.toLowerCase().startsWith(start) && id.toLowerCase().endsWith(end);
}

/** How a text of one or several words matches a thing; null where it does not. Its title is the first line of its words. */
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

/** The things that a text finds, best first; alike ones as they come. It looks at each thing once. */
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

/** What has the letters of a text in their order: a name that was typed with a letter too few. */
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
