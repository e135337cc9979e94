import { memo, type ReactNode } from "react";
import { sidebarAreas } from "../../app/shell/sidebar.ts";
import { sidebarLines } from "../../app/shell/sidebar-lines.ts";
import type { Symbols } from "../../app/symbols.ts";
import type { Theme } from "../../app/theme.ts";
import { type Cell, cellText, cellTone } from "../../areas/model/cell.ts";
import type { AreaId } from "../../contract/area-ids.ts";
import { span } from "../../text/spans.ts";
import { Lines } from "../text/lines.tsx";

type SidebarProps = {
  readonly selected: AreaId;
  readonly badges: ReadonlyMap<AreaId, Cell>;
  /** Name of the project that the badges count, if several projects are shown. */
  readonly whose: string | null;
  readonly width: number;
  readonly height: number;
  readonly focused: boolean;
  readonly theme: Theme;
  readonly symbols: Symbols;
};

/** The areas in groups. */
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
