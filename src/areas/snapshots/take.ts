import type { BackupSchedule } from "../../contract/backup-schedules.ts";
import { operations } from "../../contract/operations.ts";
import { newestRestorable } from "../../domain/backup/missing-snapshots.ts";
import type { PolicyRequirements } from "../../domain/backup/policy-requirements.ts";
import { itemsOf } from "../../domain/backup/schedule-items.ts";
import { isBeingTaken, type Snapshot } from "../../domain/backup/snapshot.ts";
import type { FormPlan } from "../../forms/form-plan.ts";
import type { FormValues } from "../../forms/schema/form-values.ts";
import type { Suggestion } from "../../forms/suggestion.ts";
import { DAY } from "../../text/durations.ts";
import {
  formatDuration,
  formatOld,
  formatSize,
  formatTimeInZone,
  pluralize,
  timeOf,
  zoneOf,
} from "../../text/format.ts";
import { present } from "../../text/present.ts";
import { askCluster } from "../builders/clusters.ts";
import { nullIfFailed } from "../builders/null-if-failed.ts";
import type { Context } from "../model/context.ts";
import {
  asking,
  type Effect,
  type FormSetup,
  type Preflight,
  type ReviewSources,
  type Suggest,
} from "../model/effect.ts";
import { askRequirements } from "../queries/compliance-policy.ts";
import { askSchedule } from "../queries/schedule-of-cluster.ts";
import { askSnapshots, kindOf } from "../queries/snapshots.ts";
import { incomparableWarnings } from "./labels.ts";

/** Takes a snapshot now (E53b): the first step of anything risky (`domain.md` 13.1). */

type Values = FormValues<"takeSnapshot">;

/** Initial retention of the form (days). */
const USUAL_DAYS = 7;

/** Retentions to choose from, without those that the compliance policy refuses. */
const lengths = (least: number): readonly Suggestion[] =>
  [...new Set([least, 3, USUAL_DAYS, 30, 90])]
    .filter((days) => days >= Math.max(1, least))
    .toSorted((one, other) => one - other)
    .map((days) => ({
      value: String(days),
      label: String(days),
      note: `${pluralize(days, "day")}${days === least ? ", minimum of the compliance policy" : ""}`,
    }));

/** The reason why this retention is too short for the compliance policy, or null. */
const daysProblem = (days: number, least: number): string | null =>
  days < least ? `enter at least ${pluralize(least, "day")}: required by the compliance policy` : null;

/** Minimum retention of the compliance policy in days; 0 where it has none, or one that cannot be compared. */
const leastOf = (requirements: PolicyRequirements | null): number => requirements?.onDemandDays ?? 0;

const planFor = (cluster: string, requirements: PolicyRequirements | null): FormPlan<Values> => ({
  operation: operations.takeSnapshot,
  title: () => `Take a snapshot of ${cluster}`,
  sentence: ({ body: { retentionInDays: days }, env }) => {
    const { now } = env;
    return days === undefined
      ? `Takes a snapshot of ${cluster} now; the service sets its retention.`
      : `Takes a snapshot of ${cluster} now. Retention ${pluralize(days, "day")}, expires ${formatTimeInZone(now + days * DAY, { now, zone: zoneOf(env) })}.`;
  },
  button: () => `Take a snapshot of ${cluster}`,
  fields: [
    { path: "description", suggest: "notes" },
    {
      path: "retentionInDays",
      when: () => ({ shown: true, because: incomparableWarnings("ondemand", requirements).join("") }),
      choices: () => lengths(leastOf(requirements)),
      check: (days) => daysProblem(days, leastOf(requirements)),
    },
  ],
});

/** Notes of earlier on-demand snapshots, the newest first. */
const notes =
  (context: Context, cluster: string): Suggest =>
  async (ask) => {
    const snapshots = await askSnapshots(ask, context.scope, cluster, kindOf(context.scope, cluster));
    const used = snapshots.toReversed().flatMap(({ description }) => (description === "" ? [] : [description]));
    return [...new Set(used)]
      .slice(0, 6)
      .map((note) => ({ value: note, label: note, note: "from an earlier snapshot" }));
  };

