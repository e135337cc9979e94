import type { App } from "../app.ts";
import { enterAgain, openPicker } from "../form/choosing.ts";
import { fieldWithKeys, openForm } from "../form/layer.ts";
import { hasPicker } from "../form/rows.ts";
import { clearField } from "../form/typing.ts";
import type { Binding } from "../keys/binding.ts";
import { typeIn } from "./typed.ts";

/** The keys of a field in which letters are typed. Everything else that is pressed there is typed. */

const scope = "form-text" as const;

const isJson = (app: App): boolean => fieldWithKeys(app)?.field.kind === "json";

const isOfLines = (app: App): boolean => ["json", "long-text"].includes(fieldWithKeys(app)?.field.kind ?? "");

const suggests = (app: App): boolean => {
  const row = fieldWithKeys(app);
  return row !== undefined && hasPicker(row);
};

/**
 * What was written is left by Enter where it is a value by itself: a text, a time, a number. A name is looked up among the
 * suggestions first.
 */
function isWritten(app: App): boolean {
  const row = fieldWithKeys(app);
  const typed = row === undefined ? undefined : openForm(app)?.state.texts[row.key];
  if (row === undefined) return false;
  if (row.field.kind === "long-text" || row.field.kind === "json") return row.field.text !== "";
  if (typed === undefined || typed.text === "" || typed.error !== null) return false;
  return row.field.kind === "timestamp" || /^\d+$/u.test(typed.text);
}

const suggestsNow = (app: App): boolean => suggests(app) && !isWritten(app);

const isSecret = (app: App): boolean => fieldWithKeys(app)?.field.kind === "secret";

export const fieldBindings: readonly Binding[] = [
  {
    id: "form.suggest",
    keys: ["enter"],
    title: "Show suggestions",
    hint: "suggestions",
    scope,
    when: suggestsNow,
    run: openPicker,
  },
  {
    id: "form.suggest-always",
    keys: ["ctrl+space"],
    title: "Show suggestions, whatever is typed",
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
    when: (app) => isJson(app) && !suggestsNow(app),
    run: (app) => typeIn(app, "\n"),
  },
  {
    id: "form.accept",
    keys: ["enter"],
    title: "Accept the typed text",
    scope,
    when: (app) => !suggestsNow(app) && !isJson(app),
    run: enterAgain,
  },
  {
    id: "form.line",
    keys: ["alt+enter"],
    title: "New line in a long text",
    scope,
    when: isOfLines,
    run: (app) => typeIn(app, "\n"),
  },
  {
    id: "form.keep",
    keys: ["ctrl+u"],
    title: "Clear the input; the stored secret stays",
    hint: "undo",
    scope,
    when: isSecret,
    run: clearField,
  },
];
