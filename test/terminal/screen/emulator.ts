import xterm, { type IBufferCell, type IBufferLine } from "@xterm/headless";
import stringWidth from "string-width";
import { certainWidth } from "../../../src/text/certain-width.ts";
import { type Cell, readCell, readRows } from "../../journeys/screen.ts";

type Width = 0 | 1 | 2;

/** How a terminal measures a character, and whether it belongs to the one before it. */
type Measure = (codePoint: number) => Width;

const measured = new Map<number, Width>();

/** As Ink's layout measures, so that what a whole frame means is not in question. */
const asInk: Measure = (codePoint) => {
  const known = measured.get(codePoint);
  if (known !== undefined) return known;
  const columns = stringWidth(String.fromCodePoint(codePoint));
  const width = columns === 0 ? 0 : columns === 1 ? 1 : 2;
  measured.set(codePoint, width);
  return width;
};

/** A terminal that knows no emoji and takes every variation selector for a character of its own. */
export const asOldTerminal: Measure = (codePoint) =>
  codePoint >= 0x1_00_00 || codePoint === 0xfe_0f ? 1 : asInk(codePoint);

/** A terminal that draws wide whatever may be. */
export const asWideTerminal: Measure = (codePoint) =>
  certainWidth(codePoint) === 0 && asInk(codePoint) === 1 ? 2 : asInk(codePoint);

/** What is seen of a cell: of a blank neither its foreground nor what makes letters bold or slanted. */
export type Seen = string;

/** An emulator without a program: bytes in, cells out. Line feeds return to the first column, as behind a terminal's driver. */
export class Emulator {
  readonly #terminal: InstanceType<typeof xterm.Terminal>;
  #said = "";

  /** @param measure null for the emulator's own table */
  constructor(columns: number, rows: number, measure: Measure | null = asInk) {
    this.#terminal = new xterm.Terminal({
      cols: columns,
      rows,
      allowProposedApi: true,
      convertEol: true,
      scrollback: 0,
    });
    this.#terminal.onData((answer) => {
      this.#said += answer;
    });
    if (measure !== null) {
      this.#measureAs(measure);
    }
  }

  #measureAs(measure: Measure): void {
    this.#terminal.unicode.register({
      version: "test",
      wcwidth: measure,
      charProperties: (codePoint, preceding) => {
        const own = measure(codePoint);
        // The bits are xterm's: whether it joins the one before, its width, and what is kept for the next one.
        const joins = own === 0 && preceding !== 0;
        const width = joins ? Math.max(own, (preceding >> 1) & 3) : own;
        return (width << 1) | Number(joins);
      },
    });
    this.#terminal.unicode.activeVersion = "test";
  }

  get columns(): number {
    return this.#terminal.cols;
  }

  get rows(): number {
    return this.#terminal.rows;
  }

  write(bytes: string): Promise<void> {
    return new Promise((resolve) => this.#terminal.write(bytes, resolve));
  }

  /** Takes bytes one by one, and looks after each. */
  async writeBytes(bytes: string, look: () => void): Promise<void> {
    for (const byte of Buffer.from(bytes)) this.#terminal.write(Uint8Array.of(byte), look);
    await this.write("");
  }

  resize(columns: number, rows: number): void {
    this.#terminal.resize(columns, rows);
  }

  /** What the terminal has answered since it was last asked for. */
  answers(): string {
    const said = this.#said;
    this.#said = "";
    return said;
  }

  cell(x: number, y: number): Cell {
    return readCell(this.#terminal, x, y);
  }

  /** Whether an update was begun (DEC mode 2026) and has not ended. */
  get isMidway(): boolean {
    return this.#terminal.modes.synchronizedOutputMode;
  }

  /** A row as it is seen: characters with their colours and attributes. */
  seenRow(y: number): Seen[] {
    return Array.from({ length: this.columns }, (_column, x) => seenOf(this.cell(x, y)));
  }

  /** Whether a row holds, cell by cell, what another emulator of this size holds: most do, and are not put into words for it. */
  holdsRowOf(other: Emulator, y: number): boolean {
    const [own, others] = [this.#line(y), other.#line(y)];
    if (own === undefined || others === undefined) return own === others;
    const [cell, otherCell] = [this.#terminal.buffer.active.getNullCell(), other.#terminal.buffer.active.getNullCell()];
    for (let x = 0; x < this.columns; x += 1) {
      own.getCell(x, cell);
      others.getCell(x, otherCell);
      if (!isSameCell(cell, otherCell)) return false;
    }
    return true;
  }

  #line(y: number): IBufferLine | undefined {
    const { active } = this.#terminal.buffer;
    return active.getLine(active.baseY + y);
  }

  /** Every row's characters. */
  texts(): string[] {
    return readRows(this.#terminal);
  }

  dispose(): void {
    this.#terminal.dispose();
  }
}

const isSameCell = (one: IBufferCell, other: IBufferCell): boolean =>
  one.getCode() === other.getCode() &&
  one.getWidth() === other.getWidth() &&
  one.getBgColorMode() === other.getBgColorMode() &&
  one.getBgColor() === other.getBgColor() &&
  one.isUnderline() === other.isUnderline() &&
  one.isInverse() === other.isInverse() &&
  one.isStrikethrough() === other.isStrikethrough() &&
  (isUnmarkedBlank(one) ||
    (one.getFgColorMode() === other.getFgColorMode() &&
      one.getFgColor() === other.getFgColor() &&
      one.isBold() === other.isBold() &&
      one.isDim() === other.isDim() &&
      one.isItalic() === other.isItalic() &&
      one.getChars() === other.getChars()));

/** Of such a one nothing is seen but its background (`seenOf`). */
const isUnmarkedBlank = (cell: IBufferCell): boolean =>
  cell.getCode() === BLANK && !cell.isUnderline() && !cell.isInverse() && !cell.isStrikethrough();

const BLANK = 0x20;

function seenOf(cell: Cell): Seen {
  const { text, width, fg, bg, bold, dim, italic, underline, inverse, strikethrough } = cell;
  const isBlank = width === 1 && (text === "" || text === " ");
  if (isBlank && !underline && !inverse && !strikethrough) {
    return ` ${bg}`;
  }
  const flags = [bold, dim, italic, underline, inverse, strikethrough].map(Number).join("");
  return `${text || " "}${width} ${fg} ${bg} ${flags}`;
}
