import { operations } from "../contract/operations.ts";
import type { ClusterRecord } from "../contract/projects.ts";
import { regionsOf } from "../domain/cluster.ts";
import type { FormPlan } from "../forms/form-plan.ts";
import type { FormValues } from "../forms/schema/form-values.ts";
import type { Query } from "../state/answers/query.ts";
import { present } from "../text/present.ts";
import { dim, good, warn } from "./builders/cells.ts";
import { dedicatedOfProject } from "./builders/clusters.ts";
import { field, fieldIfAny, textLine } from "./builders/lines.ts";
import { singleList } from "./builders/single-list.ts";
import type { Area } from "./model/area.ts";
import type { Cell } from "./model/cell.ts";
import type { Context, Scope } from "./model/context.ts";
import type { FormSetup } from "./model/effect.ts";
import { projectArgs } from "./queries/args.ts";
import { askDocument } from "./queries/document.ts";

/** Private host names of AWS clusters (`domain.md` 7; E35, E36). */

const queries = (scope: Scope): readonly Query[] => [
  { operation: "getAwsCustomDns", args: projectArgs(scope), poll: "once" },
];

const cached = (context: Context) => context.cached("getAwsCustomDns", projectArgs(context.scope));

/** The switch has no default (specification 2.9): an answer without it says neither. */
const state = (enabled: boolean | null | undefined): Cell =>
  enabled === true ? good("on") : enabled === false ? dim("off") : warn("not reported by the service");

const EFFECTS = {
  on: "AWS clusters have private host names for peered networks",
  off: "clusters have their usual host names only",
} as const;

const SWITCHED =
  "Turning this on or off changes the connection strings of all AWS clusters at once: update applications that use private names.";

/** Only clusters on AWS can have it (specification 2.9). A cluster of unknown provider counts as one. */
function formatCluster(context: Context): string {
  const records = context.cached("listClusters", projectArgs(context.scope))?.data.results ?? [];
  const elsewhere = new Set<string>(records.filter(isElsewhere).map(({ name }) => name));
  const names = dedicatedOfProject(context.scope).flatMap(({ name }) => (elsewhere.has(name) ? [] : [name]));
  return names.length === 0 ? "none found" : names.join(", ");
}

function isElsewhere(record: ClusterRecord): boolean {
  const providers = regionsOf(record).flatMap(({ providerName }) => providerName ?? []);
  return providers.length > 0 && !providers.includes("AWS");
}

export const customDnsPlan: FormPlan<FormValues<"toggleAwsCustomDns">> = {
  operation: operations.toggleAwsCustomDns,
  title: ({ body, base }) =>
    body.enabled === base?.enabled
      ? "Custom DNS names"
      : `Turn ${body.enabled === true ? "on" : "off"} custom DNS names`,
  sentence: ({ body }) =>
    body.enabled === true
      ? "Clusters get private host names, for peered networks with custom DNS."
      : "Clusters keep their usual host names.",
  button: ({ body }) => (body.enabled === true ? "Turn custom DNS on" : "Turn custom DNS off"),
  fields: [{ path: "enabled" }],
  warnings: ({ body, base }) => (body.enabled === base?.enabled ? [] : [SWITCHED]),
};

/** The form for the current state. */
export const customDnsSetup = (context: Context): FormSetup => ({
  plan: customDnsPlan,
  targets: [{ id: "custom-dns", name: context.scope.groupName, params: { groupId: context.scope.groupId } }],
  base: (ask) => askDocument(ask, "getAwsCustomDns", projectArgs(context.scope)),
  preflight: async ({ context: now }) => ({
    warnings: [],
    facts: [{ label: "Clusters", value: formatCluster(now) }],
  }),
});

export const customDns: Area = {
  id: "custom-dns",
  label: "Custom DNS",
  group: "Configure",
  scope: "project",
  settings: ["custom-dns"],
  screen: {
    single: "custom-dns",
    queries,
    list: (context) => {
      const found = cached(context)?.data;
      return singleList(
        "custom-dns",
        found === undefined ? null : [state(found.enabled)],
        "Custom DNS of this project is not loaded yet.",
      );
    },
    detailQueries: () => [],
    detail: (context) => {
      const found = cached(context);
      if (found === undefined) return null;
      const { enabled } = found.data;
      return {
        title: "Custom DNS",
        raw: found.raw,
        lines: present(
          field("Custom DNS", state(enabled)),
          fieldIfAny("Effect", typeof enabled === "boolean" ? EFFECTS[enabled ? "on" : "off"] : null),
          field("Clusters", formatCluster(context)),
          textLine(dim(SWITCHED)),
        ),
      };
    },
    actions: [
      {
        id: "custom-dns.toggle",
        title: "Turn custom DNS on or off…",
        operation: "toggleAwsCustomDns",
        standard: "edit",
        hint: "on/off",
        open: (context) => ({ kind: "form", setup: customDnsSetup(context) }),
      },
    ],
    firstHelp: (key) =>
      `Private host names for AWS clusters. ${key("action.edit")} turns them on or off, which changes connection strings.`,
  },
};
