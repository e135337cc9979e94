import { lookupTable } from "../contract/json/own-values.ts";
import type { RestoreJob, ServerlessRestoreJob } from "../contract/restore-jobs.ts";
import { timeOf, timeOfId } from "../text/format.ts";
import type { Impact } from "./impact.ts";
import type { Job, JobStatus } from "./job.ts";
import { formatAbout } from "./labels.ts";
import { median, quantile } from "./robust.ts";
import { formatEarlierRuns, formatLateness, formatUsual, LEAST_EARLIER, type Typical, typicalOf } from "./typical.ts";

/** Restore jobs: their state, which is derived from several fields, their links, and their remaining time (`domain.md` 11.2, 11.6). */

export type AnyRestoreJob = RestoreJob | ServerlessRestoreJob;

/** Cluster whose data a restore replaces, and its project's id; each null when the service does not report it. */
type WrittenCluster = { readonly name: string | null; readonly groupId: string | null };

/**
 * Cluster that a restore writes to. Null for a download: it makes files and changes no cluster, not even the one that a download of a serverless
 * instance has to name (specification E56).
 */
export const writesTo = ({
  deliveryType,
  targetClusterName,
  targetGroupId,
}: Pick<AnyRestoreJob, "deliveryType" | "targetClusterName" | "targetGroupId">): WrittenCluster | null =>
  deliveryType === "download" ? null : { name: targetClusterName ?? null, groupId: targetGroupId ?? null };

/** Losses caused by a restore, by its body: a download changes no cluster. */
export const restoreImpact = ({ deliveryType, targetClusterName }: { readonly [key: string]: unknown }): Impact =>
  deliveryType === "download"
    ? { risk: "disruptive", warnings: [] }
    : { risk: "destructive", warnings: [`All data of ${String(targetClusterName ?? "the target")} is replaced.`] };

/** True for a restore that writes to this cluster. */
export function restoresInto(
  job: AnyRestoreJob,
  { name, groupId }: { readonly name: string; readonly groupId: string },
) {
  const into = writesTo(job);
  return into?.name === name && into.groupId === groupId;
}

const isText = (text: string | null | undefined): text is string =>
  text !== null && text !== undefined && text.trim() !== "";

/** A download. Links give access to the data: they must not be logged (`domain.md` 11.6). */
export type RestoreLink = {
  readonly url: string;
  /** Its replica set, when there are several. */
  readonly part: string | null;
  /** Private endpoint of the link; null for the public one. */
  readonly endpoint: string | null;
};

/** Links of a job, one per shard when there are shards. A link may be missing, an empty list or an empty text (`domain.md` 11.5). */
export function restoreLinks(job: AnyRestoreJob): readonly RestoreLink[] {
  const components = "components" in job && Array.isArray(job.components) ? job.components : [];
  const found: RestoreLink[] = [];
  const add = (url: unknown, part: unknown, endpoint: unknown): void => {
    const text = (value: unknown): string | null => (typeof value === "string" && isText(value) ? value : null);
    const known = text(url);
    if (known !== null && !found.some((link) => link.url === known)) {
      found.push({ url: known, part: text(part), endpoint: text(endpoint) });
    }
  };
  for (const component of components) {
    add(component.downloadUrl, component.replicaSetName, null);
    for (const other of component.privateDownloadDeliveryUrls ?? []) {
      add(other.deliveryUrl, component.replicaSetName, other.endpointId);
    }
  }
  for (const url of job.deliveryUrl ?? []) add(url, null, null);
  if ("privateDownloadDeliveryUrls" in job && Array.isArray(job.privateDownloadDeliveryUrls)) {
    for (const other of job.privateDownloadDeliveryUrls) add(other.deliveryUrl, null, other.endpointId);
  }
  return found;
}

/** Values of the status field, which only jobs of flex clusters have (`domain.md` 11.2). */
const SAID: Readonly<Record<string, JobStatus>> = lookupTable({ FAILED: "failed", COMPLETED: "done" });

function statusOf(job: AnyRestoreJob, said: string | null, now: number): JobStatus {
  if (job.cancelled === true) return "cancelled";
  // `failed` before `finishedAt`: a failed job has an end, too (`domain.md` 11.5).
  if (job.failed === true) return "failed";
  if (job.deliveryType === "download") {
    const until = timeOf(job.expiresAt);
    if (job.expired === true || (until !== null && until <= now)) return "expired";
    if (restoreLinks(job).length > 0) return "ready";
  }
  if (isText(job.finishedAt)) return "done";
  return SAID[said ?? ""] ?? "running";
}

/**
 * A restore as a job at a service time (ms): the first matching row of the table in `domain.md` 11.2. A download is ready while it has a link, and
 * expires with the link without an answer. Its start is the time in its id.
 */
