import type { ExportJob } from "../../contract/export-jobs.ts";
import { numberIn } from "../../contract/json/json.ts";
import { formatNumber } from "../../text/format.ts";
import { formatLasting } from "../labels.ts";
import type { Ring } from "../sample-ring.ts";
import { exportGoesOn } from "./export-status.ts";

/** How far an export is and how fast it gets on (`domain.md` 10.6); what is left of it is `export-eta.ts`. */

/** Collections that are done and how many there are; `counting` while none are known: 0 of 0 is no progress (`domain.md` 10.5). */
export type ExportCount =
  | { readonly kind: "counting" }
  | { readonly kind: "nothing" }
  | { readonly kind: "counted"; readonly done: number; readonly total: number };

export type ExportProgress = {
  readonly count: ExportCount;
  /** Collections a minute over the last five; null where too little was read, and 0 while none was finished. */
  readonly perMinute: number | null;
  /** For how long no collection was finished (ms); null before it is known. */
  readonly quiet: number | null;
  /** The longest time that was read in which none was finished (ms), the present one included. */
  readonly longestQuiet: number;
  /** No collection for so long that it may be dead. */
  readonly isDead: boolean;
};

/** The span of the rate (`domain.md` 10.6), ms. */
const WINDOW = 5 * 60_000;
/** So long a stretch at least says something of a rate. */
const LEAST_STRETCH = 30_000;
/** Nothing is taken for dead before it was quiet so long, and so many times as long as ever before: single collections are huge. */
const QUIET = { least: 60 * 60_000, times: 3 } as const;

function countOf(job: ExportJob): ExportCount {
  const { exportedCollections, totalCollections } = job.exportStatus ?? {};
  const [done, total] = [numberIn(exportedCollections) ?? 0, numberIn(totalCollections) ?? 0];
  if (total > 0) return { kind: "counted", done, total };
  return job.state === "Successful" ? { kind: "nothing" } : { kind: "counting" };
}

/** Pauses between readings in which something was finished (ms), the last one running until now. */
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

/** The count in words: `812 of 1,930 collections (42 %)`, `counting`, `nothing to export`. */
export function formatExportCount(count: ExportCount): string {
  if (count.kind === "counting") return "counting";
  if (count.kind === "nothing") return "nothing to export";
  const percent = Math.floor((100 * count.done) / count.total);
  return `${grouped(count.done)} of ${grouped(count.total)} collections (${percent} %)`;
}

/** The rate in words: `12 collections/min`, or for how long none was finished; null where nothing can be said. */
export function formatExportRate({ perMinute, quiet, isDead }: ExportProgress): string | null {
  if (isDead && quiet !== null) return `no progress for ${formatLasting(quiet)}: it may be stuck`;
  if (perMinute === null) return null;
  if (perMinute === 0) return quiet === null ? null : `no progress for ${formatLasting(quiet)}: large collection`;
  return `${formatNumber(perMinute < 10 ? perMinute : Math.round(perMinute))} collections/min`;
}
