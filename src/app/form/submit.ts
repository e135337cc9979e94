import { bodyOf } from "../../forms/sent.ts";
import { type Console, closeLayer } from "../console.ts";
import { completeForm, openReview } from "../review/open.ts";
import { follow } from "../screen/follow.ts";

/** What is done with a form that is filled in: a write goes to its review, a question is applied at once. */
export function submit(console: Console): void {
  const { applies } = console.workspace.getState().layers.findLast((layer) => layer.kind === "form")?.setup ?? {};
  if (applies === undefined) {
    openReview(console);
    return;
  }
  const layer = completeForm(console);
  if (layer === null) return;
  closeLayer(console, "form");
  void console.store.drafts.discard(layer.setup.draftKey);
  follow(console, applies(bodyOf(layer.setup.plan, layer.state)));
}
