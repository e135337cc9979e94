import type { PollInterval } from "./poll-intervals.ts";
import type { ResourceKey } from "./query.ts";

/** What the scheduler remembers of an answer that is watched, by whomever. */

type Interest = { readonly poll: PollInterval; readonly since: number };

export type Entry = {
  readonly key: ResourceKey;
  readonly projectKey: string;
  readonly set: string;
  readonly owners: Map<string, Interest>;
  /** When the last read ended well, or null. */
  freshAt: number | null;
  failures: number;
  /** After a failure: when it is tried again; null: not by itself. */
  retryAt: number | null;
  /** Asked for by a person, or on opening. */
  isHurried: boolean;
  /** The read under way was: that it fails once more does not have the next one wait longer. */
  isByHand: boolean;
  /** Not before then: spread after a pause, or saving budget. */
  notBefore: number;
  /** Between 0.9 and 1.1; chosen once a cycle, so that a new plan is the same plan. */
  jitter: number;
  /**
   * Not before then is it to be read next, as it was reckoned last; null where that has to be reckoned anew. Every answer brings a new
   * plan, and few of many entries are another matter then.
   */
  notDueBefore: number | null;
};

/** The wall clock was set back: an entry keeps its distance from now. */
export function shiftEntry(entry: Entry, by: number): void {
  entry.notDueBefore = null;
  entry.notBefore += by;
  if (entry.freshAt !== null) entry.freshAt += by;
  if (entry.retryAt !== null) entry.retryAt += by;
  for (const [owner, interest] of entry.owners) entry.owners.set(owner, { ...interest, since: interest.since + by });
}

/** What is asked once and was confirmed longer ago is old (ms): three of the longest intervals (`domain.md` 1.5). */
const OLD = 3 * 600_000;

/** Whether somebody who comes back to it had better have it asked again. What has ended gets no older. */
export const isOld = ({ freshAt, owners }: Entry, now: number): boolean =>
  freshAt !== null && now - freshAt > OLD && owners.values().some(({ poll }) => poll !== "ended");
