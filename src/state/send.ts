import type { BodyObject, Json } from "../contract/json.ts";
import type { OperationId } from "../contract/operations.ts";
import type { ServiceAnswer } from "./dependencies.ts";

/** One write, reviewed and ready. */
export type Write = {
  readonly operation: OperationId;
  readonly params: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly body: BodyObject | null;
  /** The stored document that a replacing write started from. */
  readonly received?: Json;
  /** What it does, for the journal and notices: `Acknowledge alert`. */
  readonly title: string;
  /** What it is done to, as people know it: `disk 92 % on prod-eu`. */
  readonly name: string;
  /** Operations whose answers it changes, besides those of its own area. */
  readonly refreshes?: readonly OperationId[];
};

/**
 * How a write ended. `refused`: the service (or the client before it) said no, nothing changed. `unknown`: it may have happened;
 * it is never repeated by itself. `not-sent`: the group was stopped before its turn.
 */
export type SendResult =
  | { readonly kind: "done"; readonly answer: ServiceAnswer }
  | { readonly kind: "refused"; readonly error: Error; readonly words: string }
  | { readonly kind: "unknown"; readonly error: Error; readonly words: string }
  | { readonly kind: "not-sent"; readonly words: string };

export type SendItem = { readonly write: Write; readonly result: SendResult };

/** A group of writes on its way, or just ended. */
export type Sending = {
  readonly id: number;
  readonly title: string;
  readonly total: number;
  readonly items: readonly SendItem[];
  readonly running: boolean;
};

export type SendingState = { readonly groups: readonly Sending[] };

export type SendActions = {
  /** Sends once, journals before and after, refreshes what it changed. Never throws for what the service says. */
  readonly one: (write: Write) => Promise<SendResult>;
  /**
   * Sends one after another, each once; a result for each. It stops at the first whose result is unknown, or that was refused
   * for a reason that holds for all (sign-in, too fast, no connection); the rest is `not-sent` and can be asked again.
   */
  readonly each: (title: string, writes: readonly Write[]) => Promise<readonly SendItem[]>;
  /** The writes of a group that certainly did not happen, for asking again. */
  readonly failedOf: (items: readonly SendItem[]) => readonly Write[];
};
