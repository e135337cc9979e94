import type { ExportJob } from "../../contract/export-jobs.ts";
import { MINUTE } from "../../text/durations.ts";
import { timeOf } from "../../text/format.ts";
import { elapsed } from "../countdown.ts";
import { formatRange } from "../labels.ts";
import type { Ring } from "../sample-ring.ts";
import { formatEarlierRuns, formatLateness, LEAST_EARLIER, type Typical, typicalOf } from "../typical.ts";
import { type ExportProgress, exportProgress } from "./export.ts";

/**
 * Remaining time of an export: from its average rate, from its recent rate, and from the duration of earlier ones (`domain.md` 10.6). Collections
 * differ in size by factors of thousands, so each of the three is weighted by its usual error, and the result is a range. Only earlier exports of
 * the same kind count: a large cluster says nothing about a small one. Times in ms.
 */

export type ExportEta =
  /** Too little is done, and there are no earlier exports. */
  | { readonly kind: "unknown" }
  /** No collection finished for so long that the end cannot be estimated. */
  | { readonly kind: "dead" }
  | {
      readonly kind: "expected";
      /** Remaining time; 0 when it may end at any time. */
      readonly left: number;
      readonly least: number;
      readonly most: number;
      /** Earlier exports that were used; null when there are none. */
      readonly usual: UsualExport | null;
      /** True when its own rate was used, too. */
      readonly hasPace: boolean;
      /** Text saying that it takes longer than earlier ones; null while it does not. */
      readonly late: string | null;
    };

/** An export with the cluster and the size (bytes, null when unknown) of its snapshot. */
export type ExportOf = { readonly job: ExportJob; readonly cluster: string; readonly bytes: number | null };

/** Duration of a successful export; null for all others. */
export function exportTook({ state, createdAt, finishedAt }: ExportJob): number | null {
  const [from, to] = [timeOf(createdAt), timeOf(finishedAt)];
  return state === "Successful" && from !== null && to !== null && to > from ? to - from : null;
}

/** Sizes within this factor count as similar. */
const ABOUT = 2;

const isAboutAsLarge = (one: number | null, other: number | null): boolean =>
  one !== null && other !== null && Math.max(one, other) <= ABOUT * Math.min(one, other);

/** Durations of earlier exports, and what they have in common: cluster or size. */
type UsualExport = { readonly basis: Typical; readonly kind: "cluster" | "size" };

/** Durations of earlier exports: of the same cluster, else of snapshots of similar size; null when there are too few. */
export function usualExport(
  { cluster, bytes }: Pick<ExportOf, "cluster" | "bytes">,
  others: readonly ExportOf[],
  leastEarlier: number = LEAST_EARLIER,
): UsualExport | null {
  const ended = others
    .flatMap((other) => {
      const span = exportTook(other.job);
      return span === null ? [] : [{ ...other, span, end: timeOf(other.job.finishedAt) ?? 0 }];
    })
    .toSorted((left, right) => left.end - right.end);
  const kinds = [
    { kind: "cluster", of: ended.filter((other) => other.cluster === cluster) },
    { kind: "size", of: ended.filter((other) => isAboutAsLarge(other.bytes, bytes)) },
  ] as const;
  const chosen = kinds.find(({ of }) => of.length >= leastEarlier);
  const basis = typicalOf((chosen?.of ?? []).map(({ span }) => span));
  return chosen === undefined || basis === null ? null : { basis, kind: chosen.kind };
}

/** Durations of a cluster's last exports, when they are too few for an estimate: `1h 59m and 2h 7m`; null for none. */
export function formatLastTook(cluster: string, others: readonly ExportOf[]): string | null {
  const spans = others.filter((other) => other.cluster === cluster).flatMap(({ job }) => exportTook(job) ?? []);
  const last = new Set(spans.slice(-2).map(elapsed));
  return last.size === 0 ? null : [...last].join(" and ");
}

/** Logarithm of an export's total duration, and its usual error. */
type Guess = { readonly log: number; readonly deviation: number };

/**
 * Error of a rate: deviation of the logarithm when half of the collections are done. Chosen for sizes with a heavy tail, which collections have.
 */
const UNEVEN = 0.25;
/** Added to it in proportion to the share of the time that the longest collection took. */
const UNEVEN_BY_LONGEST = 0.3;
/** Share that must be done before an export's own rate counts. */
const LEAST_DONE = 0.05;
/** The recent rate covers a third of the running time, and at least this (ms). */
const LATELY = 15 * 60_000;
/** Minimum deviation from earlier exports; a single one counts less than several. */
const EARLIER_DEVIATION = 0.3;
/** Estimates with a larger deviation are dropped: a range from a quarter to four times helps nobody. */
const MOST_DEVIATION = 0.8;
/** Number of deviations to each side that nearly always include the true end. */
const REACH = 1.5;

/** Combines two estimates, each weighted by its deviation. */
function together(one: Guess, other: Guess): Guess {
  const [weight, second] = [1 / one.deviation ** 2, 1 / other.deviation ** 2];
  return {
    log: (one.log * weight + other.log * second) / (weight + second),
    deviation: 1 / Math.sqrt(weight + second),
  };
}

