import type { JsonObject } from "../contract/json/json.ts";
import { operations } from "../contract/operations.ts";
import type { FormPlan } from "../forms/form-plan.ts";
import type { FormValues } from "../forms/schema/form-values.ts";
import { accent, warn } from "./builders/cells.ts";
import { seenNames } from "./builders/seen-names.ts";
import type { Area } from "./model/area.ts";
import type { Context } from "./model/context.ts";
import type { FormSetup, Page, WritePlan } from "./model/effect.ts";
import { COLUMNS, detail, list, orgArgs, queries } from "./source-projects/list.ts";

/** Deployments that can be migrated into the organisation, and the token that links their manager (`domain.md` 14; E65 to E67). */

const plan: FormPlan<FormValues<"createLinkToken">> = {
  operation: operations.createLinkToken,
  title: () => "New link token",
  sentence: ({ body }) => {
    const { accessListIps: listed = [] } = body;
    const who = listed.length === 0 ? "from any address" : `from ${listed.join(", ")} only`;
    return `Creates a token that links the on-premises manager to this organisation. Shown once, usable ${who}.`;
  },
  button: () => "Create token",
  fields: [{ path: "accessListIps", suggest: "addresses" }],
  warnings: ({ body }) =>
    (body.accessListIps ?? []).length > 0
      ? []
      : ["No allowed addresses: anyone who has the token can use it from anywhere."],
};

/** A page with the token, which is shown once and never stored here (`domain.md` 14.4). */
const tokenPage =
  ({ key }: Context) =>
  (answer: JsonObject | null): Page | null => {
    const token = answer?.["linkToken"];
    if (typeof token !== "string") return null;
    return {
      title: "Link token (shown once)",
      lines: [
        [
          warn(
            `Copy it now (${key("page.copy")}) and enter it in the on-premises manager. It is not saved here and the service does not show it again.`,
          ),
        ],
        [""],
        [accent(token)],
        [""],
        [
          "In the manager: choose Live migration, Link to the hosted service, and paste the token. Its projects then appear in this list.",
        ],
        [`${key("page.close")} closes this page once you have stored the token.`],
      ],
      copies: [{ title: "Link token", text: token }],
      lostByClosing: "The token cannot be shown again",
    };
  };

const createToken = (context: Context): FormSetup => ({
  plan,
  targets: [{ id: "", name: "new link token", params: { orgId: context.scope.orgId ?? "" } }],
  // Addresses that earlier tokens were limited to.
  suggest: { addresses: async () => seenNames(context, "address", undefined, null) },
  preflight: async ({ ask, context: { scope } }) => {
    const { data } = await ask("listSourceProjects", orgArgs(scope));
    return {
      warnings: data.length === 0 ? [] : ["The organisation is already linked: a new token replaces the current one."],
      facts: [{ label: "Source projects", value: data.length === 0 ? "none, not linked" : String(data.length) }],
    };
  },
  resultPage: tokenPage(context),
});

const deleteToken = (context: Context): WritePlan => {
  const name = context.scope.orgName ?? "the organisation";
  return {
    operation: "deleteLinkToken",
    title: `Remove the link of ${name}`,
    sentence: `Removes the link between ${name} and its on-premises manager, and its API key. New migrations are not possible.`,
    button: "Remove link",
    targets: [{ id: "link", name, params: { orgId: context.scope.orgId ?? "" } }],
    risk: "disruptive",
    confirmName: name,
    preflight: async ({ ask, context: { scope } }) => {
      const { data } = await ask("listSourceProjects", orgArgs(scope));
      return {
        warnings: ["The service refuses this while a migration of the organisation is active."],
        facts: [
          {
            label: "Source projects",
            value: data.length === 0 ? "none" : data.map(({ name: each }) => each ?? "?").join(", "),
          },
        ],
      };
    },
  };
};

export const sourceProjects: Area = {
  id: "source-projects",
  label: "Source projects",
  group: "Migrate",
  scope: "organisation",
  screen: {
    queries,
    columns: () => COLUMNS,
    list,
    detailQueries: () => [],
    detail,
    actions: [
      {
        id: "source-projects.create-token",
        title: "New link token…",
        operation: "createLinkToken",
        standard: "new",
        disabled: ({ scope }) => (scope.orgId === null ? "organisation unknown" : null),
        open: (context) => ({ kind: "form", setup: createToken(context) }),
      },
      {
        id: "source-projects.delete-token",
        title: "Remove the link…",
        operation: "deleteLinkToken",
        standard: "delete",
        disabled: ({ scope }) => (scope.orgId === null ? "organisation unknown" : null),
        open: (context) => ({ kind: "write", plan: deleteToken(context) }),
      },
    ],
    firstHelp: (key) =>
      `Deployments of your on-premises manager that can be migrated here. ${key("action.new")} creates a link token; ${key("action.delete")} removes the link.`,
  },
};
