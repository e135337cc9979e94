import { type FormSetup, REMOVED_REMEDY, type Remedy } from "../../areas/model/effect.ts";
import { brokenRules } from "../../forms/problems.ts";
import type { FormState } from "../../forms/types.ts";

/** What is offered where a form cannot be sent as it is. */

/** What helps where the edited thing was deleted. */
export const remedyOfRemoved = ({ remedies }: FormSetup, { body }: FormState): Remedy | null =>
  remedies?.[REMOVED_REMEDY]?.(body) ?? null;

/** What helps against the first broken rule for which something does. */
export function remedyOfRules({ plan, remedies = {} }: FormSetup, state: FormState): Remedy | null {
  if (Object.keys(remedies).length === 0) return null;
  const rule = brokenRules(plan, state).find((name) => Object.hasOwn(remedies, name));
  return rule === undefined ? null : (remedies[rule]?.(state.body) ?? null);
}
