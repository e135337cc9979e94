import type { z } from "zod";
import { type BodyObject, type BodyValue, isBodyObject, isList, type Path } from "../contract/json/json.ts";
import { type Field, fieldAt, shownAt } from "./fields.ts";
import type { FormPlan, ListPlan } from "./form-plan.ts";
import type { FormState } from "./form-state.ts";
import { keyOf } from "./keys.ts";
import { bodyAt, patternOf } from "./paths.ts";
import { listPlanOrDefault, shapeOfPlan } from "./plans.ts";
import { elementOf, isGroup, isListOfGroups, isUnknownKind, shapeOf, variantsIn } from "./schema/schema.ts";
import { addedNames } from "./sent.ts";

/** Rows of a form and their order; `rows.ts` fills in their contents. */

type Place = { readonly key: string; readonly path: Path; readonly depth: number; readonly parent: string | null };
export type Slot = Place &
  (
    | { readonly row: "field"; readonly field: Field; readonly because: string | null }
    | { readonly row: "heading"; readonly field: Field; readonly because: string | null }
    | { readonly row: "list"; readonly field: Field; readonly count: number; readonly because: string | null }
    | {
        readonly row: "item";
        /** The list of the item. */
        readonly field: Field;
        readonly list: Path;
        readonly index: number;
        readonly count: number;
        readonly plan: ListPlan;
        readonly item: BodyObject;
        readonly unknownKind: boolean;
      }
    | { readonly row: "add"; readonly field: Field; readonly list: Path; readonly plan: ListPlan }
    | { readonly row: "carried"; readonly value: BodyValue }
  );

type Seen = Pick<FormState, "body" | "base" | "mode" | "items">;
type Spot = { readonly plan: FormPlan; readonly state: Seen; readonly depth: number; readonly parent: string | null };

/** All rows of a form in order, without contents. */
export const layoutOf = (plan: FormPlan, state: Seen): readonly Slot[] =>
  groupSlots({ plan, state, depth: 0, parent: null }, shapeOfPlan(plan), []);

/** Field names of a group: a variant's kind first, then in the order of the plan, unplanned ones last. */
export function namesOf(
  plan: FormPlan,
  schema: z.core.$ZodType,
  value: BodyValue | undefined,
  path: Path,
): readonly string[] {
  const kind = variantsIn(schema)?.discriminator;
  const declared = Object.keys(shapeOf(schema, value)?.shape ?? {});
  const pattern = patternOf(path);
  const above = pattern === "" ? "" : `${pattern}.`;
  const planned = [...plan.fields, ...(plan.lists ?? [])]
    .filter((field) => field.path.startsWith(above))
    .map((field) => field.path.slice(above.length).split(/[.[]/u)[0] ?? "");
  const all = [...planned.filter((name) => declared.includes(name) || name === kind), ...declared];
  return [...new Set(kind === undefined || planned.includes(kind) ? all : [kind, ...all])];
}

function groupSlots(spot: Spot, schema: z.core.$ZodType, path: Path): Slot[] {
  const value = bodyAt(spot.state.body, path);
  const known = namesOf(spot.plan, schema, value, path).flatMap((name) => fieldSlots(spot, [...path, name]));
  return [...known, ...carriedSlots(spot, schema, value, path)];
}

/** Fields that the contract does not know. On the top level, a merging write sends only those that were added here. */
function carriedSlots(spot: Spot, schema: z.core.$ZodType, value: BodyValue | undefined, path: Path): Slot[] {
  if (!isBodyObject(value)) return [];
  const sent = spot.state.mode === "merge" && path.length === 0 ? addedNames(spot.plan, spot.state) : null;
  const shape = shapeOf(schema, value)?.shape;
  const identity = listPlanOrDefault(spot.plan, spot.state.body, path.slice(0, -1)).identity;
  const isKind = shape === undefined ? undefined : variantsIn(schema)?.discriminator;
  return Object.entries(value)
    .filter(([name]) => !(shape !== undefined && Object.hasOwn(shape, name)) && name !== identity && name !== isKind)
    .filter(([name]) => sent === null || sent.includes(name))
    .map(([name, child]) => ({
      row: "carried" as const,
      key: `${keyOf(spot.state, path)}?${JSON.stringify(name)}`,
      path: [...path, name],
      depth: spot.depth,
      parent: spot.parent,
      value: child,
    }));
}

function fieldSlots(spot: Spot, path: Path): Slot[] {
  const { plan, state, depth, parent } = spot;
  const field = fieldAt(plan, state, path);
  if (field === null || field.hint.internal === true || field.hint.readOnly === true) return [];
  const { shown, because = null } = shownAt(plan, state, path);
  if (!shown) return [];
  const key = keyOf(state, path);
  const place = { key, path, depth, parent };
  if (field.plan?.kind === undefined && isListOfGroups(field.schema)) {
    const items = bodyAt(state.body, path);
    const count = isList(items) ? items.length : 0;
    const element = elementOf(field.schema);
    if (count === 1 && element !== undefined && listPlanOrDefault(plan, state.body, path).only === true) {
      return groupSlots(spot, element, [...path, 0]);
    }
    return [{ ...place, row: "list", field, count, because }, ...listSlots({ ...spot, depth: depth + 1 }, field, path)];
  }
  if (field.plan?.kind === undefined && isGroup(field.schema)) {
    const inner = groupSlots({ ...spot, depth: depth + 1, parent: key }, field.schema, path);
    return [{ ...place, row: "heading", field, because }, ...inner];
  }
  return [{ ...place, row: "field", field, because }];
}

function listSlots(spot: Spot, field: Field, list: Path): Slot[] {
  const { plan, state, depth } = spot;
  const element = elementOf(field.schema);
  const value = bodyAt(state.body, list);
  const items = isList(value) ? value : [];
  const listPlan = listPlanOrDefault(plan, state.body, list);
  const listKey = keyOf(state, list);
  const slots = items.flatMap((item, index): Slot[] => {
    const path = [...list, index];
    const key = keyOf(state, path);
    const isUnknown = element === undefined || isUnknownKind(element, item);
    const inside = { ...spot, depth: depth + 1, parent: key };
    const fields = isUnknown ? carriedSlots(inside, field.schema, item, path) : groupSlots(inside, element, path);
    const place = { key, path, depth, parent: listKey, field, list, index, count: items.length, plan: listPlan };
    const object = isBodyObject(item) ? item : {};
    return [{ ...place, row: "item", item: object, unknownKind: isUnknown }, ...fields];
  });
  return [
    ...slots,
    { row: "add", key: `${listKey}+`, path: list, depth, parent: listKey, field, list, plan: listPlan },
  ];
}

/** Key of the first field at or below a path, or null. */
export function firstFieldKey(plan: FormPlan, state: Seen, path: Path): string | null {
  const key = keyOf(state, path);
  const slots = layoutOf(plan, state);
  const start = slots.findIndex((slot) => slot.key === key);
  if (start === -1) return null;
  return slots.slice(start).find((slot) => slot.row === "field")?.key ?? key;
}
