import { enterSecret, keepSecret, setText } from "../../forms/edit.ts";
import type { FieldRow } from "../../forms/types.ts";
import type { Console } from "../console.ts";
import { type CaretMove, caretAfter, erased, inserted, movedCaret } from "./caret.ts";
import { adjust, edit, fieldWithKeys, isLong, openForm } from "./layer.ts";
import { entryOf } from "./rows.ts";

/** What typing does to the field that has the keys. Everything is read at the moment of the key. */

/** Takes the whole text of a short field or of a secret, as its field has it now. */
export function typeWhole(console: Console, text: string): void {
  const row = fieldWithKeys(console);
  if (row === undefined) return;
  const { plan } = openForm(console)?.setup ?? {};
  if (plan === undefined) return;
  if (entryOf(row) === "secret") {
    edit(
      console,
      (state) => enterSecret(plan, state, row.path, text),
      () => ({ secretText: text }),
    );
    return;
  }
  const caret = isLong(text) ? caretAfter(row.field.text, text) : null;
  edit(
    console,
    (state, _layer, env) => setText(plan, state, row.path, text, env),
    () => ({ caret }),
  );
}

/** The long text that has the keys, with its caret. */
export function longWithKeys(console: Console): { row: FieldRow; text: string; caret: number } | undefined {
  const layer = openForm(console);
  const row = fieldWithKeys(console);
  if (layer === undefined || row === undefined || layer.caret === null) return undefined;
  const { text } = row.field;
  return { row, text, caret: Math.min(layer.caret, text.length) };
}

function setLong(console: Console, row: FieldRow, { text, caret }: { text: string; caret: number }): void {
  edit(
    console,
    (state, layer, env) => setText(layer.setup.plan, state, row.path, text, env),
    () => ({ caret }),
  );
}

/** What Ink hands over may hold half a character of a pair: it is not text. Other control characters are no text either. */
const NOT_TEXT = /[\ud800-\udfff]|[^\P{Cc}\n]/gu;

/** Puts typed or pasted text into the long text that has the keys. */
export function typeIn(console: Console, text: string): void {
  const long = longWithKeys(console);
  const clean = text.replaceAll(/\r\n?/gu, "\n").replaceAll(NOT_TEXT, "");
  if (long === undefined || clean === "") return;
  const isLines = entryOf(long.row) === "long";
  setLong(console, long.row, inserted(long.text, long.caret, isLines ? clean : clean.replaceAll("\n", " ")));
}

export function eraseIn(console: Console, side: "before" | "behind"): void {
  const long = longWithKeys(console);
  if (long !== undefined) setLong(console, long.row, erased(long.text, long.caret, side));
}

/** Moves the caret; false where there is no further line in that direction. */
export function moveCaret(console: Console, move: CaretMove): boolean {
  const long = longWithKeys(console);
  if (long === undefined) return false;
  const caret = movedCaret(long.text, long.caret, move);
  if (caret === null) return false;
  adjust(console, (layer) => ({ ...layer, caret }));
  return true;
}

/** Empties the field that has the keys; a secret goes back to the stored one. */
export function clearField(console: Console): void {
  const row = fieldWithKeys(console);
  if (row === undefined) return;
  const isSecret = entryOf(row) === "secret";
  edit(
    console,
    (state, { setup }, env) =>
      isSecret ? keepSecret(setup.plan, state, row.path) : setText(setup.plan, state, row.path, "", env),
    (layer) => ({ secretText: "", caret: layer.caret === null ? null : 0 }),
  );
}
