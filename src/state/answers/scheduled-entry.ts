import type { PollInterval } from "./poll-intervals.ts";
import type { ResourceKey } from "./query.ts";

/** Scheduling state of a watched answer, shared by all its owners. */

type Interest = { readonly poll: PollInterval; readonly since: number };

export type Entry = {
  readonly key: ResourceKey;
  readonly projectKey: string;
  readonly set: string;
  readonly owners: Map<string, Interest>;
  /** Time at which the last read succeeded, or null. */
  freshAt: number | null;
  failures: number;
  /** Time of the next attempt after a failure; null: no automatic attempt. */
  retryAt: number | null;
  /** Requested by a person, or on opening. */
  isHurried: boolean;
  /** Requested by a person's key, until it was read or refused: it does not wait as long as the service may want. */
  isRequestedByPerson: boolean;
  /** The read in flight was requested by a person: another failure then does not lengthen the back-off. */
  isByHand: boolean;
  /** Earliest time of the next read: spread after a pause, or saving budget. */
  notBefore: number;
  /** Between 0.9 and 1.1 (0.4 to 1 for the second of many reads); chosen once a cycle, so that planning again gives the same plan. */
  jitter: number;
  /**
   * Cached lower bound of the next due time; null when it must be computed again. Every answer makes a new plan, and only few of many entries have
   * changed by then.
   */
  notDueBefore: number | null;
};

/** An entry without an owner. */
export const newEntry = (
  { key, projectKey, set, freshAt }: Pick<Entry, "key" | "projectKey" | "set" | "freshAt">,
  jitter: number,
): Entry => ({
  key,
  projectKey,
  set,
  owners: new Map(),
  freshAt,
  failures: 0,
  retryAt: null,
  isHurried: false,
  isRequestedByPerson: false,
  isByHand: false,
  notBefore: 0,
  jitter,
  notDueBefore: null,
});

/** A due entry, with what decides the order of reads. */
export type Due = {
  readonly entry: Entry;
  readonly due: number;
  readonly isFocused: boolean;
  readonly isAwaited: boolean;
};

/** The order in which due entries are read. */
export const byUrgency = (left: Due, right: Due): number =>
  Number(right.isFocused) - Number(left.isFocused) ||
  // Entries never read, or requested by a person, do not wait behind ones that are polled.
  Number(right.isAwaited) - Number(left.isAwaited) ||
  left.due - right.due ||
  // Pressing r again must not repeat the same reads while others wait for the limit.
  (left.entry.freshAt ?? 0) - (right.entry.freshAt ?? 0);

/** Moves the times of an entry after the wall clock was set back: all distances from now stay the same. */
export function shiftEntry(entry: Entry, by: number): void {
  entry.notDueBefore = null;
  entry.notBefore += by;
  if (entry.freshAt !== null) entry.freshAt += by;
  if (entry.retryAt !== null) entry.retryAt += by;
  for (const [owner, interest] of entry.owners) entry.owners.set(owner, { ...interest, since: interest.since + by });
}

/** Age at which an answer that is not polled counts as old (ms): three of the longest intervals (`domain.md` 1.5). */
const OLD = 3 * 600_000;

/** True when an answer should be read again on return to it. Answers about something that has ended get no older. */
export const isOld = ({ freshAt, owners }: Entry, now: number): boolean =>
  freshAt !== null && now - freshAt > OLD && owners.values().some(({ poll }) => poll !== "ended");
