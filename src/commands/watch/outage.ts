import { formatClock, type Zone } from "../../text/format.ts";
import type { Found, NothingRead } from "../show/unattended.ts";

/** Says once that a place cannot be read, and once that it can again: a watch that runs all night says no more of an outage. */

/** Why the newest attempt failed, and since when; null: not known. */
export type Trouble = { readonly words: string; readonly since: number | null };

/** Null while all is well. */
export function troubleOf(found: Found | NothingRead): Trouble | null {
  if ("words" in found) return { words: found.words, since: null };
  const { failure, failingSince } = found.fresh;
  return failure === null ? null : { words: failure, since: failingSince };
}

const sentence = (words: string): string => (/[.!?]$/u.test(words) ? words : `${words}.`);

/** @param now this machine's time (ms) */
export function createOutage(
  zone: Zone,
  now: () => number,
  complain: (words: string) => void,
): (trouble: Trouble | null) => void {
  let isOut = false;
  return (trouble) => {
    if ((trouble !== null) === isOut) return;
    isOut = trouble !== null;
    complain(
      trouble === null
        ? `Read again at ${formatClock(now(), zone)}.`
        : `Not read since ${formatClock(trouble.since ?? now(), zone)}, trying again: ${sentence(trouble.words)}`,
    );
  };
}
