import type { Remedy } from "../../areas/model/effect.ts";
import { type App, changeLayer, closeLayer } from "../app.ts";
import { besideDraft, draftKeyOf } from "../form/draft-key.ts";
import { keepDraft } from "../form/layer.ts";
import { layerOf } from "../workspace.ts";
import { follow } from "./follow.ts";

/** Leaves the form with its draft kept, and opens what helps in its place. */
export function takeRemedy(app: App, { effect }: Remedy): void {
  const form = layerOf(app.store.getState(), "form");
  if (form !== undefined) {
    keepDraft(app, form);
    closeLayer(app, "form");
  }
  if (effect.kind !== "form") {
    follow(app, effect);
    return;
  }
  const { setup } = effect;
  // Another new thing that was begun and left keeps its draft.
  const isTaken = app.store.drafts.find(draftKeyOf(setup)) !== undefined;
  follow(app, { kind: "form", setup: isTaken ? besideDraft(setup) : setup });
  // All of it was filled in by a person, though elsewhere: leaving must not lose it.
  changeLayer(app, "form", (layer) => ({
    ...layer,
    state: { ...layer.state, touched: new Set(Object.keys(layer.state.body)) },
  }));
  const opened = layerOf(app.store.getState(), "form");
  if (opened !== undefined) keepDraft(app, opened);
}
