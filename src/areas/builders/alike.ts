/** Folds similar rows; a row that differs stays on its own, so that no row is hidden behind a different one. */

/** Minimum number of similar rows that fold into one. */
const FOLD_FROM = 3;

/** Similar items and the key that they share. */
export type Alike<One> = { readonly key: string; readonly members: readonly [One, ...One[]] };

/** A single item, or several that fold. */
export type Folded<One> = { readonly kind: "single"; readonly one: One } | ({ readonly kind: "fold" } & Alike<One>);

/** Folds items of the same key where there are enough of them; a fold takes the place of its first member. */
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
