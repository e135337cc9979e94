import { type Arranged, entryIndexOf, positionOf } from "./arrange.ts";

/** The mounted entries: a stable window that moves only when the selection would leave it (`field-notes.md` 2). */

export type ScrollAnchor = { readonly firstId: string; readonly offset: number } | null;

/** Rows kept between the selection and the edge, if there is room. */
const MARGIN = 1;

/** First entry of the window: the anchor keeps its position and the selection stays visible. */
export function windowTop(arranged: Arranged, anchor: ScrollAnchor, selectedId: string | null, height: number): number {
  const count = arranged.entries.length;
  const highest = Math.max(0, count - height);
  let top = 0;
  if (anchor !== null) {
    const index = entryIndexOf(arranged, anchor.firstId);
    if (index !== undefined) top = index - anchor.offset;
  }
  const selected = entryIndexOf(arranged, selectedId);
  if (selected !== undefined) {
    const margin = Math.min(MARGIN, Math.floor((height - 1) / 2));
    if (selected < top + margin) top = selected - margin;
    if (selected > top + height - 1 - margin) top = selected - height + 1 + margin;
  }
  return Math.min(highest, Math.max(0, top));
}

/** Anchor of a window: its first row, and the number of entries above that row. */
export function anchorAt(arranged: Arranged, top: number): ScrollAnchor {
  for (let index = top; index < arranged.entries.length; index += 1) {
    const entry = arranged.entries[index];
    if (entry?.kind === "row") return { firstId: entry.id, offset: index - top };
  }
  return null;
}

/** The row after a move by `by` rows, clamped to the list. */
export function movedTo(arranged: Arranged, selectedId: string | null, by: number): string | null {
  const { ids } = arranged;
  if (ids.length === 0) return null;
  const at = positionOf(arranged, selectedId);
  if (at === undefined) return ids[by > 0 ? 0 : ids.length - 1] ?? null;
  return ids[Math.min(ids.length - 1, Math.max(0, at + by))] ?? null;
}
