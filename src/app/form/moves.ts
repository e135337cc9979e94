import { removeUnknown } from "../../forms/edit.ts";
import { editorText, readEditorText } from "../../forms/editor/editor.ts";
import { addItem, moveItem, removeItem } from "../../forms/lists.ts";
import { isDirty } from "../../forms/open.ts";
import type { FormRow } from "../../forms/row-types.ts";
import { type App, changeLayer, closeLayer, layerNow } from "../app.ts";
import { keyOf } from "../keys/key-of.ts";
import { moveCaretIn } from "../text/typed-text.ts";
import type { FormLayer } from "../workspace.ts";
import { envOf } from "./env.ts";
import {
  changeFormLayer,
  edit,
  focusOn,
  keepDraft,
  leavesDraft,
  openForm,
  rowsOn,
  rowWithKeys,
  say,
  withState,
} from "./layer.ts";
import { discardAndReopen, draftSavedMessage, draftUnsavedMessage, inputDiscardedMessage } from "./open.ts";
import { itemOf, keyAtOffset } from "./rows.ts";
import { formText } from "./typing.ts";

/** Moving through a form and its groups, and leaving it. */

/** Moves the focus by a number of rows. */
export function moveFocusBy(app: App, by: number, goesRound = false): void {
  const layer = openForm(app);
  if (layer === undefined) return;
  const key = keyAtOffset(rowsOn(app, layer), layer.focus, by, goesRound);
  if (key !== undefined) changeFormLayer(app, (now, env) => focusOn(now, env, key));
}

/** Up and down: first through the lines of a long text, then through the rows. */
export function goVertically(app: App, by: 1 | -1): void {
  if (!moveCaretIn(formText(app), by === 1 ? "down" : "up")) moveFocusBy(app, by);
}

/** Opens or folds an item. */
export function fold(app: App, row: FormRow, isOpen: boolean): void {
  changeFormLayer(app, (layer) => {
    const opened = new Set(layer.opened);
    if (isOpen) opened.add(row.key);
    else opened.delete(row.key);
    return { ...layer, opened };
  });
}

export const isUnfolded = (app: App, row: FormRow): boolean => openForm(app)?.opened.has(row.key) === true;

/** Enter on an item: opens it and focuses its first field, or folds it. */
export function openItem(app: App, row: FormRow): void {
  const unfolded = isUnfolded(app, row);
  fold(app, row, !unfolded);
  if (!unfolded) moveFocusBy(app, 1);
}

export function addTo(app: App, row: FormRow): void {
  if (row.row === "add") edit(app, (state, { setup }) => addItem(setup.plan, state, row.list));
}

/** The key that restores what was removed, also while letters are typed. */
const putBackKey = (app: App): string => keyOf(app)("form.put-back-typing");

/** Removes an item from its list; it can be restored until the next change. */
export function remove(app: App): void {
  const layer = openForm(app);
  const row = rowWithKeys(app);
  if (layer === undefined || row === undefined) return;
  const item = itemOf(rowsOn(app, layer), row);
  if (item?.row !== "item") return;
  edit(
    app,
    (state, { setup }) => removeItem(setup.plan, state, item.path),
    () => ({
      removed: layer.state,
      message: { tone: "info", text: `Removed ${item.title}: ${item.summary}. ${putBackKey(app)} restores it.` },
    }),
  );
  // The focus stays in the list: on its next item, or on the row that adds one.
  foldAroundKeys(app, layer.opened);
}

/** Removes an unknown field that was written in an editor; it can be restored until the next change. */
export function removeCarried(app: App, row: FormRow): void {
  const layer = openForm(app);
  if (layer === undefined || row.row !== "carried") return;
  moveFocusBy(app, -1);
  edit(
    app,
    (state, { setup }) => removeUnknown(setup.plan, state, row.path),
    () => ({
      removed: layer.state,
      message: { tone: "info", text: `Removed ${row.label}. ${putBackKey(app)} restores it.` },
    }),
  );
}

/** After a removal the focus is on an item's heading, not inside the item that happens to follow. */
function foldAroundKeys(app: App, opened: ReadonlySet<string>): void {
  changeFormLayer(app, (layer, env) => {
    const rows = rowsOn(app, layer);
    const row = rows.find(({ key }) => key === layer.focus);
    const item = row === undefined ? undefined : itemOf(rows, row);
    if (item === undefined) return layer;
    return { ...focusOn(layer, env, item.key), opened, message: layer.message, removed: layer.removed };
  });
}

