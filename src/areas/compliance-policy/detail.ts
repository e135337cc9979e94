import type { CompliancePolicy } from "../../contract/compliance-policy.ts";
import {
  hasPolicy,
  NO_REQUIREMENTS,
  type PolicyRequirements,
  requirementsOf,
} from "../../domain/backup/policy-requirements.ts";
import {
  formatFieldChange,
  itemsInShort,
  ofSchedule,
  type Rewrite,
  rewriteOf,
} from "../../domain/backup/policy-rewrites.ts";
import { formatItem, formatReceivedItem, formatRetention, reportsItems } from "../../domain/backup/schedule-items.ts";
import { saysAbsent } from "../../state/answers/lookup.ts";
import type { Query } from "../../state/answers/query.ts";
import { formatTimeAndAge, pluralize, timeOf } from "../../text/format.ts";
import { present } from "../../text/present.ts";
import { accent, dim, good, NOT_REPORTED, warn } from "../builders/cells.ts";
import { dedicatedClusters } from "../builders/clusters.ts";
import { field, heading, textLine } from "../builders/lines.ts";
import { singleList } from "../builders/single-list.ts";
import type { Cell } from "../model/cell.ts";
import type { Context, Scope } from "../model/context.ts";
import type { DetailLine, DetailModel, ListModel } from "../model/view.ts";
import { projectArgs, projectQuery } from "../queries/args.ts";
import { listQueries } from "../queries/backup-schedules.ts";
import { cachedSchedule } from "../queries/schedule-of-cluster.ts";
import { formatPerson, IMPOSSIBLE, isBeingDisabled, isSettling, stateCell } from "./labels.ts";

/** The compliance policy of a project (E42): requirements, the authorised person, and compliance of the schedules (`domain.md` 9.6). */

/** Optional, because the service may answer 404 where there is no policy. */
const policyQuery = (scope: Scope, poll?: Query["poll"]): Query =>
  projectQuery("getDataProtectionSettings", scope, poll);

export const queries = (scope: Scope): readonly Query[] => [policyQuery(scope), ...listQueries(scope)];

const cached = (context: Context) => context.cached("getDataProtectionSettings", projectArgs(context.scope));

/** The reason why the policy could not be read; "no policy" is not a failure. */
function refusal(context: Context): string | null {
  const why = context.unread("getDataProtectionSettings", projectArgs(context.scope));
  return why === null || saysAbsent(why) ? null : why.words;
}

/** The cached policy: undefined while it is not read, null where there is none. */
function policyOf(context: Context): CompliancePolicy | null | undefined {
  const found = cached(context)?.data;
  if (found !== undefined) return hasPolicy(found) ? found : null;
  const why = context.unread("getDataProtectionSettings", projectArgs(context.scope));
  return saysAbsent(why) ? null : undefined;
}

/** While the policy is being enabled, updated or disabled, it is polled every few seconds, then less often. */
export const running = (context: Context): readonly Query[] =>
  isSettling(cached(context)?.data) ? [policyQuery(context.scope, "validation")] : [];

/** Cached schedules that do not comply. */
const rewrites = (context: Context, required: PolicyRequirements): readonly Rewrite[] =>
  dedicatedClusters(context.scope).flatMap(({ name }) => {
    const schedule = cachedSchedule(context, name);
    if (schedule === undefined || !reportsItems(schedule)) return [];
    return rewriteOf(ofSchedule(name, schedule), required) ?? [];
  });

export function list(context: Context): ListModel {
  const policy = policyOf(context);
  const required = requirementsOf(policy ?? undefined);
  const lacking = required === null ? 0 : rewrites(context, required).length;
  const unknown = (required?.unknown.length ?? 0) + ((required?.onDemandUnknown ?? null) === null ? 0 : 1);
  const why = refusal(context);
  return singleList(
    "compliance-policy",
    policy === undefined
      ? null
      : present(
          stateCell(policy ?? undefined),
          lacking > 0 && warn(`${pluralize(lacking, "schedule")} not compliant`),
          required?.isPartial === true && warn("! requirements not reported"),
          unknown > 0 && warn(`! ${pluralize(unknown, "requirement")} with unknown values`),
          policy?.deletable === true && !isBeingDisabled(policy) && accent("can be disabled"),
        ),
    why ?? "The compliance policy of this project is not loaded yet.",
  );
}

const said = (text: string, tone: "plain" | "dim" | "warn" | "bad" = "plain"): DetailLine => textLine({ text, tone });

