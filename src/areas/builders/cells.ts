import { formatShortTime, formatTime } from "../../text/format.ts";
import type { Cell, Tone } from "../model/cell.ts";
import type { Times } from "../model/context.ts";

/** Cells with a meaning. */

type Toned<Meaning extends Tone> = { readonly text: string; readonly tone: Meaning };

export const dim = (text: string): Toned<"dim"> => ({ text, tone: "dim" });
export const accent = (text: string): Toned<"accent"> => ({ text, tone: "accent" });
export const good = (text: string): Toned<"good"> => ({ text, tone: "good" });
export const warn = (text: string): Toned<"warn"> => ({ text, tone: "warn" });
export const bad = (text: string): Toned<"bad"> => ({ text, tone: "bad" });

/** A value that the service leaves out, or answers as null: nothing can be said of it. */
export const NOT_REPORTED = warn("not reported");

/** A switch of the service. */
export const switchCell = (isOn: boolean | null | undefined, off: Cell): Cell =>
  isOn === true ? good("on") : isOn === false ? off : NOT_REPORTED;

/** Placeholder of an empty cell. */
export const DASH = dim("–");

/** A time in a column, with text before it; in a narrow one without the hour or the year, whichever says less. */
export function timeCell(time: number, { now, zone }: Times, before = ""): Cell {
  const [text, short] = [formatTime(time, now, zone), formatShortTime(time, now, zone)];
  return { text: `${before}${text}`, tone: "plain", short: `${before}${short}` };
}

/** One line per cell. */
export const lineEach = (cells: readonly Cell[]): readonly (readonly Cell[])[] => cells.map((cell) => [cell]);
