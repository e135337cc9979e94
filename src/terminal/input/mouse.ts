/** Mouse reports of terminals: presses and the wheel (mode 1000), with numbers of any size (SGR, mode 1006). */

export const MOUSE_ON = "\u001b[?1000h\u001b[?1006h";
export const MOUSE_OFF = "\u001b[?1006l\u001b[?1000l";

/** A mouse event and its position: cells from the upper left corner, from 0. */
export type MouseEvent = {
  readonly kind: "click" | "wheel-up" | "wheel-down";
  readonly column: number;
  readonly row: number;
};

const REPORT = /^\u001b\[<(\d+);(\d+);(\d+)M$/u;

/** Only without Shift, Alt and Ctrl (4, 8, 16): such clicks are not meant for the program. */
const KINDS: ReadonlyMap<string, MouseEvent["kind"]> = new Map([
  ["0", "click"],
  ["64", "wheel-up"],
  ["65", "wheel-down"],
]);

/** The event of a report; null for other input, and for reports without use: button releases, other buttons. */
export function mouseEvent(report: string): MouseEvent | null {
  const [, button = "", column, row] = REPORT.exec(report) ?? [];
  const kind = KINDS.get(button);
  return kind === undefined ? null : { kind, column: Number(column) - 1, row: Number(row) - 1 };
}
