import type { App } from "../app.ts";
import { enterAgain, openPicker } from "../form/choosing.ts";
import { fieldWithKeys, openForm } from "../form/layer.ts";
import { hasPicker, isWritten } from "../form/rows.ts";
import { clearField } from "../form/typing.ts";
import { bindingsIn } from "../keys/bindings-in.ts";
import { typeIn } from "./typed.ts";

/** Keys of a field for typed text. All other keys are typed into it. */

const scope = "form-text" as const;

const isJson = (app: App): boolean => fieldWithKeys(app)?.field.kind === "json";

const isOfLines = (app: App): boolean => ["json", "long-text"].includes(fieldWithKeys(app)?.field.kind ?? "");

const suggests = (app: App): boolean => {
  const row = fieldWithKeys(app);
  return row !== undefined && hasPicker(row);
};

const suggestsNow = (app: App): boolean => {
  const row = fieldWithKeys(app);
  const layer = openForm(app);
  return row !== undefined && layer !== undefined && hasPicker(row) && !isWritten(row, layer.state);
};

const isSecret = (app: App): boolean => fieldWithKeys(app)?.field.kind === "secret";

/** True while a secret is entered that can be cleared. */
const hasSecretInput = (app: App): boolean => fieldWithKeys(app)?.field.secret?.entered === true;

export const fieldBindings = bindingsIn(scope, [
  {
    id: "form.suggest",
    keys: ["enter"],
    title: "Show suggestions",
    hint: "suggestions",
    when: suggestsNow,
    run: openPicker,
  },
  {
    id: "form.suggest-always",
    keys: ["ctrl+space"],
    title: "Show suggestions, whatever is typed",
    when: suggests,
    run: openPicker,
  },
  {
    id: "form.break",
    keys: ["enter"],
    title: "New line",
    hint: "new line",
    when: (app) => isJson(app) && !suggestsNow(app),
    run: (app) => typeIn(app, "\n"),
  },
  {
    id: "form.accept",
    keys: ["enter"],
    title: "Accept the typed text",
    when: (app) => !suggestsNow(app) && !isJson(app),
    run: enterAgain,
  },
  {
    id: "form.line",
    keys: ["alt+enter"],
    title: "New line in a long text",
    when: isOfLines,
    run: (app) => typeIn(app, "\n"),
  },
  {
    id: "form.keep",
    keys: ["ctrl+u"],
    title: "Clear the input; the stored secret stays",
    hint: "clear",
    when: isSecret,
    isUseful: hasSecretInput,
    run: clearField,
  },
]);
