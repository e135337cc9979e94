import { CLOUDS, cloudLabel } from "../../contract/clouds.ts";
import { operations } from "../../contract/operations.ts";
import { type AccessRole, isUsable } from "../../domain/access-role.ts";
import type { Bucket } from "../../domain/export-jobs/export-bucket.ts";
import { newBucketImpact, roleIn } from "../../domain/export-jobs/new-bucket-impact.ts";
import type { FieldPlan, FormPlan, SentenceContext, TitleContext } from "../../forms/form-plan.ts";
import type { FormValues } from "../../forms/schema/form-values.ts";
import type { Suggestion } from "../../forms/suggestion.ts";
import { pluralize, shortId } from "../../text/format.ts";
import { joinTexts } from "../../text/present.ts";

/** Registers an export bucket (E38; field table of `domain.md` 8). The cloud decides which fields there are. */

type Values = FormValues<"createExportBucket">;

const onlyFor =
  (field: keyof Values, ...providers: readonly string[]) =>
  ({ body }: TitleContext<Values>) => {
    const { cloudProvider = "" } = body;
    if (providers.includes(cloudProvider)) return { shown: true };
    // A cloud that this version does not know may have any of them: an existing value stays visible.
    const isKnown = CLOUDS.some((known) => known === cloudProvider);
    if (cloudProvider !== "" && !isKnown) return { shown: body[field] !== undefined };
    return {
      shown: false,
      because: cloudProvider === "" ? "choose a provider first" : `not used for ${cloudLabel(cloudProvider)} buckets`,
    };
  };

/** Clouds with the state of their roles, those with an authorised role first. */
function providerChoices(roles: readonly AccessRole[]): readonly Suggestion[] {
  const usable = (provider: string): number =>
    roles.filter((role) => role.provider === provider && isUsable(role)).length;
  const note = (provider: string): string => {
    const all = roles.filter((role) => role.provider === provider).length;
    if (all === 0) return "no role in this project";
    const waiting = all - usable(provider);
    return waiting === 0 ? pluralize(all, "role") : `${pluralize(all, "role")}, ${waiting} not authorised`;
  };
  return [...CLOUDS]
    .sort((left, right) => Number(usable(right) > 0) - Number(usable(left) > 0))
    .map((provider) => ({ value: provider, label: cloudLabel(provider), note: note(provider) }));
}

/** The only usable role of a cloud, which need not be chosen. */
const onlyRole = (roles: readonly AccessRole[], provider: string): string | undefined => {
  const usable = roles.filter((role) => role.provider === provider && isUsable(role));
  return usable.length === 1 ? usable[0]?.id : undefined;
};

/** Clouds whose role is in the field `roleId`. */
const ROLE_ID_CLOUDS: readonly string[] = ["AZURE", "GCP"];

type RoleField = FieldPlan<Values, "iamRoleId" | "roleId">;

const roleField = (
  path: RoleField["path"],
  roles: readonly AccessRole[],
  ...providers: readonly string[]
): RoleField => ({
  path,
  // Where the roles may not be read, an id can be typed as a last resort; the service verifies it.
  kind: roles.length > 0 ? "choice" : "choice-or-other",
  when: onlyFor(path, ...providers),
  required: ({ body: { cloudProvider = "" } }) => {
    if (!providers.includes(cloudProvider)) return false;
    const isNone = roles.length > 0 && !roles.some((role) => role.provider === cloudProvider);
    return isNone ? `no ${cloudLabel(cloudProvider)} role: create one in Cloud access first` : true;
  },
  choices: ({ body }) => roleSuggestions(roles, body.cloudProvider ?? ""),
  words: (value) => roles.find(({ id }) => id === value)?.name,
  fits: (value, { body: { cloudProvider = "" } }) => {
    const role = roles.find(({ id }) => id === value);
    return role === undefined || role.provider === cloudProvider
      ? null
      : `${role.name} is a role of ${cloudLabel(role.provider)}: choose one of ${cloudLabel(cloudProvider)}`;
  },
  initial: ({ body }) => onlyRole(roles, body.cloudProvider ?? ""),
});

function sentence(roles: readonly AccessRole[]) {
  return ({ body }: SentenceContext<Values>): string => {
    if (!body.bucketName) return "Registers your bucket for snapshot exports.";
    const role = roleIn(body, roles);
    const through = role === undefined ? "" : ` with role ${role.name}`;
    return `Registers ${body.bucketName}${through}. The service writes a small test file to it.`;
  };
}

/** The plan of the form, with the current roles and buckets of the project. */
export const createPlan = (roles: readonly AccessRole[], buckets: readonly Bucket[]): FormPlan<Values> => ({
  operation: operations.createExportBucket,
  title: ({ body }) => (body.bucketName ? `New export bucket: ${body.bucketName}` : "New export bucket"),
  sentence: sentence(roles),
  button: ({ body }) => `Register ${body.bucketName || "bucket"}`,
  fields: [
    {
      path: "cloudProvider",
      kind: "choice",
      choices: () => providerChoices(roles),
      // Two clouds share the role field but not their roles: the role of the other cloud is useless here.
      brings: (provider) => (ROLE_ID_CLOUDS.includes(provider) ? { roleId: onlyRole(roles, provider) ?? "" } : {}),
    },
    { path: "bucketName" },
    roleField("iamRoleId", roles, "AWS"),
    roleField("roleId", roles, ...ROLE_ID_CLOUDS),
    {
      path: "serviceUrl",
      when: onlyFor("serviceUrl", "AZURE"),
      required: ({ body }) => body.cloudProvider === "AZURE",
    },
    { path: "tenantId", when: onlyFor("tenantId", "AZURE") },
  ],
  warnings: ({ body }) => newBucketImpact(body, roles, buckets).warnings,
  riskOf: ({ body }) => newBucketImpact(body, roles, buckets).risk,
});

/** Initial values of a new bucket: the first cloud with a usable role, and that role where it is the only one. */
export function initialBucket(roles: readonly AccessRole[]): Values {
  const provider = providerChoices(roles)[0]?.value ?? CLOUDS[0];
  const role = onlyRole(roles, provider);
  return {
    cloudProvider: provider,
    ...(role === undefined ? {} : { [provider === "AWS" ? "iamRoleId" : "roleId"]: role }),
  };
}

/** Roles of a provider to choose from, usable ones first (`domain.md` 8.3). */
const roleSuggestions = (roles: readonly AccessRole[], provider: string): readonly Suggestion[] =>
  roles
    .filter((role) => role.provider === provider)
    .sort((left, right) => Number(isUsable(right)) - Number(isUsable(left)))
    .map((role) => ({
      value: role.id,
      label: role.name,
      note: joinTexts(
        " · ",
        isUsable(role) ? (role.status === "authorised" ? "authorised" : "") : "not authorised: exports fail",
        shortId(role.id),
      ),
    }));
