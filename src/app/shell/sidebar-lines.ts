import type { Area } from "../../areas/model/area.ts";
import { type Span, span, spread } from "../../text/spans.ts";
import { cut, widthOf } from "../../text/width.ts";
import type { Symbols } from "../symbols.ts";

/** What of an area stands in the sidebar. */
export type SidebarArea = Pick<Area, "id" | "label" | "group">;

type Item =
  | { readonly kind: "group"; readonly title: string }
  | { readonly kind: "area"; readonly id: Area["id"]; readonly label: string };

/** The sidebar's lines: group headings drop first when rows are short (`design.md`, areas). */
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

/** First line that is shown, so that the selected area is among them. */
function topOf(items: readonly Item[], selected: Area["id"], height: number): number {
  const at = items.findIndex((item) => item.kind === "area" && item.id === selected);
  return Math.max(0, Math.min(at - Math.floor(height / 2), items.length - height));
}

export type SidebarInput = {
  readonly areas: readonly SidebarArea[];
  /** The current area, or while the sidebar has the keys the one that would be opened. */
  readonly selected: Area["id"];
  /** The counts that areas keep, by area. */
  readonly badges: ReadonlyMap<Area["id"], Span>;
  /** Of what these are the counts, where that has to be said. */
  readonly whose?: string | null;
  readonly width: number;
  readonly height: number;
  readonly symbols: Symbols;
};

/** A line of the sidebar, and whether the mark is on it. */
export type SidebarLine = { readonly key: string; readonly spans: readonly Span[]; readonly isSelected: boolean };

/** A count says whose it is in the room that its label leaves. */
function ownerSpans(whose: string | null, label: string, { text }: Span, width: number): readonly Span[] {
  if (whose === null) return [];
  const room = width - widthOf(label) - widthOf(text) - 5;
  return room < 2 ? [] : [span(cut(whose, room), "dim"), span(" ")];
}

/** The lines of the sidebar that are visible. */
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
