import type { ExportEta } from "../../domain/export-jobs/export-eta.ts";
import { formatShortRange } from "../../domain/labels.ts";
import { bad, warn } from "../builders/cells.ts";
import type { Cell } from "../model/view.ts";

/** What is left of an export, for a cell: `40 to 80 min left`. */
export function formatExportRemaining(eta: ExportEta): Cell {
  if (eta.kind === "dead") return bad("may be stuck !");
  if (eta.kind === "unknown") return "";
  if (eta.late !== null && !eta.hasPace) return warn("longer than usual !");
  const words = eta.left <= 0 ? "soon" : `${formatShortRange(eta.left, eta.least, eta.most)} left`;
  return eta.late === null ? words : warn(`${words} !`);
}
