import { type BodyValue, isBodyObject, isList, sameJson, textIn } from "../contract/json/json.ts";
import { Secret } from "../contract/secret.ts";
import { isCovered } from "./masks.ts";
import { without } from "./paths.ts";

/** Matches the items of two lists. */

/**
 * For every item of `right`, the position of the matching item in `left`, or null for a new one: by identity if the items have one, then by equal
 * content (the service assigns new identities when a list is written without them).
 */
export function matchItems(
  left: readonly BodyValue[],
  right: readonly BodyValue[],
  identity: string | undefined,
): readonly (number | null)[] {
  const taken = new Set<number>();
  const take = (found: number): number | null => {
    if (found === -1) return null;
    taken.add(found);
    return found;
  };
  const byIdentity = right.map((item) => {
    const id = identityOf(item, identity);
    return id === null
      ? null
      : take(left.findIndex((other, index) => !taken.has(index) && identityOf(other, identity) === id));
  });
  const byContent = (
    known: readonly (number | null)[],
    isSame: typeof equalApartFromMasks,
  ): readonly (number | null)[] =>
    right.map((item, position) => {
      const from = known[position] ?? null;
      if (from !== null) return from;
      const own = lessIdentity(item, identity);
      return take(left.findIndex((other, index) => !taken.has(index) && isSame(lessIdentity(other, identity), own)));
    });
  // Exact content first: items that differ only in their masks match the one with the same mask.
  return byContent(byContent(byIdentity, sameJson), equalApartFromMasks);
}

/** The same, with remaining items paired in order: for a text in which a person changed items in place. */
export function pairsInOrder(
  left: readonly BodyValue[],
  right: readonly BodyValue[],
  identity: string | undefined,
): readonly (number | null)[] {
  const strict = matchItems(left, right, identity);
  const taken = new Set(strict.filter((position) => position !== null));
  const free = left.map((item, index) => ({ item, index })).filter(({ index }) => !taken.has(index));
  return strict.map((position, index) => {
    const item = right[index];
    if (position !== null || item === undefined || identityOf(item, identity) !== null) return position;
    const at = free.findIndex((other) => identityOf(other.item, identity) === null);
    return at === -1 ? null : (free.splice(at, 1)[0]?.index ?? null);
  });
}

const identityOf = (item: BodyValue, identity: string | undefined): string | null =>
  identity === undefined ? null : textIn(item, identity);

const lessIdentity = (item: BodyValue, identity: string | undefined): BodyValue =>
  identity !== undefined && isBodyObject(item) ? without(item, identity) : item;

/** True when two values are equal apart from masks: secrets behind masks cannot be compared. */
export function equalApartFromMasks(left: BodyValue | undefined, right: BodyValue | undefined): boolean {
  if (typeof left === "string" && typeof right === "string")
    return left === right || (isCovered(left) && isCovered(right));
  if (isList(left) && isList(right)) {
    return left.length === right.length && left.every((item, index) => equalApartFromMasks(item, right[index]));
  }
  if (isBodyObject(left) && isBodyObject(right)) {
    const names = Object.keys(left);
    return (
      names.length === Object.keys(right).length &&
      names.every((name) => Object.hasOwn(right, name) && equalApartFromMasks(left[name], right[name]))
    );
  }
  return left instanceof Secret || right instanceof Secret ? sameSecret(left, right) : sameJson(left, right);
}

const sameSecret = (left: BodyValue | undefined, right: BodyValue | undefined): boolean =>
  left instanceof Secret && right instanceof Secret && sameJson(left, right);
