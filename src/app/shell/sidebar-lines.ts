import type { Area } from "../../areas/model/area.ts";
import { type Span, span, spread } from "../../text/spans.ts";
import { cut, widthOf } from "../../text/width.ts";
import type { Symbols } from "../symbols.ts";

/** Properties of an area that the sidebar shows. */
export type SidebarArea = Pick<Area, "id" | "label" | "group">;

type Item =
  | { readonly kind: "group"; readonly title: string }
  | { readonly kind: "area"; readonly id: Area["id"]; readonly label: string };

/** Items of the sidebar: group headings are dropped first if rows are few (`design.md`, areas). */
function sidebarItems(areas: readonly SidebarArea[], height: number): readonly Item[] {
  const groups = new Set(areas.map(({ group }) => group));
  const withGroups = areas.length + groups.size <= height;
  let last = "";
  return areas.flatMap(({ id, label, group }): Item[] => {
    const item: Item = { kind: "area", id, label };
    if (!withGroups || group === last) return [item];
    last = group;
    return [{ kind: "group", title: group.toUpperCase() }, item];
  });
}

/** Index of the first visible line, so that the selected area is visible. */
function topOf(items: readonly Item[], selected: Area["id"], height: number): number {
  const at = items.findIndex((item) => item.kind === "area" && item.id === selected);
  return Math.max(0, Math.min(at - Math.floor(height / 2), items.length - height));
}

type SidebarInput = {
  readonly areas: readonly SidebarArea[];
  /** The current area, or while the sidebar is focused the marked one. */
  readonly selected: Area["id"];
  /** Counts by area. */
  readonly badges: ReadonlyMap<Area["id"], Span>;
  /** Owner of the counts, if it has to be shown. */
  readonly whose?: string | null;
  readonly width: number;
  readonly height: number;
  readonly symbols: Symbols;
};

/** A line of the sidebar. */
type SidebarLine = { readonly key: string; readonly spans: readonly Span[]; readonly isSelected: boolean };

/** Owner of a count, in the space that the label leaves. */
function ownerSpans(whose: string | null, label: string, { text }: Span, width: number): readonly Span[] {
  if (whose === null) return [];
  const room = width - widthOf(label) - widthOf(text) - 5;
  return room < 2 ? [] : [span(cut(whose, room), "dim"), span(" ")];
}

/** Visible lines of the sidebar. */
export function sidebarLines({
  areas,
  selected,
  badges,
  whose = null,
  width,
  height,
  symbols,
}: SidebarInput): readonly SidebarLine[] {
  const items = sidebarItems(areas, height);
  const top = topOf(items, selected, height);
  return items.slice(top, top + height).map((item): SidebarLine => {
    if (item.kind === "group") {
      return { key: item.title, spans: [span(` ${item.title}`, "heading")], isSelected: false };
    }
    const isSelected = item.id === selected;
    const left = [span(isSelected ? symbols.selected : " ", "accent"), span(` ${item.label}`, "plain")];
    const badge = badges.get(item.id);
    const right =
      badge === undefined ? [span(" ")] : [...ownerSpans(whose, item.label, badge, width), badge, span(" ")];
    return { key: item.id, spans: spread(left, right, width), isSelected };
  });
}
