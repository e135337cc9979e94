import type { z } from "zod";
import type { Path } from "../contract/json/json.ts";
import type { FieldHint } from "../contract/schema/hints.ts";
import type { FieldPlan, FormPlan, Visibility } from "./form-plan.ts";
import type { FormState } from "./form-state.ts";
import { bodyAt } from "./paths.ts";
import { contextAt, fieldPlanAt, shapeOfPlan } from "./plans.ts";
import {
  closedValues,
  elementOf,
  type FieldKind,
  isRequired,
  kindOf,
  schemaAt,
  suggestionsOf,
  variantsIn,
} from "./schema/schema.ts";
import { hintsOf } from "./schema/schema-hints.ts";
import type { Suggestion } from "./suggestion.ts";

/** A field with its facts from the contract and the plan. */
export type Field = {
  readonly path: Path;
  readonly schema: z.core.$ZodType;
  readonly hint: FieldHint;
  readonly plan: FieldPlan | undefined;
  readonly kind: FieldKind;
  readonly label: string;
  /** Unit of a number. */
  readonly unit: string | undefined;
  readonly choices: readonly Suggestion[];
  readonly open: boolean;
  /** True for the discriminator of its group's kind. */
  readonly isKind: boolean;
};

type Seen = Pick<FormState, "body" | "base" | "mode">;

/** The field at a path, or null when the contract has none. */
export function fieldAt(plan: FormPlan, state: Seen, path: Path): Field | null {
  const shape = shapeOfPlan(plan);
  const schema = schemaAt(shape, state.body, path);
  if (schema === undefined) return null;
  const holder = schemaAt(shape, state.body, path.slice(0, -1));
  const hint = hintsOf(schema);
  const planned = fieldPlanAt(plan, path);
  const variants = holder === undefined ? undefined : variantsIn(holder);
  const isKind = variants !== undefined && variants.discriminator === path.at(-1);
  const chosen = planned?.choices?.(contextAt(plan, state, path));
  const kinds = isKind ? [...variants.variants].map(([value, variant]) => kindChoice(value, variant)) : undefined;
  const choices = chosen ?? kinds ?? suggestionsOf(schema);
  const kind = planned?.kind ?? (isKind ? "choice" : fieldKind(schema, planned, chosen));
  const closed = kind === "choice" || (kind === "multi-choice" && isClosedList(schema));
  return {
    path,
    schema,
    hint,
    plan: planned,
    kind,
    label: planned?.title ?? hint.title ?? String(path.at(-1) ?? ""),
    unit: planned?.unit?.(contextAt(plan, state, path)) ?? hint.unit,
    choices,
    open: !closed,
    isKind,
  };
}

const kindChoice = (value: string, variant: z.ZodObject): Suggestion => ({
  value,
  label: hintsOf(variant).title ?? value,
});

function isClosedList(schema: z.core.$ZodType): boolean {
  const element = elementOf(schema);
  return element !== undefined && closedValues(element) !== undefined;
}

function fieldKind(
  schema: z.core.$ZodType,
  planned: FieldPlan | undefined,
  chosen: readonly Suggestion[] | undefined,
): FieldKind {
  if (planned?.inSeconds === true) return "timestamp";
  if (planned?.textual === true) return "json";
  const kind = kindOf(schema);
  if (kind !== "text" && kind !== "number") return kind;
  return chosen !== undefined || planned?.suggest !== undefined ? "choice-or-other" : kind;
}

/** Visibility of a field: depends on its own condition and those of its parent groups. */
export function shownAt(plan: FormPlan, state: Seen, path: Path): Visibility {
  let because: string | undefined;
  for (let length = 1; length <= path.length; length += 1) {
    const above = path.slice(0, length);
    const shown = fieldPlanAt(plan, above)?.when?.(contextAt(plan, state, above));
    if (shown === undefined) continue;
    if (!shown.shown) return shown;
    if (length === path.length) because = shown.because;
  }
  return because === undefined ? { shown: true } : { shown: true, because };
}

/** True when a field is required now, by the contract or by the plan. */
export function isNeeded(plan: FormPlan, state: Seen, field: Field): { needed: boolean; because: string | null } {
  const planned = field.plan?.required?.(contextAt(plan, state, field.path)) ?? false;
  if (typeof planned === "string") return { needed: true, because: planned };
  return {
    needed: planned || (isRequired(field.schema) && isThere(plan, state, field.path.slice(0, -1))),
    because: null,
  };
}

/** True when a group exists, or must. */
function isThere(plan: FormPlan, state: Seen, group: Path): boolean {
  // The service writes null for a group that does not exist.
  if (group.length === 0 || (bodyAt(state.body, group) ?? null) !== null) return true;
  const field = fieldAt(plan, state, group);
  return field !== null && isNeeded(plan, state, field).needed;
}

/** Label of a path's last step: the plan's, else the contract's title, else the name in the API. */
export const labelAt = (plan: FormPlan, state: Seen, path: Path): string =>
  fieldAt(plan, state, path)?.label ?? String(path.at(-1) ?? "");
