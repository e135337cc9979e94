import { valueAt } from "../../contract/json/json.ts";
import type { FormEnv } from "../../forms/form-plan.ts";
import type { FormState } from "../../forms/form-state.ts";
import type { FieldRow, FormRow } from "../../forms/row-types.ts";
import { rowsOf } from "../../forms/rows.ts";
import type { Suggestion } from "../../forms/suggestion.ts";
import { MINUTE } from "../../text/durations.ts";
import type { FormLayer } from "../workspace.ts";

/** Visible rows of a form, and those that can be focused. Items of lists are folded until somebody opens them. */

type Rows = readonly FormRow[];

type Made = { readonly showAll: boolean; readonly timeZone: string; readonly minute: number; readonly rows: Rows };

/** Last computed rows per state: one key press reads them many times. Times in them are exact to the minute. */
const made = new WeakMap<FormState, Made>();

/** All rows of a form in its current state. */
export function allRows({ setup, state, showAll }: Pick<FormLayer, "setup" | "state" | "showAll">, env: FormEnv): Rows {
  const minute = Math.floor(env.now / MINUTE);
  const known = made.get(state);
  if (known?.showAll === showAll && known.timeZone === env.timeZone && known.minute === minute) return known.rows;
  const rows = rowsOf(setup.plan, state, env, { showAll });
  made.set(state, { showAll, timeZone: env.timeZone, minute, rows });
  return rows;
}

const byKey = (rows: Rows): ReadonlyMap<string, FormRow> => new Map(rows.map((row) => [row.key, row]));

/** Keys of the items around a row, innermost first. */
function* itemsAround(rows: ReadonlyMap<string, FormRow>, row: FormRow): Generator<string> {
  let above = row.parent === null ? undefined : rows.get(row.parent);
  while (above !== undefined) {
    if (above.row === "item") yield above.key;
    above = above.parent === null ? undefined : rows.get(above.parent);
  }
}

/** Rows that are not inside a folded item. */
export function visibleRows(rows: Rows, opened: ReadonlySet<string>): Rows {
  const index = byKey(rows);
  return rows.filter((row) => [...itemsAround(index, row)].every((item) => opened.has(item)));
}

/** Items that have to be open for a row to be visible, with those that are open already. */
export function openedFor(rows: Rows, key: string, opened: ReadonlySet<string>): ReadonlySet<string> {
  const index = byKey(rows);
  const row = index.get(key);
  if (row === undefined) return opened;
  const around = [...itemsAround(index, row)];
  return around.every((item) => opened.has(item)) ? opened : new Set([...opened, ...around]);
}

/** Headings only introduce what follows; every other row can be focused. */
export const takesKeys = (row: FormRow): boolean => row.row !== "heading" && row.row !== "list";

/** The focused row: the one with the given key, otherwise the first that can be focused. */
export function focusedRow(rows: Rows, focus: string): FormRow | undefined {
  return rows.find((row) => row.key === focus && takesKeys(row)) ?? rows.find(takesKeys);
}

/** Key of the row to focus for a key: itself, or for a heading the first row after it that can be focused. */
export function focusableKey(rows: Rows, key: string): string {
  const at = rows.findIndex((row) => row.key === key);
  if (at === -1) return key;
  return rows.slice(at).find(takesKeys)?.key ?? rows.slice(0, at).findLast(takesKeys)?.key ?? key;
}

/** Key of the focusable row `by` rows away. At the ends it stops, or wraps around if `goesRound`. */
export function keyAtOffset(rows: Rows, focus: string, by: number, goesRound: boolean): string | undefined {
  const possible = rows.filter(takesKeys);
  const count = possible.length;
  const at = Math.max(
    0,
    possible.findIndex((row) => row.key === focusedRow(rows, focus)?.key),
  );
  const to = goesRound ? (at + by + count) % Math.max(1, count) : Math.min(count - 1, Math.max(0, at + by));
  return possible[to]?.key;
}

/** The item that a row is, or that contains it. */
export function itemOf(rows: Rows, row: FormRow): FormRow | undefined {
  if (row.row === "item") return row;
  const index = byKey(rows);
  const [nearest] = itemsAround(index, row);
  return nearest === undefined ? undefined : index.get(nearest);
}

/** Number of rows with errors in an item. */
export const errorsWithin = (rows: Rows, item: FormRow): number => {
  const index = byKey(rows);
  return rows.filter((row) => errorOf(row) !== null && [...itemsAround(index, row)].includes(item.key)).length;
};

/** Error of a row. */
export function errorOf(row: FormRow): string | null {
  if (row.row === "field") return row.field.error;
  return row.row === "add" ? null : row.error;
}

/** Input method of a field. */
export type FieldEntry = "short" | "long" | "secret" | "choice" | "toggle" | "many";

export function entryOf({ field }: FieldRow): FieldEntry {
  switch (field.kind) {
    case "secret":
      return "secret";
    case "toggle":
      return "toggle";
    case "choice":
      return "choice";
    case "multi-choice":
      return "many";
    case "long-text":
    case "json":
      return "long";
    default:
      return "short";
  }
}

/** True when typed letters go into the field. */
export const isTyped = (entry: FieldEntry): boolean => entry === "short" || entry === "long" || entry === "secret";

/** True when the values of a field are picked from a list over the form. */
export const hasPicker = ({ field }: FieldRow): boolean =>
  field.kind === "multi-choice" || field.suggest !== null || (field.kind !== "choice" && field.choices.length > 0);

/** True when Enter leaves the field as its text is a value by itself: a text, a time, a number. A name is looked up among the suggestions first. */
export function isWritten({ key, field }: FieldRow, { texts }: FormState): boolean {
  if (field.kind === "long-text" || field.kind === "json") return field.text !== "";
  const typed = texts[key];
  if (typed === undefined || typed.text === "" || typed.error !== null) return false;
  return field.kind === "timestamp" || /^\d+$/u.test(typed.text);
}

/** Most choices that are stepped through and listed under the field; more are picked from a list with type-ahead. */
export const MOST_CHOICES = 9;

/** Index of the current choice, by its value in a body; -1 if the value is none of the choices. */
export const chosenIndex = ({ path, field }: FieldRow, body: unknown): number => {
  const value = String(valueAt(body, path));
  return field.choices.findIndex((choice) => choice.value === value);
};

/** The next or previous choice; none beyond the ends. If none is set, a step selects the first or last one. */
export function neighbouringChoice(row: FieldRow, body: unknown, by: 1 | -1): Suggestion | undefined {
  const { choices } = row.field;
  const at = chosenIndex(row, body);
  if (at === -1) return by === 1 ? choices[0] : choices.at(-1);
  return choices[at + by];
}
