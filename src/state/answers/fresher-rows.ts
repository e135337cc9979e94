import { getOperationsOf, idIn, listOperationsOf } from "../../contract/entities.ts";
import type { OperationId } from "../../contract/operations.ts";
import type { AnyArgs } from "./query.ts";
import type { Resource, ResourceTables } from "./resource.ts";
import { replaceRow } from "./structural-sharing.ts";
import { withResource } from "./tables.ts";

/**
 * Keeps list rows in step with single reads of the same thing. A single read updates its row in the lists; a list never updates a single read.
 */

type Some = Resource<OperationId>;

const tableOf = (tables: ResourceTables, operation: OperationId): readonly Some[] => [
  ...(tables[operation]?.values() ?? []),
];

/** True when two requests concern the same project, cluster and so on, as far as both name them. */
const isSameScope = ({ params: one }: AnyArgs, { params: other }: AnyArgs): boolean =>
  Object.entries(one).every(([name, value]) => other[name] === undefined || other[name] === value);

/** A list that was requested after the single read is newer, unless that request failed. */
const isNewer = (single: Some, list: Some): boolean =>
  single.failure === null && (single.seq > list.seq || list.failure !== null);

/** The list with the row replaced by its single read; the same object when nothing changes. */
function withSingle(list: Some, single: Some): Some {
  const { cached } = list;
  const from = single.cached;
  if (cached === null || from === null || from.misfits !== undefined || single.asOf === null) return list;
  const id = idIn(single.operation, from.data);
  if (id === null || !isSameScope(list.args, single.args) || !isNewer(single, list)) return list;
  const data = replaceRow(list.operation, cached.data, id, from.data);
  if (data === null) return list;
  const raw = replaceRow(list.operation, cached.raw, id, from.raw) ?? cached.raw;
  return {
    ...list,
    cached: { ...cached, data, raw, version: cached.version + 1, changedAt: single.asOf },
    mark: null,
  };
}

/** The tables after an answer: rows of lists are updated from single reads that are newer. */
export function withFresherRows(tables: ResourceTables, arrived: Some): ResourceTables {
  const singles = getOperationsOf(arrived.operation).flatMap((get) => tableOf(tables, get));
  const lists = listOperationsOf(arrived.operation).flatMap((list) => tableOf(tables, list));
  const updated = [
    ...lists.flatMap((list) => {
      const after = withSingle(list, arrived);
      return after === list ? [] : after;
    }),
    ...(singles.length === 0 ? [] : [singles.reduce(withSingle, arrived)].filter((after) => after !== arrived)),
  ];
  return updated.reduce<ResourceTables>(withResource, tables);
}
