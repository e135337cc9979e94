import type { JsonObject } from "../../contract/json/json.ts";

/** A future change of a document at a simulated time (ms): `set` is merged into the body. */
export type TimelineStep = {
  readonly at: number;
  readonly set: JsonObject;
  /** Fields set to the step's own time. */
  readonly stamp?: readonly string[];
  /** Interval in milliseconds of a repeated step. */
  readonly every?: number;
  /** The step is skipped if the time in this field is later than the step. */
  readonly heldBy?: string;
  /** Ends the timeline: later steps are dropped. */
  readonly last?: boolean;
};

/**
 * A stored document. Documents are read by kind and id, listed by kind, parent and one of their keys, and found by their due time; no query reads a
 * whole kind.
 */
export type Document = {
  readonly kind: string;
  /** Unique within the kind. Lists are ordered by id, and ids begin with the time of creation if age matters. */
  readonly id: string;
  /** Path of the owner (`GROUP`, `GROUP/CLUSTER`). Its first segment is the scope whose reads apply the timeline. */
  readonly parent: string;
  /** Incremented with every write. */
  readonly version: number;
  /** Labels by which it can be listed and counted, such as `status:OPEN`. */
  readonly keys: readonly string[];
  /** Time of the next due step (simulated, ms), or null. */
  readonly nextDue: number | null;
  /** True if it changes without a request; such changes are paused while the service is quiet. */
  readonly spontaneous: boolean;
  readonly timeline: readonly TimelineStep[];
  readonly body: JsonObject;
};

/** A document before it is stored, which assigns its version. */
export type DocumentDraft = Omit<Document, "version">;

/** Documents to list or count: all of a parent, or those with a key. */
export type Selection = { readonly kind: string; readonly parent: string; readonly key?: string | undefined };

/** A page of a selection, ordered by id. */
export type PageRange = { readonly offset: number; readonly limit: number };

/** Only the body of a document, as its stored text. */
export type StoredText = { readonly id: string; readonly parent: string; readonly text: string };

/** Queries inside a transaction, one after another: all answers are of the same state of the data. */
export type ReadTransaction = {
  get(kind: string, id: string): Promise<Document | undefined>;
  /** Those of the given documents that exist, ordered by id. */
  getAll(kind: string, ids: readonly string[]): Promise<readonly Document[]>;
  /** `get` without parsing the body. */
  getText(kind: string, id: string): Promise<StoredText | undefined>;
  list(selection: Selection, page: PageRange): Promise<readonly Document[]>;
  /** `list` without parsing the bodies. */
  listTexts(selection: Selection, page: PageRange): Promise<readonly StoredText[]>;
  count(selection: Selection): Promise<number>;
  /** True if any document of a scope is due. */
  isDue(scope: string, now: number, quiet: boolean): Promise<boolean>;
  /** Due documents of a scope, earliest first. */
  due(scope: string, now: number, quiet: boolean, limit: number): Promise<readonly Document[]>;
};

export type WriteTransaction = ReadTransaction & {
  /** Adds a document, or replaces the one of the same kind and id. */
  put(draft: DocumentDraft): Promise<Document>;
  /** `put` for many documents, in their order. */
  putAll(drafts: Iterable<DocumentDraft>): Promise<void>;
  /** Removes a document if it exists. */
  remove(kind: string, id: string): Promise<void>;
  /** Removes all documents except those of the given kinds. */
  clearExcept(kept: readonly string[]): Promise<void>;
};

/**
 * The service's storage: asynchronous and transactional, so that a remote database fits too. A write is durable when its promise resolves; an error
 * inside rolls all of it back. Writers of a scope run one after another.
 *
 * Work may be called again if nothing of it was committed (the connection to the storage was lost, or another instance came first): side effects that
 * must happen once belong outside of it.
 */
export type Store = {
  read<Result>(work: (transaction: ReadTransaction) => Promise<Result>): Promise<Result>;
  /** @param scope first path segment of the parents of the documents written; null for all scopes */
  write<Result>(scope: string | null, work: (transaction: WriteTransaction) => Promise<Result>): Promise<Result>;
  close(): Promise<void>;
};

/** Scope of documents that belong to no project and no organisation. */
export const SERVICE = "service";

/** Scope of a parent: its first path segment. */
export const scopeOf = (parent: string): string => parent.split("/", 1)[0] ?? parent;
