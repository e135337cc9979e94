import type { FormSetup, Target } from "../../areas/model/effect.ts";
import { encodeBody, secretVariable, writeJson } from "../../contract/json/json.ts";
import type { StoredDraft } from "../../state/drafts.ts";

/**
 * Which draft is whose: one a form and a thing (docs/decisions/0009). The key is made here alone, of the form, of the project or
 * organisation and the thing that its request names, so that no draft opens in another project.
 */

type Keyed = Pick<FormSetup, "plan" | "targets" | "variant" | "chosen">;

/** What a request is sent to, outermost first; of several things, the projects that they are in. */
function scopeOf(targets: readonly Target[]): readonly string[] {
  const [first, ...others] = targets;
  if (first === undefined) return [];
  if (others.length === 0) return Object.values(first.params);
  return [...new Set(targets.flatMap(({ params }) => params["groupId"] ?? params["orgId"] ?? []))];
}

/** The key of a form's draft, and of what was chosen before it. */
export const draftKeyOf = ({ plan, targets, variant, chosen = {} }: Keyed): string =>
  [
    plan.operation.id,
    ...scopeOf(targets).map(encodeURIComponent),
    ...(variant === undefined ? [] : [variant]),
    ...(Object.keys(chosen).length === 0 ? [] : [`of ${writeJson(encodeBody(chosen, secretVariable))}`]),
  ].join("/");

/** The same form beside a draft that it must not replace. */
export const besideDraft = <Setup extends Keyed>(setup: Setup): Setup => ({
  ...setup,
  variant: setup.variant === undefined ? "new" : `${setup.variant}/new`,
});

const AN_ID = /[0-9a-f]{24}/u;

const isOfPlan = ({ plan }: Keyed, { content }: StoredDraft): boolean => content["planId"] === plan.operation.id;

/** The draft that an earlier version kept under the id of the very thing, without its project: ids are never given twice. */
export function formerDraftOf(drafts: readonly StoredDraft[], setup: Keyed): StoredDraft | undefined {
  const [target, ...others] = setup.targets;
  if (target === undefined || others.length > 0 || !AN_ID.test(target.id)) return undefined;
  return drafts.find((draft) => isOfPlan(setup, draft) && draft.id.split("/").slice(1).join("/") === target.id);
}

/** The draft that an earlier version kept without any id: nobody knows of which project it is. */
export const unscopedDraftOf = (drafts: readonly StoredDraft[], setup: Keyed): StoredDraft | undefined =>
  setup.targets.length === 0 ? undefined : drafts.find((draft) => isOfPlan(setup, draft) && !AN_ID.test(draft.id));
