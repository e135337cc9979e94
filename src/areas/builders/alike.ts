/** Folding of rows that are alike: what differs stands by itself, so that nothing is hidden behind another thing. */

/** From this many on, alike ones fold into a row. */
const FOLD_FROM = 3;

/** Several that are alike, and what they have in common. */
export type Alike<One> = { readonly key: string; readonly members: readonly [One, ...One[]] };

/** One that stands by itself, or several that fold. */
export type Folded<One> = { readonly kind: "single"; readonly one: One } | ({ readonly kind: "fold" } & Alike<One>);

/** Folds those of the same key, where there are enough of them; a fold stands where the first of its members did. */
export function foldAlike<One>(all: readonly One[], keyOf: (one: One) => string): readonly Folded<One>[] {
  const groups = new Map<string, [One, ...One[]]>();
  for (const one of all) {
    const group = groups.get(keyOf(one));
    if (group === undefined) groups.set(keyOf(one), [one]);
    else group.push(one);
  }
  const folded: Folded<One>[] = [];
  for (const one of all) {
    const key = keyOf(one);
    const members = groups.get(key) ?? [one];
    if (members.length < FOLD_FROM) folded.push({ kind: "single", one });
    else if (members[0] === one) folded.push({ kind: "fold", key, members });
  }
  return folded;
}
