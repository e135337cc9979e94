import type { OperationArgs } from "../client/request.ts";
import type { Method } from "../contract/operation.ts";

/** One call of this session, for the activity log. Reads and writes; newest last; bounded. */
export type Activity = {
  readonly id: number;
  /** When it began (this machine's time, ms). */
  readonly at: number;
  readonly operation: string;
  readonly title: string;
  readonly method: Method;
  readonly path: string;
  /** What it was asked with, to be shown as a command again. Secrets of a body are covered there. */
  readonly args: OperationArgs;
  readonly outcome: "done" | "failed" | "cancelled";
  readonly status: number | null;
  readonly errorCode: string | null;
  /** Why it failed, in words. */
  readonly words: string | null;
  readonly requestId: string | null;
  readonly milliseconds: number;
};

export type ActivityState = { readonly calls: readonly Activity[] };

export const NO_ACTIVITY: ActivityState = { calls: [] };

/** So many calls are kept; the journal on disk has every write. */
export const LONGEST_ACTIVITY = 500;
