import { type AccessRole, isUsable } from "../../domain/access-role.ts";
import { present } from "../../text/present.ts";
import { accent, bad, good, warn } from "../cells.ts";
import type { Page } from "../effect.ts";
import type { Cell } from "../view.ts";

const FEATURES: Readonly<Record<string, string>> = {
  ATLAS_DATA_LAKE: "data lake",
  ENCRYPTION_AT_REST: "encryption at rest",
  EXPORT_SNAPSHOT: "snapshot exports",
  PUSH_BASED_LOG_EXPORT: "log export",
};

/** What uses a role, the subject of it where it is named: `snapshot exports (acme-db-exports)`. */
export const usesOf = ({ record }: AccessRole): readonly string[] =>
  (record.featureUsages ?? []).map(({ featureType, featureId }) => {
    const type = featureType || "something";
    return `${FEATURES[type] ?? type}${featureId?.bucketName ? ` (${featureId.bucketName})` : ""}`;
  });

export const statusCell = ({ status }: AccessRole): Cell => {
  if (status === "waiting") return warn("not authorised");
  return status === "failed" ? bad("failed") : good("authorised");
};

/** What stands where the name of a role does that has none yet. */
export const cloudNameOf = ({ cloudName }: AccessRole): string => cloudName ?? "no name in the cloud yet";

/** The policy that lets the service assume a role of the first provider, ready to paste; null for the others. */
export function trustPolicy({ record }: AccessRole): string | null {
  const { atlasAWSAccountArn: account, atlasAssumedRoleExternalId: externalId } = record;
  if (!account || !externalId) return null;
  return JSON.stringify(
    {
      Version: "2012-10-17",
      Statement: [
        {
          Effect: "Allow",
          Principal: { AWS: account },
          Action: "sts:AssumeRole",
          Condition: { StringEquals: { "sts:ExternalId": externalId } },
        },
      ],
    },
    null,
    2,
  );
}

const AUTHORISE =
  "Authorise the role on the service's web page or with its command line: this API has no call for it. It takes up to 30 s to take effect.";

/** What is left to do, step by step: the second and third happen outside of this API. */
export function stepsOf(role: AccessRole): readonly { readonly done: boolean; readonly words: string }[] {
  const isDone = isUsable(role);
  const uses = usesOf(role);
  const policy = trustPolicy(role) !== null;
  const { gcpServiceAccountForAtlas: account } = role.record;
  const grant = policy
    ? "Give a role of your cloud account this trust policy."
    : `Give ${account || "the principal"} its rights in your cloud account.`;
  return [
    { done: true, words: "The audit log contains it." },
    { done: isDone, words: grant },
    { done: isDone, words: AUTHORISE },
    {
      done: uses.length > 0,
      words: uses.length > 0 ? `Used for ${uses.join(", ")}.` : "Not used by anything yet.",
    },
  ];
}

/** The steps as a page, with what has to be pasted elsewhere to copy. */
export function stepsPage(role: AccessRole): Page {
  const policy = trustPolicy(role);
  const { atlasAWSAccountArn: account, atlasAssumedRoleExternalId: externalId } = role.record;
  return {
    title: `What is left to do for ${role.provider} role ${role.id}`,
    lines: [
      ...stepsOf(role).map(({ done, words }, index): readonly Cell[] => [
        { text: `${index + 1} ${done ? "✓" : "·"} ${words}`, tone: done ? "good" : "plain" },
      ]),
      ...(policy === null
        ? []
        : [[""], [accent("Trust policy (y copies it):")], ...policy.split("\n").map((line) => [` ${line}`])]),
    ],
    copies: present(
      policy !== null && { title: "Trust policy", text: policy },
      account ? { title: "Account of the service", text: account } : null,
      externalId ? { title: "External id", text: externalId } : null,
      { title: "Id of the role", text: role.id },
    ),
  };
}
