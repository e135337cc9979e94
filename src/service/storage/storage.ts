import type { JsonObject } from "../../contract/json/json.ts";

/** What a document becomes, and when (simulated milliseconds): `set` is laid over the body. */
export type TimelineStep = {
  readonly at: number;
  readonly set: JsonObject;
  /** Fields that get the step's own time. */
  readonly stamp?: readonly string[];
  /** Comes again after so many milliseconds. */
  readonly every?: number;
  /** Is passed over while the time in this field lies ahead of it. */
  readonly heldBy?: string;
  /** Nothing comes after it: what else was to come is dropped. */
  readonly last?: boolean;
};

/**
 * One thing that the service keeps. A document is found by kind and id, listed by kind, parent and one of its keys, and found
 * by its due time; nothing ever reads a whole kind.
 */
export type Document = {
  readonly kind: string;
  /** Unique within the kind. Lists are in the order of ids, and ids begin with the time of creation where age matters. */
  readonly id: string;
  /** What it belongs to, as a path (`GROUP`, `GROUP/CLUSTER`). The first step is the scope whose reads apply its timeline. */
  readonly parent: string;
  /** Grows by one with every write. */
  readonly version: number;
  /** Labels under which it can be listed and counted, such as `status:OPEN`. */
  readonly keys: readonly string[];
  /** When something becomes due (simulated milliseconds), or null. */
  readonly nextDue: number | null;
  /** Whether it moves without anybody having asked: held back while the service is quiet. */
  readonly spontaneous: boolean;
  readonly timeline: readonly TimelineStep[];
  readonly body: JsonObject;
};

/** A document on its way into the storage, which gives it its version. */
export type DocumentDraft = Omit<Document, "version">;

/** Which documents to list or to count: all of a parent, or those that carry a key. */
export type Selection = { readonly kind: string; readonly parent: string; readonly key?: string | undefined };

/** A part of a selection, in the order of ids. */
export type PageRange = { readonly offset: number; readonly limit: number };

/** A document of which nothing is read but its body, as the text that is stored. */
export type StoredText = { readonly id: string; readonly parent: string; readonly text: string };

/** What may be asked inside a transaction, one thing after the other: every answer is of one and the same state of the data. */
export type ReadTransaction = {
  get(kind: string, id: string): Promise<Document | undefined>;
  /** Those of many that are there, in the order of ids. */
  getAll(kind: string, ids: readonly string[]): Promise<readonly Document[]>;
  /** The same without reading the body. */
  getText(kind: string, id: string): Promise<StoredText | undefined>;
  list(selection: Selection, page: PageRange): Promise<readonly Document[]>;
  /** The same without reading the bodies. */
  listTexts(selection: Selection, page: PageRange): Promise<readonly StoredText[]>;
  count(selection: Selection): Promise<number>;
  /** Whether anything in a scope is due. */
  isDue(scope: string, now: number, quiet: boolean): Promise<boolean>;
  /** Documents of a scope that are due, the earliest first. */
  due(scope: string, now: number, quiet: boolean, limit: number): Promise<readonly Document[]>;
};

export type WriteTransaction = ReadTransaction & {
  /** Adds a document, or replaces the one of the same kind and id. */
  put(draft: DocumentDraft): Promise<Document>;
  /** Does the same with many, in their order. */
  putAll(drafts: Iterable<DocumentDraft>): Promise<void>;
  /** Removes a document; one that is not there is no error. */
  remove(kind: string, id: string): Promise<void>;
  /** Removes every document but those of the kinds that are kept. */
  clearExcept(kept: readonly string[]): Promise<void>;
};

/**
 * The storage behind the service: asynchronous and transactional, so that an engine elsewhere fits behind it too. A write is
 * durable when its promise is fulfilled; a failure inside undoes all of it. Writers of a scope run one after another.
 *
 * Work may be called again where nothing of it was kept (the connection to the storage was lost, or another instance came first): what
 * must happen once belongs before or behind it.
 */
export type Store = {
  read<Result>(work: (transaction: ReadTransaction) => Promise<Result>): Promise<Result>;
  /** @param scope whose documents are written: first steps of their parents; null for those of all */
  write<Result>(scope: string | null, work: (transaction: WriteTransaction) => Promise<Result>): Promise<Result>;
  close(): Promise<void>;
};

/** The scope of what belongs to no project and no organisation. */
export const SERVICE = "service";

/** The scope of a parent: its first step. */
export const scopeOf = (parent: string): string => parent.split("/", 1)[0] ?? parent;
