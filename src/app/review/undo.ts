import { placeAfter } from "../../areas/builders/place-after.ts";
import type { Before, FormSetup, WritePlan } from "../../areas/model/effect.ts";
import { type BodyObject, type JsonObject, jsonObjectIn, sameJson } from "../../contract/json/json.ts";
import type { Operation } from "../../contract/operation.ts";
import { operations } from "../../contract/operations.ts";
import { Secret } from "../../contract/secret.ts";
import { withBody } from "../../forms/editor/editor.ts";
import type { FormPlan } from "../../forms/form-plan.ts";
import type { FormState } from "../../forms/form-state.ts";
import { pathLabel } from "../../forms/labels.ts";
import { covered } from "../../forms/masks.ts";
import { openForm, withoutReadOnly } from "../../forms/open.ts";
import { unsetProblems } from "../../forms/problems.ts";
import { higherRisk } from "../../forms/review/review.ts";
import type { SendItem } from "../../state/writes/send.ts";
import type { App } from "../app.ts";
import { showForm } from "../form/open.ts";
import { keyOf } from "../keys/key-of.ts";
import { refusesChange } from "../read-only.ts";
import type { ReviewLayer } from "../workspace.ts";
import { asBody } from "./before.ts";
import { openReview, openWrite } from "./open.ts";
import { needsFacts } from "./preflight.ts";
import { commonOf, targetsOf } from "./source.ts";
import { judgementOf } from "./undo-judgement.ts";
import type { UndoMethod, UndoTarget } from "./undo-offer.ts";

/**
 * Undo (`u`): restores the values that were read just before the last write was sent, through a normal review. Only the last write can be undone; if
 * it cannot, the reason is shown, and no earlier write is offered instead.
 */

const UNDO = "Undo: ";
const REDO = "Redo: ";

/** Title for the undo of a write; undoing an undo is a redo. */
const undoTitle = (title: string): string =>
  title.startsWith(UNDO)
    ? `${REDO}${title.slice(UNDO.length)}`
    : `${UNDO}${title.startsWith(REDO) ? title.slice(REDO.length) : title}`;

const buttonOf = (title: string): string => (title.startsWith(REDO) ? "Redo" : "Undo");

/** Reason why the last write cannot be undone; null if it can. */
export function whyNoUndo(app: App): string | null {
  const { undo } = app.store.getState();
  if (undo === null || undo.epoch !== app.store.getState().session.epoch) return "Nothing to undo";
  return undo.how.kind === "none" ? `Cannot undo “${undo.title}”: ${undo.how.because}` : null;
}

/** Text after the label `Undo` for a completed write, by its journal id: whether it can be undone now, or why not. */
export function formatUndo(app: App, id: string): string {
  const { undo } = app.store.getState();
  const key = keyOf(app)("undo");
  if (undo === null || !undo.ids.includes(id))
    return `not from here: ${key} undoes the last change of a running console only`;
  const why = whyNoUndo(app);
  if (undo.how.kind === "none") return `not possible: ${undo.how.because}`;
  return why === null
    ? `possible: close this and press ${key}`
    : "not from here: the profile or the project is another one now";
}

/** Subject (`about`) of notices that offer to undo the last write. */
export const UNDO_OFFER = "undo";

/** Stores the undo of a completed write. Returns true if it can be undone. */
export function noteWrite(app: App, layer: ReviewLayer, items: readonly SendItem[]): boolean {
  if (!items.some(({ result }) => result.kind === "done" || result.kind === "unknown")) return false;
  const how = howOf(layer, items);
  const ids = items.flatMap(({ result }) => (result.kind === "done" ? [result.id] : []));
  app.store.setState({ undo: { title: layer.title, epoch: layer.epoch, how, ids } });
  // A notice that offers to undo the previous write would be mistaken for this one's.
  app.store.notices.retract(UNDO_OFFER);
  return how.kind !== "none";
}

