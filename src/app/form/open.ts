import type { FormSetup } from "../../areas/model/effect.ts";
import { restoreDraft } from "../../forms/draft.ts";
import { setValue } from "../../forms/edit.ts";
import type { FormState } from "../../forms/form-state.ts";
import { type CreateStart, startOf, openForm as stateOf } from "../../forms/open.ts";
import type { StoredDraft } from "../../state/drafts.ts";
import { missingRole } from "../../state/session/missing-roles.ts";
import { type App, changeLayer, layerNow, pushLayer } from "../app.ts";
import { errorText } from "../error-text.ts";
import { keyOf } from "../keys/key-of.ts";
import { refusesChange } from "../read-only.ts";
import type { FormLayer } from "../workspace.ts";
import { draftKeyOf, formerDraftOf, unscopedDraftOf, withOwnDraft } from "./draft-key.ts";
import { envOf } from "./env.ts";
import { focusOn, keepDraft, titleOf } from "./layer.ts";

/** Opening of forms. */

/**
 * Opens a form. A saved draft is restored; otherwise the stored document is read first, for forms that edit one. In a read-only profile it shows why
 * and opens nothing, except for a local form, which writes nothing.
 */
export function openSetup(app: App, setup: FormSetup): void {
  if (setup.applies === undefined && refusesChange(app, () => titleOf(newLayer(app, setup)))) return;
  const isFilledIn = setup.edits !== undefined && setup.base === undefined;
  const found = isFilledIn || setup.keepsDraft === false ? null : findDraft(app, setup);
  const restored = found === null ? null : restoreDraft(setup.plan, found.draft.content, startIn(app, setup).body);
  if (found !== null && restored !== null) {
    const { draft, of } = found;
    const opened = fromDraft(app, newLayer(app, of), draft, edited(of, restored));
    pushLayer(app, opened);
    const isFormer = draft.id !== draftKeyOf(of);
    if (setup.edits !== undefined || isFormer) keepDraft(app, opened);
    if (isFormer) void app.store.drafts.discard(draft.id);
    return;
  }
  begin(app, newLayer(app, setup), pushLayer);
}

/** The draft for a form: its own, one saved beside it (`withOwnDraft`), or one under a key of an earlier version. */
function findDraft(app: App, setup: FormSetup): { readonly draft: StoredDraft; readonly of: FormSetup } | null {
  const { drafts } = app.store;
  for (const form of [setup, withOwnDraft(setup)]) {
    const draft = drafts.find(draftKeyOf(form));
    if (draft !== undefined) return { draft, of: form };
  }
  const former = formerDraftOf(app.store.getState().drafts.list, setup);
  return former === undefined ? null : { draft: former, of: setup };
}

/** Initial body of a new thing, as the current service accepts it. */
const startIn = (app: App, { plan, initial = {} }: FormSetup): CreateStart =>
  startOf(plan, initial, envOf(app).dialect);

/** Note on what a copied thing does not take over from its original, for the form and its review; null if there is nothing to note. */
export function notCopiedNote(app: App, setup: FormSetup): string | null {
  const leftOut = setup.base === undefined ? startIn(app, setup).leftOut : [];
  return leftOut.length === 0 ? null : `Not copied, because unknown here: ${leftOut.join(", ")}.`;
}

/** Message above a form when it opens. */
function openingMessage(app: App, setup: FormSetup): FormLayer["message"] {
  const { session, drafts } = app.store.getState();
  const role = missingRole(session, setup.plan.operation, setup.targets[0]?.params, app.host.now());
  const unscoped = unscopedDraftOf(drafts.list, setup);
  if (setup.said !== undefined) return { tone: "bad", text: setup.said };
  if (role?.source === "profile") {
    return { tone: "bad", text: `Requires the role ${role.roles}, which the profile does not list.` };
  }
  if (role !== null) return { tone: "bad", text: `Refused by the service before: requires the role ${role.roles}.` };
  const notCopied = notCopiedNote(app, setup);
  if (unscoped === undefined) return notCopied === null ? null : { tone: "info", text: notCopied };
  return {
    tone: "info",
    text: `Not restored: a draft of an earlier version that names no project. It stays in ${app.store.drafts.fileOf(unscoped.id)}.`,
  };
}

function newLayer(app: App, setup: FormSetup): FormLayer {
  const { session } = app.store.getState();
  return {
    kind: "form",
    setup,
    stage: "reading",
    state: emptyState(app, setup),
    epoch: session.epoch,
    focus: "",
    opened: new Set(),
    choosing: null,
    caret: 0,
    isFresh: false,
    secretText: "",
    showAll: false,
    readAt: null,
    draftAt: null,
    message: openingMessage(app, setup),
    removed: null,
    startOver: false,
    unread: null,
  };
}

