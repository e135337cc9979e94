import type { Place } from "../../state/navigation/place.ts";
import type { Cell, DetailLine } from "../model/view.ts";

/** The lines of a detail. */

/** A value with its name; Enter on it goes to the place that it links to. */
export const field = (label: string, value: Cell, link?: Place): DetailLine => ({
  kind: "field",
  label,
  value,
  ...(link === undefined ? {} : { link }),
});

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
