/** Sizes of the panes, from the size of the terminal alone (`screens.md`, `design.md` ui). Widths and heights in cells. */

export const SMALLEST = { columns: 60, rows: 15 } as const;

/** Smallest size of a list or a detail alone (`--pane`); forms and reviews need `SMALLEST` there too. */
export const SMALLEST_PANE = { columns: 24, rows: 3 } as const;

const SIDEBAR = 19;
/** From this body width on, list and detail are side by side. */
const SIDE_BY_SIDE = 96;

type LayoutInput = {
  readonly columns: number;
  readonly rows: number;
  readonly pane: "sidebar" | "main" | "side";
  /** A detail is open beside the list. */
  readonly sideOpen: boolean;
  readonly fullScreen: boolean;
  /** Without the sidebar: `--pane`. */
  readonly hideSidebar: boolean;
  /** Line 1 has a warning to show even without the sidebar: that this is production. */
  readonly warned: boolean;
  /** Number of lines at the bottom: two while a long notice is shown. */
  readonly last?: number;
  /** A layer covers the panes. */
  readonly covered?: boolean;
};

export type Layout =
  | { readonly kind: "too-small" }
  | {
      readonly kind: "panes";
      /** Width of the sidebar; 0 when it is hidden. */
      readonly sidebar: number;
      readonly main: number;
      readonly side: number;
      /** The header line: a single pane has none, as its title names the place. */
      readonly header: 0 | 1;
      /** Rows between the header and the hint line. */
      readonly body: number;
    };

/** Columns beside the sidebar: a layer over the panes takes all of them. */
export const panesWidth = ({ main, side }: { readonly main: number; readonly side: number }): number =>
  main + side + (main > 0 && side > 0 ? 1 : 0);

/** True when a size has at least the given columns and rows. */
export const fits = (
  size: { readonly columns: number; readonly rows: number },
  room: { readonly columns: number; readonly rows: number },
): boolean => size.columns >= room.columns && size.rows >= room.rows;

/** True when the terminal is too small for the panes, so that a sentence is shown instead. */
export const isTooSmall = (size: Pick<LayoutInput, "columns" | "rows" | "hideSidebar">): boolean =>
  !fits(size, size.hideSidebar ? SMALLEST_PANE : SMALLEST);

/** Widths of the panes. The column between two panes is a rule and belongs to the pane on its right. */
export function layoutOf({
  columns,
  rows,
  pane,
  sideOpen,
  fullScreen,
  hideSidebar,
  warned,
  last = 1,
  covered = false,
}: LayoutInput): Layout {
  if (isTooSmall({ columns, rows, hideSidebar })) return { kind: "too-small" };
  const header = hideSidebar && !warned ? 0 : 1;
  const body = rows - last - header;
  const narrow = columns < 80 || rows < 18;
  if (narrow && pane === "sidebar" && !hideSidebar) {
    // A layer replaces a full-width sidebar: otherwise it would have the focus without being visible.
    const widths = covered ? { sidebar: 0, main: columns } : { sidebar: columns, main: 0 };
    return { kind: "panes", ...widths, side: 0, header, body };
  }
  const sidebar = hideSidebar || narrow || (fullScreen && pane !== "sidebar") ? 0 : SIDEBAR;
  const room = columns - (sidebar === 0 ? 0 : sidebar + 1);
  if (!sideOpen) return { kind: "panes", sidebar, main: room, side: 0, header, body };
  if (room < SIDE_BY_SIDE || fullScreen) {
    return pane === "main"
      ? { kind: "panes", sidebar, main: room, side: 0, header, body }
      : { kind: "panes", sidebar, main: 0, side: room, header, body };
  }
  const side = Math.min(70, Math.floor(room * 0.42));
  return { kind: "panes", sidebar, main: room - side - 1, side, header, body };
}
