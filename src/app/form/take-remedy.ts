import type { Remedy } from "../../areas/effect.ts";
import { type Console, changeLayer, closeLayer } from "../console.ts";
import { follow } from "../screen/follow.ts";
import { layerOf } from "../workspace.ts";
import { keepDraft } from "./layer.ts";

/** Leaves the form with its draft kept, and opens what helps in its place. */
export function takeRemedy(console: Console, { opening }: Remedy): void {
  const form = layerOf(console.workspace.getState(), "form");
  if (form !== undefined) {
    keepDraft(console, form);
    closeLayer(console, "form");
  }
  if (opening.kind !== "form") {
    follow(console, opening);
    return;
  }
  const { setup } = opening;
  // Another new thing that was begun and left keeps its draft.
  const isTaken = console.store.drafts.find(setup.draftKey) !== undefined;
  follow(console, { kind: "form", setup: isTaken ? { ...setup, draftKey: `${setup.draftKey}/anew` } : setup });
  // All of it was filled in by a person, though elsewhere: leaving must not lose it.
  changeLayer(console, "form", (layer) => ({
    ...layer,
    state: { ...layer.state, touched: new Set(Object.keys(layer.state.body)) },
  }));
  const opened = layerOf(console.workspace.getState(), "form");
  if (opened !== undefined) keepDraft(console, opened);
}
