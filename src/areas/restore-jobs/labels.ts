import { elapsed } from "../../domain/countdown.ts";
import { aboutWords } from "../../domain/labels.ts";
import {
  type AnyRestoreJob,
  LINK_RINGS_BEFORE,
  LINK_WARNS_BEFORE,
  type RestoreEta,
  type RestoreState,
  type RestoreStatus,
} from "../../domain/restore.ts";
import { lateness, usuallyWords } from "../../domain/typical.ts";
import { formatDuration, formatTime, shortId, timeOf } from "../../text/format.ts";
import type { Context } from "../context.ts";
import type { Cell } from "../view.ts";
import { momentOf } from "./jobs.ts";

/** Restore jobs in words: what they do, how they stand, what comes next. */

/** The states as words. */
export const STATES: Readonly<
  Record<RestoreState, { readonly text: string; readonly tone: "accent" | "good" | "bad" | "dim" | "plain" }>
> = {
  running: { text: "running", tone: "accent" },
  "link-ready": { text: "ready", tone: "good" },
  done: { text: "done", tone: "good" },
  failed: { text: "failed", tone: "bad" },
  cancelled: { text: "cancelled", tone: "dim" },
  "link-expired": { text: "expired", tone: "dim" },
};

/** What a job does, by its delivery type. */
export const DOES: Readonly<Record<string, string>> = {
  automated: "puts a snapshot into a cluster",
  pointInTime: "takes a cluster to a moment in time",
  download: "gives a snapshot as files",
};

/** The state as a word. A status of tomorrow that the service tells is shown as it is while nothing else is known. */
export function stateCell({ state, told }: RestoreStatus): Cell {
  const isNews = state === "running" && told !== null && !["PENDING", "QUEUED", "RUNNING"].includes(told);
  return isNews ? told : STATES[state];
}

/** Where it goes: the name of a cluster, with its project where that is another one, or a download. */
export function targetWords(
  { deliveryType, targetClusterName, targetGroupId }: AnyRestoreJob,
  { groupId, nameOf }: { readonly groupId: string; readonly nameOf: (id: string) => string | undefined },
): string {
  if (deliveryType === "download") return "download";
  const name = targetClusterName ?? "?";
  if (targetGroupId === null || targetGroupId === undefined || targetGroupId === groupId) return name;
  return `${name} (${nameOf(targetGroupId) ?? `project ${shortId(targetGroupId)}`})`;
}

/** Names of projects that were seen, by their ids. */
export const projectNames =
  (context: Context) =>
  (id: string): string | undefined =>
    context.known("project", null).find((project) => project.id === id)?.name;

/** What state the data is of: `moment 14:06` (the detail has its seconds), or the snapshot's time. */
export function stateOfWords(job: AnyRestoreJob, { now, zone }: Pick<Context, "now" | "zone">): string {
  const wanted = momentOf(job);
  if (job.deliveryType === "pointInTime" && wanted !== null) return `moment ${formatTime(wanted, now, zone)}`;
  const taken = timeOf(job.timestamp);
  return taken === null ? "snapshot" : `snapshot ${formatTime(taken, now, zone)}`;
}

/** How long a link is still good, and how urgent that is (`domain.md` 11.6). */
export function removedCell(until: number, now: number): Exclude<Cell, string> {
  const rest = until - now;
  const tone = rest < LINK_RINGS_BEFORE ? "bad" : rest < LINK_WARNS_BEFORE ? "warn" : "good";
  return { text: `gone in ${formatDuration(rest)}${tone === "good" ? "" : " !"}`, tone };
}

/** The same where nothing else says that it is a link. */
export function linkCell(until: number, now: number): Cell {
  const { text, tone } = removedCell(until, now);
  return { text: `link ${text}`, tone };
}

/** What is left of a running job, short enough for a column; the basis of it stands in the detail. */
export function etaCell(eta: RestoreEta): Cell {
  const most = eta.kind === "expected" ? eta.basis.most : eta.most;
  switch (lateness(eta.elapsed, most)) {
    case "dead":
      return { text: "may be dead !", tone: "bad" };
    case "late":
      return { text: "longer than usual !", tone: "warn" };
    case "in-time":
      if (eta.kind === "usual") return usuallyWords(eta);
      return eta.left <= 0 ? "done any moment" : `${aboutWords(eta.left)} left`;
  }
}

/** What is said of a job that is over: how long it took; when that was stands beside it. */
export function endCell({ startedAt, finishedAt, state }: RestoreStatus): Cell {
  const took = startedAt === null || finishedAt === null ? null : Math.max(0, finishedAt - startedAt);
  if (state === "failed") return { text: took === null ? "" : `after ${elapsed(took)}`, tone: "bad" };
  if (state === "link-expired") return { text: "link expired", tone: "dim" };
  return state === "cancelled" || took === null ? "" : { text: `took ${elapsed(took)}`, tone: "dim" };
}
