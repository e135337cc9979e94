import { isWrite, type Operation } from "../../contract/operation.ts";
import { isOperationId, operations } from "../../contract/operations.ts";
import type { AnyArgs, Query } from "./query.ts";

/** A read as stored on disk or parsed from text: not yet checked against its operation. */
export type PlainRead = { readonly operation: string; readonly params: Readonly<Record<string, string>> };

type UncheckedQuery = Pick<Query, "operation" | "poll" | "optional"> & { readonly args: AnyArgs };

/** True when a query has all parameters of its operation, each valid. */
function isQuery(query: UncheckedQuery): query is Query {
  const schemas: Operation["params"] = operations[query.operation].params;
  const { params } = query.args;
  return (
    Object.keys(params).every((name) => schemas[name] !== undefined) &&
    Object.entries(schemas).every(([name, schema]) => schema.safeParse(params[name]).success)
  );
}

/** The query of a stored read; null when it does not fit its operation, or the operation is a write. */
export function readQuery({ operation, params }: PlainRead, poll: Query["poll"]): Query | null {
  if (!isOperationId(operation) || isWrite(operations[operation])) return null;
  const query: UncheckedQuery = { operation, args: { params }, poll, optional: true };
  return isQuery(query) ? query : null;
}
