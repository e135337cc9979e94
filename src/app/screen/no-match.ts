import { quoted } from "../../text/width.ts";
import type { CurrentList } from "./current.ts";
import { type Freshness, isWhole } from "./freshness.ts";

/** That the filter alone leaves nothing of a list; null where it hides no row. "None" is said only of what there is none of. */
export const noMatch = (total: number, filter: string): string | null =>
  total > 0 && filter.trim() !== "" ? `No row of ${total} matches the filter ${quoted(filter)}.` : null;

/** What an empty list says of itself: that no row matches, or that there is none, where all of it was read; null where that is not known. */
export function emptyText(
  { model, arranged }: Pick<CurrentList, "model" | "arranged">,
  filter: string,
  fresh: Freshness,
): string | null {
  if (!fresh.loaded) return null;
  return noMatch(arranged.total, filter) ?? (isWhole(fresh) ? model.empty : null);
}
