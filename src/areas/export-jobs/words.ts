import type { ExportJob } from "../../contract/export-jobs.ts";
import type { Cell } from "../area.ts";

/** What export jobs are called in lists, details and reviews; export jobs and export buckets say the same. */

/** How an export stands. `unknown` is a state that this program has no word for: it is shown as it is. */
export type ExportStanding = "queued" | "running" | "done" | "failed" | "cancelled" | "unknown";

const STANDINGS: Readonly<Record<string, ExportStanding>> = {
  Queued: "queued",
  InProgress: "running",
  Successful: "done",
  Failed: "failed",
  Cancelled: "cancelled",
};

/** The standing of an export by the state that the service tells. */
export const exportStanding = ({ state }: Pick<ExportJob, "state">): ExportStanding =>
  STANDINGS[state ?? ""] ?? "unknown";

/** Whether an export may still go on: an unknown state is not taken for an end (`domain.md` 10.6). */
export const exportGoesOn = (job: Pick<ExportJob, "state">): boolean =>
  ["queued", "running", "unknown"].includes(exportStanding(job));

/** The state of an export as a word. Cancelled is an end like another, not a failure (`domain.md` 10.5). */
export function exportStateCell(job: Pick<ExportJob, "state">): Cell {
  switch (exportStanding(job)) {
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
