import type { AreaId } from "./area-ids.ts";
import type { Json } from "./json/json.ts";
import { textIn } from "./json/json.ts";
import type { Entity, EntityUse, Operation } from "./operation.ts";
import { allOperations, isOperationId, type OperationId, operations } from "./operations.ts";

/** Look-ups over the operation table: which entity an operation reads or changes, and how. */

const operationNamed = (id: string): Operation | null => (isOperationId(id) ? operations[id] : null);

const entityOf = (operation: string): Entity | null => operationNamed(operation)?.entity ?? null;

/** Id of a row or record in an operation's answer; null if it has none. */
export function idIn(operation: string, row: unknown): string | null {
  for (const name of entityOf(operation)?.id ?? []) {
    const id = textIn(row, name);
    if (id !== null) return id;
  }
  return null;
}

/** Name by which other things refer to a row of an operation's answer; null where they refer to its id. */
export function nameIn(operation: string, row: unknown): string | null {
  const field = entityOf(operation)?.namedBy;
  return field === undefined ? null : textIn(row, field);
}

/** Id of the entity that a write created, from its answer, or else from its path parameters. */
export function createdId(
  operation: string,
  answer: Json | undefined,
  params: Readonly<Record<string, unknown>>,
): string | null {
  const param = entityOf(operation)?.param;
  return idIn(operation, answer) ?? (param === undefined ? null : textIn(params, param));
}

const NONE: readonly OperationId[] = [];

const grouped = (keyOf: (operation: Operation) => string): ReadonlyMap<string, readonly OperationId[]> =>
  new Map(
    [...Map.groupBy(allOperations(), keyOf)].map(([key, all]) => [key, all.map(({ id }) => id).filter(isOperationId)]),
  );

/** Operations by use and entity name, and by use and area. */
const byUse = grouped(({ entity, entityUse }) => `${entityUse} ${entity?.name}`);
const byArea = grouped(({ area, entityUse }) => `${entityUse} ${area}`);

/** Operations of an area that have this use. */
export const operationsOf = (area: AreaId, use: EntityUse): readonly OperationId[] =>
  byArea.get(`${use} ${area}`) ?? NONE;

/** Operations with the use `other` for the same entity, if operation `id` has the use `own`. */
function counterparts(id: string, own: EntityUse, other: EntityUse): readonly OperationId[] {
  const operation = operationNamed(id);
  if (operation === null || operation.entity === null || operation.entityUse !== own) return NONE;
  return byUse.get(`${other} ${operation.entity.name}`) ?? NONE;
}

/** Lists whose rows have the shape that this `get` operation answers. */
export const listOperationsOf = (get: string): readonly OperationId[] => counterparts(get, "get", "list");

/** The `get` operations that answer one row of this list. */
export const getOperationsOf = (list: string): readonly OperationId[] => counterparts(list, "list", "get");