/** The schedule of each cluster, compared with the requirements. */
function clusterLines(context: Context, required: PolicyRequirements | null): readonly DetailLine[] {
  const lines = dedicatedClusters(context.scope).flatMap(({ name }): readonly DetailLine[] => {
    const schedule = cachedSchedule(context, name);
    const link = { area: "backup-schedules", ids: [name] } as const;
    const line = (value: Cell, index = 0): DetailLine => (index === 0 ? field(name, value, link) : field("", value));
    if (schedule === undefined) return [line(dim("not loaded"))];
    if (!reportsItems(schedule)) return [line(warn("policy items not reported"))];
    const known = ofSchedule(name, schedule);
    if (required === null) return [line(known.items.length === 0 ? "no schedule" : itemsInShort(known.items))];
    const rewrite = rewriteOf(known, required);
    if (rewrite === null)
      return [
        line(
          required.isPartial
            ? warn("unknown: requirements not reported")
            : required.unknown.length === 0
              ? good("compliant")
              : warn("unknown: requirement with unknown values"),
        ),
      ];
    return rewrite.changes.map((change, index) => line(warn(`not compliant: ${formatFieldChange(change)}`), index));
  });
  const { cluster } = context.scope;
  if (lines.length === 0) return [];
  return present(
    heading(
      required === null ? "Schedules a policy would apply to: frequency and retention" : "Compliance of schedules",
    ),
    ...lines,
    cluster !== null &&
      said(
        `Only ${cluster} is shown; ${context.key("cluster")} shows all clusters. The policy applies to every cluster.`,
        "dim",
      ),
  );
}

/** Requirements for snapshots; unknown parts are shown as they were received. */
function snapshotCells(policy: CompliancePolicy, { items, unknown }: PolicyRequirements): readonly Cell[] {
  if (policy.scheduledPolicyItems === null) return [NOT_REPORTED];
  const cells = [
    ...items.map(formatItem),
    ...unknown.map((item) => warn(`! ${formatReceivedItem(item)}: unknown values`)),
  ];
  return cells.length === 0 ? [dim("no requirement")] : cells;
}

function onDemandCell({ onDemandDays, onDemandUnknown }: PolicyRequirements): Cell {
  if (onDemandUnknown !== null)
    return warn(`! retention of at least ${formatRetention(onDemandUnknown)}: unknown unit`);
  return onDemandDays === 0 ? dim("no requirement") : `retention of at least ${pluralize(onDemandDays, "day")}`;
}

/** A requirement that is on or off; a service that leaves it out means off. */
const requiredCell = (isOn: boolean | null | undefined, on: string, off = "no requirement"): Cell =>
  isOn === null ? NOT_REPORTED : isOn === true ? on : dim(off);

function windowCell({ pitEnabled, restoreWindowDays }: CompliancePolicy, { windowDays }: PolicyRequirements): Cell {
  if (pitEnabled === null || (pitEnabled === true && restoreWindowDays === null)) return NOT_REPORTED;
  return windowDays === 0 ? dim("no requirement") : `window of at least ${pluralize(windowDays, "day")}`;
}

/** The requirements, one line each. */
function ruleLines(policy: CompliancePolicy, required: PolicyRequirements): readonly DetailLine[] {
  return [
    heading("Requirements for every cluster"),
    ...snapshotCells(policy, required).map((cell, index) => field(index === 0 ? "Snapshots" : "", cell)),
    field("On demand", policy.onDemandPolicyItem === null ? NOT_REPORTED : onDemandCell(required)),
    field("Point-in-time", windowCell(policy, required)),
    field("Copies", requiredCell(policy.copyProtectionEnabled, "cannot be deleted", "not protected")),
    field("Customer keys", requiredCell(policy.encryptionAtRestEnabled, "required for encryption at rest")),
  ];
}

function liftLine({ key }: Context, policy: CompliancePolicy): Cell {
  if (isBeingDisabled(policy)) return accent("being disabled now");
  if (policy.deletable === true) return accent(`yes, approved by support: ${key("action.delete")} disables it`);
  return `only after the vendor's support has approved: file a ticket; ${formatPerson(policy)} must agree`;
}

function policyLines(context: Context, policy: CompliancePolicy): readonly DetailLine[] {
  const { now, zone } = context;
  const updated = timeOf(policy.updatedDate);
  const by = policy.updatedUser ?? "";
  const required = requirementsOf(policy) ?? NO_REQUIREMENTS;
  return present(
    field("Status", stateCell(policy)),
    updated !== null &&
      field("Changed", `${formatTimeAndAge(Math.min(updated, now), now, zone)}${by === "" ? "" : `, by ${by}`}`),
    field("Authorised person", formatPerson(policy)),
    field("Can be disabled", liftLine(context, policy)),
    ...ruleLines(policy, required),
    ...clusterLines(context, required),
    heading("While the policy is active"),
    ...IMPOSSIBLE.map((text) => said(`· ${text}`, "dim")),
  );
}

const noneLines = ({ key }: Context): readonly DetailLine[] => [
  field("Status", { text: "no policy: backups can be deleted", tone: "plain" }),
  heading(`Effects of a policy (${key("action.edit")} sets one)`),
  ...IMPOSSIBLE.map((text) => said(`· ${text}`)),
  said("Only the vendor's support can disable a policy, with the authorised person.", "warn"),
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
    lines: policy === null ? [...noneLines(context), ...clusterLines(context, null)] : policyLines(context, policy),
  };
}
