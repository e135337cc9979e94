import { weakMapMemoize } from "reselect";
import { nameIn } from "../../contract/entities.ts";
import { valueAt } from "../../contract/json/json.ts";
import type { OperationId } from "../../contract/operations.ts";
import type { FormEnv } from "../../forms/form-plan.ts";
import type { FieldRow } from "../../forms/row-types.ts";
import { projectKeyOf } from "../../state/answers/query.ts";
import type { Resource, ResourcesSlice } from "../../state/answers/resource.ts";
import { rowsOf } from "../../state/answers/structural-sharing.ts";
import type { FormLayer } from "../workspace.ts";
import { allRows } from "./rows.ts";

/** Fields of an open form that hold a thing which is no longer in its list: a form keeps the choices that there were when it was opened. */

/** Ids, and names where things go by them, that went from a list and did not come back. */
function removedFrom({ operation, cached }: Resource<OperationId>): readonly string[] {
  if (cached === null || cached.removed.length === 0) return [];
  const ids = cached.removed.map(({ id }) => id);
  const names = cached.removed.flatMap(({ row }) => nameIn(operation, row) ?? []);
  if (names.length === 0) return ids;
  const here = new Set((rowsOf(cached.data) ?? []).map((row) => nameIn(operation, row)));
  return [...ids, ...names.filter((name) => !here.has(name))];
}

/** Memoized: a form asks at each key, and a project may have hundreds of lists. */
const removedIn = weakMapMemoize(
  (resources: ResourcesSlice["resources"], project: string): ReadonlySet<string> =>
    new Set(
      Object.values(resources)
        .flatMap((table) => [...table.values()])
        .filter(({ args }) => projectKeyOf(args) === project)
        .flatMap(removedFrom),
    ),
);

/** True for a field whose values are picked among things. */
const isPicked = ({ field }: FieldRow): boolean => field.suggest !== null || field.choices.length > 0;

/** A line for each such field. */
export function removedValueLines(
  layer: FormLayer,
  { resources }: Pick<ResourcesSlice, "resources">,
  env: FormEnv,
): readonly string[] {
  const removed = removedIn(resources, projectKeyOf(layer.setup.targets[0] ?? {}));
  if (removed.size === 0) return [];
  return allRows(layer, env).flatMap((row) => {
    if (row.row !== "field" || !isPicked(row)) return [];
    const value = valueAt(layer.state.body, row.path);
    if (typeof value !== "string" || !removed.has(value)) return [];
    return [`! ${row.field.label}: ${row.field.shown} was deleted since it was listed here. Choose another.`];
  });
}
