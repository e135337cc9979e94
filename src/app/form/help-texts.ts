import type { FormState } from "../../forms/form-state.ts";
import type { CarriedRow, FieldRow, FormRow } from "../../forms/row-types.ts";
import { capitalized, withFullStop } from "../../text/format.ts";
import { present } from "../../text/present.ts";
import { widthOf } from "../../text/width.ts";
import type { KeyOf } from "../keys/key-of.ts";
import type { FormLayer } from "../workspace.ts";
import { hasPicker, isWritten } from "./rows.ts";

/** Help below the focused row of a form. */

/** The suggestions if there are few, otherwise their number. */
function offersOf(row: FieldRow, state: FormState, room: number, key: KeyOf): string {
  const { choices } = row.field;
  // In written text, Enter leaves the field or begins a line.
  const isText = isWritten(row, state);
  const listing = key(isText ? "form.suggest-always" : "form.suggest");
  if (choices.length === 0) return isText ? `${listing} lists suggestions.` : "";
  const listed = `Suggestions: ${choices.map(({ label }) => label).join("  ")}`;
  return choices.length <= 6 && widthOf(listed) <= room ? listed : `${listing} lists ${choices.length} suggestions.`;
}

function carriedHelp({ state, error }: CarriedRow, key: KeyOf): string {
  if (state === "same") return "Unknown field: sent back unchanged.";
  const sent = error === null ? "Unknown field: sent as entered." : "Unknown field.";
  return `${sent} Press ${key("form.remove")} to ${state === "added" ? "remove it" : "restore the received value"}.`;
}

/** Help of the focused row: its meaning, the reason why it is shown, an example, the suggestions. */
export function helpTexts(
  row: FormRow,
  { choosing, secretText, state }: FormLayer,
  room: number,
  key: KeyOf,
): readonly string[] {
  if (row.row === "carried") return [carriedHelp(row, key)];
  if (row.row === "item" || row.row === "add") {
    const unknown = row.row === "item" && row.unknownKind;
    return present(row.help !== null && withFullStop(row.help), unknown && "Unknown type: sent unchanged.");
  }
  if (row.row !== "field" || choosing !== null) return [];
  const { field } = row;
  const hasExample = field.text === "" && field.secret === null && field.kind !== "toggle";
  const example = hasExample && field.example !== null ? `For example ${field.example}` : "";
  // What is required is said once: as an error, as soon as it is one.
  const because = field.because === null || field.because === field.error ? "" : capitalized(field.because);
  const isKept = field.secret !== null && field.secret.kept !== null;
  const words = [
    field.help ?? "",
    isKept ? "Leave empty to keep the stored one" : "",
    because,
    field.note ?? "",
    example,
  ]
    .filter((part) => part !== "")
    .map(withFullStop)
    .join(" ");
  const offers = hasPicker(row) && field.kind !== "multi-choice" ? offersOf(row, state, room, key) : "";
  const typed = secretText === "" ? "" : `${secretText.length} characters typed. ${key("form.keep")} clears them.`;
  return [words, offers, typed].filter((part) => part !== "");
}
