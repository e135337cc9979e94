import type { ExportJob } from "../contract/export-jobs.ts";

/** How an export stands. `unknown` is a state that this program has no word for: it is shown as it is. */
export type ExportStatus = "queued" | "running" | "done" | "failed" | "cancelled" | "unknown";

const STANDINGS: Readonly<Record<string, ExportStatus>> = {
  Queued: "queued",
  InProgress: "running",
  Successful: "done",
  Failed: "failed",
  Cancelled: "cancelled",
};

/** The standing of an export by the state that the service tells. */
export const exportStatus = ({ state }: Pick<ExportJob, "state">): ExportStatus => STANDINGS[state ?? ""] ?? "unknown";

/** Whether an export may still go on: an unknown state is not taken for an end (`domain.md` 10.6). */
export const exportGoesOn = (job: Pick<ExportJob, "state">): boolean =>
  ["queued", "running", "unknown"].includes(exportStatus(job));
