import type { CompliancePolicy } from "../../contract/compliance-policy.ts";
import { isThere, type PolicyRequirements, requirementsOf } from "../../domain/policy-requirements.ts";
import { itemWords } from "../../domain/schedule-items.ts";
import type { Query } from "../../state/query.ts";
import { formatTimeAndAge, pluralize, timeOf } from "../../text/format.ts";
import { dedicatedClusters } from "../clusters.ts";
import type { Context, Scope } from "../context.ts";
import { projectArgs } from "../queries/args.ts";
import { listQueries } from "../queries/backup-schedules.ts";
import { cachedSchedule } from "../queries/schedule-of-cluster.ts";
import type { Cell, DetailLine, DetailModel, ListModel } from "../view.ts";
import { IMPOSSIBLE, isSettling, personWords, stateCell } from "./labels.ts";
import { changeWords, itemsInShort, ofSchedule, type Rewrite, rewriteOf } from "./rewrites.ts";

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
const rewrites = (context: Context, asked: PolicyRequirements): readonly Rewrite[] =>
  dedicatedClusters(context.scope).flatMap(({ name }) => {
    const schedule = cachedSchedule(context, name);
    return schedule === undefined ? [] : (rewriteOf(ofSchedule(name, schedule), asked) ?? []);
  });

export function list(context: Context): ListModel {
  const policy = policyOf(context);
  const asked = requirementsOf(policy ?? undefined);
  const lacking = asked === null ? 0 : rewrites(context, asked).length;
  const why = refusal(context);
  return {
    summary:
      policy === undefined
        ? []
        : [
            stateCell(policy ?? undefined),
            ...(lacking > 0 ? [{ text: `${pluralize(lacking, "schedule")} short of it`, tone: "warn" } as const] : []),
            ...(policy?.deletable === true ? [{ text: "can be lifted", tone: "accent" } as const] : []),
          ],
    columns: [],
    rows: policy === undefined ? [] : [{ id: "compliance-policy", cells: {}, sort: {} }],
    sections: [],
    defaultSort: { column: "", descending: false },
    empty: why ?? "Nothing is known of the compliance policy of this project yet.",
  };
}

const field = (label: string, value: Cell): DetailLine => ({ kind: "field", label, value });
const heading = (text: string): DetailLine => ({ kind: "heading", text });
const said = (text: string, tone: "plain" | "dim" | "warn" | "bad" = "plain"): DetailLine => ({
  kind: "text",
  value: { text, tone },
});

/** What each cluster does, beside what the policy asks for. */
function clusterLines(context: Context, asked: PolicyRequirements | null): readonly DetailLine[] {
  const lines = dedicatedClusters(context.scope).flatMap(({ name }): readonly DetailLine[] => {
    const schedule = cachedSchedule(context, name);
    const link = { area: "backup-schedules", ids: [name] } as const;
    const line = (value: Cell, index = 0): DetailLine => ({
      ...(index === 0 ? { link } : {}),
      kind: "field",
      label: index === 0 ? name : "",
      value,
    });
    if (schedule === undefined) return [line({ text: "not read", tone: "dim" })];
    const known = ofSchedule(name, schedule);
    if (asked === null) return [line(known.items.length === 0 ? "nothing planned" : itemsInShort(known.items))];
    const rewrite = rewriteOf(known, asked);
    return rewrite === null
      ? [line({ text: "complies", tone: "good" })]
      : rewrite.changes.map((change, index) =>
          line({ text: `short of it: ${changeWords(change)}`, tone: "warn" }, index),
        );
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
          asked === null ? "Schedules that it would bind: how often, and kept for" : "Schedules beside the policy",
        ),
        ...lines,
        ...narrowed,
      ];
}

/** What is asked for, a line each. */
function ruleLines(policy: CompliancePolicy, asked: PolicyRequirements): readonly DetailLine[] {
  return [
    heading("Every cluster has to"),
    ...asked.items.map((item, index) => field(index === 0 ? "Snapshots" : "", itemWords(item))),
    ...(asked.items.length === 0
      ? [field("Snapshots", { text: "as its schedule says: nothing is asked", tone: "dim" })]
      : []),
    field(
      "On demand",
      asked.onDemandDays === 0
        ? { text: "nothing is asked", tone: "dim" }
        : `kept ${pluralize(asked.onDemandDays, "day")} at least`,
    ),
    field(
      "Point-in-time",
      asked.windowDays === 0
        ? { text: "nothing is asked", tone: "dim" }
        : `the last ${pluralize(asked.windowDays, "day")} at least`,
    ),
    field("Copies", asked.copiesProtected ? "cannot be deleted either" : { text: "not protected", tone: "dim" }),
    field(
      "Own keys",
      policy.encryptionAtRestEnabled === true
        ? "have to encrypt every cluster"
        : { text: "nothing is asked", tone: "dim" },
    ),
  ];
}

function liftLine(policy: CompliancePolicy): Cell {
  if (policy.deletable === true) return { text: "yes, support has approved: x lifts it", tone: "accent" };
  return `only by the vendor's support, together with ${personWords(policy)}`;
}

function policyLines(context: Context, policy: CompliancePolicy): readonly DetailLine[] {
  const { now, zone } = context;
  const updated = timeOf(policy.updatedDate);
  const by = policy.updatedUser ?? "";
  const asked = requirementsOf(policy) ?? { items: [], onDemandDays: 0, windowDays: 0, copiesProtected: false };
  return [
    field("State", stateCell(policy)),
    ...(updated === null
      ? []
      : [field("Changed", `${formatTimeAndAge(Math.min(updated, now), now, zone)}${by === "" ? "" : `, by ${by}`}`)]),
    field("Authorised", personWords(policy)),
    field("Can be lifted", liftLine(policy)),
    ...ruleLines(policy, asked),
    ...clusterLines(context, asked),
    heading("While it is on"),
    ...IMPOSSIBLE.map((text) => said(`· ${text}`, "dim")),
  ];
}

const NONE: readonly DetailLine[] = [
  field("State", { text: "no policy: backups can be deleted", tone: "plain" }),
  heading("What a policy would do (e sets one)"),
  ...IMPOSSIBLE.map((text) => said(`· ${text}`)),
  said("Nobody here can take it back: only the vendor's support, together with the person that it names.", "warn"),
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
