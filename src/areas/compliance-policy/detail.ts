import type { CompliancePolicy } from "../../contract/compliance-policy.ts";
import { isThere, type PolicyRequirements, requirementsOf } from "../../domain/policy-requirements.ts";
import { changeWords, itemsInShort, ofSchedule, type Rewrite, rewriteOf } from "../../domain/policy-rewrites.ts";
import { itemWords } from "../../domain/schedule-items.ts";
import type { Query } from "../../state/query.ts";
import { formatTimeAndAge, pluralize, timeOf } from "../../text/format.ts";
import { present } from "../../text/present.ts";
import { accent, dim, good, warn } from "../cells.ts";
import { dedicatedClusters } from "../clusters.ts";
import type { Context, Scope } from "../context.ts";
import { field, heading, textLine } from "../lines.ts";
import { projectArgs } from "../queries/args.ts";
import { listQueries } from "../queries/backup-schedules.ts";
import { cachedSchedule } from "../queries/schedule-of-cluster.ts";
import type { Cell, DetailLine, DetailModel, ListModel } from "../view.ts";
import { IMPOSSIBLE, isSettling, personWords, stateCell } from "./labels.ts";

/** The compliance policy of a project (E42): what it asks for, who can lift it, and which schedules comply (`domain.md` 9.6). */

const policyQuery = (scope: Scope, pace: Query["pace"]): Query => ({
  operation: "getDataProtectionSettings",
  args: projectArgs(scope),
  pace,
  // That there is none may be told by a 404.
  optional: true,
});

export const queries = (scope: Scope): readonly Query[] => [policyQuery(scope, "once"), ...listQueries(scope)];

const cached = (context: Context) => context.cached("getDataProtectionSettings", projectArgs(context.scope));

/** Why the policy could not be read; that there is none is no failure. */
function refusal(context: Context): string | null {
  const why = context.unread("getDataProtectionSettings", projectArgs(context.scope));
  return why === null || why.status === 404 ? null : why.words;
}

/** The policy as far as it was read: undefined before that, null where there is none. */
function policyOf(context: Context): CompliancePolicy | null | undefined {
  const found = cached(context)?.data;
  if (found !== undefined) return isThere(found) ? found : null;
  const why = context.unread("getDataProtectionSettings", projectArgs(context.scope));
  return why?.status === 404 ? null : undefined;
}

/** It is asked every few seconds, then less often, while it is being enabled, updated or disabled. */
export const running = (context: Context): readonly Query[] =>
  isSettling(cached(context)?.data) ? [policyQuery(context.scope, "validation")] : [];

/** Held schedules that do not comply. */
const rewrites = (context: Context, required: PolicyRequirements): readonly Rewrite[] =>
  dedicatedClusters(context.scope).flatMap(({ name }) => {
    const schedule = cachedSchedule(context, name);
    return schedule === undefined ? [] : (rewriteOf(ofSchedule(name, schedule), required) ?? []);
  });

export function list(context: Context): ListModel {
  const policy = policyOf(context);
  const required = requirementsOf(policy ?? undefined);
  const lacking = required === null ? 0 : rewrites(context, required).length;
  const why = refusal(context);
  return {
    summary:
      policy === undefined
        ? []
        : present(
            stateCell(policy ?? undefined),
            lacking > 0 && warn(`${pluralize(lacking, "schedule")} short of it`),
            policy?.deletable === true && accent("can be lifted"),
          ),
    rows: policy === undefined ? [] : [{ id: "compliance-policy", cells: {}, sort: {} }],
    sections: [],
    defaultSort: { column: "", descending: false },
    empty: why ?? "The compliance policy of this project is not loaded yet.",
  };
}

const said = (text: string, tone: "plain" | "dim" | "warn" | "bad" = "plain"): DetailLine => textLine({ text, tone });

