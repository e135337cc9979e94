/**
 * Poll intervals of answers: the table of the request budget (`domain.md` 1.5, with the overview of `design.md`, state). Whole seconds; null: not
 * polled.
 */
export type PollInterval =
  | "once"
  /** Not polled: its subject has ended and will not change, so that the answer does not get old. */
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
  /** While its pane has the focus. */
  readonly focused: number | null;
  /** On screen without the focus, or watched in the background. */
  readonly unfocused: number | null;
  /** A quicker start: `every` seconds during the first `during` seconds of watching with the focus. */
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

/** Missed reads after which an answer counts as late. */
const MISSED = 3;

/** Age from which an answer is late (ms): several of its longest intervals; null when it is not polled. */
export function lateAfter(poll: PollInterval): number | null {
  const { focused, unfocused } = POLL_INTERVALS[poll];
  return focused === null ? null : MISSED * Math.max(focused, unfocused ?? 0) * 1000;
}

/** Refresh rate that the user chose: half, normal or double. */
export type RefreshRate = "slower" | "normal" | "faster";

/** Factors for the intervals. */
export const RATES: Readonly<Record<RefreshRate, number>> = { slower: 2, normal: 1, faster: 0.5 };

/**
 * Time between two calls in ms, or null when there is no next call.
 *
 * @param watchedFor time since watching began, in ms
 */
export function intervalOf(poll: PollInterval, focused: boolean, watchedFor: number): number | null {
  const rhythm = POLL_INTERVALS[poll];
  if (!focused) return rhythm.unfocused === null ? null : rhythm.unfocused * 1000;
  if (rhythm.first !== undefined && watchedFor < rhythm.first.during * 1000) return rhythm.first.every * 1000;
  return rhythm.focused === null ? null : rhythm.focused * 1000;
}
