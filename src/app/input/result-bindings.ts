import { type App, changeLayer, closeLayer, layerNow } from "../app.ts";
import { forgetDraft } from "../form/layer.ts";
import { bindingsIn } from "../keys/bindings-in.ts";
import { moveBindings, movedIndex } from "../keys/move-bindings.ts";
import { goTo, sendGroup } from "../review/send.ts";
import { noteWrite } from "../review/undo.ts";

/** Keys of the results of a group of writes. */

const scope = "result" as const;

export const isSending = (app: App): boolean => layerNow(app, "result")?.running === true;

export const SENDING = "requests are still being sent";

const hasFailed = (app: App): boolean => {
  const layer = layerNow(app, "result");
  return layer !== undefined && !layer.running && app.store.send.failedOf(layer.items).length > 0;
};

/** Closes the results. The draft of a form is discarded if all its writes succeeded, and kept if any failed. */
export function closeResults(app: App): void {
  const layer = layerNow(app, "result");
  if (layer === undefined) return;
  const form = layerNow(app, "form");
  const isDone = layer.items.every(({ result }) => result.kind === "done");
  closeLayer(app, "result");
  closeLayer(app, "form");
  if (form !== undefined && isDone) forgetDraft(app, form.setup);
  goTo(app, layer.after, [...new Set(layer.items.flatMap(({ write }) => write.params["groupId"] ?? []))]);
}

/** Sends the writes again that certainly did not happen, as they were reviewed. */
function again(app: App): void {
  const layer = layerNow(app, "result");
  if (layer === undefined) return;
  const writes = app.store.send.failedOf(layer.items);
  const settled = layer.items.filter(({ write }) => !writes.includes(write));
  closeLayer(app, "result");
  void sendGroup(app, layer, writes, settled).then((items) => noteWrite(app, layer.review, [...settled, ...items]));
}

const scroll = (app: App, by: number): void =>
  changeLayer(app, "result", (layer) => ({ ...layer, top: movedIndex(layer.top, by, layer.items.length) }));

export const resultBindings = bindingsIn(scope, [
  {
    id: "result.close",
    keys: ["enter", "escape"],
    title: "Close",
    hint: "close",
    disabledReason: (app) => (isSending(app) ? SENDING : null),
    run: closeResults,
  },
  {
    id: "result.again",
    keys: ["R"],
    title: "Retry failed requests",
    hint: "retry failed",
    when: hasFailed,
    run: again,
  },
  ...moveBindings(scope, scroll, [
    ["down", ["down", "j"], "Down", 1],
    ["up", ["up", "k"], "Up", -1],
    ["page-down", ["pagedown"], "Page down", 10],
    ["page-up", ["pageup"], "Page up", -10],
  ]),
]);
