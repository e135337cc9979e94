import { isJson, writeJson } from "../../contract/json/json.ts";
import { printable } from "../../text/printable.ts";
import type { DetailLine } from "../model/view.ts";
import { drawn } from "./lines.ts";

/** JSON in a detail: indented, a line of it a line of the detail, cut where the pane ends (`v` shows it whole). */
export function jsonLines(value: unknown): readonly DetailLine[] {
  if (!isJson(value)) return [];
  return writeJson(value, 2)
    .split("\n")
    .map((text): DetailLine => drawn((width) => [[printable(text).slice(0, width)]]));
}
