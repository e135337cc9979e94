import { weakMapMemoize } from "reselect";
import type { z } from "zod";
import { isBodyObject, type Path } from "../contract/json/json.ts";
import { printable } from "../text/printable.ts";
import { labelAt } from "./fields.ts";
import type { FormPlan } from "./form-plan.ts";
import type { FormState } from "./form-state.ts";
import { bodyAt } from "./paths.ts";
import { listPlanOrDefault, shapeOfPlan } from "./plans.ts";
import { elementOf, isGroup, schemaAt, shapeOf, variantsIn } from "./schema/schema.ts";
import { hintsOf } from "./schema/schema-hints.ts";

/** Labels of places in a document: `Notification 2 › Delay`. */

type Seen = Pick<FormState, "body" | "base" | "mode">;

/** Label of a path, outermost first. */
export function pathLabel(plan: FormPlan, state: Seen, path: Path): string {
  const words: string[] = [];
  for (const [position, step] of path.entries()) {
    const here = path.slice(0, position + 1);
    if (typeof step === "number") {
      if (listPlanOrDefault(plan, state.body, path.slice(0, position)).only !== true)
        words.push(itemLabel(plan, state, here));
    } else if (typeof path[position + 1] !== "number") words.push(labelAt(plan, state, here));
  }
  return printable(words.join(" › "));
}

/** Title of a list item. */
export function itemLabel(plan: FormPlan, state: Seen, item: Path): string {
  const index = item.at(-1);
  const list = item.slice(0, -1);
  const value = bodyAt(state.body, item);
  if (typeof index !== "number") return labelAt(plan, state, item);
  if (!isBodyObject(value)) return `${labelAt(plan, state, list)} ${index + 1}`;
  return listPlanOrDefault(plan, state.body, list).itemTitle(value, index);
}

/** A label beside a value, and how deep its field lies. */
type FieldLabel = { readonly label: string; readonly depth: number };

/** Labels of all fields that a form can show: fields come and go by kinds, conditions and entries of lists, and their values keep their place. */
export const possibleLabels = weakMapMemoize((plan: FormPlan): readonly FieldLabel[] =>
  labelsIn(plan, shapeOfPlan(plan), "", 0),
);

function labelsIn(plan: FormPlan, group: z.core.$ZodType, above: string, depth: number): readonly FieldLabel[] {
  const variants = variantsIn(group)?.variants;
  const shapes = variants === undefined ? [shapeOf(group, undefined)] : [...variants.values()];
  return shapes.flatMap((shape) =>
    Object.entries(shape?.shape ?? {}).flatMap(([name, field]): readonly FieldLabel[] => {
      const hint = hintsOf(field);
      if (hint.internal === true || hint.readOnly === true) return [];
      const path = `${above}${name}`;
      const planned = plan.fields.find((one) => one.path === path);
      const here = { label: planned?.title ?? hint.title ?? name, depth };
      const element = planned?.kind === undefined ? elementOf(field) : undefined;
      if (element !== undefined && isGroup(element)) {
        const isOnly = plan.lists?.find((one) => one.path === path)?.only === true;
        return [here, ...labelsIn(plan, element, `${path}[].`, isOnly ? depth : depth + 2)];
      }
      const isHeading = planned?.kind === undefined && isGroup(field);
      return isHeading ? labelsIn(plan, field, `${path}.`, depth + 1) : [here];
    }),
  );
}

/** Field names that the contract declares for the group at a path. */
export function namesAt(plan: FormPlan, state: Seen, holder: Path): readonly string[] {
  const schema = schemaAt(shapeOfPlan(plan), state.body, holder);
  const shape = schema === undefined ? undefined : shapeOf(schema, bodyAt(state.body, holder));
  return Object.keys(shape?.shape ?? {});
}

/** A message from the contract with names of sibling fields replaced by their labels. */
export function labelledMessage(plan: FormPlan, state: Seen, path: Path, message: string): string {
  const holder = path.slice(0, -1);
  // Lower-case names (`roles`, `region`) could be ordinary words in the message.
  const names = namesAt(plan, state, holder).filter((name) => /^[a-z]+[A-Z]\w*$/u.test(name));
  return names.reduce(
    (words, name) => words.replaceAll(new RegExp(`\\b${name}\\b`, "gu"), () => labelAt(plan, state, [...holder, name])),
    message,
  );
}
