import { quoted } from "../../text/width.ts";
import type { CurrentList } from "./current.ts";
import { type Freshness, isWhole } from "./freshness.ts";

/** Text for a list whose filter matches no row; null if there is no filter or no row. "None" is shown only if there really is none. */
export const noMatch = (total: number, filter: string): string | null =>
  total > 0 && filter.trim() !== "" ? `No row of ${total} matches the filter ${quoted(filter)}.` : null;

/** Text of an empty list: no row matches, or, if all was read, there are none; null if that is not known. */
export function emptyText(
  { model, arranged }: Pick<CurrentList, "model" | "arranged">,
  filter: string,
  fresh: Freshness,
): string | null {
  if (!fresh.loaded) return null;
  return noMatch(arranged.total, filter) ?? (isWhole(fresh) ? model.empty : null);
}
