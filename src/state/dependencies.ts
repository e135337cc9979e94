import type { PersistedCache } from "./answers/persisted-cache.ts";
import type { Core } from "./core.ts";
import type { Sender } from "./journal/journal-file.ts";
import type { ConsoleProfile } from "./session/console-profile.ts";

/** Dependencies of the store. Tests pass files, a clock and random numbers of their own, and step time. */
export type StoreDependencies = Pick<Core, "files" | "clock" | "random" | "process"> & {
  readonly profile: ConsoleProfile;
  /** Program that sends changes, for the journal; default: the console. */
  readonly by?: Sender;
  /** Called when a change cannot be logged, in addition to the notice on screen: for programs without a screen. */
  readonly onTroubleOfWrites?: (words: string) => void;
  /** State of the last session on this connection, used until the service answers. */
  readonly last?: LastSeen | undefined;
};

/** Last session of a connection: the names of its project and organisation, and its answers. */
export type LastSeen = {
  /** Name of the connection in files. */
  readonly connection: string;
  /** Id of the running build, null when running from source. */
  readonly build: string | null;
  readonly groupName: string | null;
  readonly orgName: string | null;
  readonly answers: PersistedCache;
};
