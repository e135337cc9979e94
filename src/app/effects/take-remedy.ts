import type { Remedy } from "../../areas/model/effect.ts";
import { type App, changeLayer, closeLayer, layerNow } from "../app.ts";
import { draftKeyOf, withOwnDraft } from "../form/draft-key.ts";
import { keepDraft } from "../form/layer.ts";
import { follow } from "./follow.ts";

/** Closes the form with its review, saves its draft, and opens the remedy in its place. */
export function takeRemedy(app: App, { effect }: Remedy): void {
  const form = layerNow(app, "form");
  if (form !== undefined) {
    keepDraft(app, form);
    closeLayer(app, "form");
  } else {
    closeLayer(app, "review");
  }
  if (effect.kind !== "form") {
    follow(app, effect);
    return;
  }
  const { setup } = effect;
  // An unfinished draft of another new thing is kept: this form gets its own draft.
  const isTaken = app.store.drafts.find(draftKeyOf(setup)) !== undefined;
  follow(app, { kind: "form", setup: isTaken ? withOwnDraft(setup) : setup });
  // The body was filled in by a person in another form: leaving must not lose it, so all of it counts as touched.
  changeLayer(app, "form", (layer) => ({
    ...layer,
    state: { ...layer.state, touched: new Set(Object.keys(layer.state.body)) },
  }));
  const opened = layerNow(app, "form");
  if (opened !== undefined) keepDraft(app, opened);
}
