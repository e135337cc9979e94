/** Number of single edits (a letter inserted, deleted or replaced, or two neighbours swapped) that turn one word into another. */
export function editDistance(from: string, to: string): number {
  let former: number[] = [];
  let row = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (let i = 1; i <= from.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= to.length; j += 1) {
      const same = from[i - 1] === to[j - 1];
      const swapped = i > 1 && j > 1 && from[i - 1] === to[j - 2] && from[i - 2] === to[j - 1];
      next.push(
        Math.min(
          (row[j] ?? 0) + 1,
          (next[j - 1] ?? 0) + 1,
          (row[j - 1] ?? 0) + (same ? 0 : 1),
          swapped ? (former[j - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY,
        ),
      );
    }
    former = row;
    row = next;
  }
  return row[to.length] ?? 0;
}

/** A word that the user may have meant, with its aliases. */
type Candidate = { readonly name: string; readonly also: readonly string[] };

type Candidates = readonly (string | Candidate)[];

/**
 * Distance of a typed word from a name: 0 for the same word, 1 or more for unrelated ones; at most 0.25 if the name contains it (three letters or
 * more).
 */
function distance(typed: string, name: string): number {
  const [left, right] = [typed.toLowerCase(), name.toLowerCase()];
  const apart = editDistance(left, right) / Math.max(left.length, 1);
  return left.length > 2 && right.includes(left) ? Math.min(apart, 0.25) : apart;
}

/** Largest distance at which a name is still suggested. */
const TOO_FAR = 0.45;

/** Suffix for an error about a typed word: `; did you mean disk or cpu?`; empty if no name is near. */
export function didYouMean(typed: string, names: Candidates): string {
  const near = nearest(typed, names);
  return near.length === 0 ? "" : `; did you mean ${near.join(" or ")}?`;
}

/**
 * Sentence after an error about a typed word: `Did you mean disk or cpu?`
 *
 * @param otherwise the sentence where no name is near
 * @param most the number of names in it
 */
export function didYouMeanElse(typed: string, names: Candidates, otherwise: string, most = 3): string {
  const near = nearest(typed, names, most);
  return near.length === 0 ? otherwise : `Did you mean ${near.join(" or ")}?`;
}

/** A longer word is no misspelt name, and comparing it would take seconds (characters). */
const LONGEST_TYPED = 200;

/** Names nearest to a typed word, nearest first; empty if none is near. */
export function nearest(typed: string, candidates: Candidates, most = 3): readonly string[] {
  if (typed.length > LONGEST_TYPED) return [];
  const near = candidates
    .map((candidate) => (typeof candidate === "string" ? { name: candidate, also: [] } : candidate))
    .map(({ name, also }) => ({ name, far: Math.min(...[name, ...also].map((each) => distance(typed, each))) }))
    .filter(({ far }) => far <= TOO_FAR)
    .sort((one, other) => one.far - other.far);
  return [...new Set(near.map(({ name }) => name))].slice(0, most);
}
