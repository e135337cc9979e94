import type { FieldRow, FormRow } from "../../forms/row-types.ts";
import { sentenceOf } from "../../forms/summary.ts";
import { pluralize } from "../../text/format.ts";
import type { App } from "../app.ts";
import { draftKeyOf } from "../form/draft-key.ts";
import { envOf } from "../form/env.ts";
import { helpTexts } from "../form/help-texts.ts";
import { rowsOn, titleOf } from "../form/layer.ts";
import { entryOf, errorOf, type FieldEntry, focusedRow, isTyped, neighbouringChoice, takesKeys } from "../form/rows.ts";
import { type KeyOf, keyOf } from "../keys/key-of.ts";
import type { FormLayer } from "../workspace.ts";
import type { Scene, SceneFocus } from "./scene.ts";
import { spoken, spokenKey } from "./spoken.ts";

/** A form as questions in order: Tab goes to the next one, which is read with its value and its input method. */

/** Keys of a choice, each where it leads somewhere, as the arrows beside it are drawn. */
function howToChoose(row: FieldRow, key: KeyOf, { state }: FormLayer): string {
  const leads = (by: 1 | -1): boolean => neighbouringChoice(row, state.body, by) !== undefined;
  const [back, on] = [spokenKey(key("form.step-back")), spokenKey(key("form.step-on"))];
  const steps = [...(leads(-1) ? [back] : []), ...(leads(1) ? [on] : [])];
  const step = steps.length === 0 ? [] : [`${steps.join(" and ")} ${steps.length === 1 ? "chooses" : "choose"}`];
  return [...step, ...(row.field.choices.length > 0 ? [`${key("form.choices")} lists`] : [])].join(", ");
}

/** Input method of a field, in words. */
const HOW: Readonly<Record<FieldEntry, (key: KeyOf, row: FieldRow, layer: FormLayer) => string>> = {
  short: () => "Type it",
  long: () => "Type it, in lines",
  secret: () => "Type it; it is not echoed",
  choice: (key, row, layer) => howToChoose(row, key, layer),
  toggle: (key) => `${key("form.turn")} turns it`,
  many: (key) => `${key("form.several")} chooses several`,
};

/** Current value of a field, in words. */
function formatValue({ field }: FieldRow): string {
  const { secret } = field;
  if (secret !== null) {
    if (secret.entered) return "entered";
    if (secret.again) return "enter it again";
    return secret.kept === null ? "empty" : "stored";
  }
  const shown = field.shown === "" ? field.text : field.shown;
  if (shown !== "") return spoken(shown.replaceAll("\n", ", "));
  return field.ghost === null ? "empty" : `empty: ${spoken(field.ghost)}`;
}

function formatRow(row: FormRow): { readonly question: string; readonly value: string } {
  switch (row.row) {
    case "field":
      return { question: `${row.field.label}${row.field.required ? ", required" : ""}`, value: formatValue(row) };
    case "item":
      return { question: row.title, value: row.summary };
    case "carried":
      return { question: row.label, value: row.shown };
    default:
      return { question: row.label.replace(/^\+ /u, ""), value: "" };
  }
}

function rowFocus(app: App, layer: FormLayer, row: FormRow, place: string): SceneFocus {
  const key = keyOf(app);
  const { question, value } = formatRow(row);
  const error = errorOf(row);
  const isField = row.row === "field";
  const isText = isField && isTyped(entryOf(row));
  const choosing = layer.choosing;
  const chosen = choosing?.choices[choosing.index]?.label;
  const how = isField
    ? HOW[entryOf(row)](key, row, layer)
    : row.row === "add"
      ? `${key("form.add")} adds one`
      : row.row === "item"
        ? `${key("form.open-item")} opens it`
        : "";
  const wrong = error === null ? "" : `Wrong: ${spoken(error)}.`;
  const parts = [`${place}: ${question}.`, value === "" ? "" : `Now ${value}.`, wrong, how === "" ? "" : `${how}.`];
  if (chosen !== undefined && choosing !== null) {
    const words = `${choosing.index + 1} of ${choosing.choices.length}: ${spoken(chosen)}`;
    return { key: `${row.key} choosing`, text: words, still: words };
  }
  return {
    key: row.key,
    text: [...parts, ...helpTexts(row, layer, Number.POSITIVE_INFINITY, key).map(spoken)]
      .filter((part) => part !== "")
      .join(" "),
    still: [isText ? "" : `${question}: ${value}`, wrong].filter((part) => part !== "").join(" "),
    ...(isText ? { answer: `${question}: ${value}` } : {}),
    ...(wrong === "" ? {} : { wrong: `${question}: ${value}. ${wrong}` }),
  };
}

/** The scene of a form. */
export function formScene(app: App, layer: FormLayer): Scene {
  const heading = `Form: ${spoken(titleOf(layer))}`;
  // A scene of its own while it loads: its keys are others, and those of the form are said when it is there.
  const key = `${layer.stage === "filling" ? "form" : "opening"} ${draftKeyOf(layer.setup)} ${layer.stage}`;
  const { refusal, notice } = layer.state;
  const message = [refusal, layer.message?.text ?? null, notice].flatMap((text) =>
    text === null ? [] : [spoken(text)],
  );
  if (layer.stage !== "filling") {
    return {
      key,
      heading,
      body: [layer.stage === "reading" ? "Loading." : "It could not be loaded.", ...message],
      focus: null,
      typed: null,
    };
  }
  const rows = rowsOn(app, layer);
  const row = focusedRow(rows, layer.focus);
  const questions = rows.filter(takesKeys);
  const place = `${questions.findIndex((one) => one.key === row?.key) + 1} of ${questions.length}`;
  const names = app.store.names.nameOf;
  const purpose = spoken(sentenceOf(layer.setup.plan, layer.state, { env: envOf(app), names }));
  const isText = row?.row === "field" && isTyped(entryOf(row)) && layer.choosing === null;
  return {
    key,
    heading,
    intro: `${pluralize(questions.length, "question")}. ${purpose}`,
    body: message,
    focus: row === undefined ? null : rowFocus(app, layer, row, place),
    typed: !isText ? null : entryOf(row) === "secret" ? "" : row.field.text,
  };
}
