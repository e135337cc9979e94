import { removeUnknown } from "../../forms/edit.ts";
import { editorText, readEditorText } from "../../forms/editor/editor.ts";
import { addItem, moveItem, removeItem } from "../../forms/lists.ts";
import type { FormRow } from "../../forms/row-types.ts";
import { type App, changeLayer, closeLayer } from "../app.ts";
import { moveCaretIn } from "../text/typed-text.ts";
import { type FormLayer, layerOf } from "../workspace.ts";
import { envOf } from "./env.ts";
import { adjust, edit, focusOn, isKept, keepDraft, openForm, rowsOn, rowWithKeys, say, withState } from "./layer.ts";
import { beginAgain, draftSavedMessage, draftUnsavedMessage, nothingKeptMessage } from "./open.ts";
import { itemOf, keyAway } from "./rows.ts";
import { formText } from "./typing.ts";

/** Going through a form, its groups, and out of it. */

/** Puts the keys so many rows away. */
export function goBy(app: App, by: number, goesRound = false): void {
  const layer = openForm(app);
  if (layer === undefined) return;
  const key = keyAway(rowsOn(app, layer), layer.focus, by, goesRound);
  if (key !== undefined) adjust(app, (now, env) => focusOn(now, env, key));
}

/** Up and down: through the lines of a long text first, then through the rows. */
export function goVertically(app: App, by: 1 | -1): void {
  if (!moveCaretIn(formText(app), by === 1 ? "down" : "up")) goBy(app, by);
}

/** Opens or folds the item that has the keys. */
export function fold(app: App, row: FormRow, isOpen: boolean): void {
  adjust(app, (layer) => {
    const opened = new Set(layer.opened);
    if (isOpen) opened.add(row.key);
    else opened.delete(row.key);
    return { ...layer, opened };
  });
}

export const isUnfolded = (app: App, row: FormRow): boolean => openForm(app)?.opened.has(row.key) === true;

/** Enter on an item: its fields come up and the first of them has the keys, or they are folded away. */
export function openItem(app: App, row: FormRow): void {
  const unfolded = isUnfolded(app, row);
  fold(app, row, !unfolded);
  if (!unfolded) goBy(app, 1);
}

export function addTo(app: App, row: FormRow): void {
  if (row.row === "add") edit(app, (state, { setup }) => addItem(setup.plan, state, row.list));
}

/** Takes an item out of its list; until the next change it can be put back. */
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
      message: { tone: "info", text: `Removed ${item.title}: ${item.summary}. Alt-U restores it.` },
    }),
  );
  // The keys stay at the list: in its next item, or where one is added.
  foldAroundKeys(app, layer.opened);
}

/** Takes out a field that is not known here and was written in an editor; until the next change it can be put back. */
export function removeCarried(app: App, row: FormRow): void {
  const layer = openForm(app);
  if (layer === undefined || row.row !== "carried") return;
  goBy(app, -1);
  edit(
    app,
    (state, { setup }) => removeUnknown(setup.plan, state, row.path),
    () => ({ removed: layer.state, message: { tone: "info", text: `Removed ${row.label}. Alt-U restores it.` } }),
  );
}

/** After something was taken out the keys stand on a heading, not inside of what happens to follow. */
function foldAroundKeys(app: App, opened: ReadonlySet<string>): void {
  adjust(app, (layer, env) => {
    const rows = rowsOn(app, layer);
    const row = rows.find(({ key }) => key === layer.focus);
    const item = row === undefined ? undefined : itemOf(rows, row);
    if (item === undefined) return layer;
    return { ...focusOn(layer, env, item.key), opened, message: layer.message, removed: layer.removed };
  });
}

/** Whether something was taken out last that can be put back. */
export const hasRemoved = (app: App): boolean => openForm(app)?.removed != null;

/** Puts back the item that was taken out last. */
export function putBack(app: App): void {
  const { removed } = openForm(app) ?? {};
  if (removed !== null && removed !== undefined) edit(app, () => removed);
}

/** Moves the item that has the keys, or in which they are. */
export function moveBy(app: App, by: 1 | -1): void {
  const layer = openForm(app);
  const row = rowWithKeys(app);
  if (layer === undefined || row === undefined) return;
  const item = itemOf(rowsOn(app, layer), row);
  if (item?.row === "item") edit(app, (state, { setup }) => moveItem(setup.plan, state, item.path, by));
}

/** Leaves the form. What was filled in stays as a draft where the form keeps one, and is said to once it is on disk. */
export function leave(app: App): void {
  const layer = layerOf(app.store.getState(), "form");
  if (layer === undefined) return;
  closeLayer(app, "form");
  if (layer.stage !== "filling") return;
  // What was typed last is a value now: typed back to what it was, it is no change.
  const left = focusOn(layer, envOf(app), layer.focus);
  keepDraft(app, left);
  if (isKept(app, left)) void sayWhetherSaved(app, left);
}

async function sayWhetherSaved(app: App, left: FormLayer): Promise<void> {
  if (left.setup.keepsDraft === false) {
    app.store.notices.say("info", nothingKeptMessage(left));
    return;
  }
  await app.store.drafts.settled();
  const { problem } = app.store.getState().drafts;
  if (problem === null) app.store.notices.say("info", draftSavedMessage(left));
  else app.store.notices.say("warning", draftUnsavedMessage(left, problem));
}

/** Asks first: what was filled in is gone after it. */
export function startOver(app: App): void {
  const layer = openForm(app);
  if (layer === undefined) return;
  if (layer.startOver) {
    beginAgain(app, layer);
    return;
  }
  adjust(app, (now) => ({
    ...now,
    startOver: true,
    message: { tone: "bad", text: "Press Ctrl-R again to discard this draft; any other key keeps it." },
  }));
}

/** The whole body in `$EDITOR`, and back into the same form. A text that cannot be read is kept for the next try. */
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
      message: { tone: "bad", text: `Not accepted: ${words}. Ctrl-O opens your text again.` },
    }));
    return;
  }
  const next = { ...withState(layer, env, read.state), unread: null, showAll: read.problems.length > 0 };
  const message =
    words === "" ? next.message : ({ tone: "bad", text: `Problems in the edited text: ${words}` } as const);
  changeLayer(app, "form", (now) => (now === layer ? { ...next, message } : now));
  keepDraft(app, next);
}
