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

type Rows = {
  readonly listsByGet: ReadonlyMap<OperationId, readonly OperationId[]>;
  readonly getsByList: ReadonlyMap<OperationId, readonly OperationId[]>;
};

function readRows(): Rows {
  const pairs = allOperations().flatMap(({ id, kind, response }) =>
    kind === "get" && isOperationId(id) ? [[id, idsOf("list", (list) => rowSchema(list) === response)] as const] : [],
  );
  const getsOf = (list: OperationId): readonly OperationId[] =>
    pairs.flatMap(([get, lists]) => (lists.includes(list) ? get : []));
  return {
    listsByGet: new Map(pairs),
    getsByList: new Map(idsOf("list", () => true).map((list) => [list, getsOf(list)])),
  };
}

let known: Rows | undefined;

/** Made when it is first asked for: it needs every schema of the contract, and the first frame needs none. */
const rows = (): Rows => {
  known ??= readRows();
  return known;
};

/** The lists that have a row of the shape that this `get` operation answers. */
export const listsWith = (get: OperationId): readonly OperationId[] => rows().listsByGet.get(get) ?? NONE;

/** The `get` operations that answer one row of this list. */
export const getsOfRow = (list: OperationId): readonly OperationId[] => rows().getsByList.get(list) ?? NONE;
