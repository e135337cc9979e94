import type { z } from "zod";
import type { Answer, PreviousAnswer } from "../client/answers/answer.ts";
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
 * Dependencies of the store: a client, file storage, a clock and random numbers. Tests pass their own and step time.
 */

/**
 * Time and timers. `now` is the wall clock in ms; `elapsed` (ms) is monotonic, and may stand still while the machine sleeps; `after` runs something
 * once and returns a function that cancels it.
 */
export type Clock = {
  readonly now: () => number;
  readonly elapsed: () => number;
  readonly after: (milliseconds: number, run: () => void) => () => void;
};

/** Longest delay of a Node timer (ms): a longer one fires after 1 ms. */
const LONGEST_TIMER = 2 ** 31 - 1;

/** The machine's own clock. Timers are unreferenced: they do not keep the process alive. */
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
 * Files below the state folder, by relative name (`drafts/alerts.json`). A file is replaced as a whole (temporary file, then rename), so that a
 * crash leaves either the old content or the new one; records are appended line by line. Every file carries the version of its kind. The program
 * uses `diskFiles`.
 */
export type StateFiles = {
  /** @throws SettingsError when it cannot be read, does not fit its kind, or was written by a newer Sextant */
  readonly read: <Schema extends z.ZodType>(name: string, kind: FileKind<Schema>) => Promise<z.output<Schema> | null>;
  readonly write: <Schema extends z.ZodType>(
    name: string,
    kind: FileKind<Schema>,
    content: z.input<Schema> & object,
  ) => Promise<void>;
  /** For exit, when nothing asynchronous can run. */
  readonly writeSync: <Schema extends z.ZodType>(
    name: string,
    kind: FileKind<Schema>,
    content: z.input<Schema> & object,
  ) => void;
  /** Changes a file that other consoles change too, based on its current content: see `settings/changed-files.ts`. */
  readonly change: <Schema extends z.ZodType>(
    name: string,
    kind: FileKind<Schema>,
    change: DocumentChange<Schema>,
  ) => Promise<void>;
  /** For exit, when nothing asynchronous can run. */
  readonly changeSync: <Schema extends z.ZodType>(
    name: string,
    kind: FileKind<Schema>,
    change: DocumentChange<Schema>,
  ) => void;
  /** @param durable true (the default) waits until the line is on the disk; false leaves that to the operating system */
  readonly append: <Schema extends z.ZodType>(
    name: string,
    kind: RecordKind<Schema>,
    record: z.input<Schema> & object,
    durable?: boolean,
  ) => Promise<void>;
  /** Appends several records in one write, without waiting for the disk (samples). */
  readonly appendAll: <Schema extends z.ZodType>(
    name: string,
    kind: FileKind<Schema>,
    records: readonly (z.input<Schema> & object)[],
  ) => Promise<void>;
  /** Replaces all lines of a file. */
  readonly rewrite: <Schema extends z.ZodType>(
    name: string,
    kind: FileKind<Schema>,
    records: readonly (z.input<Schema> & object)[],
  ) => Promise<void>;
  /** @param most upper bound of bytes read, from the newest lines */
  readonly records: <Schema extends z.ZodType>(
    name: string,
    kind: RecordKind<Schema>,
    most?: number,
  ) => Promise<Records<z.output<Schema>>>;
  /** Changes whenever the file changes, so that an unchanged file is not read again. Null when there is no file. */
  readonly stamp: (name: string) => Promise<string | null>;
  /** File names in a folder, without the folder; empty when it does not exist. */
  readonly list: (folder: string) => Promise<readonly string[]>;
  readonly remove: (name: string) => Promise<void>;
  /** For exit, when nothing asynchronous can run. */
  readonly removeSync: (name: string) => void;
};

/**
 * The part of the client that the store uses (`client/client.ts`): a typed call for reads, and any operation by its record for writes. Both
 * validate, sign, send and validate the answer, and throw `ServiceError`.
 */
export type ServiceClient = {
  call<Id extends OperationId>(
    operation: Id,
    args: ArgsOf<Id>,
    options: {
      readonly signal: AbortSignal;
      readonly repeats?: Repeats;
      readonly patienceMs?: number;
      readonly previous?: PreviousAnswer<AnswerOf<Id>> | undefined;
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

/** A connection, its client, and the ids and names that the profile states. */
export type ConsoleProfile = {
  readonly connection: Connection;
  readonly client: ServiceClient;
  /** Project to start in; null: the first in the service's list. */
  readonly groupId: GroupId | null;
  readonly orgId: OrgId | null;
  /** Projects and clusters named in the profile, for services that cannot list them. */
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
  /** Random number between 0 and 1, for jitter. */
  readonly random: () => number;
  /** Id of this process in files that several consoles share. */
  readonly process: string;
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
