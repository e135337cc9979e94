import type { ArgsOf, OperationId } from "../../contract/operations.ts";
import { type Query, resourceKey } from "../../state/answers/query.ts";
import type { ResourceTables } from "../../state/answers/resource.ts";
import { afterAnswer, emptyResource, find, withResource } from "../../state/answers/tables.ts";
import type { Ask, Context } from "../model/context.ts";

/** Requests everything anew and returns a context with the answers; refused ones are left out. */
export async function askAgain(ask: Ask, context: Context, queries: readonly Query[]): Promise<Context> {
  let tables: ResourceTables = {};
  const add = async <Id extends OperationId>(operation: Id, args: ArgsOf<Id>): Promise<void> => {
    try {
      const { data, raw, at } = await ask(operation, args);
      tables = withResource(tables, afterAnswer(emptyResource(operation, args), 1, { at, complete: true, raw, data }));
    } catch {
      unread.add(resourceKey(operation, args));
    }
  };
  const unread = new Set<string>();
  await Promise.all(queries.map((query) => add<OperationId>(query.operation, query.args)));
  return {
    ...context,
    cached: (operation, args) => find(tables, operation, resourceKey(operation, args))?.cached ?? undefined,
    asOf: (operation, args) => find(tables, operation, resourceKey(operation, args))?.asOf ?? null,
    unread: (operation, args) =>
      unread.has(resourceKey(operation, args))
        ? { words: "not loaded", reason: "not loaded", status: null, code: null }
        : null,
  };
}
