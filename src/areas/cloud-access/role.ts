import { isObject } from "../../contract/json.ts";
import type { Page } from "../effect.ts";
import type { Cell } from "../view.ts";

/** One role of the service in a cloud account, whatever the provider calls it (`domain.md` 15; the steps of 15.6). */
export type CloudRole = {
  readonly id: string;
  readonly provider: string;
  /** What a person knows it by: the last part of its name in the cloud, else its id. */
  readonly name: string;
  readonly status: "authorised" | "waiting" | "failed";
  /** What uses it, in words. */
  readonly uses: readonly string[];
  readonly created: string | null;
  readonly authorized: string | null;
  readonly record: Readonly<Record<string, unknown>>;
};

const FEATURES: Readonly<Record<string, string>> = {
  ATLAS_DATA_LAKE: "data lake",
  ENCRYPTION_AT_REST: "encryption at rest",
  EXPORT_SNAPSHOT: "snapshot exports",
  PUSH_BASED_LOG_EXPORT: "log export",
};

const textOf = (record: Readonly<Record<string, unknown>>, field: string): string | null => {
  const value = record[field];
  return typeof value === "string" && value !== "" ? value : null;
};

/** What uses a role, the subject of it where it is named: `snapshot exports (acme-db-exports)`. */
function usesOf(record: Readonly<Record<string, unknown>>): readonly string[] {
  const usages = Array.isArray(record["featureUsages"]) ? record["featureUsages"] : [];
  return usages.filter(isObject).map((usage) => {
    const type = textOf(usage, "featureType") ?? "something";
    const subject = isObject(usage["featureId"]) ? textOf(usage["featureId"], "bucketName") : null;
    return `${FEATURES[type] ?? type}${subject === null ? "" : ` (${subject})`}`;
  });
}

const NAME_FIELDS = ["iamAssumedRoleArn", "gcpServiceAccountForAtlas", "servicePrincipalId"] as const;

function statusOf(record: Readonly<Record<string, unknown>>): CloudRole["status"] {
  const status = textOf(record, "status");
  if (status === "FAILED") return "failed";
  if (status !== null) return status === "COMPLETE" ? "authorised" : "waiting";
  if (textOf(record, "providerName") === "AZURE") return "authorised";
  return textOf(record, "authorizedDate") === null ? "waiting" : "authorised";
}

/** A record of any provider as a role, or null for one without an id. */
export function roleOf(record: unknown): CloudRole | null {
  if (!isObject(record)) return null;
  const id = textOf(record, "roleId") ?? textOf(record, "_id");
  if (id === null) return null;
  const named = NAME_FIELDS.map((field) => textOf(record, field)).find((name) => name !== null) ?? null;
  return {
    id,
    provider: textOf(record, "providerName") ?? "?",
    name: named === null ? `no name in the cloud yet` : (named.split("/").at(-1) ?? named),
    status: statusOf(record),
    uses: usesOf(record),
    created: textOf(record, "createdDate"),
    authorized: textOf(record, "authorizedDate"),
    record,
  };
}

export const STATUS_CELLS: Readonly<Record<CloudRole["status"], Cell>> = {
  authorised: { text: "authorised", tone: "good" },
  waiting: { text: "waiting for you", tone: "warn" },
  failed: { text: "failed", tone: "bad" },
};

/** The policy that lets the service assume a role of the first provider, ready to paste; null for the others. */
export function trustPolicy({ record }: CloudRole): string | null {
  const account = textOf(record, "atlasAWSAccountArn");
  const externalId = textOf(record, "atlasAssumedRoleExternalId");
  if (account === null || externalId === null) return null;
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
  "Authorise the role on the service's web page or with its command line: this API has no call for it. It takes up to half a minute to hold.";

/** What is left to do, step by step: the second and third happen outside of this API. */
export function stepsOf(role: CloudRole): readonly { readonly done: boolean; readonly words: string }[] {
  const isDone = role.status === "authorised";
  const policy = trustPolicy(role) !== null;
  const account = textOf(role.record, "gcpServiceAccountForAtlas");
  const grant = policy
    ? "Give a role of your cloud account this trust policy."
    : account === null
      ? "Give the principal its rights in your cloud account."
      : `Give ${account} its rights in your cloud account.`;
  return [
    { done: true, words: "The record is there." },
    { done: isDone, words: grant },
    { done: isDone, words: AUTHORISE },
    {
      done: role.uses.length > 0,
      words: role.uses.length > 0 ? `Used for ${role.uses.join(", ")}.` : "Not used by anything yet.",
    },
  ];
}

/** The steps as a page, with what has to be pasted elsewhere to copy. */
export function stepsPage(role: CloudRole): Page {
  const policy = trustPolicy(role);
  const account = textOf(role.record, "atlasAWSAccountArn");
  const externalId = textOf(role.record, "atlasAssumedRoleExternalId");
  return {
    title: `What is left to do for ${role.provider} role ${role.id}`,
    lines: [
      ...stepsOf(role).map(({ done, words }, index): readonly Cell[] => [
        { text: `${index + 1} ${done ? "✓" : "·"} ${words}`, tone: done ? "good" : "plain" },
      ]),
      ...(policy === null
        ? []
        : [
            [""],
            [{ text: "Trust policy (y copies it):", tone: "accent" } as const],
            ...policy.split("\n").map((line) => [` ${line}`]),
          ]),
    ],
    copies: [
      ...(policy === null ? [] : [{ title: "Trust policy", text: policy }]),
      ...(account === null ? [] : [{ title: "Account of the service", text: account }]),
      ...(externalId === null ? [] : [{ title: "External id", text: externalId }]),
      { title: "Id of the role", text: role.id },
    ],
  };
}
