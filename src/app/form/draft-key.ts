import type { FormSetup, Target } from "../../areas/model/effect.ts";
import { encodeBody, secretVariable, writeJson } from "../../contract/json/json.ts";
import type { StoredDraft } from "../../state/drafts.ts";

/**
 * Keys of drafts: one draft per form and thing (docs/decisions/0009). Only this module makes the key, from the form and from the project or
 * organisation and the thing in its request, so that no draft opens in another project.
 */

type Keyed = Pick<FormSetup, "plan" | "targets" | "variant" | "chosen">;

/** Parameters of the request, outermost first; for several targets, their projects or organisations. */
function scopeOf(targets: readonly Target[]): readonly string[] {
  const [first, ...others] = targets;
  if (first === undefined) return [];
  if (others.length === 0) return Object.values(first.params);
  return [...new Set(targets.flatMap(({ params }) => params["groupId"] ?? params["orgId"] ?? []))];
}

/** Key of a form's draft, including what was chosen before it. */
export const draftKeyOf = ({ plan, targets, variant, chosen = {} }: Keyed): string =>
  [
    plan.operation.id,
    ...scopeOf(targets).map(encodeURIComponent),
    ...(variant === undefined ? [] : [variant]),
    ...(Object.keys(chosen).length === 0 ? [] : [`of ${writeJson(encodeBody(chosen, secretVariable))}`]),
  ].join("/");

/** The same form with a key of its own, so that it does not replace another draft. */
export const withOwnDraft = <Setup extends Keyed>(setup: Setup): Setup => ({
  ...setup,
  variant: setup.variant === undefined ? "new" : `${setup.variant}/new`,
});

const AN_ID = /[0-9a-f]{24}/u;

const isOfPlan = ({ plan }: Keyed, { content }: StoredDraft): boolean => content["planId"] === plan.operation.id;

/** A draft that an earlier version saved under the thing's id alone, without its project: ids are never reused. */
export function formerDraftOf(drafts: readonly StoredDraft[], setup: Keyed): StoredDraft | undefined {
  const [target, ...others] = setup.targets;
  if (target === undefined || others.length > 0 || !AN_ID.test(target.id)) return undefined;
  return drafts.find((draft) => isOfPlan(setup, draft) && draft.id.split("/").slice(1).join("/") === target.id);
}

/** A draft that an earlier version saved without any id: its project is unknown. */
export const unscopedDraftOf = (drafts: readonly StoredDraft[], setup: Keyed): StoredDraft | undefined =>
  setup.targets.length === 0 ? undefined : drafts.find((draft) => isOfPlan(setup, draft) && !AN_ID.test(draft.id));
