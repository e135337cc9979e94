import { cloudLabel } from "../../contract/clouds.ts";
import { lookupTable } from "../../contract/json/own-values.ts";
import type { AccessRole } from "../../domain/access-role.ts";
import { shortId } from "../../text/format.ts";
import { present } from "../../text/present.ts";
import { accent, bad, dim, good, warn } from "../builders/cells.ts";
import type { Cell } from "../model/cell.ts";
import type { Page } from "../model/effect.ts";
import type { KeyNames } from "../model/key-names.ts";

const FEATURES: Readonly<Record<string, string>> = lookupTable({
  ATLAS_DATA_LAKE: "data lake",
  ENCRYPTION_AT_REST: "encryption at rest",
  EXPORT_SNAPSHOT: "snapshot exports",
  PUSH_BASED_LOG_EXPORT: "log export",
});

/** Features that use a role, with the bucket where one is named: `snapshot exports (acme-db-exports)`. Null where they are not reported. */
export const usesOf = ({ record: { featureUsages: usages = [] } }: AccessRole): readonly string[] | null =>
  usages?.map(({ featureType, featureId }) => {
    const type = featureType || "unknown feature";
    return `${FEATURES[type] ?? type}${featureId?.bucketName ? ` (${featureId.bucketName})` : ""}`;
  }) ?? null;

/** Status of a role, with the same words in its row and in the title. */
const STATUS_LABELS = {
  authorised: "authorised",
  unknown: "not reported",
  waiting: "not authorised",
  failed: "failed",
} as const satisfies Readonly<Record<AccessRole["status"], string>>;

export const statusLabel = ({ status }: AccessRole): (typeof STATUS_LABELS)[AccessRole["status"]] =>
  STATUS_LABELS[status];

export const statusCell = (role: AccessRole): Cell => {
  const label = statusLabel(role);
  if (label === "not reported") return label;
  if (label === "authorised") return good(label);
  return label === "failed" ? bad(label) : warn(label);
};

/** The name of a role in its cloud, or a placeholder. */
export const cloudNameOf = ({ cloudName }: AccessRole): string => cloudName ?? "no name yet";

/** The trust policy of an AWS role, ready to paste; null for other clouds. */
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

const DONE = good("✓");
const OPEN = { text: "·", tone: "plain" } as const;
const AUTHORISE =
  "Authorise the role in the service's web interface or CLI: this API has no operation for it. Takes effect within 30 s.";

/** The authorisation steps, one line each: the second and third happen outside this API, and not every cloud reports them. */
export function stepLines(role: AccessRole): readonly Cell[] {
  const authorised = role.status === "unknown" ? dim("–") : role.status === "authorised" ? DONE : OPEN;
  const uses = usesOf(role);
  const { gcpServiceAccountForAtlas: account } = role.record;
  const grant =
    role.provider === "AWS" || trustPolicy(role) !== null
      ? "Add the trust policy to a role in your cloud account."
      : `Grant ${account || "the principal"} access in your cloud account.`;
  const steps = [
    { mark: DONE, words: "Role created at the service." },
    { mark: authorised, words: grant },
    { mark: authorised, words: AUTHORISE },
    uses === null
      ? { mark: dim("–"), words: "Uses are not reported." }
      : uses.length > 0
        ? { mark: DONE, words: `Used for ${uses.join(", ")}.` }
        : { mark: OPEN, words: "Not used yet." },
  ];
  return steps.map(({ mark: { text, tone }, words }, index) => ({ text: `${index + 1} ${text} ${words}`, tone }));
}

/** The steps as a page, with copies of the texts to paste elsewhere. */
export function stepsPage(role: AccessRole, key: KeyNames): Page {
  const policy = trustPolicy(role);
  const { atlasAWSAccountArn: account, atlasAssumedRoleExternalId: externalId } = role.record;
  return {
    title: `Authorisation steps for ${cloudLabel(role.provider)} role ${shortId(role.id)}`,
    lines: [
      ...stepLines(role).map((line) => [line]),
      ...(policy === null
        ? []
        : [
            [""],
            [accent(`Trust policy (${key("page.copy")} copies it):`)],
            ...policy.split("\n").map((line) => [` ${line}`]),
          ]),
    ],
    copies: present(
      policy !== null && { title: "Trust policy", text: policy },
      account ? { title: "Service's AWS account", text: account } : null,
      externalId ? { title: "External id", text: externalId } : null,
      { title: "Role id", text: role.id },
    ),
  };
}
