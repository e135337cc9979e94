import { copiesOf, windowDays } from "../../domain/backup/backup-schedule.ts";
import { newestRestorable } from "../../domain/backup/missing-snapshots.ts";
import { formatItem, itemsOf } from "../../domain/backup/schedule-items.ts";
import { isRestorable, nameOf as snapshotName } from "../../domain/backup/snapshot.ts";
import { regionLabel } from "../../domain/region.ts";
import { formatLongDuration, formatTimeInZone, pluralize, shortId } from "../../text/format.ts";
import { present } from "../../text/present.ts";
import { nullIfFailed } from "../builders/null-if-failed.ts";
import type { Ask, Context } from "../model/context.ts";
import type { Preflight, ReviewSources, WritePlan } from "../model/effect.ts";
import { clusterArgs } from "../queries/args.ts";
import { askRequirements } from "../queries/compliance-policy.ts";
import { askBuckets } from "../queries/export-buckets.ts";
import { askSnapshots, kindOf } from "../queries/snapshots.ts";

/** Deletes all policy items of a schedule (E51): no further snapshots are taken, existing ones expire. The review says both (`domain.md` 12.4). */

/** Up to this many policy items are listed. */
const MOST_RULES = 8;

async function bucketName(ask: Ask, { scope }: Context, id: string): Promise<string> {
  const buckets = await nullIfFailed(askBuckets(ask, scope));
  return buckets?.find((bucket) => bucket.id === id)?.name ?? shortId(id);
}

async function preflight({ ask, context }: ReviewSources, cluster: string): Promise<Preflight> {
  const { scope, now } = context;
  const [{ data: schedule }, snapshots, requirements] = await Promise.all([
    ask("getBackupSchedule", clusterArgs(scope, cluster)),
    nullIfFailed(askSnapshots(ask, scope, cluster, kindOf(scope, cluster))),
    askRequirements(ask, scope),
  ]);
  const items = itemsOf(schedule);
  const days = windowDays(schedule);
  const copies = copiesOf(schedule);
  const good = (snapshots ?? []).filter(isRestorable);
  const newest = newestRestorable(good);
  const last = Math.max(0, ...good.flatMap(({ expiresAt }) => expiresAt ?? []));
  const copied = good.filter(({ copyRegions }) => (copyRegions ?? []).length > 0).length;
  const at = (time: number): string => formatTimeInZone(time, context);
  const bucketId = schedule.autoExportEnabled === true ? (schedule.export?.exportBucketId ?? "") : "";
  const warnings = present(
    `No new snapshots of ${cluster} are taken.`,
    snapshots === null
      ? `Existing snapshots of ${cluster} expire; they are not loaded, so it is unknown when.`
      : newest === undefined
        ? `${cluster} has no restorable snapshot: no restore is possible.`
        : `Existing snapshots expire: latest ${newest.expiresAt === null ? "at an unknown time" : `in ${formatLongDuration(newest.expiresAt - now)} (${at(newest.expiresAt)})`}, last one ${last === 0 ? "at an unknown time" : at(last)}.`,
    days > 0 && `Point-in-time restore is disabled now: the window of ${pluralize(days, "day")} is lost.`,
    copies.length > 0 &&
      `No new copies to ${copies.map(({ provider, region }) => regionLabel(provider, region)).join(", ")}; existing copies expire.`,
    bucketId !== "" && `No more automatic exports to ${await bucketName(ask, context, bucketId)}; existing files stay.`,
    requirements !== null && "The project has a compliance policy: the service will refuse this.",
    "Policy items are not saved: recreate them by hand.",
  );
  return {
    warnings,
    facts: present(
      ...items.slice(0, MOST_RULES).map((item, index) => ({
        label: index === 0 ? "Removed items" : "",
        value: formatItem(item),
      })),
      items.length === 0 && { label: "Removed items", value: "none" },
      items.length > MOST_RULES && { label: "", value: `and ${items.length - MOST_RULES} more` },
      {
        label: "Current snapshots",
        value:
          snapshots === null
            ? "not loaded"
            : `${good.length} restorable${copied === 0 ? "" : `, ${copied} with copies in other regions`}`,
      },
      newest !== undefined && { label: "Latest snapshot", value: snapshotName(newest, context) },
    ),
  };
}

/** The write that deletes all policy items of a cluster's schedule. */
export const removeAll = (context: Context, cluster: string): WritePlan => ({
  operation: "deleteAllBackupSchedules",
  title: `Delete the schedule of ${cluster}`,
  sentence: `All policy items of ${cluster} are deleted; existing snapshots stay until they expire.`,
  button: `Delete schedule of ${cluster}`,
  targets: [{ id: cluster, name: cluster, params: { groupId: context.scope.groupId, clusterName: cluster } }],
  risk: "destructive",
  confirmName: cluster,
  preflight: (review) => preflight(review, cluster),
});
