import { isJson, writeJson } from "../../contract/json/json.ts";
import type { Place } from "../../state/navigation/place.ts";
import { formatTimeAndAge } from "../../text/format.ts";
import { printable } from "../../text/printable.ts";
import type { Cell } from "../model/cell.ts";
import type { Times } from "../model/context.ts";
import type { DetailLine } from "../model/view.ts";

/** Builders of detail lines. */

/** A value with its label; Enter on it goes to the linked place. */
export const field = (label: string, value: Cell, link: Place | null = null): DetailLine => ({
  kind: "field",
  label,
  value,
  ...(link === null ? {} : { link }),
});

/** A field where there is a value: no line for an absent or empty one. */
export const fieldIfAny = (label: string, value: Cell | null | undefined): DetailLine | null =>
  value === null || value === undefined || value === "" ? null : field(label, value);

/** The time of an event; no line where it is unknown. */
export const timeField = (label: string, time: number | null, { now, zone }: Times): DetailLine | null =>
  time === null ? null : field(label, formatTimeAndAge(time, now, zone));

export const heading = (text: string): DetailLine => ({ kind: "heading", text });

export const textLine = (value: Cell): DetailLine => ({ kind: "text", value });

/** Lines under a heading; without lines there is no heading either. */
export const section = (title: string, lines: readonly DetailLine[]): readonly DetailLine[] =>
  lines.length === 0 ? [] : [heading(title), ...lines];

/** A line drawn for a width in cells. */
export const drawn = (draw: (width: number) => readonly (readonly Cell[])[], link?: Place): DetailLine => ({
  kind: "drawn",
  draw,
  ...(link === undefined ? {} : { link }),
});

/** JSON in a detail: indented, one detail line per JSON line, cut at the edge of the pane (`v` shows it whole). */
export function jsonLines(value: unknown): readonly DetailLine[] {
  if (!isJson(value)) return [];
  return writeJson(value, 2)
    .split("\n")
    .map((text): DetailLine => drawn((width) => [[printable(text).slice(0, width)]]));
}
