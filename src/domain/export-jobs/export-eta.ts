import type { ExportJob } from "../../contract/export-jobs.ts";
import { timeOf } from "../../text/format.ts";
import { elapsed } from "../countdown.ts";
import { formatRange } from "../labels.ts";
import type { Ring } from "../sample-ring.ts";
import { formatEarlierRuns, formatLateness, LEAST_EARLIER, type Typical, typicalOf } from "../typical.ts";
import { type ExportProgress, exportProgress } from "./export.ts";

/**
 * What is left of an export: by its pace since it began, by its pace of late, and by what earlier ones took (`domain.md` 10.6).
 * Collections differ in size by thousands of times, so each of the three is weighed by how far off it usually is, and the answer
 * is a range. Only earlier exports of the same kind count: what a large cluster took says nothing of a small one. Times in ms.
 */

export type ExportEta =
  /** Too little is done, and there are no earlier ones. */
  | { readonly kind: "unknown" }
  /** No collection for so long that nothing can be said of its end. */
  | { readonly kind: "dead" }
  | {
      readonly kind: "expected";
      /** What is left; 0 when it may end at any moment. */
      readonly left: number;
      readonly least: number;
      readonly most: number;
      /** The earlier ones that count; null where there are none. */
      readonly usual: UsualExport | null;
      /** Whether its own pace counts, too. */
      readonly hasPace: boolean;
      /** That it takes longer than earlier ones, in words; null while it does not. */
      readonly late: string | null;
    };

/** An export, and whose snapshot of which size (bytes, null where it is not known) it copies. */
export type ExportOf = { readonly job: ExportJob; readonly cluster: string; readonly bytes: number | null };

/** How long an export took that ended well; null for all others. */
export function exportTook({ state, createdAt, finishedAt }: ExportJob): number | null {
  const [from, to] = [timeOf(createdAt), timeOf(finishedAt)];
  return state === "Successful" && from !== null && to !== null && to > from ? to - from : null;
}

/** Sizes that differ by no more than this are taken for about the same. */
const ABOUT = 2;

const isAboutAsLarge = (one: number | null, other: number | null): boolean =>
  one !== null && other !== null && Math.max(one, other) <= ABOUT * Math.min(one, other);

/** What earlier ones took, and of what they were. */
export type UsualExport = { readonly basis: Typical; readonly kind: "cluster" | "size" };

/** What earlier exports took: of the same cluster, else of snapshots about as large; null where these are too few. */
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

/** What the last exports of a cluster took, where they are too few to reckon with: `1h 59m and 2h 7m`; null of none. */
export function formatLastTook(cluster: string, others: readonly ExportOf[]): string | null {
  const spans = others.filter((other) => other.cluster === cluster).flatMap(({ job }) => exportTook(job) ?? []);
  return spans.length === 0 ? null : spans.slice(-2).map(elapsed).join(" and ");
}

/** How long an export takes in all, as a logarithm, and how far off that usually is. */
type Guess = { readonly log: number; readonly deviation: number };

/**
 * How far off a pace is: the deviation of the logarithm when half of the collections are done. Set by sizes with a heavy tail, as
 * collections have them.
 */
const UNEVEN = 0.25;
/** What is added to that for the part of its time that the longest collection took. */
const UNEVEN_BY_LONGEST = 0.3;
/** What is done of an export before its own pace says anything. */
const LEAST_DONE = 0.05;
/** The pace of late is that of a third of its time, and of no less than (ms) */
const LATELY = 15 * 60_000;
/** Earlier exports differ by at least so much from the next one; one alone says less than several. */
const EARLIER_DEVIATION = 0.3;
/** A guess that is further off than this is none: a range from a fourth to four times helps nobody. */
const MOST_DEVIATION = 0.8;
/** So many deviations to each side hold the true end nearly always. */
const REACH = 1.5;

/** Two guesses as one, each weighed by how far off it is. */
function together(one: Guess, other: Guess): Guess {
  const [weight, second] = [1 / one.deviation ** 2, 1 / other.deviation ** 2];
  return {
    log: (one.log * weight + other.log * second) / (weight + second),
    deviation: 1 / Math.sqrt(weight + second),
  };
}

/** The time in all by its own pace: since it began, and of late; null while too little is done. */
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
  // The pace of late is part of the whole one, so that it makes it no surer.
  if (first === undefined || share <= 0 || now <= first.at) return whole;
  return { ...whole, log: together(whole, guess(share, now - first.at)).log };
}

/** The time in all by earlier ones. */
const byEarlier = ({ basis: { count, least, middle, most } }: UsualExport): Guess => ({
  log: Math.log(middle),
  deviation: Math.max(EARLIER_DEVIATION / Math.sqrt(count), Math.log(most / least) / 2),
});

/** Both together. Earlier ones that its own pace contradicts count less. */
function inAll(pace: Guess | null, earlier: Guess | null): Guess | null {
  if (pace === null || earlier === null) return pace ?? earlier;
  const apart = Math.abs(pace.log - earlier.log) / Math.hypot(pace.deviation, earlier.deviation);
  return together(pace, { ...earlier, deviation: earlier.deviation * Math.max(1, apart) ** 2 });
}

/** That it takes longer than earlier ones; nothing where there are too few of them to say what is usual. */
const lateOf = (spent: number, usual: UsualExport | null): string | null =>
  usual === null || usual.basis.count < LEAST_EARLIER ? null : formatLateness(spent, usual.basis);

/**
 * What is left of an export that goes on.
 *
 * @param others all known exports; those that ended well count
 * @param ring readings of its finished collections
 */
export function exportEta(one: ExportOf, others: readonly ExportOf[], ring: Ring, now: number): ExportEta {
  const created = timeOf(one.job.createdAt);
  const progress = exportProgress(one.job, ring, now);
  if (progress.isDead) return { kind: "dead" };
  if (created === null || created > now) return { kind: "unknown" };
  const spent = now - created;
  const known = others.filter((other) => other.job.id !== one.job.id);
  const usual = usualExport(one, known) ?? usualExport(one, known, 1);
  const pace = byPace(progress, ring, created, now);
  // Earlier ones that took less than it took already say nothing of its end, once its own pace does.
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

/** `from 4 earlier ones of this cluster`, `from 3 earlier ones of about this size` */
export const formatExportBasis = ({ basis, kind }: UsualExport): string =>
  `from ${formatEarlierRuns(basis.count)} of ${kind === "cluster" ? "this cluster" : "similar size"}`;

/** What an estimate was made from: `from its pace and 2 earlier ones of this cluster`. */
function formatEtaBasis(usual: UsualExport | null, hasPace: boolean): string {
  if (usual === null) return "from its rate";
  return hasPace ? formatExportBasis(usual).replace("from", "from its rate and") : formatExportBasis(usual);
}

/** What is left in words: `about 55 min (40 to 80)`; null where nothing can be said. */
function formatRemaining(eta: ExportEta): string | null {
  if (eta.kind !== "expected") return null;
  // Without a pace of its own, only earlier ones are known, and it took longer than these.
  if (eta.late !== null && !eta.hasPace) return eta.late;
  if (eta.left <= 0) return "soon";
  return formatRange(eta.left, eta.least, eta.most);
}

/** The same with what it was made from, and that it is late: for the detail. */
export function formatExportEta(eta: ExportEta): string | null {
  const words = formatRemaining(eta);
  if (eta.kind !== "expected" || words === null || words === eta.late) return words;
  return [words, formatEtaBasis(eta.usual, eta.hasPace), ...(eta.late === null ? [] : [eta.late])].join(", ");
}
