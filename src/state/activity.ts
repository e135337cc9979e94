import type { OperationArgs } from "../client/request.ts";
import type { Method } from "../contract/operation.ts";

/** One call of this session, for the activity log. Reads and writes; newest last; bounded. */
export type Activity = {
  readonly id: number;
  /** Start time (local clock, ms). */
  readonly at: number;
  readonly operation: string;
  readonly title: string;
  readonly method: Method;
  readonly path: string;
  /** Arguments of the call, to show it as a command again. Secrets of a body are masked. */
  readonly args: OperationArgs;
  readonly outcome: "done" | "failed" | "cancelled";
  readonly status: number | null;
  readonly errorCode: string | null;
  /** Error message for people. */
  readonly words: string | null;
  /** Duration, without the time in which the console was stopped. */
  readonly milliseconds: number;
};

type ActivityState = { readonly calls: readonly Activity[] };

export type ActivitySlice = { readonly activity: ActivityState };

export const NO_ACTIVITY: ActivityState = { calls: [] };

/** Upper bound of calls in memory; the journal on disk has every write. */
export const LONGEST_ACTIVITY = 500;
