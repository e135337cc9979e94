import { rebase } from "../../forms/review/conflict.ts";
import type { ConflictField } from "../../forms/types.ts";
import { type App, changeLayer } from "../app.ts";
import { envOf } from "../form/env.ts";
import { keepDraft, openForm, withState } from "../form/layer.ts";
import { movedMark } from "../keys/move-bindings.ts";
import { layerOf } from "../workspace.ts";
import { readReview } from "./open.ts";

/** Somebody changed the stored document while the form was open: each field in its three versions, and which one stays. */

/** The fields that a person has to choose for come first. */
export const conflictFields = (fields: readonly ConflictField[]): readonly ConflictField[] => [
  ...fields.filter(({ both }) => both),
  ...fields.filter(({ both }) => !both),
];

export function moveInConflict(app: App, by: number): void {
  changeLayer(app, "review", (layer) => ({
    ...layer,
    index: movedMark(layer.index, by, layer.conflict?.choices ?? 0),
  }));
}

/** Chooses for the field that has the keys. */
export function chooseSide(app: App, side: "mine" | "theirs"): void {
  changeLayer(app, "review", (layer) => {
    const field = layer.conflict === null ? undefined : conflictFields(layer.conflict.fields)[layer.index];
    return field?.both === true ? { ...layer, choices: { ...layer.choices, [field.id]: side } } : layer;
  });
}

/** How many fields still wait for a choice. */
export function openChoicesOf(app: App): number {
  const layer = layerOf(app.store.getState(), "review");
  const fields = layer?.conflict?.fields ?? [];
  return fields.filter(({ id, both }) => both && layer?.choices[id] === undefined).length;
}

/** Puts the form on what the service holds now, as was chosen, and reviews it again. */
export function takeOver(app: App): void {
  const review = layerOf(app.store.getState(), "review");
  const form = openForm(app);
  if (review === undefined || form === undefined || review.current === null) return;
  const { current, choices } = review;
  const state = rebase(form.setup.plan, form.state, current, choices);
  const next = { ...withState(form, envOf(app), state), readAt: app.host.now() };
  changeLayer(app, "form", (layer) => (layer === form ? next : layer));
  keepDraft(app, next);
  void readReview(app);
}
