import { bytesOf, type Glyph, textOf } from "./glyph.ts";
import { transition, UNKNOWN_LOOK } from "./look.ts";

const CSI = "\u001b[";

/** Unknown row or column of the cursor. */
const LOST = -1;

/** A line feed takes two bytes on the wire: the terminal driver adds a carriage return. */
const LINE_FEED_BYTES = 2;

/** `CSI n final`; n is left out if it is 1. */
const withCount = (count: number, final: string): string => (count === 1 ? `${CSI}${final}` : `${CSI}${count}${final}`);

/** Bytes of an output on the wire. */
export function wireLength(output: string): number {
  let length = Buffer.byteLength(output);
  for (let at = output.indexOf("\n"); at !== -1; at = output.indexOf("\n", at + 1)) {
    length += LINE_FEED_BYTES - 1;
  }
  return length;
}

/** Position of a terminal's cursor and its current look, as far as known. */
export interface PenState {
  readonly x: number;
  readonly y: number;
  readonly look: number;
}

/** Initial state, and the state after another program had the terminal: nothing is known. */
export const LOST_PEN: PenState = { x: LOST, y: LOST, look: UNKNOWN_LOOK };

/**
 * Collects output for a terminal and tracks the cursor. Every move is the shortest possible; the terminal driver is expected to turn a line feed into
 * a carriage return and a line feed, as it does for Ink.
 */
export class Pen {
  readonly #columns: number;
  #output = "";
  #x: number;
  #y: number;
  #look: number;

  constructor(columns: number, state: PenState) {
    this.#columns = columns;
    this.#x = state.x;
    this.#y = state.y;
    this.#look = state.look;
  }

  get output(): string {
    return this.#output;
  }

  /** Length of the output in UTF-16 units. */
  get length(): number {
    return this.#output.length;
  }

  get state(): PenState {
    return { x: this.#x, y: this.#y, look: this.#look };
  }

  get look(): number {
    return this.#look;
  }

  /** Writes a sequence that changes neither the cursor nor the look. */
  raw(bytes: string): void {
    this.#output += bytes;
  }

  /** Writes a sequence that leaves the cursor at the top left. */
  rawAndHome(bytes: string): void {
    this.#output += bytes;
    this.#x = 0;
    this.#y = 0;
  }

  setLook(look: number): void {
    this.#output += transition(this.#look, look);
    this.#look = look;
  }

  moveTo(x: number, y: number): void {
    this.#output += moveBetween(this.#x, this.#y, x, y);
    this.#x = x;
    this.#y = y;
  }

  /** Writes a glyph at the cursor. After the last column the cursor's position is unknown, because terminals differ there. */
  glyph(glyph: Glyph, width: number, look: number): void {
    this.setLook(look);
    this.#output += textOf(glyph);
    this.#x += width;
    if (this.#x >= this.#columns) {
      this.#x = LOST;
    }
  }

  /** Call after a glyph that terminals measure differently: the row is known, the column is not. */
  loseColumn(): void {
    this.#x = LOST;
  }
}

/** The shorter of two sequences; the first one if both have the same length. */
const shorter = (one: string, other: string): string => (other.length < one.length ? other : one);

/** The shortest move between two positions; `LOST` is an unknown row or column. */
function moveBetween(fromX: number, fromY: number, x: number, y: number): string {
  if (fromX === x && fromY === y) {
    return "";
  }
  let best = absolute(x, y);
  if (fromY === LOST) {
    return best;
  }
  if (fromY === y) {
    return shorter(best, along(fromX, x));
  }
  const down = y - fromY;
  if (fromX === x) {
    best = shorter(best, down > 0 ? withCount(down, "B") : withCount(-down, "A"));
  }
  if (down === -1 && fromX !== LOST) {
    // `ESC M` (reverse index) moves up by one row.
    best = shorter(best, `\u001bM${along(fromX, x)}`);
  }
  if (down > 0 && down <= 3) {
    const rest = along(0, x);
    return down * LINE_FEED_BYTES + rest.length < best.length ? "\n".repeat(down) + rest : best;
  }
  return best;
}

function absolute(x: number, y: number): string {
  if (x === 0) {
    return y === 0 ? `${CSI}H` : `${CSI}${y + 1}H`;
  }
  return y === 0 ? `${CSI};${x + 1}H` : `${CSI}${y + 1};${x + 1}H`;
}

/** The shortest move within a row. */
function along(fromX: number, x: number): string {
  if (fromX === x) {
    return "";
  }
  if (x === 0) {
    return "\r";
  }
  let best = withCount(x + 1, "G");
  if (fromX !== LOST) {
    const distance = x - fromX;
    best = shorter(best, withCount(Math.abs(distance), distance > 0 ? "C" : "D"));
    if (distance < 0 && distance >= -3) {
      best = shorter(best, "\b".repeat(-distance));
    }
  }
  return shorter(best, `\r${withCount(x, "C")}`);
}

/** Bytes of a move within a row, to compare with rewriting the cells in between. */
export function moveLength(fromX: number, x: number): number {
  return along(fromX, x).length;
}

/** Bytes of a glyph together with the change of look before it. */
export function glyphLength(glyph: Glyph, fromLook: number, look: number): number {
  return bytesOf(glyph) + transition(fromLook, look).length;
}
