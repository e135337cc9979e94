import { timingSafeEqual } from "node:crypto";

/** Compares two texts in constant time: how long it takes does not tell how much of a secret was guessed. */
export function sameSecret(left: string, right: string): boolean {
  const [a, b] = [Buffer.from(left), Buffer.from(right)];
  return a.length === b.length && timingSafeEqual(a, b);
}
