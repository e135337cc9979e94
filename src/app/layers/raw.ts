import { weakMapMemoize } from "reselect";
import { isJson, writeJson } from "../../contract/json/json.ts";
import { printable } from "../../text/printable.ts";
import { type Span, span } from "../../text/spans.ts";
import { type App, layerNow, pushLayer } from "../app.ts";
import { copyText } from "../copy.ts";
import { bindingsIn } from "../keys/bindings-in.ts";
import { scrollBindings } from "./scrolling.ts";

/** A document as the service sent it, indented, scrolled by lines. */

/** A line of indented JSON with its key in another colour than its value. */
function jsonSpans(line: string): readonly Span[] {
  const match = /^(\s*)("(?:[^"\\]|\\.)*")(: )(.*)$/u.exec(line);
  if (match === null) return [span(` ${line}`)];
  return [span(` ${match[1] ?? ""}`), span(match[2] ?? "", "accent"), span(match[3] ?? ""), span(match[4] ?? "")];
}

/** The lines of a document in colours; memoized. */
export const rawLines = weakMapMemoize((lines: readonly string[]) => lines.map(jsonSpans));

const linesOf = (value: unknown): readonly string[] | null =>
  isJson(value)
    ? writeJson(value, 2)
        .split("\n")
        .map((line) => printable(line))
    : null;

/** A value as displayed; null if it is not JSON. */
export const jsonText = (value: unknown): string | null => linesOf(value)?.join("\n") ?? null;

/** Shows a value as JSON. */
export function openRaw(app: App, title: string, value: unknown): void {
  const lines = linesOf(value);
  if (lines !== null) pushLayer(app, { kind: "raw", title, lines, top: 0 });
}

function copy(app: App): void {
  const layer = layerNow(app, "raw");
  if (layer !== undefined) copyText(app, layer.lines.join("\n"));
}

export const rawBindings = bindingsIn("raw", [
  { id: "raw.copy", keys: ["y"], title: "Copy as JSON", hint: "copy", run: copy },
  ...scrollBindings("raw", "v", (_app, { lines }) => lines),
]);
