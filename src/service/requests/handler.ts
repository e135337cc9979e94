import type { Json, JsonObject } from "../../contract/json/json.ts";
import type { Operation } from "../../contract/operation.ts";
import type { OperationId, Operations } from "../../contract/operations.ts";
import type { Document, PageRange, ReadTransaction, Selection, WriteTransaction } from "../storage/storage.ts";
import type { Caller } from "./callers.ts";
import type { FieldNamer } from "./http-error.ts";

/** One request as a handler sees it: who asks what, checked and in the contract's names. */
export type Call = {
  readonly operation: Operation;
  /** Path parameters, of the right shape. */
  readonly params: Readonly<Record<string, string>>;
  /** The operation's own query parameters, read. */
  readonly query: Readonly<Record<string, unknown>>;
  readonly page: PageRange;
  /** The body in the contract's names. Of a replacing write it is not yet checked against the stored document. */
  readonly body: JsonObject;
  readonly caller: Caller;
  /** Simulated time in milliseconds. */
  readonly now: number;
  /** Nothing moves by itself. */
  readonly quiet: boolean;
  /** A new id of the current second. */
  readonly newId: () => string;
  /** The address of a path below the versioned prefix. */
  readonly href: (path: string) => string;
  readonly nameOf: FieldNamer;
};

/** What a handler answers: a part of a list with the number of all, a value, or nothing. Rows and values may be finished JSON texts. */
export type HandlerAnswer =
  | { readonly kind: "page"; readonly rows: readonly Json[]; readonly total: number }
  | { readonly kind: "texts"; readonly texts: readonly string[]; readonly total: number }
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "value"; readonly value: Json }
  | { readonly kind: "nothing" };

export type Reader = (transaction: ReadTransaction, call: Call) => Promise<HandlerAnswer>;
export type Writer = (transaction: WriteTransaction, call: Call) => Promise<HandlerAnswer>;

/** One handler for each operation of a part of the table: the compiler finds the one that is missing. */
export type HandlersOf<Ids extends OperationId> = {
  readonly [Id in Ids]: Operations[Id]["method"] extends "GET" ? Reader : Writer;
};

/** A path parameter that the operation's path holds. */
export function param(call: Call, name: string): string {
  const value = call.params[name];
  if (value === undefined) throw new TypeError(`${call.operation.id} has no path parameter ${name}`);
  return value;
}

/** The part of a selection that a list asks for, with the number of all. */
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
