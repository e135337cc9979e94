import { valuesOf } from "../../forms/plans.ts";
import { bodyOf } from "../../forms/sent.ts";
import { type App, closeLayer } from "../app.ts";
import { draftKeyOf } from "../form/draft-key.ts";
import { completeForm, openReview } from "../review/open.ts";
import { follow } from "./follow.ts";

/**
 * Submits a completed form: a write goes to its review, a local form is applied at once. The draft of a local form that leads to another form stays:
 * the same keys lead there again.
 */
export function submit(app: App): void {
  const { applies } = app.store.getState().layers.findLast((layer) => layer.kind === "form")?.setup ?? {};
  if (applies === undefined) {
    openReview(app);
    return;
  }
  const layer = completeForm(app);
  if (layer === null) return;
  const { plan } = layer.setup;
  closeLayer(app, "form");
  const effect = applies(valuesOf(plan, bodyOf(plan, layer.state)), layer.state.base);
  const questionDraft = draftKeyOf(layer.setup);
  if (effect.kind === "form") {
    follow(app, { ...effect, setup: { ...effect.setup, questionDraft } });
    return;
  }
  void app.store.drafts.discard(questionDraft);
  follow(app, effect);
}
