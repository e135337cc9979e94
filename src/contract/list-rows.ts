import * as z from "zod";
import { allOperations, isOperationId, type OperationId } from "./operations.ts";

/** Which lists have the answer of a single thing as one of their rows: those whose rows have the very schema of that answer. */

function rowSchema(response: z.ZodType): unknown {
  if (response instanceof z.ZodArray) return response.element;
  const results: unknown = response instanceof z.ZodObject ? response.shape["results"] : undefined;
  return results instanceof z.ZodArray ? results.element : undefined;
}

const idsOf = (kind: "list" | "get", fits: (response: z.ZodType) => boolean): readonly OperationId[] =>
  allOperations().flatMap((operation) =>
    operation.kind === kind && isOperationId(operation.id) && fits(operation.response) ? operation.id : [],
  );

const NONE: readonly OperationId[] = [];

const pairs: readonly (readonly [get: OperationId, lists: readonly OperationId[]])[] = allOperations().flatMap(
  ({ id, kind, response }) =>
    kind === "get" && isOperationId(id) ? [[id, idsOf("list", (list) => rowSchema(list) === response)] as const] : [],
);

const listsByGet = new Map(pairs);

const getsByList = new Map(
  idsOf("list", () => true).map((list) => [list, pairs.flatMap(([get, lists]) => (lists.includes(list) ? get : []))]),
);

/** The lists that have a row of the shape that this `get` operation answers. */
export const listsWith = (get: OperationId): readonly OperationId[] => listsByGet.get(get) ?? NONE;

/** The `get` operations that answer one row of this list. */
export const getsOfRow = (list: OperationId): readonly OperationId[] => getsByList.get(list) ?? NONE;
