import { quoted } from "../../text/width.ts";
import { type App, changeLayer, layerNow, popLayer } from "../app.ts";
import { submit } from "../effects/submit.ts";
import { applyPicked } from "../form/choosing.ts";
import { openForm, rowsOn } from "../form/layer.ts";
import { moveFocusBy } from "../form/moves.ts";
import { bindingsIn } from "../keys/bindings-in.ts";
import { keyOf } from "../keys/key-of.ts";
import { moveBindings, movedIndex } from "../keys/move-bindings.ts";
import { entryValue, pickerEntries } from "../layers/picker-entries.ts";
import type { PickerLayer } from "../workspace.ts";
import { NOT_ACCEPTED } from "./typed.ts";

/** Keys of the list of suggestions; letters filter it. */

const scope = "picker" as const;

const takesSeveral = (app: App): boolean => layerNow(app, "picker")?.marked != null;

/** True for a picker of a form's field, as there are other fields to move to. */
const isOfField = (app: App): boolean => layerNow(app, "picker")?.target.kind === "field";

function moveBy(app: App, by: number): void {
  changeLayer(app, "picker", (layer) => ({
    ...layer,
    index: movedIndex(layer.index, by, pickerEntries(layer).length),
  }));
}

/** Several typed values, separated by commas as in a field. */
const valuesIn = (text: string): readonly string[] =>
  text
    .split(",")
    .map((part) => part.trim())
    .filter((part) => part !== "");

/** The marked values, and the typed text or the selected entry. */
function severalOf(layer: PickerLayer, marked: readonly string[]): readonly string[] | null {
  if (layer.text.trim() === "") return marked;
  const entry = pickerEntries(layer)[layer.index];
  if (entry === undefined) return null;
  const values = entry.kind === "free" ? valuesIn(entry.text) : [entryValue(entry)];
  return [...new Set([...marked, ...values])];
}

/**
 * Accepts the selected entry, or all marked and typed values. A text that is not a valid value is refused with a notice, and stays.
 *
 * @returns true if it was accepted
 */
function take(app: App): boolean {
  const layer = layerNow(app, "picker");
  if (layer === undefined) return false;
  const entry = pickerEntries(layer)[layer.index];
  const value =
    layer.marked === null ? (entry === undefined ? null : entryValue(entry)) : severalOf(layer, layer.marked);
  if (value !== null) {
    applyPicked(app, value);
    return true;
  }
  if (layer.text.trim() !== "") {
    const words = `${quoted(layer.text)} is not one of the values. ${keyOf(app)("text.erase-line")} erases it.`;
    app.store.notices.say("warning", words, { about: NOT_ACCEPTED });
    return false;
  }
  // There is nothing to accept, so nothing is lost.
  popLayer(app);
  return true;
}

/** Accepts the value and continues with the form below. */
const takeAnd =
  (next: (app: App) => void) =>
  (app: App): void => {
    const isField = layerNow(app, "picker")?.target.kind === "field";
    if (take(app) && isField) next(app);
  };

/** Closes the list. A notice names typed or marked values that were not accepted: the field keeps its value. */
function close(app: App): void {
  const layer = layerNow(app, "picker");
  popLayer(app);
  if (layer?.target.kind !== "field") return;
  const { key } = layer.target;
  const form = openForm(app);
  const kept = form?.state.texts[key]?.text ?? "";
  const row = form === undefined ? undefined : rowsOn(app, form).find((one) => one.key === key);
  const chosen = row?.row === "field" ? row.field.chosen : [];
  const marked = layer.marked?.filter((value) => !chosen.includes(value)) ?? [];
  const left = [...marked, ...(layer.text.trim() === "" || layer.text === kept ? [] : [layer.text.trim()])];
  if (left.length > 0) app.store.notices.say("info", `Not accepted: ${left.join(", ")}. ${layer.title} is unchanged.`);
}

function mark(app: App): void {
  changeLayer(app, "picker", (layer) => {
    const entry = pickerEntries(layer)[layer.index];
    if (entry === undefined || layer.marked === null) return layer;
    if (entry.kind === "free") {
      const marked = [...new Set([...layer.marked, ...valuesIn(entry.text)])];
      return { ...layer, marked, text: "", index: 0 };
    }
    const value = entryValue(entry);
    const marked = layer.marked.includes(value)
      ? layer.marked.filter((each) => each !== value)
      : [...layer.marked, value];
    return { ...layer, marked };
  });
}

export const pickerBindings = bindingsIn(scope, [
  { id: "picker.mark", keys: ["space"], title: "Select", hint: "select", when: takesSeveral, run: mark },
  { id: "picker.take", keys: ["enter"], title: "Choose", hint: "choose", run: (app) => void take(app) },
  {
    id: "picker.take-and-go",
    keys: ["tab"],
    title: "Choose, and go to the next field",
    hint: "choose, next",
    isUseful: isOfField,
    run: takeAnd((app) => moveFocusBy(app, 1, true)),
  },
  {
    id: "picker.take-and-go-back",
    keys: ["shift+tab"],
    title: "Choose, and go to the previous field",
    run: takeAnd((app) => moveFocusBy(app, -1, true)),
  },
  {
    id: "picker.take-and-submit",
    keys: ["ctrl+s"],
    title: "Choose, and review the request",
    run: takeAnd(submit),
  },
  ...moveBindings(scope, moveBy, [
    ["down", ["down"], "Next", 1],
    ["up", ["up"], "Previous", -1],
    ["page-down", ["pagedown"], "Page down", 10],
    ["page-up", ["pageup"], "Page up", -10],
  ]),
  {
    id: "picker.close",
    keys: ["escape"],
    title: "Close; the field stays unchanged",
    hint: "close",
    run: close,
  },
]);
