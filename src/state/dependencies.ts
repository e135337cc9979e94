import type { z } from "zod";
import type { Answer, HeldAnswer } from "../client/answers/answer.ts";
import type { LetOthers } from "../client/answers/long-answer.ts";
import type { OperationArgs } from "../client/request.ts";
import type { Repeats } from "../client/retry.ts";
import type { JsonObject } from "../contract/json/json.ts";
import type { Operation } from "../contract/operation.ts";
import type { AnswerOf, ArgsOf, OperationId } from "../contract/operations.ts";
import type { GroupId, OrgId } from "../contract/schema/ids.ts";
import type { Connection } from "../contract/wire/connection.ts";
import type { DocumentChange } from "../settings/changed-files.ts";
import type { FileKind } from "../settings/files.ts";
import type { RecordKind, Records } from "../settings/record-files.ts";
import type { PersistedCache } from "./answers/persisted-cache.ts";
import type { Sender } from "./journal/journal-file.ts";

/**
 * What the store is given from outside: a client, a place for files, a clock and chance. Tests hand in their own and step time.
 */

/**
 * Time and timers. `now` is the wall clock in ms; `elapsed` (ms) nobody can set, and it may stand still while the machine sleeps; `after` runs
 * something once and answers how to call it off.
 */
export type Clock = {
  readonly now: () => number;
  readonly elapsed: () => number;
  readonly after: (milliseconds: number, run: () => void) => () => void;
};

/** The longest wait of one timer of Node (ms): it takes a longer one for a millisecond. */
const LONGEST_TIMER = 2 ** 31 - 1;

/** The machine's own clock. Timers never keep the program alive by themselves. */
export const systemClock: Clock = {
  now: () => Date.now(),
  elapsed: () => performance.now(),
  after: (milliseconds, run) => {
    let timer: NodeJS.Timeout;
    const wait = (left: number): void => {
      timer =
        left > LONGEST_TIMER
          ? setTimeout(wait, LONGEST_TIMER, left - LONGEST_TIMER)
          : setTimeout(run, Math.max(0, left));
      timer.unref();
    };
    wait(milliseconds);
    return () => clearTimeout(timer);
  },
};

/**
 * Files below the console's own state directory, by relative name (`drafts/alerts.json`). A file is replaced whole (temporary
 * file, then rename), so that a crash leaves either the old content or the new one; records are appended line by line. Every
 * file carries the version of its kind. `diskFiles` is the one of the program.
 */
export type StateFiles = {
  /** @throws SettingsError when it cannot be read, does not fit its kind, or was written by a newer Sextant */
  readonly read: <Schema extends z.ZodType>(name: string, kind: FileKind<Schema>) => Promise<z.output<Schema> | null>;
  readonly write: <Schema extends z.ZodType>(
    name: string,
    kind: FileKind<Schema>,
    content: z.input<Schema> & object,
  ) => Promise<void>;
  /** For the last moment before the program ends. */
  readonly writeSync: <Schema extends z.ZodType>(
    name: string,
    kind: FileKind<Schema>,
    content: z.input<Schema> & object,
  ) => void;
  /** Changes a file that other consoles change too, by what it says then: see `settings/changed-files.ts`. */
  readonly change: <Schema extends z.ZodType>(
    name: string,
    kind: FileKind<Schema>,
    change: DocumentChange<Schema>,
  ) => Promise<void>;
  /** For the last moment before the program ends. */
  readonly changeSync: <Schema extends z.ZodType>(
    name: string,
    kind: FileKind<Schema>,
    change: DocumentChange<Schema>,
  ) => void;
  /** @param durable wait until the line is on the disk (the default), or leave that to the system */
  readonly append: <Schema extends z.ZodType>(
    name: string,
    kind: RecordKind<Schema>,
    record: z.input<Schema> & object,
    durable?: boolean,
  ) => Promise<void>;
  /** Several records at once, in one write that is left to the system (samples). */
  readonly appendAll: <Schema extends z.ZodType>(
    name: string,
    kind: FileKind<Schema>,
    records: readonly (z.input<Schema> & object)[],
  ) => Promise<void>;
  /** Replaces a file of lines whole. */
  readonly rewrite: <Schema extends z.ZodType>(
    name: string,
    kind: FileKind<Schema>,
    records: readonly (z.input<Schema> & object)[],
  ) => Promise<void>;
  /** @param most bytes that are read at most, of the newest lines */
  readonly records: <Schema extends z.ZodType>(
    name: string,
    kind: RecordKind<Schema>,
    most?: number,
  ) => Promise<Records<z.output<Schema>>>;
  /** Another text after every change of a file: whether it has to be read again. Null where there is none. */
  readonly stamp: (name: string) => Promise<string | null>;
  /** Names of the files of a folder, without the folder; empty where there is none. */
  readonly list: (folder: string) => Promise<readonly string[]>;
  readonly remove: (name: string) => Promise<void>;
  /** For the last moment before the program ends. */
  readonly removeSync: (name: string) => void;
};

/**
 * What the store needs of a client (`client/client.ts`): a typed call for reads, and any operation by its record for writes. Both
 * check, sign, send and check again, and throw `ServiceError`.
 */
export type ServiceClient = {
  call<Id extends OperationId>(
    operation: Id,
    args: ArgsOf<Id>,
    options: {
      readonly signal: AbortSignal;
      readonly repeats?: Repeats;
      readonly patienceMs?: number;
      readonly held?: HeldAnswer<AnswerOf<Id>> | undefined;
      readonly letOthers?: LetOthers;
    },
  ): Promise<Answer<AnswerOf<Id>>>;
  callOperation(
    operation: Operation,
    args: OperationArgs,
    options: {
      readonly signal: AbortSignal;
      readonly repeats?: Repeats;
      readonly patienceMs?: number;
      readonly received?: JsonObject | undefined;
      readonly letOthers?: LetOthers;
    },
  ): Promise<Answer<unknown>>;
  allowWritesUntil(time: number): void;
};

/** One service as one caller: the connection, its client, and what the profile states by name. */
export type ConsoleProfile = {
  readonly connection: Connection;
  readonly client: ServiceClient;
  /** The project to start in; null: the first that the service lists. */
  readonly groupId: GroupId | null;
  readonly orgId: OrgId | null;
  /** Projects and clusters that the profile names, for services that cannot list them. */
  readonly projects: readonly StatedProject[];
};

export type StatedProject = {
  readonly id: GroupId;
  readonly name: string;
  readonly clusters: readonly { readonly name: string; readonly kind: string }[];
};

export type StoreDependencies = {
  readonly profile: ConsoleProfile;
  readonly files: StateFiles;
  readonly clock: Clock;
  /** Between 0 and 1; jitter comes from here. */
  readonly random: () => number;
  /** Names this process in files that several consoles share. */
  readonly process: string;
  /** What sends changes, for the journal: the console, where nothing is said. */
  readonly by?: Sender;
  /** Told why a change is not logged, beside the notice on screen: for programs without one. */
  readonly onTroubleOfWrites?: (words: string) => void;
  /** What the last console on this connection knew, until it is known anew. */
  readonly last?: LastSeen | undefined;
};

/** Where the last console on a connection was, by name, and what it showed. */
export type LastSeen = {
  /** Names the connection in files. */
  readonly connection: string;
  /** Names the program that runs, null where it is not built. */
  readonly build: string | null;
  readonly groupName: string | null;
  readonly orgName: string | null;
  readonly answers: PersistedCache;
};
