import { isWrite, type Operation } from "../../contract/operation.ts";
import { isOperationId, operations } from "../../contract/operations.ts";
import type { AnyArgs, Query } from "./query.ts";

/** A read as it is kept on disk or put together from a text: nothing says yet that its operation takes it so. */
export type PlainRead = { readonly operation: string; readonly params: Readonly<Record<string, string>> };

type UncheckedQuery = Pick<Query, "operation" | "poll" | "optional"> & { readonly args: AnyArgs };

/** Whether a query names all that its operation needs, each as that is written. */
function isQuery(query: UncheckedQuery): query is Query {
  const schemas: Operation["params"] = operations[query.operation].params;
  const { params } = query.args;
  return (
    Object.keys(params).every((name) => schemas[name] !== undefined) &&
    Object.entries(schemas).every(([name, schema]) => schema.safeParse(params[name]).success)
  );
}

/** What asks the service for it; null where it does not fit its operation, or that changes anything. */
export function readQuery({ operation, params }: PlainRead, poll: Query["poll"]): Query | null {
  if (!isOperationId(operation) || isWrite(operations[operation])) return null;
  const query: UncheckedQuery = { operation, args: { params }, poll, optional: true };
  return isQuery(query) ? query : null;
}
