import type { AreaId } from "./area-ids.ts";
import type { Json } from "./json/json.ts";
import { textIn } from "./json/json.ts";
import type { Entity, EntityUse, Operation } from "./operation.ts";
import { allOperations, isOperationId, type OperationId, operations } from "./operations.ts";

/** What the records of the operations say of the things that they read and change. */

const operationNamed = (id: string): Operation | null => (isOperationId(id) ? operations[id] : null);

const entityOf = (operation: string): Entity | null => operationNamed(operation)?.entity ?? null;

/** The id of a row or a record that an operation answers, or null where it has none. */
export function idIn(operation: string, row: unknown): string | null {
  for (const name of entityOf(operation)?.id ?? []) {
    const id = textIn(row, name);
    if (id !== null) return id;
  }
  return null;
}

/** The id of what a write has made, from its answer, or from its path where the answer does not say it. */
export function idOfMade(
  operation: string,
  answer: Json | undefined,
  params: Readonly<Record<string, unknown>>,
): string | null {
  const param = entityOf(operation)?.param;
  return idIn(operation, answer) ?? (param === undefined ? null : textIn(params, param));
}

const NONE: readonly OperationId[] = [];

/** The operations of each use, by the name of their entity. */
const byUse: ReadonlyMap<string, readonly OperationId[]> = new Map(
  [...Map.groupBy(allOperations(), ({ entity, entityUse }) => `${entityUse} ${entity?.name}`)].map(
    ([use, all]): [string, readonly OperationId[]] => [use, all.map(({ id }) => id).filter(isOperationId)],
  ),
);

const byArea: ReadonlyMap<string, readonly OperationId[]> = new Map(
  [...Map.groupBy(allOperations(), ({ area, entityUse }) => `${entityUse} ${area}`)].map(
    ([use, all]): [string, readonly OperationId[]] => [use, all.map(({ id }) => id).filter(isOperationId)],
  ),
);

/** The operations of an area that have this use for what they are about. */
export const operationsOf = (area: AreaId, use: EntityUse): readonly OperationId[] =>
  byArea.get(`${use} ${area}`) ?? NONE;

/** The operations that have another use for the entity of one, which is of the use `own`. */
function counterparts(id: string, own: EntityUse, other: EntityUse): readonly OperationId[] {
  const operation = operationNamed(id);
  if (operation === null || operation.entity === null || operation.entityUse !== own) return NONE;
  return byUse.get(`${other} ${operation.entity.name}`) ?? NONE;
}

/** The lists that have a row of the shape that this `get` operation answers. */
export const listsWith = (get: string): readonly OperationId[] => counterparts(get, "get", "list");

/** The `get` operations that answer one row of this list. */
export const getsOfRow = (list: string): readonly OperationId[] => counterparts(list, "list", "get");
