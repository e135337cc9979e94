import type { FormSetup, Remedy } from "../../areas/model/effect.ts";
import { valueAt } from "../../contract/json/json.ts";
import { draftOf } from "../../forms/draft.ts";
import { leaveField } from "../../forms/edit.ts";
import type { FormEnv } from "../../forms/form-plan.ts";
import type { FormState } from "../../forms/form-state.ts";
import { isDirty } from "../../forms/open.ts";
import { contextOf } from "../../forms/plans.ts";
import type { FieldRow, FormRow } from "../../forms/row-types.ts";
import { widthOf } from "../../text/width.ts";
import { type App, changeLayer, layerNow } from "../app.ts";
import { keyOf } from "../keys/key-of.ts";
import type { FormLayer, FormMessage } from "../workspace.ts";
import { draftKeyOf } from "./draft-key.ts";
import { envOf } from "./env.ts";
import { allRows, entryOf, focusableKey, focusedRow, openedFor, visibleRows } from "./rows.ts";

/** Changes to an open form: every change goes through here, is saved as a draft, and updates the focus. */

/** The form being filled in, or undefined if none is open or its document is not loaded. */
export function openForm(app: App): FormLayer | undefined {
  const layer = layerNow(app, "form");
  return layer?.stage === "filling" ? layer : undefined;
}

/** Visible rows of the form. */
export const rowsOn = (app: App, layer: FormLayer): readonly FormRow[] =>
  visibleRows(allRows(layer, envOf(app)), layer.opened);

/** The focused row. */
export function rowWithKeys(app: App): FormRow | undefined {
  const layer = openForm(app);
  return layer === undefined ? undefined : focusedRow(rowsOn(app, layer), layer.focus);
}

/** The focused field. */
export function fieldWithKeys(app: App): FieldRow | undefined {
  const row = rowWithKeys(app);
  return row?.row === "field" ? row : undefined;
}

export const titleOf = ({ setup, state }: Pick<FormLayer, "setup" | "state">): string =>
  setup.plan.title(contextOf(setup.plan, state));

/** Width (cells) above which a text is edited over several lines, as it would not fit in its row. */
const LONGEST_SHORT = 24;

/** True for fields that are edited over several lines. */
export function isLong(row: FieldRow): boolean {
  const entry = entryOf(row);
  return entry === "long" || (entry === "short" && widthOf(row.field.text) > LONGEST_SHORT);
}

/** State of a row that gets the focus: the caret is behind its text, and typing replaces a number or a name that was picked. */
function entered(row: FormRow | undefined, { body, texts }: FormState): Pick<FormLayer, "caret" | "isFresh"> {
  if (row?.row !== "field" || row.field.kind === "secret") return { caret: 0, isFresh: false };
  const isNumber = /^[-+]?[\d.]+$/u.test(row.field.text) && typeof valueAt(body, row.path) === "number";
  const isName = row.field.kind === "choice-or-other" && row.field.shown !== row.field.text;
  return { caret: row.field.text.length, isFresh: (isNumber || isName) && texts[row.key] === undefined };
}

/** True for a time: it is replaced by typing when its row is reached, and edited in its own row, as after a review. */
const isTime = (row: FormRow | undefined, { texts }: FormState): boolean =>
  row?.row === "field" && row.field.kind === "timestamp" && row.field.text !== "" && texts[row.key] === undefined;

const textAt = (rows: readonly FormRow[], key: string): string | null => {
  const row = rows.find((one) => one.key === key);
  return row?.row === "field" ? row.field.text : null;
};

/** Keeps the cursor position while the same row stays focused, unless its text changed. */
function stayed(layer: FormLayer, before: readonly FormRow[], now: FormLayer, env: FormEnv): FormLayer {
  const rows = allRows(now, env);
  if (now.focus !== layer.focus || textAt(before, now.focus) !== textAt(rows, now.focus)) {
    return { ...now, ...entered(focusedRow(rows, now.focus), now.state) };
  }
  return { ...now, caret: layer.caret, isFresh: layer.isFresh };
}

/** Reset when the focus moves: nothing stays open or half typed. */
const AT_REST = { choosing: null, secretText: "", startOver: false } as const;

/** Focuses a row and opens the items around it. Leaving a field shows its errors. */
export function focusOn(layer: FormLayer, env: FormEnv, key: string): FormLayer {
  const rows = allRows(layer, env);
  const left = rows.find((row) => row.key === layer.focus);
  const state = left?.row === "field" ? leaveField(layer.setup.plan, layer.state, left.path) : layer.state;
  const opened = openedFor(rows, key, layer.opened);
  const message = layer.startOver ? null : layer.message;
  const next: FormLayer = { ...layer, ...AT_REST, state: { ...state, focus: null }, opened, message };
  return withKeysAt(next, env, key);
}

