import { type Path, valueAt } from "../../contract/json/json.ts";
import { leaveField, setText, setValue } from "../../forms/edit.ts";
import type { FormEnv, FormPlan } from "../../forms/form-plan.ts";
import type { FormState } from "../../forms/form-state.ts";
import { contextAt } from "../../forms/plans.ts";
import type { Suggestion } from "../../forms/suggestion.ts";
import { type App, changeLayer, layerNow, popLayer, pushLayer } from "../app.ts";
import { errorText } from "../error-text.ts";
import { entryValue, isNamed, pickerEntries } from "../layers/picker-entries.ts";
import { type PickerLayer, topLayer } from "../workspace.ts";
import { changeFormLayer, edit, fieldWithKeys, focusOn, openForm, rowsOn } from "./layer.ts";
import { chosenIndex, entryOf, MOST_CHOICES, neighbouringChoice } from "./rows.ts";

/** Picking instead of typing: stepping through choices, switches, a short list under the field, a list of suggestions over the form. */

const isOn = (text: string | null): boolean => text !== null && /^(on|yes|true)\b/iu.test(text);

/** Toggles the focused switch; an unset one starts from the service's default. */
export function toggleSwitch(app: App): void {
  const row = fieldWithKeys(app);
  if (row === undefined) return;
  edit(app, (state, { setup }) => {
    const value = valueAt(state.body, row.path);
    const now = typeof value === "boolean" ? value : isOn(row.field.ghost);
    return setValue(setup.plan, state, row.path, !now);
  });
}

/** Selects the previous or next choice. */
export function stepChoice(app: App, by: 1 | -1): void {
  const row = fieldWithKeys(app);
  if (row === undefined) return;
  if (entryOf(row) === "toggle") {
    toggleSwitch(app);
    return;
  }
  const choice = neighbouringChoice(row, openForm(app)?.state.body, by);
  if (choice !== undefined) choose(app, choice.value);
}

/** A form with a picked value: it is set at once, unlike a text that is still being typed. Values that it `brings` are set too. */
function withChoice(
  plan: FormPlan,
  state: FormState,
  path: Path,
  { value, sets = value, brings = {} }: Pick<Suggestion, "value" | "sets" | "brings">,
  env: FormEnv,
): FormState {
  const chosen = leaveField(plan, setText(plan, state, path, sets, env), path);
  return Object.entries(brings).reduce(
    (next, [name, brought]) => setValue(plan, next, [...path.slice(0, -1), ...name.split(".")], brought),
    chosen,
  );
}

/** Sets the focused field to one of its choices. */
function choose(app: App, value: string): void {
  const row = fieldWithKeys(app);
  if (row === undefined) return;
  edit(app, (state, { setup }, env) => withChoice(setup.plan, state, row.path, { value }, env));
}

/** Opens the choices of a closed field: a short list under it, or the picker if there are many. */
export function openChoices(app: App): void {
  const row = fieldWithKeys(app);
  if (row === undefined || row.field.choices.length === 0) return;
  if (row.field.choices.length > MOST_CHOICES) {
    openPicker(app);
    return;
  }
  const choosing = { choices: row.field.choices, index: Math.max(0, chosenIndex(row, openForm(app)?.state.body)) };
  changeFormLayer(app, (layer) => ({ ...layer, choosing }));
}

/** Moves the mark of the open list to a choice. */
export const pointAt = (app: App, value: string): void =>
  changeFormLayer(app, ({ choosing, ...layer }) => ({
    ...layer,
    choosing:
      choosing === null ? null : { ...choosing, index: choosing.choices.findIndex((one) => one.value === value) },
  }));

/** Selects the marked choice of the open list, and closes the list. */
export function takeChoice(app: App): void {
  const { choosing } = openForm(app) ?? {};
  const taken = choosing?.choices[choosing.index];
  if (taken !== undefined) choose(app, taken.value);
  closeChoices(app);
}

/** Closes the open list; the field does not change. */
export const closeChoices = (app: App): void => changeFormLayer(app, (layer) => ({ ...layer, choosing: null }));

const unique = (suggestions: readonly Suggestion[]): readonly Suggestion[] =>
  [...new Map(suggestions.toReversed().map((suggestion) => [suggestion.value, suggestion])).values()].toReversed();

