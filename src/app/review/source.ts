import type { Target } from "../../areas/effect.ts";
import { isOperationId, type OperationId } from "../../contract/operations.ts";
import type { ReviewLayer } from "../workspace.ts";

/** What a review is of: a form that was filled in, or a write without fields. */

export type Source = ReviewLayer["source"];

export function operationOf(source: Source): OperationId {
  if (source.kind === "write") return source.plan.operation;
  const { id } = source.setup.plan.operation;
  if (!isOperationId(id)) throw new TypeError(`${id} is not in the table of operations`);
  return id;
}

export const targetsOf = (source: Source): readonly Target[] =>
  source.kind === "write" ? source.plan.targets : source.setup.targets;
