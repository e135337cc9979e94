import type { BetweenKeys } from "./answers/between-keys.ts";
import type { ConsoleProfile, StoreDependencies } from "./dependencies.ts";
import type { Sender } from "./journal/journal-file.ts";
import type { ConsoleState } from "./store.ts";

/** Dependencies of every slice: the state, the outside world, and the current profile. */
export type Core = Pick<StoreDependencies, "files" | "clock" | "random" | "process"> & {
  /** Program that sends changes, for the journal. */
  readonly by: Sender;
  readonly get: () => ConsoleState;
  readonly set: (change: Partial<ConsoleState>) => void;
  /** Runs several state changes so that subscribers see one. */
  readonly together: (run: () => void) => void;
  /** Schedules work that can wait between key presses. */
  readonly betweenKeys: BetweenKeys;
  /** The current profile. */
  readonly profile: () => ConsoleProfile;
  /** Shows a message of the console itself; never throws. */
  readonly report: (tone: "info" | "good" | "warning" | "bad", text: string) => void;
};

/** The list with the item appended, cut to its newest `most` items. */
export function bounded<Item>(items: readonly Item[], item: Item, most: number): readonly Item[] {
  const next = [...items, item];
  return next.length > most ? next.slice(next.length - most) : next;
}