/** A form with the values that were chosen before it was opened, on top of the document or the draft. */
const edited = (setup: FormSetup, state: FormState): FormState =>
  (setup.edits ?? []).reduce((next, { path, value }) => setValue(setup.plan, next, path, value), state);

const modeOf = (setup: FormSetup): "replace" | "merge" =>
  setup.plan.operation.update === "merge" ? "merge" : "replace";

/** Initial form state: the initial body of a new thing, or an empty document until the stored one is read. */
const emptyState = (app: App, setup: FormSetup): FormState =>
  setup.base === undefined
    ? stateOf(setup.plan, { mode: "create", initial: startIn(app, setup).body })
    : stateOf(setup.plan, { mode: modeOf(setup), received: {} });

/** The form with its first row focused. */
const filling = (app: App, layer: FormLayer): FormLayer => focusOn({ ...layer, stage: "filling" }, envOf(app), "");

function fromDraft(app: App, layer: FormLayer, draft: StoredDraft, state: FormState): FormLayer {
  return filling(app, {
    ...layer,
    state,
    draftAt: draft.updatedAt,
    message: {
      tone: "info",
      text:
        state.lost.size > 0
          ? `Draft restored. Secrets are never saved: enter them again. ${keyOf(app)("form.start-over")} discards the draft.`
          : `Draft restored. ${keyOf(app)("form.start-over")} discards it.`,
    },
  });
}

/** Opens a form with the given state. */
export function showForm(app: App, setup: FormSetup, state: FormState): void {
  pushLayer(app, filling(app, { ...newLayer(app, setup), state, readAt: app.host.now() }));
}

/** Pushes the layer, and reads the stored document if the form edits one that was not read before. */
function begin(app: App, layer: FormLayer, put: (app: App, layer: FormLayer) => void): void {
  const { setup } = layer;
  if (setup.base === undefined) {
    put(app, filling(app, layer));
    return;
  }
  if (setup.editsOf !== undefined) {
    const received = stateOf(setup.plan, { mode: modeOf(setup), received: setup.editsOf });
    const opened = filling(app, { ...layer, state: edited(setup, received) });
    put(app, opened);
    keepDraft(app, opened);
    return;
  }
  put(app, layer);
  void readBase(app, layer.setup);
}

async function readBase(app: App, setup: FormSetup): Promise<void> {
  const change = (next: (layer: FormLayer) => FormLayer): void =>
    changeLayer(app, "form", (layer) => (layer.setup === setup && layer.stage === "reading" ? next(layer) : layer));
  try {
    const read = await setup.base?.(app.ask);
    if (read === undefined) return;
    const received = stateOf(setup.plan, { mode: modeOf(setup), received: read.document });
    change((layer) => filling(app, { ...layer, state: edited(setup, received), readAt: read.at }));
    const opened = layerNow(app, "form");
    // Values chosen before are a draft from the start: leaving the form must not lose them.
    if (setup.edits !== undefined && opened?.setup === setup) keepDraft(app, opened);
  } catch (error) {
    change((layer) => ({ ...layer, stage: "unreadable", message: { tone: "bad", text: errorText(error) } }));
  }
}

/** Reads the stored document again after a failed read. */
export function retryReading(app: App, layer: FormLayer): void {
  if (layer.stage !== "unreadable") return;
  changeLayer(app, "form", (now) => (now === layer ? { ...layer, stage: "reading", message: null } : now));
  void readBase(app, layer.setup);
}

/** Discards the entered values and starts over with the stored document as it is now. */
export function discardAndReopen(app: App, layer: FormLayer): void {
  void app.store.drafts.discard(draftKeyOf(layer.setup));
  begin(app, newLayer(app, layer.setup), (_console, fresh) =>
    changeLayer(app, "form", (now) => (now === layer ? fresh : now)),
  );
}

/** Notice after leaving a form whose draft could not be written to disk. */
export const draftUnsavedMessage = (layer: FormLayer, problem: string): string =>
  `Draft not saved on disk, and lost when you quit: ${titleOf(layer)}. ${problem}`;

/** Notice after leaving a form that keeps no draft. */
export const inputDiscardedMessage = (layer: FormLayer): string => `Input discarded: ${titleOf(layer)}`;

/** Notice after leaving a form whose draft was saved. */
export const draftSavedMessage = (layer: FormLayer): string =>
  `Draft saved; it is there when you open this again: ${titleOf(layer)}`;
