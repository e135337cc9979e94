import { type Console, changeLayer, closeLayer } from "../console.ts";
import type { Binding } from "../keys/binding.ts";
import { goTo, sendGroup } from "../review/send.ts";
import { noteWrite } from "../review/undo.ts";
import { layerOf, type ResultLayer } from "../workspace.ts";

/** The keys of the results of a group of writes. */

const scope = "result" as const;

const layerNow = (console: Console): ResultLayer | undefined => layerOf(console.workspace.getState(), "result");

const isRunning = (console: Console): boolean => layerNow(console)?.running === true;

const hasFailed = (console: Console): boolean => {
  const layer = layerNow(console);
  return layer !== undefined && !layer.running && console.store.send.failedOf(layer.items).length > 0;
};

/** Closes the results. A form whose writes all went through is done with; one of which some failed stays as a draft. */
function close(console: Console): void {
  const layer = layerNow(console);
  if (layer === undefined) return;
  const form = layerOf(console.workspace.getState(), "form");
  const isDone = layer.items.every(({ result }) => result.kind === "done");
  closeLayer(console, "result");
  closeLayer(console, "form");
  if (form !== undefined && isDone) void console.store.drafts.discard(form.setup.draftKey);
  goTo(console, layer.after);
}

/** Sends the writes that certainly did not happen once more, as they were reviewed. */
function again(console: Console): void {
  const layer = layerNow(console);
  if (layer === undefined) return;
  const writes = console.store.send.failedOf(layer.items);
  const settled = layer.items.filter(({ write }) => !writes.includes(write));
  closeLayer(console, "result");
  void sendGroup(console, layer, writes, settled).then((items) =>
    noteWrite(console, layer.review, [...settled, ...items]),
  );
}

const scroll = (console: Console, by: number): void =>
  changeLayer(console, "result", (layer) => ({
    ...layer,
    top: Math.min(Math.max(0, layer.items.length - 1), Math.max(0, layer.top + by)),
  }));

export const resultBindings: readonly Binding[] = [
  {
    id: "result.close",
    keys: ["enter", "escape"],
    title: "Close",
    hint: "close",
    scope,
    disabledReason: (console) => (isRunning(console) ? "it is still going on" : null),
    run: close,
  },
  {
    id: "result.again",
    keys: ["R"],
    title: "Again for the failed ones",
    hint: "again for the failed ones",
    scope,
    when: hasFailed,
    run: again,
  },
  { id: "result.down", keys: ["down", "j"], title: "Down", scope, run: (console) => scroll(console, 1) },
  { id: "result.up", keys: ["up", "k"], title: "Up", scope, run: (console) => scroll(console, -1) },
  { id: "result.page-down", keys: ["pagedown"], title: "Page down", scope, run: (console) => scroll(console, 10) },
  { id: "result.page-up", keys: ["pageup"], title: "Page up", scope, run: (console) => scroll(console, -10) },
];
