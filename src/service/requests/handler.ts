import type { Json, JsonObject } from "../../contract/json/json.ts";
import type { Operation } from "../../contract/operation.ts";
import type { OperationId, Operations } from "../../contract/operations.ts";
import type { Document, PageRange, ReadTransaction, Selection, WriteTransaction } from "../storage/storage.ts";
import type { Caller } from "./callers.ts";
import type { FieldNamer } from "./http-error.ts";

/** One request as a handler receives it: validated, and in the contract's names. */
export type Call = {
  readonly operation: Operation;
  /** Path parameters, validated. */
  readonly params: Readonly<Record<string, string>>;
  /** The operation's own query parameters, parsed. */
  readonly query: Readonly<Record<string, unknown>>;
  readonly page: PageRange;
  /** The body in the contract's names. That of a replacing write is not yet compared with the stored document. */
  readonly body: JsonObject;
  readonly caller: Caller;
  /** Simulated time in milliseconds. */
  readonly now: number;
  /** True: no simulated activity. */
  readonly quiet: boolean;
  /** Creates an id with the current second. */
  readonly newId: () => string;
  /** The URL of a path below the versioned prefix. */
  readonly href: (path: string) => string;
  readonly nameOf: FieldNamer;
};

/** Answer of a handler: a part of a list with the total number, a value, or nothing. Rows and values may be finished JSON texts. */
export type HandlerAnswer =
  | { readonly kind: "page"; readonly rows: readonly Json[]; readonly total: number }
  | { readonly kind: "texts"; readonly texts: readonly string[]; readonly total: number }
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "value"; readonly value: Json }
  | { readonly kind: "nothing" };

export type Reader = (transaction: ReadTransaction, call: Call) => Promise<HandlerAnswer>;
export type Writer = (transaction: WriteTransaction, call: Call) => Promise<HandlerAnswer>;

/** One handler for each operation of a part of the table: a missing one does not compile. */
export type HandlersOf<Ids extends OperationId> = {
  readonly [Id in Ids]: Operations[Id]["method"] extends "GET" ? Reader : Writer;
};

/** A path parameter of the operation. */
export function param(call: Call, name: string): string {
  const value = call.params[name];
  if (value === undefined) throw new TypeError(`${call.operation.id} has no path parameter ${name}`);
  return value;
}

/** The requested part of a selection, with the total number. */
export async function pageOf(
  transaction: ReadTransaction,
  { page }: Call,
  selection: Selection,
  answerOf: (row: Document) => Json,
): Promise<Extract<HandlerAnswer, { kind: "page" }>> {
  const rows = await transaction.list(selection, page);
  return { kind: "page", rows: rows.map(answerOf), total: await transaction.count(selection) };
}

export const value = (json: Json): HandlerAnswer => ({ kind: "value", value: json });
export const nothing: HandlerAnswer = { kind: "nothing" };
