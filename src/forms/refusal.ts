import { type Path, pathText } from "../contract/json/json.ts";
import { printable } from "../text/printable.ts";
import type { FormPlan } from "./form-plan.ts";
import type { FormState, Refused } from "./form-state.ts";
import { keyOf } from "./keys.ts";
import { layoutOf } from "./layout.ts";
import { patternOf, stepsOf } from "./paths.ts";
import { rowOf } from "./problems.ts";

/** A write that the service refused: the form keeps all values, and the focus moves to the named field. */

/** The service's message about a field, named as in the API (`notifications[1].delayMin`, `delayMin`). */
export type RefusedField = { readonly field: string; readonly message: string };

/** Problems that are found here in the shape of the service's. */
export const refusedFields = (
  problems: readonly { readonly path: Path; readonly message: string }[],
): readonly RefusedField[] => problems.map(({ path, message }) => ({ field: pathText(path), message }));

/**
 * Puts the service's messages about fields at their rows and focuses the first. Messages that name no field of the form become messages about the
 * form as a whole, after `general`.
 */
export function refuse(
  plan: FormPlan,
  state: FormState,
  fields: readonly RefusedField[],
  general: string | null,
): FormState {
  const slots = layoutOf(plan, state);
  const rows = new Map(slots.map((slot, index) => [slot.key, index]));
  const refused: Refused[] = [];
  const rest: string[] = general === null ? [] : [printable(general)];
  for (const { field, message } of fields) {
    const path = placeOf(
      state,
      field,
      slots.map((slot) => slot.path),
    );
    const key = path === null ? null : rowOf(state, path, rows);
    if (key === null) rest.push(printable(field === "" ? message : `${field}: ${message}`));
    else refused.push({ key, message: printable(message) });
  }
  const [first] = refused.toSorted((left, right) => (rows.get(left.key) ?? 0) - (rows.get(right.key) ?? 0));
  return {
    ...state,
    refused,
    refusal: rest.length === 0 ? null : rest.join("; "),
    notice: null,
    focus: first?.key ?? null,
  };
}

/**
 * Path of a field named by the service: a full path (if its item was removed, its parent), a path without positions, or a field name only.
 */
function placeOf(state: FormState, field: string, paths: readonly Path[]): Path | null {
  const steps = stepsOf(field);
  const named = steps.filter((step) => step !== null);
  const isWhole = named.length === steps.length;
  const [first] = named;
  if (first === undefined) return null;
  if (isWhole && paths.some((path) => keyOf(state, path) === keyOf(state, named))) return named;
  const isPlaced = named.some((step) => typeof step === "number");
  if (isWhole && isPlaced && paths.some((path) => path[0] === first)) return named;
  const pattern = steps.map((step) => (typeof step === "string" ? step : "[]")).join(".");
  const alike = paths.find((path) => patternOf(path).replaceAll("[]", ".[]") === pattern);
  const last = steps.at(-1);
  return alike ?? paths.find((path) => typeof last === "string" && path.at(-1) === last) ?? (isWhole ? named : null);
}
