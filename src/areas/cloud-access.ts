import { operations } from "../contract/operations.ts";
import type { FormPlan, PlanContext, Shown } from "../forms/types.ts";
import type { Area } from "./area.ts";
import { cachedRoles, detail, detailQueries, list, queries } from "./cloud-access/list.ts";
import { roleOf, stepsPage } from "./cloud-access/role.ts";
import type { Context } from "./context.ts";
import { type FormSetup, NO_PREFLIGHT } from "./effect.ts";

/** Access of the service to cloud accounts (`domain.md` 15; E68 to E70). */

const ofSecond = ({ body }: PlanContext): Shown =>
  body["providerName"] === "AZURE"
    ? { shown: true, because: "needed for the second provider" }
    : { shown: false, because: "only the second provider has it" };

const plan: FormPlan = {
  id: "createCloudProviderAccessRole",
  operation: operations.createCloudProviderAccessRole,
  title: () => "New cloud access role",
  sentence: ({ body }) =>
    `Makes a record that lets the service into your ${typeof body["providerName"] === "string" ? body["providerName"] : "cloud"} account. It is of use after two steps outside this program, which are shown next.`,
  button: () => "Make the role",
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
  base: null,
  suggest: {},
  preflight: async () => {
    const unused = cachedRoles(context).filter(({ uses }) => uses.length === 0).length;
    return unused === 0
      ? NO_PREFLIGHT
      : {
          warnings: ["A role cannot be deleted from here."],
          facts: [{ label: "Not used yet", value: `${unused} of the roles that are there` }],
        };
  },
  resultPage: (answer) => {
    const role = roleOf(answer);
    return role === null ? null : stepsPage(role);
  },
  draftKey: "createCloudProviderAccessRole",
});

export const cloudAccess: Area = {
  id: "cloud-access",
  label: "Cloud access",
  group: "Configure",
  scope: "project",
  screen: {
    queries,
    list,
    detailQueries,
    detail,
    actions: [
      {
        id: "cloud-access.create",
        title: "New role…",
        operation: "createCloudProviderAccessRole",
        standard: "new",
        on: "area",
        disabled: () => null,
        open: (context) => ({ kind: "form", setup: setup(context) }),
      },
      {
        id: "cloud-access.steps",
        title: "What is left to do, with text to copy",
        operation: "getCloudProviderAccessRole",
        on: "one",
        disabled: () => null,
        open: (context, ids) => {
          const role = cachedRoles(context).find(({ id }) => id === ids[0]);
          return role === undefined
            ? { kind: "place", place: { area: "cloud-access", ids } }
            : { kind: "page", page: stepsPage(role) };
        },
      },
    ],
    firstHelp:
      "Roles by which the service writes to your buckets or reads your keys. n makes one; the rest happens in your cloud account.",
  },
};
