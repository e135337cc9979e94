import { isJson, writeJson } from "../../contract/json.ts";
import { printable } from "../../text/printable.ts";
import { type Console, pushLayer } from "../console.ts";
import type { Binding } from "../keys/binding.ts";
import { layerOf } from "../workspace.ts";
import { scrollBindings } from "./scrolling.ts";

/** A document as the service sent it, indented, scrolled by lines. */

/** Shows a value as JSON. */
export function openRaw(console: Console, title: string, value: unknown): void {
  if (!isJson(value)) return;
  const lines = writeJson(value, 2)
    .split("\n")
    .map((line) => printable(line));
  pushLayer(console, { kind: "raw", title, lines, top: 0 });
}

function copy(console: Console): void {
  const layer = layerOf(console.workspace.getState(), "raw");
  if (layer !== undefined) console.store.notices.say("info", console.host.copy(layer.lines.join("\n")));
}

const lineCount = (console: Console): number => layerOf(console.workspace.getState(), "raw")?.lines.length ?? 0;

export const rawBindings: readonly Binding[] = [
  { id: "raw.copy", keys: ["y"], title: "Copy as JSON", hint: "copy", scope: "raw", run: copy },
  ...scrollBindings("raw", "v", lineCount),
];
