/**
 * How often answers are asked again: the table of the request budget (`domain.md` 1.5, with the overview of `design.md`, state).
 * Whole seconds; null means not at all.
 */
export type PollInterval =
  | "once"
  /** Not at all either: what it tells of has ended and will not change, so that its answer does not get old. */
  | "ended"
  | "alerts"
  | "migration"
  | "migration-closing"
  | "validation"
  | "job"
  | "snapshot"
  | "index-build"
  | "search-nodes"
  | "access-history"
  | "overview-jobs"
  | "backup-ages";

type Rhythm = {
  /** While the pane has the keys. */
  readonly focused: number | null;
  /** On screen without the keys, or watched in the background. */
  readonly unfocused: number | null;
  /** A quicker start: `every` seconds during the first `during` seconds of watching with the keys. */
  readonly first?: { readonly every: number; readonly during: number };
};

export const POLL_INTERVALS: Readonly<Record<PollInterval, Rhythm>> = {
  once: { focused: null, unfocused: null },
  ended: { focused: null, unfocused: null },
  alerts: { focused: 20, unfocused: 60 },
  migration: { focused: 10, unfocused: 60 },
  "migration-closing": { focused: 3, unfocused: 60 },
  validation: { focused: 10, unfocused: 60, first: { every: 3, during: 30 } },
  job: { focused: 15, unfocused: 60, first: { every: 10, during: 120 } },
  snapshot: { focused: 10, unfocused: 60 },
  "index-build": { focused: 10, unfocused: 60, first: { every: 5, during: 60 } },
  "search-nodes": { focused: 15, unfocused: 60 },
  "access-history": { focused: 30, unfocused: null },
  "overview-jobs": { focused: 60, unfocused: 60 },
  "backup-ages": { focused: 600, unfocused: 600 },
};

/** How often a person wants it: in half of the time, as it is, or in twice the time. */
export type RefreshRate = "slower" | "normal" | "faster";

/** What the intervals are multiplied by. */
export const RATES: Readonly<Record<RefreshRate, number>> = { slower: 2, normal: 1, faster: 0.5 };

/**
 * The time between two calls in ms, or null where there is no next one.
 *
 * @param watchedFor how long it has been watched already, in ms
 */
export function intervalOf(poll: PollInterval, focused: boolean, watchedFor: number): number | null {
  const rhythm = POLL_INTERVALS[poll];
  if (!focused) return rhythm.unfocused === null ? null : rhythm.unfocused * 1000;
  if (rhythm.first !== undefined && watchedFor < rhythm.first.during * 1000) return rhythm.first.every * 1000;
  return rhythm.focused === null ? null : rhythm.focused * 1000;
}
