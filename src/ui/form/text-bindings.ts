import type { Console } from "../console.ts";
import type { Binding } from "../keys/binding.ts";
import { openPicker } from "./choosing.ts";
import { fieldWithKeys, openForm } from "./layer.ts";
import { goBy } from "./moves.ts";
import { hasPicker } from "./rows.ts";
import { clearField, eraseIn, longWithKeys, moveCaret, typeIn } from "./typing.ts";

/** The keys of a field in which letters are typed. Everything else that is pressed there is typed. */

const scope = "form-text" as const;

const isLong = (console: Console): boolean => longWithKeys(console) !== undefined;

const isJson = (console: Console): boolean => fieldWithKeys(console)?.field.kind === "json";

const isOfLines = (console: Console): boolean =>
  isLong(console) && ["json", "long-text"].includes(fieldWithKeys(console)?.field.kind ?? "");

const suggests = (console: Console): boolean => {
  const row = fieldWithKeys(console);
  return row !== undefined && hasPicker(row);
};

/**
 * What was written is left by Enter where it is a value by itself: a text, a time, a number. A name is looked up among the
 * suggestions first.
 */
function isWritten(console: Console): boolean {
  const row = fieldWithKeys(console);
  const typed = row === undefined ? undefined : openForm(console)?.state.texts[row.key];
  if (row === undefined) return false;
  if (row.field.kind === "long-text" || row.field.kind === "json") return row.field.text !== "";
  if (typed === undefined || typed.text === "" || typed.error !== null) return false;
  return row.field.kind === "timestamp" || /^\d+$/u.test(typed.text);
}

const suggestsNow = (console: Console): boolean => suggests(console) && !isWritten(console);

const isSecret = (console: Console): boolean => fieldWithKeys(console)?.field.kind === "secret";

export const textBindings: readonly Binding[] = [
  {
    id: "form.suggest",
    keys: ["enter"],
    title: "Pick from the suggestions",
    hint: "suggestions",
    scope,
    when: suggestsNow,
    run: openPicker,
  },
  {
    id: "form.suggest-always",
    keys: ["ctrl+space"],
    title: "Pick from the suggestions, whatever is written",
    scope,
    when: suggests,
    run: openPicker,
  },
  {
    id: "form.break",
    keys: ["enter"],
    title: "New line",
    hint: "new line",
    scope,
    when: (console) => isJson(console) && !suggestsNow(console),
    run: (console) => typeIn(console, "\n"),
  },
  {
    id: "form.accept",
    keys: ["enter"],
    title: "Next field",
    scope,
    when: (console) => !suggestsNow(console) && !isJson(console),
    run: (console) => goBy(console, 1),
  },
  {
    id: "form.line",
    keys: ["alt+enter"],
    title: "New line in a long text",
    scope,
    when: isOfLines,
    run: (console) => typeIn(console, "\n"),
  },
  {
    id: "form.keep",
    keys: ["ctrl+u"],
    title: "Take the entry back; the stored secret is kept",
    hint: "take back",
    scope,
    when: isSecret,
    run: clearField,
  },
  {
    id: "form.clear",
    keys: ["ctrl+u"],
    title: "Empty the field",
    scope,
    when: (console) => !isSecret(console),
    run: clearField,
  },
  {
    id: "form.left",
    keys: ["left"],
    title: "Left in a long text",
    scope,
    when: isLong,
    run: (console) => void moveCaret(console, "left"),
  },
  {
    id: "form.right",
    keys: ["right"],
    title: "Right in a long text",
    scope,
    when: isLong,
    run: (console) => void moveCaret(console, "right"),
  },
  {
    id: "form.home",
    keys: ["home"],
    title: "Start of the line",
    scope,
    when: isLong,
    run: (console) => void moveCaret(console, "home"),
  },
  {
    id: "form.end",
    keys: ["end"],
    title: "End of the line",
    scope,
    when: isLong,
    run: (console) => void moveCaret(console, "end"),
  },
  {
    id: "form.erase",
    keys: ["backspace"],
    title: "Erase backwards",
    scope,
    when: isLong,
    run: (console) => eraseIn(console, "before"),
  },
  {
    id: "form.delete",
    keys: ["delete"],
    title: "Erase forwards",
    scope,
    when: isLong,
    run: (console) => eraseIn(console, "behind"),
  },
];
