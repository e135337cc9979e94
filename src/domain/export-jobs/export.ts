import type { ExportJob } from "../../contract/export-jobs.ts";
import { numberIn } from "../../contract/json/json.ts";
import { formatNumber } from "../../text/format.ts";
import { formatLasting } from "../labels.ts";
import type { Ring } from "../sample-ring.ts";
import { exportGoesOn } from "./export-status.ts";

/** Progress and rate of an export (`domain.md` 10.6); for its remaining time see `export-eta.ts`. */

/** Finished and total collections; `counting` while the total is unknown: 0 of 0 is no progress (`domain.md` 10.5). */
type ExportCount =
  | { readonly kind: "counting" }
  | { readonly kind: "nothing" }
  | { readonly kind: "counted"; readonly done: number; readonly total: number };

export type ExportProgress = {
  readonly count: ExportCount;
  /** Collections per minute over the last five minutes; null with too few readings, 0 while none was finished. */
  readonly perMinute: number | null;
  /** Time since the last collection was finished (ms); null before it is known. */
  readonly quiet: number | null;
  /** Longest time without a finished collection (ms), the present one included. */
  readonly longestQuiet: number;
  /** True when no collection was finished for so long that it may be stuck. */
  readonly isDead: boolean;
};

/** Period of the rate (`domain.md` 10.6), ms. */
const WINDOW = 5 * 60_000;
/** Shortest period that gives a rate (ms). */
const LEAST_STRETCH = 30_000;
/** Stuck: idle for at least this long, and for this many times the longest pause before: single collections are huge. */
const QUIET = { least: 60 * 60_000, times: 3 } as const;

function countOf(job: ExportJob): ExportCount {
  const { exportedCollections, totalCollections } = job.exportStatus ?? {};
  const [done, total] = [numberIn(exportedCollections) ?? 0, numberIn(totalCollections) ?? 0];
  if (total > 0 && done >= 0) return { kind: "counted", done, total };
  return job.state === "Successful" ? { kind: "nothing" } : { kind: "counting" };
}

/** Pauses between readings with progress (ms); the last one runs until now. */
function pauses(ring: Ring, now: number): { readonly longest: number; readonly running: number | null } {
  let longest = 0;
  let since: { at: number; value: number } | null = null;
  for (const { at, value } of ring) {
    if (value === null) continue;
    if (since !== null && value === since.value) continue;
    if (since !== null) longest = Math.max(longest, at - since.at);
    since = { at, value };
  }
  return { longest, running: since === null ? null : Math.max(0, now - since.at) };
}

/**
 * The progress of an export.
 *
 * @param ring readings of its finished collections
 * @param now the service's time (ms)
 */
export function exportProgress(job: ExportJob, ring: Ring, now: number): ExportProgress {
  const count = countOf(job);
  const idle = { perMinute: null, quiet: null, longestQuiet: 0, isDead: false };
  if (count.kind !== "counted" || !exportGoesOn(job)) return { count, ...idle };
  const recent = ring.filter(({ at, value }) => at >= now - WINDOW && value !== null);
  const [first, last] = [recent.at(0), recent.at(-1)];
  const span = (last?.at ?? 0) - (first?.at ?? 0);
  const perMinute =
    span < LEAST_STRETCH ? null : (Math.max(0, (last?.value ?? 0) - (first?.value ?? 0)) / span) * 60_000;
  const { longest, running } = pauses(ring, now);
  const isDead = running !== null && running > Math.max(QUIET.least, QUIET.times * longest);
  return { count, perMinute, quiet: running, longestQuiet: Math.max(longest, running ?? 0), isDead };
}

/** `1,930` */
export const grouped = (value: number): string => String(value).replace(/\B(?=(\d{3})+(?!\d))/gu, ",");

/** Count as text: `812 of 1,930 collections (42 %)`, `counting`, `nothing to export`. */
export function formatExportCount(count: ExportCount): string {
  if (count.kind === "counting") return "counting";
  if (count.kind === "nothing") return "nothing to export";
  const percent = Math.floor((100 * count.done) / count.total);
  return `${grouped(count.done)} of ${grouped(count.total)} collections (${percent} %)`;
}

/** Rate as text: `12 collections/min`, or the time without progress; null when neither is known. */
export function formatExportRate({ perMinute, quiet, isDead }: ExportProgress): string | null {
  if (isDead && quiet !== null) return `no progress for ${formatLasting(quiet)}: it may be stuck`;
  if (perMinute === null) return null;
  if (perMinute === 0) return quiet === null ? null : `no progress for ${formatLasting(quiet)}: large collection`;
  return `${formatNumber(perMinute < 10 ? perMinute : Math.round(perMinute))} collections/min`;
}
