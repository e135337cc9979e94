import { type ConflictField, rebase } from "../../forms/review/conflict.ts";
import { type App, changeLayer, layerNow } from "../app.ts";
import { envOf } from "../form/env.ts";
import { keepDraft, openForm, withState } from "../form/layer.ts";
import { movedIndex } from "../keys/move-bindings.ts";
import type { ReviewLayer } from "../workspace.ts";
import { readReview } from "./open.ts";

/** Conflict: somebody changed the stored document while the form was open. Each field has three versions, of which one is chosen. */

/** Fields that need a choice come first. */
export const conflictFields = (fields: readonly ConflictField[]): readonly ConflictField[] => [
  ...fields.filter(({ both }) => both),
  ...fields.filter(({ both }) => !both),
];

export function moveInConflict(app: App, by: number): void {
  changeLayer(app, "review", (layer) => ({
    ...layer,
    index: movedIndex(layer.index, by, layer.conflict?.choices ?? 0),
  }));
}

/** Chooses a side for the focused field. */
export function chooseSide(app: App, side: "mine" | "theirs"): void {
  changeLayer(app, "review", (layer) => {
    const field = layer.conflict === null ? undefined : conflictFields(layer.conflict.fields)[layer.index];
    return field?.both === true ? { ...layer, choices: { ...layer.choices, [field.id]: side } } : layer;
  });
}

/** Number of fields without a choice. */
export const openChoicesIn = ({ conflict, choices }: Pick<ReviewLayer, "conflict" | "choices">): number =>
  (conflict?.fields ?? []).filter(({ id, both }) => both && choices[id] === undefined).length;

export function openChoicesOf(app: App): number {
  const layer = layerNow(app, "review");
  return layer === undefined ? 0 : openChoicesIn(layer);
}

/** Rebases the form on the service's current document with the chosen values, and reviews it again. */
export function takeOver(app: App): void {
  const review = layerNow(app, "review");
  const form = openForm(app);
  if (review === undefined || form === undefined || review.current === null) return;
  const { current, choices } = review;
  const state = rebase(form.setup.plan, form.state, current, choices);
  const next = { ...withState(form, envOf(app), state), readAt: app.host.now() };
  changeLayer(app, "form", (layer) => (layer === form ? next : layer));
  keepDraft(app, next);
  void readReview(app);
}
