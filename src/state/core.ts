import type { BetweenKeys } from "./answers/between-keys.ts";
import type { ConsoleProfile, StoreDependencies } from "./dependencies.ts";
import type { Sender } from "./journal/journal-file.ts";
import type { ConsoleState } from "./store.ts";

/** What every slice works on: the state, the outside world, and the profile of the moment. */
export type Core = Pick<StoreDependencies, "files" | "clock" | "random" | "process"> & {
  /** What sends changes, for the journal. */
  readonly by: Sender;
  readonly get: () => ConsoleState;
  readonly set: (change: Partial<ConsoleState>) => void;
  /** Runs something that changes the state several times: subscribers see one change. */
  readonly together: (run: () => void) => void;
  /** When work that can wait is in the way of no key. */
  readonly betweenKeys: BetweenKeys;
  /** Whose service is asked now. */
  readonly profile: () => ConsoleProfile;
  /** Told when the console itself has something to say; never throws. */
  readonly report: (tone: "info" | "good" | "warning" | "bad", text: string) => void;
};

/** A list that keeps its newest items. */
export function bounded<Item>(items: readonly Item[], item: Item, most: number): readonly Item[] {
  const next = [...items, item];
  return next.length > most ? next.slice(next.length - most) : next;
}
