import { memo, type ReactNode } from "react";
import { type Cell, cellText, cellTone } from "../../areas/area.ts";
import { AREAS, hasScreen } from "../../areas/areas.ts";
import type { AreaId } from "../../contract/area-ids.ts";
import type { Symbols } from "../symbols.ts";
import { Lines } from "../text/lines.tsx";
import { span } from "../text/spans.ts";
import type { Theme } from "../theme.ts";
import { type SidebarArea, sidebarLines } from "./sidebar-lines.ts";

/** All areas as the sidebar shows them. */
export const sidebarAreas = (): readonly SidebarArea[] =>
  AREAS.map(({ id, label, group }) => ({ id, label, group, isReady: hasScreen(id) }));

type SidebarProps = {
  readonly selected: AreaId;
  readonly badges: ReadonlyMap<AreaId, Cell>;
  /** The project whose counts the badges are, where more than one is shown. */
  readonly whose: string | null;
  readonly width: number;
  readonly height: number;
  readonly focused: boolean;
  readonly theme: Theme;
  readonly symbols: Symbols;
};

/** The areas, grouped; what is still to come is dimmed. */
export const Sidebar = memo(function Sidebar(props: SidebarProps): ReactNode {
  const { selected, badges, whose, width, height, focused, theme, symbols } = props;
  const counts = new Map([...badges].map(([id, cell]) => [id, span(cellText(cell), cellTone(cell))]));
  const lines = sidebarLines({
    areas: sidebarAreas(),
    selected,
    badges: counts,
    whose,
    width,
    height,
    symbols,
  });
  return (
    <Lines
      lines={lines.map(({ spans }) => spans)}
      theme={theme}
      width={width}
      over={(index) => (focused && lines[index]?.isSelected === true ? "selected" : undefined)}
    />
  );
});

/** The area that is a number of lines away, over those that are still to come too: they say so when they are opened. */
export function areaAway(from: AreaId, by: number): AreaId {
  const at = AREAS.findIndex(({ id }) => id === from);
  return AREAS[Math.min(AREAS.length - 1, Math.max(0, at + by))]?.id ?? from;
}
