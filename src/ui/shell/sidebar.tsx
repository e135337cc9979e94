import { Box } from "ink";
import { memo, type ReactNode } from "react";
import { type Cell, cellText, cellTone } from "../../areas/area.ts";
import { AREAS } from "../../areas/areas.ts";
import type { AreaId } from "../../contract/area-ids.ts";
import type { Symbols } from "../symbols.ts";
import { Line, type Span, span, spread } from "../text/line.tsx";
import type { Theme, Token } from "../theme.ts";

type Item =
  | { readonly kind: "group"; readonly title: string }
  | { readonly kind: "area"; readonly id: AreaId; readonly label: string; readonly isReady: boolean };

/** The sidebar's lines: group headings drop first when rows are short (`design.md`, areas). */
export function sidebarItems(height: number): readonly Item[] {
  const groups = new Set(AREAS.map(({ group }) => group));
  const withGroups = AREAS.length + groups.size <= height;
  let last = "";
  return AREAS.flatMap(({ id, label, group, screen }): Item[] => {
    const item: Item = { kind: "area", id, label, isReady: screen !== null };
    if (!withGroups || group === last) return [item];
    last = group;
    return [{ kind: "group", title: group.toUpperCase() }, item];
  });
}

/** First line that is shown, so that the selected area is among them. */
function topOf(items: readonly Item[], selected: AreaId, height: number): number {
  const at = items.findIndex((item) => item.kind === "area" && item.id === selected);
  return Math.max(0, Math.min(at - Math.floor(height / 2), items.length - height));
}

type SidebarProps = {
  readonly selected: AreaId;
  readonly badges: ReadonlyMap<AreaId, Cell>;
  readonly width: number;
  readonly height: number;
  readonly focused: boolean;
  readonly theme: Theme;
  readonly symbols: Symbols;
};

function itemSpans(
  item: Item,
  isSelected: boolean,
  badge: Cell | undefined,
  width: number,
  symbols: Symbols,
): readonly Span[] {
  if (item.kind === "group") return [span(` ${item.title}`, "heading")];
  const token: Token = item.isReady ? "plain" : "dim";
  const left = [span(isSelected ? symbols.selected : " ", "accent"), span(` ${item.label}`, token)];
  const right = badge === undefined ? [span(" ")] : [span(cellText(badge), cellTone(badge)), span(" ")];
  return spread(left, right, width);
}

/** The areas, grouped; what is still to come is dimmed. */
export const Sidebar = memo(function Sidebar(props: SidebarProps): ReactNode {
  const { selected, badges, width, height, focused, theme, symbols } = props;
  const items = sidebarItems(height);
  const top = topOf(items, selected, height);
  return (
    <Box flexDirection="column" width={width}>
      {items.slice(top, top + height).map((item) => {
        const isSelected = item.kind === "area" && item.id === selected;
        const badge = item.kind === "area" ? badges.get(item.id) : undefined;
        return (
          <Line
            key={item.kind === "area" ? item.id : item.title}
            theme={theme}
            width={width}
            spans={itemSpans(item, isSelected, badge, width, symbols)}
            over={isSelected && focused ? "selected" : undefined}
          />
        );
      })}
    </Box>
  );
});

/** The area that is a number of lines away, over those that are still to come too: they say so when they are opened. */
export function areaAway(from: AreaId, by: number): AreaId {
  const at = AREAS.findIndex(({ id }) => id === from);
  return AREAS[Math.min(AREAS.length - 1, Math.max(0, at + by))]?.id ?? from;
}