const none = (because: string): UndoMethod => ({ kind: "none", because });

function howOf(layer: ReviewLayer, items: readonly SendItem[]): UndoMethod {
  const { source } = layer;
  const [first] = items;
  if (first === undefined) return none("nothing was sent");
  if (!items.some(({ result }) => result.kind === "done")) return none("outcome unknown");
  const operation: Operation = operations[first.write.operation];
  if (operation.kind === "create") return none("delete what was created instead");
  if (operation.kind === "delete") return none("deleted data is not saved");
  if (operation.risk === "irreversible" || layer.review?.risk === "irreversible")
    return none("the change is irreversible");
  if (source.kind === "form" && source.setup.base !== undefined) return formHow(layer, source.setup, first);
  const { before, refreshes = [] } = commonOf(source);
  if (before === undefined) return none("the service cannot undo it");
  const undone = items.flatMap((item) => undoneOf(layer, before, item) ?? []);
  if (undone.length === 0) return none("the previous values are unknown or cannot be set");
  const after = placeAfter(source, null);
  return { kind: "writes", operation: first.write.operation, before, items: undone, after, refreshes };
}

function formHow({ current, review }: ReviewLayer, setup: FormSetup, item: SendItem): UndoMethod {
  const answer = item.result.kind === "done" ? jsonObjectIn(item.result.answer.raw) : null;
  const after = answer === null || setup.editedIn === undefined ? answer : setup.editedIn(answer);
  if (current === null || after === null) return none("the previous values are unknown");
  const body = review?.body ?? {};
  const before = isMerging(setup.plan) ? { ...unsent(after, body), ...current } : current;
  const undone = undoneForm(setup.plan, before, after);
  const kept = unsetProblems(setup.plan, undone);
  if (kept.length > 0)
    return none(kept.map(({ path, message }) => `${pathLabel(setup.plan, undone, path)} ${message}`).join("; "));
  const isStored = (name: string): boolean => Object.hasOwn(current, name) || Object.hasOwn(after, name);
  const consequences = Object.keys(body).filter((name) => !isStored(name) && body[name] !== false);
  return {
    kind: "form",
    setup,
    before,
    after,
    warnings: [
      ...(holdsSecret(body) ? ["The new secret stays: the previous secret is unknown."] : []),
      ...(consequences.length === 0
        ? []
        : [`Changes that took effect immediately are not undone: ${consequences.join(", ")}.`]),
    ],
  };
}

const isMerging = ({ operation }: FormPlan): boolean => operation.update === "merge";

/** Fields of a document that were not sent: values that the service added by itself are not undone. */
const unsent = (document: JsonObject, body: BodyObject): JsonObject =>
  Object.fromEntries(Object.entries(document).filter(([name]) => !Object.hasOwn(body, name)));

/** The form on the result of the edit, with the previous values as the change. */
function undoneForm(plan: FormPlan, before: JsonObject, after: JsonObject): FormState {
  const opened = openForm(plan, { mode: isMerging(plan) ? "merge" : "replace", received: after });
  return withBody(plan, opened, withoutReadOnly(plan, covered(plan, before)));
}

const holdsSecret = (value: unknown): boolean =>
  value instanceof Secret ||
  (typeof value === "object" && value !== null && Object.values(value).some((inner) => holdsSecret(inner)));

function undoneOf({ source, stored }: ReviewLayer, before: Before, item: SendItem): UndoTarget | null {
  const { write, result } = item;
  const targets = targetsOf(source);
  const target = targets.find(({ params }) => params === write.params);
  const document = target === undefined ? undefined : stored.documents.get(target.id);
  const { body } = write;
  if (result.kind !== "done" || target === undefined || document === undefined || body === null) return null;
  const all = before.asBody?.(document) ?? {};
  const was = asBody(before, document, { ...all, ...body });
  const made = before.becomes?.(all, body) ?? body;
  const back = before.undo === undefined ? was : before.undo(was, made);
  // A value that was not set before cannot be restored by naming it.
  if (back === null || (before.undo === undefined && Object.keys(body).some((name) => !Object.hasOwn(was, name))))
    return null;
  return { target, back, made, id: result.id };
}

