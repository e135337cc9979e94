import type { BodyValue, Path } from "../contract/json/json.ts";
import { isList } from "../contract/json/json.ts";
import { unsetAt, withDependentFields, withoutBareGroups } from "./dependent-fields.ts";
import { fieldAt } from "./fields.ts";
import type { FormPlan } from "./form-plan.ts";
import type { FormState, ItemTag } from "./form-state.ts";
import { baseValueOf, keyOf } from "./keys.ts";
import { firstFieldKey } from "./layout.ts";
import { afterEdit } from "./marks.ts";
import { bodyAt, withValue } from "./paths.ts";
import { contextOf, listPlanOrDefault } from "./plans.ts";
import { elementOf, isListOfGroups, isRequired, withRequiredLists } from "./schema/schema.ts";

/** Adds, removes and moves items of a list of groups. */

/** The list at a path with its tags, or null when it is not a list of groups of this form. */
function listAt(plan: FormPlan, state: FormState, list: Path) {
  const field = fieldAt(plan, state, list);
  if (field === null || !isListOfGroups(field.schema)) return null;
  const value = bodyAt(state.body, list);
  const key = keyOf(state, list);
  const items = isList(value) ? value : [];
  return { field, key, items, tags: (state.items[key] ?? []).slice(0, items.length) };
}

/** Adds an item at the end of a list, and focuses its first field. */
export function addItem(plan: FormPlan, state: FormState, list: Path): FormState {
  const found = listAt(plan, state, list);
  if (found === null) return state;
  const initial = withRequiredLists(
    elementOf(found.field.schema),
    listPlanOrDefault(plan, state.body, list).initial(contextOf(plan, state)),
  );
  const nextItem = state.nextItem + 1;
  const next = changed(
    plan,
    state,
    list,
    [...found.items, initial],
    [...found.tags, { key: nextItem, from: null }],
    nextItem,
  );
  return { ...next, focus: firstFieldKey(plan, next, [...list, found.items.length]) };
}

/** Removes an item; the focus moves to the following item, or to the row for adding one. */
export function removeItem(plan: FormPlan, state: FormState, item: Path): FormState {
  const index = item.at(-1);
  const list = item.slice(0, -1);
  const found = typeof index === "number" ? listAt(plan, state, list) : null;
  if (found === null || typeof index !== "number" || index >= found.items.length) return state;
  const items = found.items.toSpliced(index, 1);
  const next = changed(plan, state, list, items, found.tags.toSpliced(index, 1), state.nextItem);
  const isListUnset = items.length === 0 && !isRequired(found.field.schema) && baseValueOf(state, list) === undefined;
  const body = isListUnset ? unsetAt(plan, next, list) : withoutBareGroups(plan, next, next.body, list.slice(0, -1));
  const last = items.length === 0 ? { ...next, body } : next;
  const focus =
    items.length === 0 ? `${found.key}+` : firstFieldKey(plan, last, [...list, Math.min(index, items.length - 1)]);
  return { ...last, focus };
}

/** Moves an item one place up or down. The focus stays. */
export function moveItem(plan: FormPlan, state: FormState, item: Path, by: -1 | 1): FormState {
  const index = item.at(-1);
  const list = item.slice(0, -1);
  const found = typeof index === "number" ? listAt(plan, state, list) : null;
  if (found === null || typeof index !== "number") return state;
  const items = swapped(found.items, index, index + by);
  const tags = swapped(found.tags, index, index + by);
  return items === null || tags === null ? state : changed(plan, state, list, items, tags, state.nextItem);
}

function swapped<Item>(list: readonly Item[], from: number, to: number): readonly Item[] | null {
  const item = list[from];
  const other = list[to];
  if (from < 0 || to < 0 || item === undefined || other === undefined) return null;
  return list.with(from, other).with(to, item);
}

function changed(
  plan: FormPlan,
  state: FormState,
  list: Path,
  items: readonly BodyValue[],
  tags: readonly ItemTag[],
  nextItem: number,
): FormState {
  const key = keyOf(state, list);
  return withDependentFields(plan, state, {
    ...afterEdit(state, key),
    body: withValue(state.body, list, items),
    items: { ...state.items, [key]: tags },
    nextItem,
  });
}
