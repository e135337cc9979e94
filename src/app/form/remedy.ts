import { type FormSetup, REMOVED_REMEDY, type Remedy } from "../../areas/model/effect.ts";
import type { FormState } from "../../forms/form-state.ts";
import { brokenRules } from "../../forms/problems.ts";

/** Remedies for a form that cannot be sent as it is. */

/** Remedy for an edited thing that was deleted. */
export const remedyOfRemoved = ({ remedies }: FormSetup, { body }: FormState): Remedy | null =>
  remedies?.[REMOVED_REMEDY]?.(body) ?? null;

/** Remedy for the first broken rule that has one. */
export function remedyOfRules({ plan, remedies = {} }: FormSetup, state: FormState): Remedy | null {
  if (Object.keys(remedies).length === 0) return null;
  const rule = brokenRules(plan, state).find((name) => Object.hasOwn(remedies, name));
  return rule === undefined ? null : (remedies[rule]?.(state.body) ?? null);
}
