import { lookupTable } from "../../contract/json/own-values.ts";

/** Units that people type behind a number: `80 %`, `2 h`, `10 GB`. */

const TIMES: Readonly<Record<string, readonly [milliseconds: number, words: RegExp]>> = lookupTable({
  ms: [1, /^(ms|msecs?|milliseconds?)$/u],
  s: [1000, /^(s|secs?|seconds?)$/u],
  min: [60_000, /^(m|mins?|minutes?)$/u],
  h: [3_600_000, /^(h|hrs?|hours?)$/u],
  d: [86_400_000, /^(d|days?)$/u],
});

const OTHERS: Readonly<Record<string, RegExp>> = lookupTable({
  "%": /^(%|percent|per cent|pct)$/u,
  b: /^(b|bytes?)$/u,
  kb: /^(kb|kilobytes?)$/u,
  mb: /^(mb|megabytes?)$/u,
  gb: /^(gb|gigabytes?)$/u,
  tb: /^(tb|terabytes?)$/u,
});

const timeOf = (word: string): number | undefined => Object.values(TIMES).find(([, words]) => words.test(word))?.[0];

const otherOf = (word: string): string => Object.keys(OTHERS).find((name) => OTHERS[name]?.test(word)) ?? word;

/** Factor for converting a number to another unit; null when the two units measure different things. */
export function unitFactor(typed: string, unit: string): number | null {
  const [from, to] = [typed.trim().toLowerCase(), unit.trim().toLowerCase()];
  const [long, short] = [timeOf(from), timeOf(to)];
  if (long !== undefined && short !== undefined) return long / short;
  return otherOf(from) === otherOf(to) ? 1 : null;
}