/** True when the last removal can be restored. */
export const hasRemoved = (app: App): boolean => openForm(app)?.removed != null;

/** Restores the item that was removed last, and focuses it: a key that was meant for it must not reach another one. */
export function restoreRemoved(app: App): void {
  const layer = openForm(app);
  const removed = layer?.removed ?? null;
  if (layer === undefined || removed === null) return;
  const known = new Set(rowsOn(app, layer).map(({ key }) => key));
  edit(app, () => removed);
  changeFormLayer(app, (now, env) => {
    const back = rowsOn(app, now).find(({ key }) => !known.has(key));
    return back === undefined ? now : focusOn(now, env, back.key);
  });
}

/** Moves the focused item, or the item around the focused row. */
export function moveBy(app: App, by: 1 | -1): void {
  const layer = openForm(app);
  const row = rowWithKeys(app);
  if (layer === undefined || row === undefined) return;
  const item = itemOf(rowsOn(app, layer), row);
  if (item?.row === "item") edit(app, (state, { setup }) => moveItem(setup.plan, state, item.path, by));
}

/** Leaves the form. Its values stay as a draft if the form keeps one, and a notice says so once it is on disk. */
export function leave(app: App): void {
  const layer = layerNow(app, "form");
  if (layer === undefined) return;
  closeLayer(app, "form");
  if (layer.stage !== "filling") return;
  // The last typed text counts as a value: typed back to the original, it is no change.
  const left = focusOn(layer, envOf(app), layer.focus);
  keepDraft(app, left);
  if (leavesDraft(app, left)) void sayWhetherSaved(app, left);
}

async function sayWhetherSaved(app: App, left: FormLayer): Promise<void> {
  if (left.setup.keepsDraft === false) {
    app.store.notices.say("info", inputDiscardedMessage(left));
    return;
  }
  await app.store.drafts.settled();
  const { problem } = app.store.getState().drafts;
  if (problem === null) app.store.notices.say("info", draftSavedMessage(left));
  else app.store.notices.say("warning", draftUnsavedMessage(left, problem));
}

/** True when starting over would discard anything. */
export function hasInput(app: App): boolean {
  const layer = openForm(app);
  return layer !== undefined && isDirty(layer.setup.plan, layer.state);
}

/** Asks for confirmation first: the entered values are lost afterwards. */
export function startOver(app: App): void {
  const layer = openForm(app);
  if (layer === undefined) return;
  if (layer.startOver) {
    discardAndReopen(app, layer);
    return;
  }
  changeFormLayer(app, (now) => ({
    ...now,
    startOver: true,
    message: {
      tone: "bad",
      text: `Press ${keyOf(app)("form.start-over")} again to discard this draft; any other key keeps it.`,
    },
  }));
}

/** Opens the whole body in `$EDITOR` and reads it back into the same form. An unreadable text is kept for the next try. */
export function openEditor(app: App): void {
  const layer = openForm(app);
  if (layer === undefined) return;
  void editBody(app, layer.unread ?? editorText(layer.setup.plan, layer.state), layer.setup);
}

async function editBody(app: App, text: string, setup: NonNullable<ReturnType<typeof openForm>>["setup"]) {
  const edited = await app.host.edit(text, ".jsonc");
  const layer = openForm(app);
  if (layer === undefined || layer.setup !== setup) return;
  if (!edited.ok) {
    say(app, "bad", edited.why);
    return;
  }
  const env = envOf(app);
  const read = readEditorText(setup.plan, layer.state, edited.text, env);
  const words = read.problems.map(({ line, message }) => `line ${line}: ${message}`).join("; ");
  if (!read.ok) {
    changeLayer(app, "form", (now) => ({
      ...now,
      unread: edited.text,
      message: { tone: "bad", text: `Not accepted: ${words}. ${keyOf(app)("form.editor")} opens your text again.` },
    }));
    return;
  }
  const next = { ...withState(layer, env, read.state), unread: null, showAll: read.problems.length > 0 };
  const message =
    words === "" ? next.message : ({ tone: "bad", text: `Problems in the edited text: ${words}` } as const);
  changeLayer(app, "form", (now) => (now === layer ? { ...next, message } : now));
  keepDraft(app, next);
}
