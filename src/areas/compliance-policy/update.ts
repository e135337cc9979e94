import { saysNotFound } from "../../client/errors/absence.ts";
import type { JsonObject } from "../../contract/json/json.ts";
import { requirementsIn } from "../../domain/backup/policy-requirements.ts";
import { formatFieldChange, type KnownSchedules, rewritesOf } from "../../domain/backup/policy-rewrites.ts";
import { pluralize } from "../../text/format.ts";
import { present } from "../../text/present.ts";
import type { Ask, Context } from "../model/context.ts";
import { asking, type Effect, type FormSetup, type Preflight, type ReviewSources } from "../model/effect.ts";
import { projectArgs } from "../queries/args.ts";
import { askDocument } from "../queries/document.ts";
import { askSchedules } from "./ask-schedules.ts";
import { type PolicyValues, policyPlan, previewLines, rewritesSchedules } from "./form.ts";
import { formatPerson, isBeingDisabled } from "./labels.ts";

/** Sets or changes the policy (E43): its effect on schedules is requested before the form opens, and again for its review. */

const AREA = "compliance-policy";

/** The stored policy with the extra fields of the form; an empty one where there is none. */
async function readPolicy(ask: Ask, { scope }: Context): Promise<{ document: JsonObject; at: number | null }> {
  // The service's default, true, would rewrite schedules silently: the form starts with false (`domain.md` 9.5).
  const beside = { projectId: scope.groupId, overwriteBackupPolicies: false };
  try {
    const { document, at } = await askDocument(ask, "getDataProtectionSettings", projectArgs(scope));
    return { document: { ...document, ...beside }, at };
  } catch (error) {
    if (!saysNotFound(error)) throw error;
    return { document: beside, at: null };
  }
}

/** Schedules that do not comply, for the review: one fact each, field by field. */
const rewriteFacts = (known: KnownSchedules, body: PolicyValues) =>
  rewritesOf(known, requirementsIn(body)).map(({ cluster, changes }) => ({
    label: cluster,
    value: changes.map(formatFieldChange).join("; "),
  }));

async function preflight({ ask, context }: ReviewSources, body: PolicyValues): Promise<Preflight> {
  const known = await askSchedules(context, ask);
  const plan = policyPlan(known, context.scope.groupName);
  const rewritten = rewriteFacts(known, body);
  const names = rewritten.map(({ label }) => label).join(", ");
  if (rewritten.length > 0 && !rewritesSchedules(body)) {
    const message = `${names} ${rewritten.length === 1 ? "is" : "are"} not compliant: turn this on to rewrite, or require less`;
    return { plan, warnings: [], facts: [], problems: [{ field: "overwriteBackupPolicies", message }] };
  }
  const count = known.schedules.length;
  return {
    plan,
    warnings: present(
      rewritten.length !== 0 &&
        `${pluralize(rewritten.length, "schedule is", "schedules are")} rewritten now and cannot be weakened again: ${names}.`,
      known.unread.length !== 0 &&
        `Unknown whether ${known.unread.join(", ")} ${known.unread.length === 1 ? "is" : "are"} rewritten: not loaded or not reported.`,
    ),
    facts: [
      ...rewritten,
      { label: "Currently compliant", value: `${count - rewritten.length} of ${pluralize(count, "known schedule")}` },
      { label: "Disabled by", value: `the vendor's support with ${formatPerson(body)}` },
    ],
  };
}

/** The reason why the policy cannot be changed, or null: the service refuses changes while the policy is being disabled. */
export function cannotUpdate(context: Context): string | null {
  const cached = context.cached("getDataProtectionSettings", projectArgs(context.scope));
  return isBeingDisabled(cached?.data) ? "the compliance policy is being disabled" : null;
}

/** Requests the schedules, then opens the form. */
export const openUpdate = (context: Context): Effect =>
  asking("Compliance policy", async (ask) => {
    const known = await askSchedules(context, ask);
    const setup: FormSetup<PolicyValues> = {
      plan: policyPlan(known, context.scope.groupName),
      targets: [{ id: AREA, name: context.scope.groupName, params: { groupId: context.scope.groupId } }],
      base: async (again) => {
        const { document, at } = await readPolicy(again, context);
        return { document, at: at ?? context.now };
      },
      preflight,
      preview: (body) => previewLines(known, body),
      refreshes: ["getBackupSchedule"],
    };
    return { kind: "form", setup };
  });
