import { type Path, valueAt } from "../../contract/json.ts";
import { leaveField, setText, setValue } from "../../forms/edit.ts";
import type { FormEnv, FormPlan, FormState, Suggestion } from "../../forms/types.ts";
import { type Console, changeLayer, popLayer, pushLayer } from "../console.ts";
import { layerOf } from "../workspace.ts";
import { adjust, caretIn, edit, fieldWithKeys, focusOn, openForm, rowsOn } from "./layer.ts";
import { choiceBeside, chosenIndex, entryOf, keyAway, MOST_CHOICES } from "./rows.ts";
import { errorWords } from "./words.ts";

/** Picking instead of typing: steps, switches, a short list under the field, a list of suggestions over the form. */

const isOn = (text: string | null): boolean => text !== null && /^(on|yes|true)\b/iu.test(text);

/** Turns the switch that has the keys; one that is not set starts from what the service would take. */
export function turn(console: Console): void {
  const row = fieldWithKeys(console);
  if (row === undefined) return;
  edit(console, (state, { setup }) => {
    const value = valueAt(state.body, row.path);
    const now = typeof value === "boolean" ? value : isOn(row.field.ghost);
    return setValue(setup.plan, state, row.path, !now);
  });
}

/** Takes the choice before or after the present one. */
export function step(console: Console, by: 1 | -1): void {
  const row = fieldWithKeys(console);
  if (row === undefined) return;
  if (entryOf(row) === "toggle") {
    turn(console);
    return;
  }
  const choice = choiceBeside(row, openForm(console)?.state.body, by);
  if (choice !== undefined) choose(console, choice.value);
}

/** A form with a value that was picked: it is the value at once, and not a text that is still being typed. */
const withChoice = (plan: FormPlan, state: FormState, path: Path, value: string, env: FormEnv): FormState =>
  leaveField(plan, setText(plan, state, path, value, env), path);

/** Sets the field that has the keys to one of its choices. */
function choose(console: Console, value: string): void {
  const row = fieldWithKeys(console);
  if (row === undefined) return;
  edit(console, (state, { setup }, env) => withChoice(setup.plan, state, row.path, value, env));
}

/** Opens the choices of a closed field: a short list under it, or the picker where there are many. */
export function openChoices(console: Console): void {
  const row = fieldWithKeys(console);
  if (row === undefined || row.field.choices.length === 0) return;
  if (row.field.choices.length > MOST_CHOICES) {
    openPicker(console);
    return;
  }
  const choosing = { choices: row.field.choices, index: Math.max(0, chosenIndex(row, openForm(console)?.state.body)) };
  adjust(console, (layer) => ({ ...layer, choosing }));
}

/** What the open list was left with: the choice is taken, and the list closes. */
export function chosen(console: Console, value: string | null): void {
  if (value !== null) choose(console, value);
  adjust(console, (layer) => ({ ...layer, choosing: null }));
}

const unique = (suggestions: readonly Suggestion[]): readonly Suggestion[] =>
  [...new Map(suggestions.toReversed().map((suggestion) => [suggestion.value, suggestion])).values()].toReversed();

/** Opens the suggestions of the field that has the keys. What was typed and not left yet narrows them down at once. */
export function openPicker(console: Console): void {
  const layer = openForm(console);
  const row = fieldWithKeys(console);
  if (layer === undefined || row === undefined) return;
  const { field } = row;
  const typed = layer.state.texts[row.key]?.text ?? "";
  const source = field.suggest === null ? undefined : layer.setup.suggest[field.suggest];
  const value = valueAt(layer.state.body, row.path);
  /** The list opens at the value that the field has, unless something was typed to look for. */
  const indexIn = (suggestions: readonly Suggestion[]): number =>
    typed === ""
      ? Math.max(
          0,
          suggestions.findIndex((suggestion) => suggestion.value === String(value)),
        )
      : 0;
  pushLayer(console, {
    kind: "picker",
    title: field.label,
    target: { kind: "field", key: row.key },
    text: typed,
    index: indexIn(field.choices),
    suggestions: source === undefined ? field.choices : null,
    failure: null,
    open: field.open,
    marked: field.kind === "multi-choice" ? field.chosen : null,
  });
  if (source === undefined) return;
  const put = (found: readonly Suggestion[], failure: string | null): void =>
    changeLayer(console, "picker", (picker) => {
      if (picker.target.kind !== "field" || picker.target.key !== row.key || picker.suggestions !== null) return picker;
      const suggestions = unique([...field.choices, ...found]);
      return { ...picker, suggestions, failure, index: picker.text === "" ? indexIn(suggestions) : 0 };
    });
  source(console.ask, layer.state.body).then(
    (suggestions) => put(suggestions, null),
    (error: unknown) => put([], errorWords(error)),
  );
}

/** Takes what was picked for the field below, and goes on to the next one. */
export function pick(console: Console, value: string | readonly string[]): void {
  const picker = layerOf(console.workspace.getState(), "picker");
  if (picker === undefined) return;
  popLayer(console);
  const { target } = picker;
  if (target.kind === "choice") {
    if (typeof value === "string") target.take(value);
    return;
  }
  const layer = openForm(console);
  const row = layer === undefined ? undefined : rowsOn(console, layer).find(({ key }) => key === target.key);
  if (layer === undefined || row?.row !== "field") return;
  edit(
    console,
    (state, { setup }, env) =>
      typeof value === "string"
        ? withChoice(setup.plan, state, row.path, value, env)
        : setValue(setup.plan, state, row.path, value.length === 0 ? undefined : value),
    (changed) => ({ caret: changed.focus === row.key ? caretIn(row) : changed.caret }),
  );
  goAfter(console, row.key);
}

/** Puts the keys on the row after one. */
function goAfter(console: Console, key: string): void {
  const layer = openForm(console);
  if (layer === undefined) return;
  const next = keyAway(rowsOn(console, layer), key, 1);
  if (next !== undefined) adjust(console, (now, env) => focusOn(now, env, next));
}
