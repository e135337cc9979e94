import type { BetweenKeys } from "./answers/between-keys.ts";
import type { Clock } from "./clock.ts";
import type { StateFiles } from "./files/state-files.ts";
import type { Sender } from "./journal/journal-file.ts";
import type { ConsoleProfile } from "./session/console-profile.ts";

/** Dependencies of a slice: the parts of the state that it reads and changes, the outside world, and the current profile. */
export type Core<State = object> = {
  readonly files: StateFiles;
  readonly clock: Clock;
  /** Random number between 0 and 1, for jitter. */
  readonly random: () => number;
  /** Id of this process in files that several consoles share. */
  readonly process: string;
  /** Program that sends changes, for the journal. */
  readonly by: Sender;
  readonly get: () => State;
  readonly set: (change: Partial<State>) => void;
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
