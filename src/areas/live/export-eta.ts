import type { ExportJob } from "../../contract/export-jobs.ts";
import { timeOf } from "../format.ts";
import { elapsed } from "./countdown.ts";
import { earlierWords, LEAST_EARLIER, latenessWords, type Typical, typicalOf } from "./typical.ts";
import { aboutWords } from "./words.ts";

/**
 * What is left of an export by what earlier ones took, beside what its own pace says (`domain.md` 10.6). Only exports of the same
 * kind count: what a large cluster took says nothing of a small one. Times in ms.
 */

export type ExportEta =
  /** Too few earlier ones. */
  | { readonly kind: "unknown"; readonly elapsed: number }
  /** `left` is 0 when it takes longer than they did. */
  | { readonly kind: "expected"; readonly left: number; readonly usual: UsualExport; readonly elapsed: number };

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
  const chosen = kinds.find(({ of }) => of.length >= LEAST_EARLIER);
  const basis = typicalOf((chosen?.of ?? []).map(({ span }) => span));
  return chosen === undefined || basis === null ? null : { basis, kind: chosen.kind };
}

/** What the last exports of a cluster took, where they are too few to reckon with: `1h 59m and 2h 7m`; null of none. */
export function lastTookWords(cluster: string, others: readonly ExportOf[]): string | null {
  const spans = others.filter((other) => other.cluster === cluster).flatMap(({ job }) => exportTook(job) ?? []);
  return spans.length === 0 ? null : spans.slice(-2).map(elapsed).join(" and ");
}

/**
 * What is left of an export that goes on.
 *
 * @param others all known exports; those that ended well count
 */
export function exportEta(one: ExportOf, others: readonly ExportOf[], now: number): ExportEta {
  const elapsed = Math.max(0, now - (timeOf(one.job.createdAt) ?? now));
  const usual = usualExport(
    one,
    others.filter((other) => other.job.id !== one.job.id),
  );
  if (usual === null) return { kind: "unknown", elapsed };
  return { kind: "expected", left: Math.max(0, usual.basis.middle - elapsed), usual, elapsed };
}

/** `from 4 earlier ones of this cluster`, `from 3 earlier ones of about this size` */
export const exportBasisWords = ({ basis, kind }: UsualExport): string =>
  `from ${earlierWords(basis.count)} of ${kind === "cluster" ? "this cluster" : "about this size"}`;

/** What is left in words: `about 9 min left (from 4 earlier ones)`; null where nothing can be said. */
export function exportEtaWords(eta: ExportEta): string | null {
  if (eta.kind === "unknown") return null;
  const late = latenessWords(eta.elapsed, eta.usual.basis);
  if (late !== null) return late;
  const basis = exportBasisWords(eta.usual);
  return eta.left <= 0 ? `done any moment (${basis})` : `${aboutWords(eta.left)} left (${basis})`;
}