/** Commits the text of the focused row as its value: the focus stays, and so does the cursor if the text does not change. */
export const takeTyped = (layer: FormLayer, env: FormEnv): FormLayer =>
  stayed(layer, allRows(layer, env), focusOn(layer, env, layer.focus), env);

function withKeysAt(layer: FormLayer, env: FormEnv, key: string): FormLayer {
  const rows = visibleRows(allRows(layer, env), layer.opened);
  const row = focusedRow(rows, focusableKey(rows, key));
  const state = entered(row, layer.state);
  return { ...layer, focus: row?.key ?? "", ...state, isFresh: state.isFresh || isTime(row, layer.state) };
}

/** Key of the row to focus when the focused row has disappeared: the next one that still exists. */
function nearest(layer: FormLayer, env: FormEnv, before: readonly FormRow[]): string {
  const rows = visibleRows(allRows(layer, env), layer.opened);
  const at = before.findIndex((row) => row.key === layer.focus);
  const isThere = new Set(rows.map((row) => row.key));
  return before.slice(at).find((row) => isThere.has(row.key))?.key ?? rows.at(-1)?.key ?? "";
}

/** A form with a new state: the focus stays unless the change moves it or the row has disappeared. */
export function withState(layer: FormLayer, env: FormEnv, state: FormState): FormLayer {
  const before = visibleRows(allRows(layer, env), layer.opened);
  const changed: FormLayer = {
    ...layer,
    ...AT_REST,
    secretText: layer.secretText,
    state,
    message: null,
    removed: null,
  };
  if (state.focus !== null) {
    const rows = allRows(changed, env);
    const opened = openedFor(rows, state.focus, layer.opened);
    return withKeysAt({ ...changed, opened, state: { ...state, focus: null }, secretText: "" }, env, state.focus);
  }
  const rows = visibleRows(allRows(changed, env), changed.opened);
  if (rows.some((row) => row.key === changed.focus)) return stayed(layer, before, changed, env);
  return withKeysAt({ ...changed, secretText: "" }, env, nearest(changed, env, before));
}

/** Saves a draft of the form, or discards the draft of an unchanged form. */
export function keepDraft(app: App, layer: FormLayer): void {
  const { drafts } = app.store;
  const { plan, keepsDraft } = layer.setup;
  if (keepsDraft === false) return;
  const draftKey = draftKeyOf(layer.setup);
  if (isDirty(plan, layer.state)) {
    drafts.save({ id: draftKey, content: draftOf(layer.state) });
  } else if (drafts.find(draftKey) !== undefined) {
    void drafts.discard(draftKey);
  }
}

/** Discards the drafts of a form and of the local form before it, because it was sent. */
export function forgetDraft(app: App, setup: FormSetup): void {
  const { questionDraft } = setup;
  void app.store.drafts.discard(draftKeyOf(setup));
  if (questionDraft !== undefined) void app.store.drafts.discard(questionDraft);
}

/** True when leaving a form keeps a draft: of the form itself, or of the local form before it. */
export const leavesDraft = (app: App, { setup, state }: FormLayer): boolean =>
  isDirty(setup.plan, state) ||
  (setup.questionDraft !== undefined && app.store.drafts.find(setup.questionDraft) !== undefined);

/** Changes the form's state. `part` changes other properties of the layer; a change that returns the same state applies only `part`. */
export function edit(
  app: App,
  change: (state: FormState, layer: FormLayer, env: FormEnv) => FormState,
  part: (layer: FormLayer) => Partial<FormLayer> = () => ({}),
): void {
  const layer = openForm(app);
  if (layer === undefined) return;
  const env = envOf(app);
  const state = change(layer.state, layer, env);
  const changed = state === layer.state ? layer : withState(layer, env, state);
  const next = { ...changed, ...part(changed) };
  changeLayer(app, "form", (now) => (now === layer ? next : now));
  if (state !== layer.state) keepDraft(app, next);
}

/** Changes the layer without changing the form's values. */
export function changeFormLayer(app: App, change: (layer: FormLayer, env: FormEnv) => FormLayer): void {
  const env = envOf(app);
  changeLayer(app, "form", (layer) => (layer.stage === "filling" ? change(layer, env) : layer));
}

/** Shows a message about the form as a whole. */
export const say = (app: App, tone: FormMessage["tone"], text: string, remedy: Remedy | null = null): void =>
  changeLayer(app, "form", (layer) => ({
    ...layer,
    message:
      remedy === null
        ? { tone, text }
        : { tone, text: `${text} ${keyOf(app)("form.remedy")}: ${remedy.title}.`, remedy },
  }));
