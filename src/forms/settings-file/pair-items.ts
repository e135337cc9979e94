import type * as z from "zod";
import { type BodyObject, type BodyValue, isBodyObject } from "../../contract/json/json.ts";
import { ownValue } from "../../contract/json/own-values.ts";
import { maskTail, Secret } from "../../contract/secret.ts";
import { isCovered } from "../masks.ts";
import { equalApartFromMasks, pairsInOrder } from "../match-items.ts";
import { fieldSchema, isSecretSchema, shapeOf } from "../schema/schema.ts";
import { keptSecretEnd } from "./kind.ts";

/**
 * Matches items of a file to stored items. A kept secret belongs to the matched item: when several items are possible and their visible secret ends
 * differ, nothing is guessed.
 */

type Schema = z.core.$ZodType;

type Items = readonly BodyValue[];

/** @param contentOf fields of an item that a file names, without secrets */
export function pairsOfItems(
  element: Schema,
  stored: Items,
  wanted: Items,
  contentOf: (item: BodyValue) => BodyValue,
): readonly (number | null)[] {
  const [was, now] = [stored.map(contentOf), wanted.map(contentOf)];
  const secrets = wanted.map((item) => secretsIn(element, item));
  if (secrets.every((own) => own.length === 0)) return pairsInOrder(was, now, undefined);
  const pairs: (number | null)[] = wanted.map(() => null);
  const free = new Set(stored.keys());
  const unclear = new Set<number>();
  const isAlike = (from: number, index: number): boolean => equalApartFromMasks(was[from], now[index]);
  const fitOf = (from: number, index: number): Fit =>
    shapeOf(element, stored[from]) === shapeOf(element, wanted[index])
      ? fitOfSecrets(secrets[index] ?? [], stored[from])
      : "no";
  const open = (): readonly number[] => [...wanted.keys()].filter((index) => pairs[index] === null);
  /** Number of unmatched items with the same content: each of them takes one of the candidates. */
  const sayingSame = (index: number): number =>
    open().filter(
      (other) => equalApartFromMasks(now[other], now[index]) && isSameKept(secrets[other] ?? [], secrets[index] ?? []),
    ).length;
  const pair = (isCandidate: (from: number, index: number) => boolean, isByContent: boolean): void => {
    // Items that keep a secret come before items that bring their own, which may take any place.
    const keepFirst = open().toSorted(
      (left, right) => keptFields(secrets[right] ?? []).length - keptFields(secrets[left] ?? []).length,
    );
    for (const index of keepFirst) {
      if (unclear.has(index)) continue;
      const candidates = [...free].filter((from) => isCandidate(from, index));
      const [first] = candidates;
      if (first === undefined) continue;
      const rivals = isByContent ? sayingSame(index) : 1;
      const kept = keptFields(secrets[index] ?? []);
      if (rivals < candidates.length && isUnlike(candidates.map((from) => masksIn(stored[from], kept)))) {
        unclear.add(index);
        continue;
      }
      pairs[index] = first;
      free.delete(first);
    }
  };
  pair((from, index) => fitOf(from, index) === "shown" && isAlike(from, index), true);
  pair((from, index) => fitOf(from, index) === "shown", false);
  pair((from, index) => fitOf(from, index) !== "no" && isAlike(from, index), true);
  pair((from, index) => fitOf(from, index) !== "no", false);
  return pairs;
}

/** Agreement of an item's secrets with a stored item: proved by visible ends, possible, or excluded. */
type Fit = "shown" | "maybe" | "no";

type SecretField = { readonly name: string; readonly value: BodyValue };

const secretsIn = (element: Schema, item: BodyValue): readonly SecretField[] =>
  isBodyObject(item)
    ? Object.entries(item).flatMap(([name, value]) => {
        const inner = fieldSchema(element, item, name);
        return inner !== undefined && isSecretSchema(inner) ? [{ name, value }] : [];
      })
    : [];

/** Fields that are kept without saying which secret. */
const keptFields = (secrets: readonly SecretField[]): readonly string[] =>
  secrets.flatMap(({ name, value }) => (keptSecretEnd(value) === "" ? [name] : []));

const isSameKept = (left: readonly SecretField[], right: readonly SecretField[]): boolean =>
  left.length === right.length &&
  left.every(({ value }, index) => keptSecretEnd(value) === keptSecretEnd(right[index]?.value));

function fitOfSecrets(secrets: readonly SecretField[], stored: BodyValue | undefined): Fit {
  const own = isBodyObject(stored) ? stored : {};
  const fits = secrets.map(({ name, value }): Fit => {
    const mask = maskOf(own, name);
    const end = keptSecretEnd(value);
    if (end !== null) return mask === null ? "no" : end === "" ? "maybe" : maskTail(mask) === end ? "shown" : "no";
    const tail = maskTail(mask ?? "");
    return value instanceof Secret && tail !== "" && value.reveal().endsWith(tail) ? "shown" : "maybe";
  });
  if (fits.includes("no")) return "no";
  return fits.includes("shown") ? "shown" : "maybe";
}

function maskOf(item: BodyObject, name: string): string | null {
  const mask = ownValue(item, name);
  return typeof mask === "string" && isCovered(mask) ? mask : null;
}

const masksIn = (item: BodyValue | undefined, names: readonly string[]): readonly string[] =>
  names.map((name) => (isBodyObject(item) ? (maskOf(item, name) ?? "") : ""));

/** True when the masks may belong to different secrets: equal ends count as one secret, fully hidden ones may differ. */
const isUnlike = (all: readonly (readonly string[])[]): boolean =>
  all.some((masks, index) => index > 0 && masks.some((mask, at) => maskTail(mask) === "" || mask !== all[0]?.[at]));
