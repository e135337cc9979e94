import { WrongUse } from "./wrong-use.ts";

/** The value of a numeric option; null where it is not given. @throws WrongUse for everything else */
export function wholeNumber(name: string, text: string | undefined, least: number, most: number): number | null {
  if (text === undefined) return null;
  const value = /^\d+$/u.test(text) ? Number(text) : Number.NaN;
  if (value >= least && value <= most) return value;
  throw new WrongUse(`--${name} requires a whole number from ${least} to ${most}.`);
}
