import { formatClock, type Zone } from "../../text/format.ts";
import type { Found, NothingRead } from "../show/unattended.ts";

/** Says once that a place cannot be read, and once that it can again: a watch that runs all night says no more of an outage. */

/** Why the newest attempt failed, and since when; null while all is well. */
function troubleOf(found: Found | NothingRead): { readonly words: string; readonly since: number | null } | null {
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
): (found: Found | NothingRead) => void {
  let isOut = false;
  return (found) => {
    const trouble = troubleOf(found);
    if ((trouble !== null) === isOut) return;
    isOut = trouble !== null;
    complain(
      trouble === null
        ? `Read again at ${formatClock(now(), zone)}.`
        : `Not read since ${formatClock(trouble.since ?? now(), zone)}, trying again: ${sentence(trouble.words)}`,
    );
  };
}
