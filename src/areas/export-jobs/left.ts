import type { ExportEta } from "../../domain/export-eta.ts";
import { shortRangeWords } from "../../domain/labels.ts";
import type { Cell } from "../view.ts";

/** What is left of an export, for a cell: `40 to 80 min left`. */
export function exportLeftShort(eta: ExportEta): Cell {
  if (eta.kind === "dead") return { text: "may be dead !", tone: "bad" };
  if (eta.kind === "unknown") return "";
  if (eta.late !== null && !eta.hasPace) return { text: "longer than usual !", tone: "warn" };
  const words = eta.left <= 0 ? "any moment" : `${shortRangeWords(eta.left, eta.least, eta.most)} left`;
  return eta.late === null ? words : { text: `${words} !`, tone: "warn" };
}
