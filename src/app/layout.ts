/** Where the panes stand, from the size of the terminal alone (`screens.md`, `design.md` ui). Widths and heights in cells. */

export const SMALLEST = { columns: 60, rows: 15 } as const;

/** A list or a thing alone (`--pane`) says something down to this size; forms and reviews need `SMALLEST` there too. */
export const SMALLEST_PANE = { columns: 24, rows: 3 } as const;

const SIDEBAR = 19;
/** From this width of the body on, list and detail stand side by side. */
const SIDE_BY_SIDE = 96;

export type LayoutInput = {
  readonly columns: number;
  readonly rows: number;
  readonly pane: "sidebar" | "main" | "side";
  /** Something is open beside the list. */
  readonly sideOpen: boolean;
  readonly fullScreen: boolean;
  /** Without the sidebar: `--pane`. */
  readonly hideSidebar: boolean;
  /** Line 1 says something that has to be said in a pane without the sidebar too: that it is production. */
  readonly warned: boolean;
  /** Lines at the bottom: two while a long notice stands there. */
  readonly last?: number;
  /** Something lies over the panes. */
  readonly covered?: boolean;
};

export type Layout =
  | { readonly kind: "too-small"; readonly columns: number; readonly rows: number }
  | {
      readonly kind: "panes";
      /** 0: not shown. */
      readonly sidebar: number;
      readonly main: number;
      readonly side: number;
      /** The header line: a pane alone has none, its title says where one is. */
      readonly header: 0 | 1;
      /** Rows between the header and the hint line. */
      readonly body: number;
    };

/** The columns beside the sidebar: what lies over the panes has them all. */
export const beside = ({ main, side }: { readonly main: number; readonly side: number }): number =>
  main + side + (main > 0 && side > 0 ? 1 : 0);

/** Whether a terminal has room for something. */
export const fits = (
  size: { readonly columns: number; readonly rows: number },
  room: { readonly columns: number; readonly rows: number },
): boolean => size.columns >= room.columns && size.rows >= room.rows;

/** Whether there is no room for a console of its kind, so that a sentence stands in its place. */
export const isTooSmall = (size: Pick<LayoutInput, "columns" | "rows" | "hideSidebar">): boolean =>
  !fits(size, size.hideSidebar ? SMALLEST_PANE : SMALLEST);

/** The widths of the panes. One column between panes is a rule and belongs to the pane at its right. */
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
  if (isTooSmall({ columns, rows, hideSidebar })) return { kind: "too-small", columns, rows };
  const header = hideSidebar && !warned ? 0 : 1;
  const body = rows - last - header;
  const narrow = columns < 80 || rows < 18;
  if (narrow && pane === "sidebar" && !hideSidebar) {
    // Where the sidebar has the whole width, what lies over the panes takes its place: it has the keys, and would not be seen.
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
