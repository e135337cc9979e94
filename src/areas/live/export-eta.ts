import type { ExportJob } from "../../contract/export-jobs.ts";
import { timeOf } from "../format.ts";
import { earlierWords, LEAST_EARLIER, latenessWords, type Typical, typicalOf } from "./typical.ts";
import { aboutWords } from "./words.ts";

/**
 * What is left of an export by what earlier ones took (`domain.md` 10.6 has the rate of its own beside it). Most of the time of an
 * export is the same whatever its size, so that spans are taken as they are. Times in ms.
 */

export type ExportEta =
  /** Too few earlier ones. */
  | { readonly kind: "unknown"; readonly elapsed: number }
  | {
      readonly kind: "expected";
      /** 0 when it takes longer than they did. */
      readonly left: number;
      readonly basis: Typical;
      /** The cluster whose exports they are; null where those of all clusters had to do. */
      readonly of: string | null;
      readonly elapsed: number;
    };

/** An export and whose snapshot it copies. */
export type ExportOf = { readonly job: ExportJob; readonly cluster: string };

/** How long an export took that ended well; null for all others. */
export function exportTook({ state, createdAt, finishedAt }: ExportJob): number | null {
  const [from, to] = [timeOf(createdAt), timeOf(finishedAt)];
  return state === "Successful" && from !== null && to !== null && to > from ? to - from : null;
}

/** What earlier exports of a cluster took, or of all clusters where it has too few of its own; null where these are too few. */
export function usualExport(
  cluster: string,
  others: readonly ExportOf[],
): { readonly basis: Typical; readonly of: string | null } | null {
  const ended = others
    .flatMap((other) => {
      const span = exportTook(other.job);
      return span === null ? [] : [{ cluster: other.cluster, span, end: timeOf(other.job.finishedAt) ?? 0 }];
    })
    .toSorted((left, right) => left.end - right.end);
  const own = ended.filter((other) => other.cluster === cluster);
  const chosen = own.length >= LEAST_EARLIER ? own : ended;
  const basis = typicalOf(chosen.map(({ span }) => span));
  if (basis === null || basis.count < LEAST_EARLIER) return null;
  return { basis, of: chosen === own ? cluster : null };
}

/**
 * What is left of an export that goes on.
 *
 * @param others all known exports; those that ended well count
 */
export function exportEta({ job, cluster }: ExportOf, others: readonly ExportOf[], now: number): ExportEta {
  const elapsed = Math.max(0, now - (timeOf(job.createdAt) ?? now));
  const usual = usualExport(
    cluster,
    others.filter((other) => other.job.id !== job.id),
  );
  if (usual === null) return { kind: "unknown", elapsed };
  return { kind: "expected", left: Math.max(0, usual.basis.middle - elapsed), ...usual, elapsed };
}

/** `from 4 earlier ones of analytics` */
export const exportBasisWords = ({ basis, of }: { readonly basis: Typical; readonly of: string | null }): string =>
  `from ${earlierWords(basis.count)}${of === null ? "" : ` of ${of}`}`;

/** What is left in words: `about 9 min left (from 4 earlier ones)`; null where nothing can be said. */
export function exportEtaWords(eta: ExportEta): string | null {
  if (eta.kind === "unknown") return null;
  const late = latenessWords(eta.elapsed, eta.basis);
  if (late !== null) return late;
  const basis = exportBasisWords(eta);
  return eta.left <= 0 ? `done any moment (${basis})` : `${aboutWords(eta.left)} left (${basis})`;
}