/** What each cluster does, beside what the policy asks for. */
function clusterLines(context: Context, required: PolicyRequirements | null): readonly DetailLine[] {
  const lines = dedicatedClusters(context.scope).flatMap(({ name }): readonly DetailLine[] => {
    const schedule = cachedSchedule(context, name);
    const link = { area: "backup-schedules", ids: [name] } as const;
    const line = (value: Cell, index = 0): DetailLine => ({
      ...(index === 0 ? { link } : {}),
      kind: "field",
      label: index === 0 ? name : "",
      value,
    });
    if (schedule === undefined) return [line(dim("not read"))];
    const known = ofSchedule(name, schedule);
    if (required === null) return [line(known.items.length === 0 ? "nothing planned" : itemsInShort(known.items))];
    const rewrite = rewriteOf(known, required);
    return rewrite === null
      ? [line(good("complies"))]
      : rewrite.changes.map((change, index) => line(warn(`short of it: ${changeWords(change)}`), index));
  });
  const { cluster } = context.scope;
  const narrowed =
    cluster === null
      ? []
      : [said(`Only ${cluster} is shown; c shows all clusters, and the policy binds them all.`, "dim")];
  return lines.length === 0
    ? []
    : [
        heading(
          required === null ? "Schedules it would apply to: frequency and retention" : "Schedules and the policy",
        ),
        ...lines,
        ...narrowed,
      ];
}

/** What is asked for, a line each. */
function ruleLines(policy: CompliancePolicy, required: PolicyRequirements): readonly DetailLine[] {
  return [
    heading("Every cluster has to"),
    ...required.items.map((item, index) => field(index === 0 ? "Snapshots" : "", itemWords(item))),
    ...(required.items.length === 0 ? [field("Snapshots", dim("as scheduled: no requirement"))] : []),
    field(
      "On demand",
      required.onDemandDays === 0 ? dim("no requirement") : `kept ${pluralize(required.onDemandDays, "day")} at least`,
    ),
    field(
      "Point-in-time",
      required.windowDays === 0 ? dim("no requirement") : `the last ${pluralize(required.windowDays, "day")} at least`,
    ),
    field("Copies", required.copiesProtected ? "cannot be deleted either" : dim("not protected")),
    field(
      "Own keys",
      policy.encryptionAtRestEnabled === true ? "have to encrypt every cluster" : dim("no requirement"),
    ),
  ];
}

function liftLine(policy: CompliancePolicy): Cell {
  if (policy.deletable === true) return accent("yes, support has approved: x disables it");
  return `only by the vendor's support, together with ${personWords(policy)}`;
}

function policyLines(context: Context, policy: CompliancePolicy): readonly DetailLine[] {
  const { now, zone } = context;
  const updated = timeOf(policy.updatedDate);
  const by = policy.updatedUser ?? "";
  const required = requirementsOf(policy) ?? { items: [], onDemandDays: 0, windowDays: 0, copiesProtected: false };
  return [
    field("State", stateCell(policy)),
    ...(updated === null
      ? []
      : [field("Changed", `${formatTimeAndAge(Math.min(updated, now), now, zone)}${by === "" ? "" : `, by ${by}`}`)]),
    field("Authorised", personWords(policy)),
    field("Can be disabled", liftLine(policy)),
    ...ruleLines(policy, required),
    ...clusterLines(context, required),
    heading("While it is on"),
    ...IMPOSSIBLE.map((text) => said(`· ${text}`, "dim")),
  ];
}

const NONE: readonly DetailLine[] = [
  field("State", { text: "no policy: backups can be deleted", tone: "plain" }),
  heading("What a policy would do (e sets one)"),
  ...IMPOSSIBLE.map((text) => said(`· ${text}`)),
  said("Only the vendor's support can undo it, together with the authorised person.", "warn"),
];

export function detail(context: Context): DetailModel | null {
  const policy = policyOf(context);
  const why = refusal(context);
  if (policy === undefined) {
    return why === null ? null : { title: "Compliance policy", raw: null, lines: [said(why, "bad")] };
  }
  return {
    title: "Compliance policy",
    raw: cached(context)?.raw ?? null,
    lines: policy === null ? [...NONE, ...clusterLines(context, null)] : policyLines(context, policy),
  };
}
