import type { ExportJob } from "../../contract/export-jobs.ts";
import { exportStatus } from "../../domain/export-status.ts";
import type { Cell } from "../view.ts";

/** What export jobs are called in lists, details and reviews; export jobs and export buckets say the same. */

/** The state of an export as a word. Cancelled is an end like another, not a failure (`domain.md` 10.5). */
export function exportStateCell(job: Pick<ExportJob, "state">): Cell {
  switch (exportStatus(job)) {
    case "queued":
      return { text: "waiting", tone: "accent" };
    case "running":
      return { text: "running", tone: "accent" };
    case "done":
      return { text: "done", tone: "good" };
    case "failed":
      return { text: "failed", tone: "bad" };
    case "cancelled":
      return { text: "cancelled", tone: "dim" };
    case "unknown":
      return job.state === null || job.state === undefined ? { text: "state not told", tone: "warn" } : job.state;
  }
}

/** Why an export failed, where the service says why; null where it says nothing. */
export function exportReason({ stateReason }: Pick<ExportJob, "stateReason">): string | null {
  const words = (stateReason?.message ?? "").trim();
  const code = (stateReason?.errorCode ?? "").trim();
  if (words !== "") return words;
  return code === "" ? null : code;
}

/** Reasons of failure short enough for a column, by the code of the service (`domain.md` 10.7). */
const SHORT: Readonly<Record<string, string>> = {
  ACCESS_DENIED: "access denied",
  EXPORT_BUCKET_NOT_FOUND: "the bucket is gone",
};

/** The same in two or three words. */
export const exportReasonShort = (job: Pick<ExportJob, "stateReason">): string =>
  SHORT[job.stateReason?.errorCode ?? ""] ?? exportReason(job) ?? "no reason told";

/** What helps against a failure, or null where nothing is known to. */
export function exportRemedy({ stateReason }: Pick<ExportJob, "stateReason">): string | null {
  switch (stateReason?.errorCode) {
    case "ACCESS_DENIED":
      return "Have the role of the bucket authorised in your cloud account, then export again.";
    case "EXPORT_BUCKET_NOT_FOUND":
      return "Register the bucket again or choose another one, then export again.";
    default:
      return null;
  }
}

/** A label of an export: `ticket = CHG-1142`; nothing of one that is not filled in. */
export function labelWords({ key, value }: Readonly<Record<string, unknown>>): string {
  const [name, text] = [key, value].map((part) => (typeof part === "string" ? part : ""));
  return name === "" && text === "" ? "" : `${name} = ${text}`;
}
