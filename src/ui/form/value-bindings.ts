import type { Console } from "../console.ts";
import type { Binding } from "../keys/binding.ts";
import { openHelp } from "../shell/bindings.ts";
import { chosen, openChoices, openPicker, step, turn } from "./choosing.ts";
import { fieldWithKeys, openForm } from "./layer.ts";
import { goBy } from "./moves.ts";
import { type Entry, entryOf } from "./rows.ts";
import { clearField } from "./typing.ts";

/** The keys of a field that is chosen rather than typed: choices, switches, several of a list. */

const scope = "form-value" as const;

const isListed = (console: Console): boolean => {
  const layer = openForm(console);
  return layer !== undefined && layer.choosing !== null;
};

const is =
  (...entries: readonly Entry[]) =>
  (console: Console): boolean => {
    const row = fieldWithKeys(console);
    return row !== undefined && !isListed(console) && entries.includes(entryOf(row));
  };

export const valueBindings: readonly Binding[] = [
  {
    id: "form.step-on",
    keys: ["right"],
    title: "Next choice",
    hint: "choose",
    scope,
    when: is("choice", "toggle"),
    run: (console) => step(console, 1),
  },
  {
    id: "form.step-back",
    keys: ["left"],
    title: "Choice before",
    scope,
    when: is("choice", "toggle"),
    run: (console) => step(console, -1),
  },
  {
    id: "form.turn",
    keys: ["space"],
    title: "Turn on or off",
    hint: "turn",
    scope,
    when: is("toggle"),
    run: turn,
  },
  {
    id: "form.choices",
    keys: ["enter", "space"],
    title: "All choices",
    hint: "all choices",
    scope,
    when: is("choice"),
    run: openChoices,
  },
  {
    id: "form.several",
    keys: ["enter", "space"],
    title: "Mark several",
    hint: "mark",
    scope,
    when: is("many"),
    run: openPicker,
  },
  {
    id: "form.go-on",
    keys: ["enter"],
    title: "Next field",
    scope,
    when: is("toggle"),
    run: (console) => goBy(console, 1),
  },
  {
    id: "form.unset",
    keys: ["backspace", "delete", "ctrl+u"],
    title: "Leave it unset",
    scope,
    when: is("choice", "toggle", "many"),
    run: clearField,
  },
  {
    id: "form.close-choices",
    keys: ["escape", "tab"],
    title: "Close the choices",
    hint: "close",
    scope,
    when: isListed,
    run: (console) => chosen(console, null),
  },
  {
    id: "form.value-help",
    keys: ["?"],
    title: "All keys",
    scope,
    when: (console) => !isListed(console),
    run: openHelp,
  },
];
