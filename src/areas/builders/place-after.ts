import { createdId } from "../../contract/entities.ts";
import type { JsonObject } from "../../contract/json/json.ts";
import type { Operation } from "../../contract/operation.ts";
import { operations } from "../../contract/operations.ts";
import { isAreaId, type Place } from "../../state/navigation/place.ts";
import type { FormSetup, Target, WritePlan } from "../model/effect.ts";

/** A form that was filled in, or a write without fields. */
type Sendable =
  | { readonly kind: "form"; readonly setup: Pick<FormSetup, "plan" | "targets" | "after"> }
  | { readonly kind: "write"; readonly plan: Pick<WritePlan, "operation" | "targets" | "after"> };

function idsAfter(operation: Operation, targets: readonly Target[], answer: JsonObject | null): readonly string[] {
  const { entity, entityUse } = operation;
  const [target] = targets;
  if (entity === null || target === undefined || targets.length > 1) return [];
  if (entityUse === "remove" || (entity.id.length === 0 && entity.param === undefined)) return [];
  const id = entityUse === "create" ? createdId(operation.id, answer ?? undefined, target.params) : target.id;
  return id === null || id === "" ? [] : [id];
}

/** The place to go to after a write: the thing that was created or changed; the list where it was deleted or there are several. */
export function placeAfter(source: Sendable, answer: JsonObject | null): Place {
  const { after, targets } = source.kind === "form" ? source.setup : source.plan;
  if (after !== undefined) return after;
  const operation: Operation = source.kind === "form" ? source.setup.plan.operation : operations[source.plan.operation];
  const area = operation.area ?? "";
  return { area: isAreaId(area) ? area : "overview", ids: idsAfter(operation, targets, answer) };
}
