import { enterSecret, keepSecret, setText } from "../../forms/edit.ts";
import type { App } from "../app.ts";
import type { TypedText } from "../text/typed-text.ts";
import { changeFormLayer, edit, fieldWithKeys, openForm } from "./layer.ts";
import { entryOf, isTyped } from "./rows.ts";

/** Typing into the focused field. Everything is read at the moment of the key press. */

/** Text of the focused field if letters can be typed into it. */
export function formText(app: App): TypedText | undefined {
  const layer = openForm(app);
  const row = fieldWithKeys(app);
  if (layer === undefined || row === undefined) return undefined;
  const entry = entryOf(row);
  if (!isTyped(entry)) return undefined;
  const text = entry === "secret" ? layer.secretText : row.field.text;
  const put: TypedText["put"] = (edited) => {
    const part = { caret: edited.caret, isFresh: false };
    if (edited.text === text) {
      changeFormLayer(app, (now) => ({ ...now, ...part }));
      return;
    }
    edit(
      app,
      (state, { setup }, env) =>
        entry === "secret"
          ? enterSecret(setup.plan, state, row.path, edited.text)
          : setText(setup.plan, state, row.path, edited.text, env),
      () => ({ ...part, secretText: entry === "secret" ? edited.text : "" }),
    );
  };
  return { text, caret: Math.min(layer.caret, text.length), hasLines: entry === "long", isFresh: layer.isFresh, put };
}

/** Clears the focused field; a secret returns to the stored one. */
export function clearField(app: App): void {
  const row = fieldWithKeys(app);
  if (row === undefined) return;
  const isSecret = entryOf(row) === "secret";
  edit(
    app,
    (state, { setup }, env) =>
      isSecret ? keepSecret(setup.plan, state, row.path) : setText(setup.plan, state, row.path, "", env),
    () => ({ secretText: "", caret: 0 }),
  );
}