async function preflight(
  { ask, context }: ReviewSources,
  cluster: string,
  { retentionInDays: days }: Values,
): Promise<Preflight> {
  const { scope, now } = context;
  const [snapshots, schedule, requirements, host] = await Promise.all([
    nullIfFailed(askSnapshots(ask, scope, cluster, kindOf(scope, cluster))),
    askSchedule(ask, scope, cluster),
    askRequirements(ask, scope),
    askCluster(ask, scope, cluster),
  ]);
  const mine = snapshots?.find((snapshot) => isBeingTaken(snapshot) && snapshot.type === "onDemand");
  const other = snapshots?.find((snapshot) => isBeingTaken(snapshot) && snapshot.type !== "onDemand");
  const least = leastOf(requirements);
  const incomparable = incomparableWarnings("ondemand", requirements);
  const why = days === undefined ? null : daysProblem(days, least);
  if (why !== null) return { warnings: [], facts: [], problems: [{ field: "retentionInDays", message: why }] };
  const newest = newestRestorable(snapshots ?? []);
  return {
    risk: incomparable.length > 0 ? "disruptive" : "none",
    warnings: present(
      ...incomparable,
      snapshots === null && `Unknown whether a snapshot of ${cluster} is being taken: snapshots not loaded.`,
      host?.paused === true && `${cluster} is paused: the service refuses snapshots until the cluster is resumed.`,
      mine !== undefined &&
        `Another on-demand snapshot is ${mine.status === "queued" ? "queued" : "in progress"}: the service refuses this until it completes.`,
      other !== undefined && "A scheduled snapshot is in progress: this one starts after it.",
    ),
    facts: present(
      { label: "Latest snapshot", value: snapshots === null ? "not loaded" : formatNewest(newest, context) },
      newest?.bytes != null && { label: "Latest size", value: formatSize(newest.bytes) },
      {
        label: "Next scheduled",
        value: formatNext(schedule, now),
      },
      least > 0 && { label: "Compliance", value: `retention of at least ${pluralize(least, "day")}` },
      { label: "Usual duration", value: "3 to 9 minutes; the cluster stays available" },
    ),
  };
}

const formatNewest = (newest: Snapshot | undefined, context: Context): string =>
  newest === undefined
    ? "none yet"
    : `${formatTimeInZone(newest.takenAt, context)}, ${formatOld(context.now - newest.takenAt)}`;

/** When the next snapshot is due by the schedule; null stands for a schedule that could not be read. */
function formatNext(schedule: BackupSchedule | null, now: number): string {
  if (schedule === null) return "unknown";
  if (itemsOf(schedule).length === 0) return "none: the schedule is empty";
  const time = timeOf(schedule.nextSnapshot);
  return time === null ? "unknown" : `in ${formatDuration(time - now)}`;
}

export const take = (
  context: Context,
  cluster: string,
  requirements: PolicyRequirements | null = null,
  start: Values = {},
): FormSetup<Values> => ({
  plan: planFor(cluster, requirements),
  targets: [{ id: cluster, name: cluster, params: { groupId: context.scope.groupId, clusterName: cluster } }],
  initial: { retentionInDays: Math.max(USUAL_DAYS, leastOf(requirements)), ...start },
  suggest: { notes: notes(context, cluster) },
  preflight: (review, body) => preflight(review, cluster, body),
});

/** The form for a cluster: the compliance policy is requested first. */
export const openTake = (context: Context, cluster: string, start: Values = {}): Effect =>
  asking(`Take a snapshot of ${cluster}`, async (ask) => ({
    kind: "form",
    setup: take(context, cluster, await askRequirements(ask, context.scope), start),
  }));
