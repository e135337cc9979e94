import type { CompliancePolicy } from "../../contract/compliance-policy.ts";
import { hasPolicy } from "../../domain/backup/policy-requirements.ts";
import { present } from "../../text/present.ts";
import { cellText } from "../model/cell.ts";
import type { Context } from "../model/context.ts";
import type { Preflight, ReviewSources, WritePlan } from "../model/effect.ts";
import { projectArgs } from "../queries/args.ts";
import { formatPerson, isBeingDisabled, stateCell } from "./labels.ts";

/** Disables the policy (E41): the service does it only once support has approved (`domain.md` 9.2 and 9.4). */

/** The reason why the policy cannot be disabled now, or null; an approval that the service does not report is left to the review. */
export function cannotDisable(context: Context): string | null {
  const cached = context.cached("getDataProtectionSettings", projectArgs(context.scope));
  if (cached === undefined) return "the compliance policy is not loaded";
  if (!hasPolicy(cached.data)) return "there is no compliance policy";
  if (isBeingDisabled(cached.data)) return "the compliance policy is already being disabled";
  return cached.data.deletable === false
    ? `requires an approval by support; then press ${context.key("refresh")}`
    : null;
}

function approval({ key }: Context, policy: CompliancePolicy): readonly string[] {
  if (policy.deletable === true) return [];
  const approvalText = policy.deletable === false ? "has not approved this yet" : "may not have approved this";
  return [
    `Support ${approvalText}: the service refuses until then. File a ticket with the vendor's support; ${formatPerson(policy)} must agree. ${key("refresh")} refreshes the approval.`,
  ];
}

async function preflight({ ask, context }: ReviewSources): Promise<Preflight> {
  const { data } = await ask("getDataProtectionSettings", projectArgs(context.scope));
  return {
    warnings: present(
      !hasPolicy(data) && "The compliance policy no longer exists.",
      ...approval(context, data),
      "Anyone with permission can then delete snapshots and shorten retention.",
      "A new policy does not recover backups deleted in the meantime.",
    ),
    facts: [
      { label: "Status", value: cellText(stateCell(data)) },
      {
        label: "Approved by support",
        value: data.deletable === true ? "yes" : data.deletable === false ? "no" : "unknown",
      },
      { label: "Authorised person", value: formatPerson(data) },
      { label: "Schedules", value: "unchanged" },
    ],
  };
}

export function disable(context: Context): WritePlan {
  const { groupId, groupName } = context.scope;
  return {
    operation: "disableDataProtectionSettings",
    title: `Disable the compliance policy of ${groupName}`,
    sentence: `The compliance policy of ${groupName} is disabled: its backups are no longer protected.`,
    button: "Disable compliance policy",
    targets: [{ id: "compliance-policy", name: groupName, params: { groupId } }],
    risk: "destructive",
    confirmName: groupName,
    preflight,
  };
}