/** Total duration by its own rate, average and recent; null while too little is done. */
function byPace({ count, longestQuiet }: ExportProgress, ring: Ring, created: number, now: number): Guess | null {
  if (count.kind !== "counted" || count.done < LEAST_DONE * count.total || count.done >= count.total) return null;
  const done = count.done / count.total;
  const rest = 1 - done;
  const began = ring.findLast(({ state }) => state === "Queued")?.at ?? created;
  const total = now - created;
  if (now <= began) return null;
  const uneven = UNEVEN + UNEVEN_BY_LONGEST * Math.min(1, longestQuiet / (now - began));
  const guess = (share: number, span: number): Guess => ({
    log: Math.log(total + (rest / share) * span),
    deviation: uneven * rest * Math.sqrt(1 / share + 1 / rest),
  });
  const whole = guess(done, now - began);
  const since = now - Math.max(LATELY, (now - began) / 3);
  const first = since <= began ? undefined : ring.find(({ at, value }) => at >= since && value !== null);
  const share = first === undefined ? 0 : done - (first.value ?? 0) / count.total;
  // The recent rate is part of the average one, so it does not reduce the deviation.
  if (first === undefined || share <= 0 || now <= first.at) return whole;
  return { ...whole, log: together(whole, guess(share, now - first.at)).log };
}

/** Total duration by earlier exports. */
const byEarlier = ({ basis: { count, least, middle, most } }: UsualExport): Guess => ({
  log: Math.log(middle),
  deviation: Math.max(EARLIER_DEVIATION / Math.sqrt(count), Math.log(most / least) / 2),
});

/** Combines both. Earlier exports that its own rate contradicts count less. */
function inAll(pace: Guess | null, earlier: Guess | null): Guess | null {
  if (pace === null || earlier === null) return pace ?? earlier;
  const apart = Math.abs(pace.log - earlier.log) / Math.hypot(pace.deviation, earlier.deviation);
  return together(pace, { ...earlier, deviation: earlier.deviation * Math.max(1, apart) ** 2 });
}

/** Text saying that it takes longer than earlier ones; null when there are too few of them. */
const lateOf = (spent: number, usual: UsualExport | null): string | null =>
  usual === null || usual.basis.count < LEAST_EARLIER ? null : formatLateness(spent, usual.basis);

/**
 * Remaining time of a running export.
 *
 * @param others all known exports; the successful ones count
 * @param ring readings of its finished collections
 */
export function exportEta(one: ExportOf, others: readonly ExportOf[], ring: Ring, now: number): ExportEta {
  const created = timeOf(one.job.createdAt);
  const progress = exportProgress(one.job, ring, now);
  if (progress.isDead) return { kind: "dead" };
  // `now` advances by the minute where details are shown: an export that has just been requested may lie ahead of it.
  if (created === null || created - now > MINUTE) return { kind: "unknown" };
  const spent = Math.max(0, now - created);
  const known = others.filter((other) => other.job.id !== one.job.id);
  const usual = usualExport(one, known) ?? usualExport(one, known, 1);
  const pace = byPace(progress, ring, created, now);
  // Earlier exports that took less time than this one already has say nothing about its end, once its own rate is
  // known.
  const counts = usual !== null && (pace === null || spent <= usual.basis.most) ? usual : null;
  const guess = inAll(pace, counts === null ? null : byEarlier(counts));
  if (guess === null || guess.deviation > MOST_DEVIATION) return { kind: "unknown" };
  const left = (deviations: number): number => Math.max(0, Math.exp(guess.log + deviations * guess.deviation) - spent);
  return {
    kind: "expected",
    left: left(0),
    least: left(-REACH),
    most: left(REACH),
    usual: counts,
    hasPace: pace !== null,
    late: lateOf(spent, usual),
  };
}

/** `from 4 earlier runs of this cluster`, `from 3 earlier runs of similar size` */
export const formatExportBasis = ({ basis, kind }: UsualExport): string =>
  `from ${formatEarlierRuns(basis.count)} of ${kind === "cluster" ? "this cluster" : "similar size"}`;

/** Basis of an estimate: `from its rate and 2 earlier runs of this cluster`. */
function formatEtaBasis(usual: UsualExport | null, hasPace: boolean): string {
  if (usual === null) return "from its rate";
  return hasPace ? formatExportBasis(usual).replace("from", "from its rate and") : formatExportBasis(usual);
}

/** Remaining time as text: `about 55 min (40 to 80)`; null when there is no estimate. */
function formatRemaining(eta: ExportEta): string | null {
  if (eta.kind !== "expected") return null;
  // Without its own rate only earlier exports are known, and it has already taken longer than these.
  if (eta.late !== null && !eta.hasPace) return eta.late;
  if (eta.left <= 0) return "soon";
  return formatRange(eta.left, eta.least, eta.most);
}

/** The same for the detail: with its basis, and a note when it is late. */
export function formatExportEta(eta: ExportEta): string | null {
  const words = formatRemaining(eta);
  if (eta.kind !== "expected" || words === null || words === eta.late) return words;
  return [words, formatEtaBasis(eta.usual, eta.hasPace), ...(eta.late === null ? [] : [eta.late])].join(", ");
}