export function restoreAsJob(job: AnyRestoreJob, now: number): Job {
  const said = "status" in job && typeof job["status"] === "string" ? job["status"] : null;
  const status = statusOf(job, said, now);
  return {
    status,
    said,
    startedAt: timeOfId(job.id),
    endedAt: timeOf(job.finishedAt),
    until: status === "ready" ? timeOf(job.expiresAt) : null,
    poll: status === "running" ? "normal" : "once",
  };
}

/** Time before a link's expiry at which a warning appears, and at which the bell rings once, if enabled (`domain.md` 11.6). */
export const LINK_WARNS_BEFORE = 15 * 60_000;
export const LINK_RINGS_BEFORE = 5 * 60_000;

/** Remaining time of a running job. Durations in ms. */
export type RestoreEta =
  /** Computed from earlier jobs of its kind. `left` is 0 when it takes longer than they did. */
  | {
      readonly kind: "expected";
      readonly left: number;
      readonly least: number;
      readonly most: number;
      readonly basis: Typical;
      /** True when computed by size, false when by time alone because sizes are unknown. */
      readonly bySize: boolean;
      readonly elapsed: number;
    }
  /** Too few earlier jobs: the usual range for this kind and size. */
  | {
      readonly kind: "usual";
      readonly least: number;
      readonly most: number;
      readonly bySize: boolean;
      readonly elapsed: number;
    };

/** Values from real jobs (`domain.md` 11.2, 11.6): a start, then bytes per second; downloads take about as long whatever their size. */
const USUAL = {
  start: 60_000,
  bytesPerSecond: 20_000_000,
  spread: 2.5,
  download: { least: 240_000, most: 600_000 },
} as const;

/** @param bytes null when the duration does not depend on a size */
function usual(bytes: number | null): { least: number; most: number; bySize: boolean } {
  if (bytes === null) return { ...USUAL.download, bySize: false };
  const least = USUAL.start + (bytes / USUAL.bytesPerSecond) * 1000;
  return { least, most: least * USUAL.spread, bySize: true };
}

const took = (job: AnyRestoreJob): number | null => {
  const [from, to] = [timeOfId(job.id), timeOf(job.finishedAt)];
  const isGood = job.cancelled !== true && job.failed !== true;
  return isGood && from !== null && to !== null && to > from ? to - from : null;
};

/**
 * Remaining time of a running job: its size by the median throughput of earlier jobs of its kind, if there are three (`domain.md` 11.6), else the
 * usual range. A download takes as long as earlier ones did, whatever its size (11.2, 17.3).
 *
 * @param others all known jobs; the successful ones of the same kind count
 * @param bytesOf size of a job's snapshot, null when unknown
 */
export function restoreEta(
  job: AnyRestoreJob,
  others: readonly AnyRestoreJob[],
  bytesOf: (job: AnyRestoreJob) => number | null,
  now: number,
): RestoreEta {
  const elapsed = Math.max(0, now - (timeOfId(job.id) ?? now));
  const bytes = job.deliveryType === "download" ? null : bytesOf(job);
  const ended = others
    .filter((other) => other.id !== job.id && other.deliveryType === job.deliveryType)
    .flatMap((other) => {
      const span = took(other);
      return span === null ? [] : [{ span, bytes: bytesOf(other), end: timeOf(other.finishedAt) ?? 0 }];
    })
    .toSorted((left, right) => left.end - right.end);
  const sized = ended.flatMap((one) => (one.bytes !== null && one.bytes > 0 ? [{ ...one, bytes: one.bytes }] : []));
  const bySize = bytes !== null && bytes > 0 && sized.length >= LEAST_EARLIER;
  const basis = typicalOf((bySize ? sized : ended).map(({ span }) => span));
  if (basis === null || ended.length < LEAST_EARLIER) return { kind: "usual", ...usual(bytes), elapsed };
  // Total duration at the throughput of each earlier job.
  const wholes = bySize ? sized.map((one) => (bytes / one.bytes) * one.span) : ended.map(({ span }) => span);
  const left = (whole: number): number => Math.max(0, whole - elapsed);
  return {
    kind: "expected",
    left: left(median(wholes)),
    least: left(quantile(wholes, 0.1)),
    most: left(quantile(wholes, 0.9)),
    basis: { ...basis, middle: median(wholes), least: quantile(wholes, 0.1), most: quantile(wholes, 0.9) },
    bySize,
    elapsed,
  };
}

/** Remaining time as text: `about 80 s left (from 5 earlier runs, by size)`, `usually 4 to 10 min for this size`. */
export function formatRestoreEta(eta: RestoreEta): string {
  const late = formatLateness(eta.elapsed, eta.kind === "expected" ? eta.basis : eta);
  if (late !== null) return late;
  if (eta.kind === "usual") return `${formatUsual(eta)}${eta.bySize ? " for this size" : ""}`;
  const basis = `from ${formatEarlierRuns(eta.basis.count)}${eta.bySize ? ", by size" : ""}`;
  return eta.left <= 0 ? `ends soon (${basis})` : `${formatAbout(eta.left)} left (${basis})`;
}
