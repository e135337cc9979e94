import { isJson, writeJson } from "../../contract/json/json.ts";
import type { Place } from "../../state/navigation/place.ts";
import { formatTimeAndAge } from "../../text/format.ts";
import { printable } from "../../text/printable.ts";
import type { Context } from "../model/context.ts";
import type { Cell, DetailLine } from "../model/view.ts";

/** The lines of a detail. */

/** The time of now, and the zone in which times are shown. */
type TimesShown = Pick<Context, "now" | "zone">;

/** A value with its name; Enter on it goes to the place that it links to. */
export const field = (label: string, value: Cell, link: Place | null = null): DetailLine => ({
  kind: "field",
  label,
  value,
  ...(link === null ? {} : { link }),
});

/** The same where there is a value: no line for one that is absent or empty. */
export const fieldIfAny = (label: string, value: Cell | null | undefined): DetailLine | null =>
  value === null || value === undefined || value === "" ? null : field(label, value);

/** When something happened; no line where that is not known. */
export const timeField = (label: string, time: number | null, { now, zone }: TimesShown): DetailLine | null =>
  time === null ? null : field(label, formatTimeAndAge(time, now, zone));

export const heading = (text: string): DetailLine => ({ kind: "heading", text });

export const textLine = (value: Cell): DetailLine => ({ kind: "text", value });

/** Lines under a heading; without lines there is no heading either. */
export const section = (title: string, lines: readonly DetailLine[]): readonly DetailLine[] =>
  lines.length === 0 ? [] : [heading(title), ...lines];

/** Drawn for a width in cells. */
export const drawn = (draw: (width: number) => readonly (readonly Cell[])[], link?: Place): DetailLine => ({
  kind: "drawn",
  draw,
  ...(link === undefined ? {} : { link }),
});

/** JSON in a detail: indented, a line of it a line of the detail, cut where the pane ends (`v` shows it whole). */
export function jsonLines(value: unknown): readonly DetailLine[] {
  if (!isJson(value)) return [];
  return writeJson(value, 2)
    .split("\n")
    .map((text): DetailLine => drawn((width) => [[printable(text).slice(0, width)]]));
}
