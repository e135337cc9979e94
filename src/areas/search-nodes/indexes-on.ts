import { indexCounts, type SearchIndex } from "../../domain/search/search-index.ts";
import { pluralize } from "../../text/format.ts";
import { present } from "../../text/present.ts";
import { DASH, dim } from "../builders/cells.ts";
import type { Cell } from "../model/cell.ts";

/** The search indexes of a cluster, which its search nodes serve: users notice a change of the nodes by them (`domain.md` 6.6). */

/** `14 indexes, 2 not serving, 3 changing` */
export function formatIndexes(indexes: readonly SearchIndex[] | null): string {
  if (indexes === null) return "unknown";
  const { all, silent, moving } = indexCounts(indexes);
  if (all === 0) return "none";
  return present(
    pluralize(all, "index", "indexes"),
    silent !== 0 && `${silent} not serving`,
    moving !== 0 && `${moving} changing`,
  ).join(", ");
}

/** Number of indexes that serve queries, in a column: `10/14`. */
export function servingCell(indexes: readonly SearchIndex[] | null): Cell {
  if (indexes === null) return DASH;
  const { all, silent, moving } = indexCounts(indexes);
  if (all === 0) return dim("–");
  const text = `${all - silent}/${all}`;
  return { text, tone: silent > 0 ? "bad" : moving > 0 ? "accent" : "plain" };
}
