import type { ExportJob } from "../../contract/export-jobs.ts";
import { lookupTable } from "../../contract/json/own-values.ts";
import type { ExportEta } from "../../domain/export-jobs/export-eta.ts";
import { formatShortRange } from "../../domain/labels.ts";
import { bad, warn } from "../builders/cells.ts";
import type { Cell } from "../model/view.ts";

/** What export jobs are called in lists, details and reviews; export jobs and export buckets say the same. */

/** Why an export failed, where the service says why; null where it says nothing. */
export function exportReason({ stateReason }: Pick<ExportJob, "stateReason">): string | null {
  const words = (stateReason?.message ?? "").trim();
  const code = (stateReason?.errorCode ?? "").trim();
  if (words !== "") return words;
  return code === "" ? null : code;
}

/** Reasons of failure short enough for a column, by the code of the service (`domain.md` 10.7). */
const SHORT: Readonly<Record<string, string>> = lookupTable({
  ACCESS_DENIED: "access denied",
  EXPORT_BUCKET_NOT_FOUND: "bucket deleted",
});

/** The same in two or three words. */
export const exportReasonShort = (job: Pick<ExportJob, "stateReason">): string =>
  SHORT[job.stateReason?.errorCode ?? ""] ?? exportReason(job) ?? "no reason reported";

/** What helps against a failure, or null where nothing is known to. */
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

/** A label of an export: `ticket = CHG-1142`; nothing of one that is not filled in. */
export const formatLabel = ({ key, value }: Partial<Record<"key" | "value", string | null | undefined>>): string =>
  key || value ? `${key ?? ""} = ${value ?? ""}` : "";

/** What is left of an export, for a cell: `40 to 80 min left`. */
export function formatExportRemaining(eta: ExportEta): Cell {
  if (eta.kind === "dead") return bad("may be stuck !");
  if (eta.kind === "unknown") return "";
  if (eta.late !== null && !eta.hasPace) return warn("longer than usual !");
  const words = eta.left <= 0 ? "soon" : `${formatShortRange(eta.left, eta.least, eta.most)} left`;
  return eta.late === null ? words : warn(`${words} !`);
}
