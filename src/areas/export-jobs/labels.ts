import type { ExportJob } from "../../contract/export-jobs.ts";
import { lookupTable } from "../../contract/json/own-values.ts";
import type { ExportEta } from "../../domain/export-jobs/export-eta.ts";
import { formatShortRange } from "../../domain/labels.ts";
import { bad, warn } from "../builders/cells.ts";
import type { Cell } from "../model/cell.ts";

/** Texts for export jobs in lists, details and reviews, shared by export jobs and export buckets. */

/** The reason of a failure, or null where the service gives none. */
export function exportReason({ stateReason }: Pick<ExportJob, "stateReason">): string | null {
  const words = (stateReason?.message ?? "").trim();
  const code = (stateReason?.errorCode ?? "").trim();
  if (words !== "") return words;
  return code === "" ? null : code;
}

/** Short reasons for a column, by the service's code (`domain.md` 10.7). */
const SHORT: Readonly<Record<string, string>> = lookupTable({
  ACCESS_DENIED: "access denied",
  EXPORT_BUCKET_NOT_FOUND: "bucket deleted",
});

/** The reason in two or three words. */
export const exportReasonShort = (job: Pick<ExportJob, "stateReason">): string =>
  SHORT[job.stateReason?.errorCode ?? ""] ?? exportReason(job) ?? "no reason reported";

/** The remedy for a failure, or null where none is known. */
export function exportRemedy({ stateReason }: Pick<ExportJob, "stateReason">): string | null {
  switch (stateReason?.errorCode) {
    case "ACCESS_DENIED":
      return "Authorise the role of the bucket in your cloud account, then export again.";
    case "EXPORT_BUCKET_NOT_FOUND":
      return "Register the bucket again or choose another one, then export again.";
    default:
      return null;
  }
}

/** A label of an export: `ticket = CHG-1142`; empty where it is not filled in. */
export const formatLabel = ({ key, value }: Partial<Record<"key" | "value", string | null | undefined>>): string =>
  key || value ? `${key ?? ""} = ${value ?? ""}` : "";

/** Remaining time of an export, for a cell: `40 to 80 min left`. */
export function formatExportRemaining(eta: ExportEta): Cell {
  if (eta.kind === "dead") return bad("may be stuck !");
  if (eta.kind === "unknown") return "";
  if (eta.late !== null && !eta.hasPace) return warn("longer than usual !");
  const words = eta.left <= 0 ? "soon" : `${formatShortRange(eta.left, eta.least, eta.most)} left`;
  return eta.late === null ? words : warn(`${words} !`);
}