/**
 * Value that a typed text stands for without a choice: the only suggestion with exactly this name, or the text itself if no suggestion is similar and
 * any value is accepted. Null if the person has to choose.
 */
function meantBy(picker: PickerLayer): string | null {
  if (picker.text.trim() === "" || picker.marked !== null) return null;
  const entries = pickerEntries(picker);
  const named = entries.filter((entry) => entry.kind === "suggestion" && isNamed(entry.suggestion, picker.text));
  const [only] = named.length > 0 ? named : entries;
  const isOne = named.length === 1 || (named.length === 0 && entries.length === 1 && only?.kind === "free");
  return isOne && only !== undefined ? entryValue(only) : null;
}

/** Opens the suggestions of the focused field. A text that is still being typed filters them at once, except in a JSON field. */
export function openPicker(app: App): void {
  const layer = openForm(app);
  const row = fieldWithKeys(app);
  if (layer === undefined || row === undefined) return;
  const { field } = row;
  // Nobody types a document to search for one: its suggestions are starting points.
  const typed = field.kind === "json" ? "" : (layer.state.texts[row.key]?.text ?? "");
  const source = field.suggest === null ? undefined : layer.setup.suggest?.[field.suggest];
  const value = valueAt(layer.state.body, row.path);
  /** The list opens at the field's current value, unless a search text was typed. */
  const indexIn = (suggestions: readonly Suggestion[]): number =>
    typed === ""
      ? Math.max(
          0,
          suggestions.findIndex((suggestion) => suggestion.value === String(value)),
        )
      : 0;
  const opened: PickerLayer = {
    kind: "picker",
    title: field.label,
    target: { kind: "field", key: row.key },
    text: typed,
    index: indexIn(field.choices),
    suggestions: source === undefined ? field.choices : null,
    failure: null,
    open: field.open,
    marked: field.kind === "multi-choice" ? field.chosen : null,
  };
  const meant = source === undefined ? meantBy(opened) : null;
  if (meant !== null) {
    put(app, row.key, meant, field.choices);
    return;
  }
  pushLayer(app, opened);
  if (source === undefined) return;
  const answered = (found: readonly Suggestion[], failure: string | null): void => {
    changeLayer(app, "picker", (picker) => {
      if (picker.target.kind !== "field" || picker.target.key !== row.key || picker.suggestions !== null) return picker;
      const suggestions = unique([...field.choices, ...found]);
      return { ...picker, suggestions, failure, index: picker.text === "" ? indexIn(suggestions) : 0 };
    });
    const picker = topLayer(app.store.getState());
    if (picker?.kind !== "picker" || picker.target.kind !== "field" || picker.target.key !== row.key) return;
    const only = picker.text === typed ? meantBy(picker) : null;
    if (only !== null) applyPicked(app, only);
  };
  const { body, subject } = contextAt(layer.setup.plan, layer.state, row.path);
  source(app.ask, body, subject).then(
    (suggestions) => answered(suggestions, null),
    (error: unknown) => answered([], errorText(error)),
  );
}

/** Applies the picked value, for the field below or for the action that opened the picker. The field keeps the focus. */
export function applyPicked(app: App, value: string | readonly string[]): void {
  const picker = layerNow(app, "picker");
  if (picker === undefined) return;
  popLayer(app);
  const { target } = picker;
  if (target.kind === "field") put(app, target.key, value, picker.suggestions ?? []);
  else if (typeof value === "string") target.take(value);
}

/** Sets a field to one or several picked values, and focuses it again. */
function put(app: App, key: string, value: string | readonly string[], suggestions: readonly Suggestion[]): void {
  const layer = openForm(app);
  const row = layer === undefined ? undefined : rowsOn(app, layer).find((one) => one.key === key);
  if (row?.row !== "field") return;
  edit(app, (state, { setup }, env) =>
    typeof value === "string"
      ? withChoice(setup.plan, state, row.path, suggestions.find((one) => one.value === value) ?? { value }, env)
      : setValue(setup.plan, state, row.path, value.length === 0 ? undefined : value),
  );
  enterAgain(app);
}

/** Commits the text of the focused field: its errors are shown, and a valid text is shown as a value. */
export const enterAgain = (app: App): void =>
  changeFormLayer(app, (layer, env) => ({ ...focusOn(layer, env, layer.focus), message: layer.message }));
