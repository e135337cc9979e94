import { lookupTable } from "../../contract/json/own-values.ts";
import { elapsed } from "../../domain/countdown.ts";
import { durationOf, type Job } from "../../domain/job.ts";
import { formatAbout } from "../../domain/labels.ts";
import {
  type AnyRestoreJob,
  LINK_RINGS_BEFORE,
  LINK_WARNS_BEFORE,
  type RestoreEta,
  writesTo,
} from "../../domain/restore.ts";
import { formatUsual, lateness } from "../../domain/typical.ts";
import { formatDuration, timeOf } from "../../text/format.ts";
import { bad, dim, timeCell, warn } from "../builders/cells.ts";
import { clusterWithProject } from "../builders/project-name.ts";
import type { Cell } from "../model/cell.ts";
import type { Context, Times } from "../model/context.ts";
import type { Restore } from "../queries/restore-jobs.ts";
import { pointInTimeOf } from "./jobs.ts";

/** Texts for restore jobs: kind, target, status, next step. */

const DOES: Readonly<Record<string, string>> = lookupTable({
  automated: "snapshot restore to a cluster",
  pointInTime: "point-in-time restore to a cluster",
  download: "snapshot download as files",
});

/** Kind of a job, by its delivery type. */
export const formatDelivery = ({ deliveryType }: AnyRestoreJob): string =>
  DOES[deliveryType ?? ""] ?? deliveryType ?? "unknown";

/** Target: the name of a cluster, with its project where that is another one, or a download. */
export function formatTarget(job: AnyRestoreJob, context: Context): string {
  const into = writesTo(job);
  return into === null ? "download" : clusterWithProject(context, into.name ?? "?", into.groupId);
}

/** Source and target: `prod-eu → stage`. */
export const formatWay = ({ cluster, job }: Restore, context: Context): string =>
  `${cluster} → ${formatTarget(job, context)}`;

/** The restored state: `point in time 14:06` (the detail has its seconds), or the snapshot's time. */
export function jobStateCell(job: AnyRestoreJob, context: Times): Cell {
  const wanted = pointInTimeOf(job);
  if (job.deliveryType === "pointInTime" && wanted !== null) return timeCell(wanted, context, "point in time ");
  const taken = timeOf(job.timestamp);
  return taken === null ? "snapshot" : timeCell(taken, context, "snapshot ");
}

/** Time until a download link expires, toned by urgency (`domain.md` 11.6). */
export function linkCell(until: number, now: number): Exclude<Cell, string> {
  const rest = until - now;
  const tone = rest < LINK_RINGS_BEFORE ? "bad" : rest < LINK_WARNS_BEFORE ? "warn" : "good";
  return { text: `expires in ${formatDuration(rest)}${tone === "good" ? "" : " !"}`, tone };
}

/** Remaining time of a running job, short enough for a column; the detail gives its basis. */
const inShort = (text: string): Cell => ({ text, tone: "plain", short: text.replace(/^about /u, "~") });

export function etaCell(eta: RestoreEta): Cell {
  const most = eta.kind === "expected" ? eta.basis.most : eta.most;
  switch (lateness(eta.elapsed, most)) {
    case "dead":
      return bad("may be stuck !");
    case "late":
      return { ...warn("longer than usual !"), short: "overdue !" };
    case "in-time":
      if (eta.kind === "usual") return formatUsual(eta);
      return eta.left <= 0 ? "ends soon" : inShort(`${formatAbout(eta.left)} left`);
  }
}

/** Result of an ended job with its duration; another column gives the time of its end. */
export function endCell(state: Job): Cell {
  const took = durationOf(state);
  if (state.status === "failed") return bad(took === null ? "" : `after ${elapsed(took)}`);
  if (state.status === "expired") return dim("link expired");
  return state.status === "cancelled" || took === null ? "" : dim(`took ${elapsed(took)}`);
}
