import type { BodyObject, BodyValue, Path } from "../contract/json/json.ts";
import { isList } from "../contract/json/json.ts";
import type { FormPlan } from "./form-plan.ts";
import type { FormState, ItemTag } from "./form-state.ts";
import { bodyAt } from "./paths.ts";
import { nodesOf } from "./schema/schema.ts";

/**
 * Stable keys: the path of a field with the tag of each list item in place of its position (`notifications#2.delayMin`). State kept by key (typed
 * text, errors, focus) survives moving and removing items.
 */

type Items = FormState["items"];

/** Stable key of a field, group, list or item. */
export function keyOf(state: Pick<FormState, "items">, path: Path): string {
  let key = "";
  for (const step of path) {
    if (typeof step === "string") key += key === "" ? step : `.${step}`;
    else key += `#${state.items[key]?.[step]?.key ?? `-${step}`}`;
  }
  return key;
}

/** Present path of a key, or null when its item was removed. */
export function pathOf(state: Pick<FormState, "items">, key: string): Path | null {
  const path: (string | number)[] = [];
  let above = "";
  for (const [text, name, tag, bare] of key.matchAll(/\.?([^.#]+)|#(\d+)|#-(\d+)/gu)) {
    if (name !== undefined) path.push(name);
    else if (bare !== undefined) path.push(Number(bare));
    else {
      const index = state.items[above]?.findIndex((item) => item.key === Number(tag)) ?? -1;
      if (index === -1) return null;
      path.push(index);
    }
    above += text;
  }
  return path;
}

/** True for the key of a field at or below another. */
export const isKeyWithin = (key: string, above: string): boolean =>
  key === above || key.startsWith(`${above}.`) || key.startsWith(`${above}#`);

/** Path in the received document that a body path came from, or null for additions. */
export function basePathOf(state: Pick<FormState, "items">, path: Path): Path | null {
  const steps: (string | number)[] = [];
  for (const [position, step] of path.entries()) {
    if (typeof step === "string") {
      steps.push(step);
      continue;
    }
    const tags = state.items[keyOf(state, path.slice(0, position))];
    const from = tags === undefined ? step : (tags[step]?.from ?? null);
    if (from === null) return null;
    steps.push(from);
  }
  return steps;
}

/** Value of a field in the received document. */
export function baseValueOf(state: Pick<FormState, "items" | "base">, path: Path): BodyValue | undefined {
  const from = basePathOf(state, path);
  return state.base === null || from === null ? undefined : bodyAt(state.base, from);
}

type Tagged = { readonly items: Items; readonly nextItem: number };

/**
 * Tags for every list of groups in a body: existing tags stay, lists without tags get new ones. `from` returns the received position of a new item.
 */
export function withItemTags(
  plan: FormPlan,
  body: BodyObject,
  known: Tagged,
  from: (list: Path, index: number) => number | null,
): Tagged {
  const schema = plan.operation.body?.shape;
  if (schema === undefined) return known;
  let items = known.items;
  let nextItem = known.nextItem;
  for (const node of nodesOf(schema, body)) {
    if (node.kind !== "list" || !isList(node.value)) continue;
    const key = keyOf({ items }, node.path);
    const present = items[key] ?? [];
    if (present.length === node.value.length && Object.hasOwn(items, key)) continue;
    const tags: ItemTag[] = node.value.map((_item, index) => {
      const tag = present[index];
      if (tag !== undefined) return tag;
      nextItem += 1;
      return { key: nextItem, from: from(node.path, index) };
    });
    items = { ...items, [key]: tags };
  }
  return { items, nextItem };
}
