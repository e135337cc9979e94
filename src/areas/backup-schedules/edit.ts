import type { BodyObject } from "../../contract/json/json.ts";
import { windowDays } from "../../domain/backup/backup-schedule.ts";
import { type PolicyViolation, policyViolationsOf } from "../../domain/backup/policy-violations.ts";
import { expiries } from "../../domain/backup/schedule-changes.ts";
import { ownItemsIn } from "../../domain/backup/schedule-items.ts";
import type { FormEnv } from "../../forms/form-plan.ts";
import { valuesOf } from "../../forms/plans.ts";
import type { RefusedField } from "../../forms/refusal.ts";
import { pluralize } from "../../text/format.ts";
import type { Context } from "../model/context.ts";
import {
  asking,
  type Effect,
  type FormSetup,
  type Preflight,
  type Remedy,
  type ReviewSources,
} from "../model/effect.ts";
import { clusterArgs } from "../queries/args.ts";
import { askDocument } from "../queries/document.ts";
import { schedulePlan } from "./form.ts";
import { impactOf, type ScheduleEdit } from "./labels.ts";
import { askFacts, type SchedulePreflight } from "./preflight.ts";
import { previewFacts, previewLines } from "./preview.ts";
import { removeAll } from "./remove.ts";
import type { ScheduleValues } from "./rules.ts";

/** Editing a schedule (E52): choices are requested before the form opens, consequences again for the review. */

const RULES = "policies[0].policyItems";

/** The field in which a person can fix a policy violation. */
function fieldOf({ item, of }: PolicyViolation): string {
  if (of === "window") return "restoreWindowDays";
  if (item === null) return RULES;
  return `${RULES}[${item}].${of === "interval" ? "frequencyInterval" : "retentionValue"}`;
}

/** Violations of the compliance policy that the service would refuse, at the fields where they can be fixed. */
export function policyProblems(
  { requirements, snapshots }: SchedulePreflight,
  { body, base, env }: ScheduleEdit,
): readonly RefusedField[] {
  if (requirements === null) return [];
  const violations = policyViolationsOf(ownItemsIn(body), windowDays(body), requirements).map((violation) => ({
    field: fieldOf(violation),
    message: `compliance policy requires ${violation.words}`,
  }));
  if (body.updateSnapshots !== true || snapshots === null) return violations;
  const { expired, earlier } = expiries(base ?? {}, body, snapshots, env.now);
  const count = expired.length + earlier.length;
  if (count === 0) return violations;
  const message = `compliance policy: ${pluralize(count, "existing snapshot")} cannot expire earlier. Choose no`;
  return [...violations, { field: "updateSnapshots", message }];
}

/** The environment for texts outside a form. */
const envOf = ({ now, zone }: Context): FormEnv => ({
  now,
  timeZone: zone === "utc" ? "UTC" : Intl.DateTimeFormat().resolvedOptions().timeZone,
});

/** Consequences of a change by the current data, and violations of the compliance policy. */
async function preflight(
  { ask, context }: ReviewSources,
  cluster: string,
  changes: ScheduleValues,
): Promise<Preflight> {
  const facts = await askFacts(ask, context.scope, cluster);
  const plan = schedulePlan(cluster, facts, context);
  const base = valuesOf(plan, facts.document);
  const seen: ScheduleEdit = { body: { ...base, ...changes }, base, env: envOf(context) };
  const problems = policyProblems(facts, seen);
  if (problems.length > 0) return { warnings: [], facts: [], problems };
  return {
    plan,
    ...impactOf(facts, seen),
    facts: previewFacts(facts, seen),
  };
}

/** Point-in-time restore has no switch of its own: it ends with the last policy item. */
const switchOff = (context: Context, cluster: string): Remedy => ({
  title: "Delete all schedules and disable point-in-time restore",
  effect: { kind: "write", plan: removeAll(context, cluster) },
});

/** The form for a cluster's schedule, with its choices. */
export function setupOf(context: Context, cluster: string, facts: SchedulePreflight): FormSetup<ScheduleValues> {
  const plan = schedulePlan(cluster, facts, context);
  const stored = valuesOf(plan, facts.document);
  return {
    plan,
    targets: [{ id: cluster, name: cluster, params: { groupId: context.scope.groupId, clusterName: cluster } }],
    base: (ask) => askDocument(ask, "getBackupSchedule", clusterArgs(context.scope, cluster)),
    preflight: (review, body) => preflight(review, cluster, body),
    preview: (body, env) => previewLines(facts, { body, base: stored, env }),
    remedies: {
      "window-within-hourly": () => switchOff(context, cluster),
      "emptied:restoreWindowDays": () => switchOff(context, cluster),
    },
    refreshes: ["listReplicaSetBackups", "listShardedClusterBackups"],
  };
}

/**
 * Opens the form for a cluster's schedule.
 *
 * @param start changes already made when it opens, by field name
 */
export const openSchedule = (context: Context, cluster: string, start?: BodyObject): Effect =>
  asking(`Edit schedule: ${cluster}`, async (ask) => {
    const setup = setupOf(context, cluster, await askFacts(ask, context.scope, cluster));
    if (start === undefined) return { kind: "form", setup };
    return {
      kind: "form",
      setup: { ...setup, edits: Object.entries(start).map(([field, value]) => ({ path: [field], value })) },
    };
  });
