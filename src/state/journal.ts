import type { Json } from "../contract/json.ts";
import type { Method } from "../contract/operation.ts";

/**
 * A write as the journal has it. `unknown`: it was sent and its answer never came, or the program ended in between; whether it
 * happened has to be looked up (`domain.md` 1.6).
 */
export type JournalOutcome = "sending" | "done" | "refused" | "unknown";

export type JournalEntry = {
  readonly id: string;
  /** When it was sent (this machine's time, ms). */
  readonly at: number;
  readonly process: string;
  readonly profile: string;
  readonly groupId: string | null;
  readonly operation: string;
  readonly title: string;
  readonly method: Method;
  readonly path: string;
  /** As sent, secrets covered; null where there was none. */
  readonly body: Json;
  readonly outcome: JournalOutcome;
  readonly status: number | null;
  readonly errorCode: string | null;
  /** Why it was refused or is unknown, in words. */
  readonly words: string | null;
  readonly requestId: string | null;
  readonly milliseconds: number | null;
  /** Ids of what it made. */
  readonly created: readonly string[];
};

export type JournalActions = {
  /** Everything that was ever sent from here, newest first. */
  readonly read: () => Promise<readonly JournalEntry[]>;
};

/** One call of this session, for the activity log. Reads and writes; newest last; bounded. */
export type Activity = {
  readonly id: number;
  readonly at: number;
  readonly operation: string;
  readonly method: Method;
  readonly path: string;
  readonly outcome: "done" | "failed" | "aborted";
  readonly status: number | null;
  readonly errorCode: string | null;
  readonly words: string | null;
  readonly requestId: string | null;
  readonly milliseconds: number;
};

export type ActivityState = { readonly calls: readonly Activity[] };
