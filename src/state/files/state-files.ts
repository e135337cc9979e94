import type { z } from "zod";
import type { DocumentChange } from "../../settings/changed-files.ts";
import type { FileKind } from "../../settings/files.ts";
import type { RecordKind, Records } from "../../settings/record-files.ts";

type Content<Schema extends z.ZodType> = z.input<Schema> & object;

/** Writes a file as a whole. */
type Write<Done> = <Schema extends z.ZodType>(name: string, kind: FileKind<Schema>, content: Content<Schema>) => Done;

/** Changes a file that other consoles change too, based on its current content: see `settings/changed-files.ts`. */
type Change<Done> = <Schema extends z.ZodType>(
  name: string,
  kind: FileKind<Schema>,
  change: DocumentChange<Schema>,
) => Done;

type WriteRecords = <Schema extends z.ZodType>(
  name: string,
  kind: FileKind<Schema>,
  records: readonly Content<Schema>[],
) => Promise<void>;

/**
 * Files below the state folder, by relative name (`drafts/alerts.json`). A file is replaced as a whole (temporary file, then rename), so that a
 * crash leaves either the old content or the new one; records are appended line by line. Every file carries the version of its kind. The program
 * uses `diskFiles`.
 */
export type StateFiles = {
  /** @throws SettingsError when it cannot be read, does not fit its kind, or was written by a newer Sextant */
  readonly read: <Schema extends z.ZodType>(name: string, kind: FileKind<Schema>) => Promise<z.output<Schema> | null>;
  readonly write: Write<Promise<void>>;
  /** For exit, when nothing asynchronous can run. */
  readonly writeSync: Write<void>;
  readonly change: Change<Promise<void>>;
  /** For exit, when nothing asynchronous can run. */
  readonly changeSync: Change<void>;
  /** @param durable true (the default) waits until the line is on the disk; false leaves that to the operating system */
  readonly append: <Schema extends z.ZodType>(
    name: string,
    kind: RecordKind<Schema>,
    record: Content<Schema>,
    durable?: boolean,
  ) => Promise<void>;
  /** Appends several records in one write, without waiting for the disk (samples). */
  readonly appendAll: WriteRecords;
  /** Replaces all lines of a file. */
  readonly rewrite: WriteRecords;
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
  /** Removes a file, or a folder with its files. */
  readonly remove: (name: string) => Promise<void>;
  /** Moves a file, or a folder with its files, in place of what is there; nothing where there is none. */
  readonly move: (from: string, to: string) => Promise<void>;
  /** For exit, when nothing asynchronous can run. */
  readonly removeSync: (name: string) => void;
};
