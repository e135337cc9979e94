import type { CompliancePolicy } from "../../contract/compliance-policy.ts";
import { isThere } from "../../domain/policy-requirements.ts";
import { present } from "../../text/present.ts";
import type { Ask, Context } from "../context.ts";
import type { Preflight, WritePlan } from "../effect.ts";
import { projectArgs } from "../queries/args.ts";
import { cellText } from "../view.ts";
import { personWords, stateCell } from "./labels.ts";

/** Lifting the policy (E41): the service does it only once support has approved (`domain.md` 9.2 and 9.4). */

/** Why there is nothing to lift, or null. That support has not approved is for the review to say. */
export function cannotDisable(context: Context): string | null {
  const cached = context.cached("getDataProtectionSettings", projectArgs(context.scope));
  if (cached === undefined) return "the policy is not read";
  if (!isThere(cached.data)) return "there is no policy";
  return cached.data.state === "DISABLING" ? "it is being disabled already" : null;
}

function approval(policy: CompliancePolicy): readonly string[] {
  if (policy.deletable === true) return [];
  const approvalWords = policy.deletable === false ? "has not approved this yet" : "may not have approved this";
  return [
    `Support ${approvalWords}: the service refuses it until then. File a ticket with the vendor's support; ${personWords(policy)} has to agree. Then r shows here that it can be lifted.`,
  ];
}

async function find(ask: Ask, { scope }: Context): Promise<Preflight> {
  const { data } = await ask("getDataProtectionSettings", projectArgs(scope));
  return {
    warnings: present(
      !isThere(data) && "There is no policy any more.",
      ...approval(data),
      "Then anyone with permission can delete snapshots and shorten schedules.",
      "A policy that is set again later protects nothing that was deleted meanwhile.",
    ),
    facts: [
      { label: "State", value: cellText(stateCell(data)) },
      {
        label: "Approved by support",
        value: data.deletable === true ? "yes" : data.deletable === false ? "no" : "unknown",
      },
      { label: "Authorised", value: personWords(data) },
      { label: "Schedules", value: "stay unchanged, as strict as the policy made them" },
    ],
  };
}

export function disable(context: Context): WritePlan {
  const { groupId, groupName } = context.scope;
  return {
    operation: "disableDataProtectionSettings",
    title: `Disable the compliance policy of ${groupName}`,
    sentence: `The compliance policy of ${groupName} is disabled: its backups are no longer protected.`,
    button: "Lift the policy",
    targets: [{ id: "compliance-policy", name: groupName, params: { groupId } }],
    body: () => null,
    risk: "destructive",
    confirmName: groupName,
    changes: [],
    preflight: (ask) => find(ask, context),
  };
}
