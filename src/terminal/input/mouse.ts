/** The mouse as terminals report it: presses and the wheel (mode 1000), as numbers of any size (SGR, mode 1006). */

export const MOUSE_ON = "\u001b[?1000h\u001b[?1006h";
export const MOUSE_OFF = "\u001b[?1006l\u001b[?1000l";

/** What was done with the mouse, and where: cells from the upper left corner, from 0. */
export type MouseEvent = {
  readonly kind: "click" | "wheel-up" | "wheel-down";
  readonly column: number;
  readonly row: number;
};

const REPORT = /^\u001b\[<(\d+);(\d+);(\d+)M$/u;

/** With Shift, Alt or Ctrl held (4, 8, 16) a click is not for the program. */
const KINDS: ReadonlyMap<string, MouseEvent["kind"]> = new Map([
  ["0", "click"],
  ["64", "wheel-up"],
  ["65", "wheel-down"],
]);

/** What a report says; null where it is something else, or what nobody asked for: a button that is let go, another button. */
export function mouseEvent(report: string): MouseEvent | null {
  const [, button = "", column, row] = REPORT.exec(report) ?? [];
  const kind = KINDS.get(button);
  return kind === undefined ? null : { kind, column: Number(column) - 1, row: Number(row) - 1 };
}
