import { cloudLabel } from "../contract/clouds.ts";
import { operations } from "../contract/operations.ts";
import { accessRole } from "../domain/access-role.ts";
import type { FormPlan, TitleContext, Visibility } from "../forms/form-plan.ts";
import type { FormValues } from "../forms/schema/form-values.ts";
import { ofAllProjects } from "./all-projects/area.ts";
import { actionOn } from "./builders/one-thing.ts";
import { accessRoleName } from "./builders/row-names.ts";
import { COLUMNS, detail, detailQueries, list, queries, running } from "./cloud-access/list.ts";
import { stepsPage, usesOf } from "./cloud-access/role.ts";
import type { Context } from "./model/context.ts";
import { type FormSetup, NO_PREFLIGHT } from "./model/effect.ts";
import { cachedRoles } from "./queries/export-buckets.ts";

/** Roles that give the service access to cloud accounts (`domain.md` 15; E68 to E70). */

type Values = FormValues<"createCloudProviderAccessRole">;

const ofSecond = ({ body }: TitleContext<Values>): Visibility =>
  body.providerName === "AZURE" ? { shown: true } : { shown: false, because: "only for Azure" };

const plan: FormPlan<Values> = {
  operation: operations.createCloudProviderAccessRole,
  title: () => "New cloud access role",
  sentence: ({ body }) =>
    `Creates a role at the service for access to your ${cloudLabel(body.providerName ?? "cloud")} account. Usable after two steps outside the console, shown next.`,
  button: () => "Create role",
  fields: [
    { path: "providerName", kind: "choice-or-other" },
    { path: "atlasAzureAppId", when: ofSecond },
    { path: "servicePrincipalId", when: ofSecond },
    { path: "tenantId", when: ofSecond },
  ],
};

const setup = (context: Context): FormSetup => ({
  plan,
  targets: [{ id: "", name: "new role", params: { groupId: context.scope.groupId } }],
  preflight: async (review) => {
    const unused = (cachedRoles(review.context) ?? []).filter((role) => usesOf(role)?.length === 0).length;
    return unused === 0
      ? NO_PREFLIGHT
      : {
          warnings: ["A role cannot be deleted through this API."],
          facts: [{ label: "Unused roles", value: `${unused}` }],
        };
  },
  resultPage: (answer) => {
    const role = accessRole(answer);
    return role === null ? null : stepsPage(role, context.key);
  },
});

const onRole = actionOn("cloud-access", (context, id) => cachedRoles(context)?.find((role) => role.id === id));

export const cloudAccess = ofAllProjects({
  id: "cloud-access",
  label: "Cloud access",
  group: "Configure",
  scope: "project",
  screen: {
    queries,
    running,
    columns: () => COLUMNS,
    list,
    detailQueries,
    detail,
    nameOf: accessRoleName,
    actions: [
      {
        id: "cloud-access.create",
        title: "New role…",
        operation: "createCloudProviderAccessRole",
        standard: "new",
        open: (context) => ({ kind: "form", setup: setup(context) }),
      },
      onRole({
        id: "cloud-access.steps",
        title: "Show authorisation steps",
        operation: "getCloudProviderAccessRole",
        open: (role, { key }) => ({ kind: "page", page: stepsPage(role, key) }),
      }),
    ],
    firstHelp: (key) =>
      `Roles the service uses to write to your buckets or read your keys. ${key("action.new")} creates one; you authorise it in your cloud account.`,
  },
});
