import type { App } from "../app.ts";
import { submit } from "../effects/submit.ts";
import { closeChoices, openChoices, openPicker, stepChoice, takeChoice, toggleSwitch } from "../form/choosing.ts";
import { fieldWithKeys, openForm } from "../form/layer.ts";
import { moveFocusBy } from "../form/moves.ts";
import { entryOf, type FieldEntry, neighbouringChoice } from "../form/rows.ts";
import { clearField } from "../form/typing.ts";
import { bindingsIn } from "../keys/bindings-in.ts";
import { openHelp } from "./global-bindings.ts";

/** Keys of a field with choices instead of typed text: single choices, switches, several values. */

const scope = "form-value" as const;

const isListed = (app: App): boolean => {
  const layer = openForm(app);
  return layer !== undefined && layer.choosing !== null;
};

const is =
  (...entries: readonly FieldEntry[]) =>
  (app: App): boolean => {
    const row = fieldWithKeys(app);
    return row !== undefined && !isListed(app) && entries.includes(entryOf(row));
  };

/** True when a step leads to another choice; a switch can always be toggled. */
const leads =
  (by: 1 | -1) =>
  (app: App): boolean => {
    const row = fieldWithKeys(app);
    const layer = openForm(app);
    if (row === undefined || layer === undefined) return false;
    return entryOf(row) === "toggle" || neighbouringChoice(row, layer.state.body, by) !== undefined;
  };

const hasChoices = (app: App): boolean => (fieldWithKeys(app)?.field.choices.length ?? 0) > 0;

export const valueBindings = bindingsIn(scope, [
  {
    id: "form.step-on",
    keys: ["right"],
    title: "Next choice",
    hint: "choose",
    when: is("choice", "toggle"),
    isUseful: leads(1),
    run: (app) => stepChoice(app, 1),
  },
  {
    id: "form.step-back",
    keys: ["left"],
    title: "Previous choice",
    hint: "choose",
    when: is("choice", "toggle"),
    // One of the two keys is hinted.
    isUseful: (app) => leads(-1)(app) && !leads(1)(app),
    run: (app) => stepChoice(app, -1),
  },
  {
    id: "form.turn",
    keys: ["space", "enter"],
    title: "Toggle on or off",
    hint: "toggle",
    when: is("toggle"),
    run: toggleSwitch,
  },
  {
    id: "form.choices",
    keys: ["enter", "space"],
    title: "All choices",
    hint: "all choices",
    when: is("choice"),
    isUseful: hasChoices,
    disabledReason: (app) => (hasChoices(app) ? null : "there is nothing to choose from"),
    run: openChoices,
  },
  {
    id: "form.several",
    keys: ["enter", "space"],
    title: "Select several",
    hint: "select",
    when: is("many"),
    run: openPicker,
  },
  {
    id: "form.unset",
    keys: ["backspace", "delete", "ctrl+u"],
    title: "Leave unset",
    when: is("choice", "toggle", "many"),
    run: clearField,
  },
  {
    id: "form.choose",
    keys: ["enter"],
    title: "Choose",
    hint: "choose",
    when: isListed,
    run: takeChoice,
  },
  {
    id: "form.take-choice",
    keys: ["tab"],
    title: "Choose, and go to the next field",
    hint: "choose, next",
    when: isListed,
    run: (app) => {
      takeChoice(app);
      moveFocusBy(app, 1, true);
    },
  },
  {
    id: "form.take-choice-back",
    keys: ["shift+tab"],
    title: "Choose, and go to the previous field",
    when: isListed,
    run: (app) => {
      takeChoice(app);
      moveFocusBy(app, -1, true);
    },
  },
  {
    id: "form.take-choice-and-submit",
    keys: ["ctrl+s"],
    title: "Choose, and review the request",
    when: isListed,
    run: (app) => {
      takeChoice(app);
      submit(app);
    },
  },
  {
    id: "form.close-choices",
    keys: ["escape"],
    title: "Close the choices; the field stays unchanged",
    hint: "close",
    when: isListed,
    run: closeChoices,
  },
  {
    id: "form.value-help",
    keys: ["?"],
    title: "All keys",
    when: (app) => !isListed(app),
    run: openHelp,
  },
]);