/** Opens the review of the undo of the last write, or shows why there is none. */
export function openUndo(app: App): void {
  const why = whyNoUndo(app);
  const { undo } = app.store.getState();
  if (why !== null || undo === null) {
    app.store.notices.say("info", why ?? "Nothing to undo");
    return;
  }
  if (refusesChange(app, () => undoTitle(undo.title))) return;
  // It would stand over the keys of the review.
  app.store.notices.retract(UNDO_OFFER);
  const title = undoTitle(undo.title);
  if (undo.how.kind === "form") openOnForm(app, title, undo.how, undo.ids[0]);
  if (undo.how.kind === "writes") openWrite(app, planOf(app, title, undo.how));
}

/** A form without its origin and follow-up, limited to the thing itself. */
function withoutOrigin(setup: FormSetup): FormSetup {
  const { marks: _marks, resultPage: _page, edits: _edits, editsOf: _of, questionDraft: _question, ...own } = setup;
  return own;
}

/** Opens the undo form and its review: a conflict is merged as in any form. */
function openOnForm(app: App, title: string, how: Extract<UndoMethod, { kind: "form" }>, id: string | undefined): void {
  const { plan, preflight, ...setup } = withoutOrigin(how.setup);
  const undoing = (of: FormPlan): FormPlan => ({
    ...of,
    title: () => title,
    button: () => buttonOf(title),
    warnings: (context) => [...how.warnings, ...(of.warnings?.(context) ?? [])],
  });
  const undone: FormSetup = {
    ...setup,
    plan: undoing(plan),
    preflight: async (review, body) => {
      const found = await preflight(review, body);
      return found.plan === undefined ? found : { ...found, plan: undoing(found.plan) };
    },
    variant: `undo/${setup.variant ?? ""}`,
    undoes: () => id,
  };
  showForm(app, undone, undoneForm(undone.plan, how.before, how.after));
  openReview(app);
}

/** True when a thing is still as the write left it. */
const isStill = (before: Before, document: JsonObject | undefined, made: BodyObject): boolean =>
  document !== undefined && sameJson(asBody(before, document, { ...(before.asBody?.(document) ?? {}), ...made }), made);

function planOf(app: App, title: string, how: Extract<UndoMethod, { kind: "writes" }>): WritePlan {
  const { before, items, operation, after, refreshes } = how;
  const backOf = new Map(items.map((item) => [item.target.id, item]));
  const { known, ask: judge } = judgementOf(app, before, items);
  return {
    operation,
    title,
    sentence: needsFacts(known) ? known.sentence : "Restores the previous values. Nothing else changes.",
    button: buttonOf(title),
    targets: items.map(({ target }) => target),
    body: ({ id }) => backOf.get(id)?.back ?? null,
    risk: known.risk,
    confirmName: known.confirm ?? title,
    changes: [],
    before,
    undoes: ({ id }) => backOf.get(id)?.id,
    preflight: async (review) => {
      const targets = items.map(({ target }) => target);
      const [now, found] = await Promise.all([before.read(review.ask, targets), judge(review)]);
      const changed = items.filter(({ target, made }) => !isStill(before, now.get(target.id), made));
      const names = changed.map(({ target }) => target.name).join(", ");
      const { warnings, facts, problems, confirm } = found;
      const others = `Changed by somebody else since, or deleted: ${names}. Undo overwrites the current state.`;
      return {
        ...{ facts, problems, ...(confirm === null ? {} : { confirm }) },
        warnings: changed.length === 0 ? warnings : [others, ...warnings],
        risk: changed.length === 0 ? found.risk : higherRisk(found.risk, "disruptive"),
      };
    },
    after,
    refreshes,
  };
}
