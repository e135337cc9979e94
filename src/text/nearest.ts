/** How many single edits (a letter more, less, other, or two swapped) lead from one word to another. */
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

/** A word that someone may have meant, and everything that it is also called. */
type Candidate = { readonly name: string; readonly also: readonly string[] };

/** How far a typed word is from a name: 0 to 1 and beyond; a part of it is near whatever its length. */
function distance(typed: string, name: string): number {
  const [left, right] = [typed.toLowerCase(), name.toLowerCase()];
  const apart = editDistance(left, right) / Math.max(left.length, 1);
  return left.length > 2 && right.includes(left) ? Math.min(apart, 0.25) : apart;
}

/** Beyond this part of its letters changed, a word is another word. */
const TOO_FAR = 0.45;

/** As `nearest`, of names that are called nothing else. */
export const nearestNames = (typed: string, names: readonly string[], most = 3): readonly string[] =>
  nearest(
    typed,
    names.map((name) => ({ name, also: [] })),
    most,
  );

/** Behind a sentence on what was typed: `; did you mean disk or cpu?`, or nothing where nothing is near. */
export function didYouMean(typed: string, names: readonly string[]): string {
  const near = nearestNames(typed, names);
  return near.length === 0 ? "" : `; did you mean ${near.join(" or ")}?`;
}

/** The names that are nearest to what was typed, the nearest first; none when nothing is near. */
export function nearest(typed: string, candidates: readonly Candidate[], most = 3): readonly string[] {
  return candidates
    .map(({ name, also }) => ({ name, far: Math.min(...[name, ...also].map((each) => distance(typed, each))) }))
    .filter(({ far }) => far <= TOO_FAR)
    .sort((one, other) => one.far - other.far)
    .slice(0, most)
    .map(({ name }) => name);
}
