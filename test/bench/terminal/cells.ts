import type { Terminal } from "@xterm/headless";
import { readFrame } from "../../../src/terminal/screen/frame.ts";
import { Grid } from "../../../src/terminal/screen/grid.ts";
import { wireLength } from "../../../src/terminal/screen/pen.ts";
import { ShownScreen } from "../../../src/terminal/screen/shown-screen.ts";
import { type Cell, type Colour, readCell } from "../../journeys/screen.ts";

/** What a terminal shows as a frame, and the cheapest output between two such frames. */

const PALETTE = "palette:";

/** The SGR parameters of a colour, the shortest that there are. */
function colour(value: Colour, base: 30 | 40): readonly string[] {
  if (value === "default") return [];
  if (value.startsWith(PALETTE)) {
    const index = Number(value.slice(PALETTE.length));
    return [index < 8 ? String(base + index) : index < 16 ? String(base + 52 + index) : `${base + 8};5;${index}`];
  }
  const channels = [1, 3, 5].map((at) => Number.parseInt(value.slice(at, at + 2), 16));
  return [`${base + 8};2;${channels.join(";")}`];
}

const FLAGS = { bold: 1, dim: 2, italic: 3, underline: 4, inverse: 7, strikethrough: 9 } as const;

/** The look of a cell as a sequence that sets all of it. */
function lookOf(cell: Cell): string {
  const { bold, dim, italic, underline, inverse, strikethrough } = cell;
  const set = Object.entries({ bold, dim, italic, underline, inverse, strikethrough });
  const flags = Object.entries(FLAGS).flatMap(([name, code]) =>
    set.some(([flag, isSet]) => flag === name && isSet) ? [String(code)] : [],
  );
  return `\u001b[${["0", ...flags, ...colour(cell.fg, 30), ...colour(cell.bg, 40)].join(";")}m`;
}

/** The screen as a frame: text, line feeds and SGR. */
export function cellsOf(terminal: Terminal): string {
  const rows = Array.from({ length: terminal.rows }, (_, y) => {
    let row = "";
    let look = "";
    for (let x = 0; x < terminal.cols; x += 1) {
      const cell = readCell(terminal, x, y);
      if (cell.width === 0) continue;
      const own = lookOf(cell);
      row += own === look ? cell.text || " " : own + (cell.text || " ");
      look = own;
    }
    return `${row}\u001b[0m`;
  });
  return rows.join("\n");
}

/**
 * The least that has to be written so that a terminal which shows one frame shows the next, in bytes: as few cells as possible, by the
 * shortest way and with as few changes of looks, rows moved by scrolling where that is shorter. No cheaper output is claimed to be impossible.
 */
export class Least {
  readonly #columns: number;
  readonly #rows: number;
  readonly #screen: ShownScreen;

  /** @param frame what the terminal shows at first */
  constructor(columns: number, rows: number, frame: string) {
    this.#columns = columns;
    this.#rows = rows;
    this.#screen = new ShownScreen(columns, rows, "scroll");
    this.#screen.cleared();
    this.to(frame);
  }

  /** The bytes that lead to the next frame. */
  to(frame: string): number {
    const grid = new Grid(this.#columns, this.#rows);
    if (!readFrame(frame, grid)) throw new Error("The terminal shows what is no text.");
    return wireLength(this.#screen.update(grid).output);
  }
}
