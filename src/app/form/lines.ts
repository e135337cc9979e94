import { possibleLabels } from "../../forms/labels.ts";
import type { AddRow, FieldRow, FieldView, FormListRow, FormRow } from "../../forms/row-types.ts";
import { pluralize } from "../../text/format.ts";
import { type Span, span, spansWidth, spread } from "../../text/spans.ts";
import { cut, fitText, graphemes, widthOf, wrapped } from "../../text/width.ts";
import type { KeyOf } from "../keys/key-of.ts";
import type { Symbols } from "../symbols.ts";
import { lineAt, textLines } from "../text/caret.ts";
import type { FormLayer } from "../workspace.ts";
import { helpTexts } from "./help-texts.ts";
import { isLong } from "./layer.ts";
import { entryOf, errorOf, errorsWithin, focusedRow, isTyped, neighbouringChoice, visibleRows } from "./rows.ts";

/** A form as lines of the screen: pure, so that only the visible ones are mounted. */

type Spans = readonly Span[];

/** A line of a form. `entry`: a short text or a secret with an input between `before` and `after`. `choices`: place of the open list. */
export type FormLine =
  | { readonly kind: "spans"; readonly id: string; readonly spans: Spans; readonly hasKeys: boolean }
  | {
      readonly kind: "entry";
      readonly id: string;
      readonly before: Spans;
      readonly after: Spans;
      readonly text: string;
      readonly caret: number;
      readonly isFresh: boolean;
      readonly isSecret: boolean;
      readonly hasKeys: true;
    }
  | { readonly kind: "choices"; readonly id: string; readonly indent: number; readonly hasKeys: true };

type FormLinesInput = {
  readonly layer: FormLayer;
  readonly rows: readonly FormRow[];
  readonly width: number;
  readonly symbols: Symbols;
  readonly key: KeyOf;
  /** Number of lines of a long text on screen at once. */
  readonly textLines?: number;
};

type Columns = { readonly label: number; readonly value: number; readonly width: number };

const MOST_LABEL = 34;
/** Smallest width left for a value beside the longest label. */
const LEAST_VALUE = 14;

const widestOf = (labels: readonly { readonly label: string; readonly depth: number }[]): number =>
  Math.max(0, ...labels.map(({ label, depth }) => 2 * depth + widthOf(label)));

/**
 * Column at which values begin: after the widest label, within limits. A mark of two cells is on each side of the label. Labels of fields that are
 * not shown count too, up to a third of the width: values should not move when an entry is added, opened, or of another kind.
 */
function columnsOf({ layer, rows, width }: FormLinesInput): Columns {
  const shown = rows.flatMap((row) =>
    row.row === "heading" || row.row === "add" ? [] : [{ label: labelOf(row), depth: row.depth }],
  );
  const possible = Math.min(Math.floor(width / 3), widestOf(possibleLabels(layer.setup.plan)));
  const label = Math.min(MOST_LABEL, Math.floor(width * 0.42), Math.max(12, possible, widestOf(shown)));
  return { label, value: label + 5, width };
}

function labelOf(row: FormRow): string {
  switch (row.row) {
    case "field":
      return row.field.label;
    case "item":
      return row.title;
    default:
      return row.label;
  }
}

/** Everything left of the value: the focus mark, the label, the change mark. */
function head(row: FormRow, { label, width }: Columns, { hasKeys, isChanged, symbols }: HeadLook): Spans {
  const name = `${"  ".repeat(row.depth)}${labelOf(row)}`;
  // A long label pushes its own value to the right rather than being cut.
  const room = Math.max(label, Math.min(widthOf(name), width - LEAST_VALUE - 5));
  return [
    span(hasKeys ? `${symbols.selected} ` : "  ", "accent"),
    span(fitText(name, room), hasKeys ? "title" : "plain"),
    span(isChanged ? ` ${symbols.bullet} ` : "   ", "changed"),
  ];
}
type HeadLook = { readonly hasKeys: boolean; readonly isChanged: boolean; readonly symbols: Symbols };

/** The value of an unfocused field, or its placeholder. */
function valueSpans({ field }: FieldRow, symbols: Symbols): Spans {
  if (field.secret !== null) {
    const { entered, kept, again } = field.secret;
    if (entered) return [span(symbols.running.repeat(6)), span("  entered", "dim")];
    if (again) return [span("enter again", "warn")];
    if (kept !== null) return [span(kept === "" ? "stored" : `stored, ends in ${kept}`)];
  }
  const [first = "", ...more] = (field.text !== "" && field.shown === "" ? field.text : field.shown).split("\n");
  if (first !== "" || more.length > 0) return [span(more.length > 0 ? `${first} ${symbols.ellipsis}` : first)];
  if (field.ghost !== null) return [span(`[${withUnit(field.ghost, field.unit)}]`, "ghost")];
  if (isMissing(field)) return [span("! required", "bad")];
  return [span(field.required ? "required" : symbols.dash, field.required ? "warn" : "dim")];
}

/** True for an empty field whose only error is that it is empty: it is said in place of the value. */
const isMissing = ({ text, required, secret, error }: FieldView): boolean =>
  text === "" && required && error === "required" && secret?.again !== true;

const withUnit = (text: string, unit: string | null): string => (unit === null ? text : `${text} ${unit}`);

const wasSpans = ({ field }: FieldRow): Spans =>
  field.was === null || field.secret !== null ? [] : [span(`  (was ${field.was.replaceAll("\n", " ")})`, "dim")];

/** Kinds of fields whose displayed value differs from the typed text: a point in time, or the name for an id or a choice. */
const MEANINGFUL: readonly FieldView["kind"][] = ["timestamp", "text", "choice-or-other"];

/** Reading of a typed value, as a dim text beside or below it; null where it equals what was typed. */
function meaningOf({ field }: FieldRow, symbols: Symbols): Span | null {
  // A number is read as itself, whatever its unit is called: `28`, `28 days`.
  const isSameNumber = /^\d+$/u.test(field.text) && field.shown.startsWith(`${field.text} `);
  const isAsTyped = isSameNumber || [field.text, withUnit(field.text, field.unit), ""].includes(field.shown);
  const hasMeaning = MEANINGFUL.includes(field.kind) && !isAsTyped && field.text !== "" && field.secret === null;
  return hasMeaning ? span(`${symbols.dot} ${field.shown}`, "dim") : null;
}

/** Texts to the right of an entry: its unit, its default when left empty, its former value. */
function afterEntry(row: FieldRow, { layer, key }: FormLinesInput): Spans {
  const { field } = row;
  const secret = field.secret;
  if (secret !== null) {
    // What is being typed is counted below, with the key that clears it.
    if (secret.entered && layer.secretText !== "") return [];
    if (secret.entered) return [span(`  entered; ${key("form.keep")} clears it`, "dim")];
    if (secret.again) return [span("  enter again", "warn")];
    return secret.kept === null
      ? []
      : [span(`  ${secret.kept === "" ? "stored" : `stored, ends in ${secret.kept}`}`, "dim")];
  }
  const unit = field.unit === null ? [] : [span(` ${field.unit}`, "dim")];
  if (field.text === "" && field.ghost !== null) return [...unit, span(`  if empty: ${field.ghost}`, "ghost")];
  return [...unit, ...wasSpans(row)];
}

/** The text of a long field over several lines, with the cursor. */
function longLines(row: FieldRow, caret: number, input: FormLinesInput): readonly Spans[] {
  const { width, symbols, textLines: most = LEAST_LINES } = input;
  const { text } = row.field;
  const lines = textLines(text, width - 5);
  const at = lineAt(lines, caret);
  const top = Math.max(0, Math.min(at - Math.floor(most / 2), lines.length - most));
  return lines.slice(top, top + most).map(({ start, end }, offset) => {
    const bar = span(`  ${symbols.vertical} `, "accent");
    if (top + offset !== at) return [bar, span(text.slice(start, end).trimEnd())];
    const under = graphemes(text.slice(caret, end))[0] ?? "";
    return [
      bar,
      span(text.slice(start, caret)),
      span(under === "" ? " " : under, "selected"),
      span(text.slice(caret + under.length, end)),
    ];
  });
}

/** Number of lines of a long text on screen at once, where no more are free. */
const LEAST_LINES = 6;

/** Arrows around a choice, each where it leads to another one: without colours a dim one looks like any other. A switch can always be toggled. */
function stepped(row: FieldRow, value: Spans, { layer, symbols }: FormLinesInput): Spans {
  const { body } = layer.state;
  const leads = (by: 1 | -1): boolean => entryOf(row) === "toggle" || neighbouringChoice(row, body, by) !== undefined;
  const arrow = (symbol: string, by: 1 | -1): string => (leads(by) ? symbol : " ".repeat(widthOf(symbol)));
  return [span(`${arrow(symbols.left, -1)} `, "accent"), ...value, span(` ${arrow(symbols.right, 1)}`, "accent")];
}

function fieldLines(row: FieldRow, hasKeys: boolean, columns: Columns, input: FormLinesInput): readonly FormLine[] {
  const { layer, symbols, width } = input;
  const { field, key } = row;
  const before = head(row, columns, { hasKeys, isChanged: field.changed, symbols });
  const plain = (spans: Spans, part = ""): FormLine => ({ kind: "spans", id: `${key}${part}`, spans, hasKeys });
  const entry = entryOf(row);
  const meaning = meaningOf(row, symbols);
  if (!hasKeys) return [plain([...before, ...valueSpans(row, symbols), ...wasSpans(row)])];
  if (isLong(row)) {
    const length = graphemes(field.text).length;
    const count = field.limit === null ? "" : `${length}/${field.limit} `;
    const isOver = field.limit !== null && length > field.limit;
    return [
      plain(spread([...before, ...wasSpans(row)], [span(count, isOver ? "bad" : "dim")], width)),
      ...longLines(row, Math.min(layer.caret, field.text.length), input).map((spans, index) =>
        plain(spans, `:${index}`),
      ),
      ...(meaning === null ? [] : [plain([span("    "), meaning], "=")]),
    ];
  }
  if (entry === "short" || entry === "secret") {
    const after = [span("]", "accent"), ...afterEntry(row, input)];
    const taken = spansWidth(before) + widthOf(field.text) + spansWidth(after) + 4;
    const fits = meaning !== null && taken + widthOf(meaning.text) <= width;
    return [
      {
        kind: "entry",
        id: key,
        before: [...before, span("[", "accent")],
        after: fits ? [...after, span("  "), meaning] : after,
        text: entry === "secret" ? layer.secretText : field.text,
        caret: layer.caret,
        isFresh: layer.isFresh,
        isSecret: entry === "secret",
        hasKeys: true,
      },
      // A name that has no room beside its id stands below it.
      ...(meaning === null || fits ? [] : [plain([span(" ".repeat(columns.value)), meaning], "=")]),
    ];
  }
  const value = valueSpans(row, symbols);
  const first = plain([...before, ...(entry === "many" ? value : stepped(row, value, input)), ...wasSpans(row)]);
  return layer.choosing === null
    ? [first]
    : [first, { kind: "choices", id: `${key}?`, indent: columns.value, hasKeys: true }];
}

function rowLines(row: FormRow, hasKeys: boolean, columns: Columns, input: FormLinesInput): readonly FormLine[] {
  const { symbols, layer, rows } = input;
  const indent = "  ".repeat(row.depth);
  const plain = (spans: Spans): readonly FormLine[] => [{ kind: "spans", id: row.key, spans, hasKeys }];
  switch (row.row) {
    case "field":
      return fieldLines(row, hasKeys, columns, input);
    case "heading":
      return plain([
        span(`  ${indent}${row.label}`, "heading"),
        span(row.because === null ? "" : `  ${row.because}`, "dim"),
      ]);
    case "list":
      return plain([
        span(`  ${indent}${row.label}`, "heading"),
        span(row.changed ? ` ${symbols.bullet}` : "", "changed"),
      ]);
    case "item": {
      const isOpen = layer.opened.has(row.key);
      const wrong = isOpen ? 0 : errorsWithin(rows, row);
      const said = [
        ...head(row, columns, { hasKeys, isChanged: row.state !== "same", symbols }),
        span(row.summary),
        span(isOpen ? "" : ` ${symbols.ellipsis}`, "dim"),
      ];
      // The mark says it too, where there is no room for the word.
      const isSaid = row.state === "added" && spansWidth(said) + widthOf(ADDED) <= input.width;
      return plain([
        ...said,
        span(isSaid ? ADDED : "", "dim"),
        span(wrong === 0 ? "" : `  ! ${pluralize(wrong, "error")}`, "bad"),
      ]);
    }
    case "add":
      return plain(addSpans(row, hasKeys, columns, input));
    case "carried":
      return plain([
        ...head(row, columns, { hasKeys, isChanged: row.state !== "same", symbols }),
        span(row.shown, "dim"),
      ]);
  }
}

const ADDED = "  added";

/** The empty list that a row adds to: the two share a line. */
const emptyListOf = (row: FormRow, rows: readonly FormRow[]): FormListRow | undefined => {
  const list = row.row === "add" ? rows.find(({ key }) => key === row.parent) : undefined;
  return list?.row === "list" && list.count === 0 ? list : undefined;
};

function addSpans(row: AddRow, hasKeys: boolean, columns: Columns, { rows, symbols }: FormLinesInput): Spans {
  const token = hasKeys ? "title" : "accent";
  const list = emptyListOf(row, rows);
  if (list !== undefined) {
    return [...head(list, columns, { hasKeys, isChanged: list.changed, symbols }), span(row.label, token)];
  }
  return [
    span(hasKeys ? `${symbols.selected} ` : "  ", "accent"),
    span(`${"  ".repeat(row.depth)}${row.label}`, token),
  ];
}

/** Error and help below a row. */
function below(row: FormRow, hasKeys: boolean, { width, layer, rows, key }: FormLinesInput): readonly FormLine[] {
  const indent = " ".repeat(4 + 2 * row.depth);
  // Only a field that is typed in shows no value beside its label.
  const isSaid = row.row === "field" && isMissing(row.field) && !(hasKeys && isTyped(entryOf(row)));
  const error = isSaid ? null : errorOf(emptyListOf(row, rows) ?? row);
  const text = (words: string, token: "bad" | "dim", part: string): FormLine[] =>
    wrapped(words, width - indent.length - 1).map((line, index) => ({
      kind: "spans",
      id: `${row.key}${part}${index}`,
      spans: [span(`${indent}${cut(line, width - indent.length)}`, token)],
      hasKeys,
    }));
  return [
    ...(error === null ? [] : text(`! ${error}`, "bad", "!")),
    ...(hasKeys
      ? helpTexts(row, layer, width - indent.length - 1, key).flatMap((words, index) =>
          text(words, "dim", `h${index}-`),
        )
      : []),
  ];
}

export type RowLine = FormLine & { readonly row: string };

/** All lines of a form, each with the key of its row. Lines of the focused row are marked, to be kept in view. */
export function formLines(input: FormLinesInput): readonly RowLine[] {
  const rows = visibleRows(input.rows, input.layer.opened);
  const columns = columnsOf(input);
  const keys = focusedRow(rows, input.layer.focus)?.key;
  return rows.flatMap((row) => {
    if (row.row === "list" && row.count === 0) return [];
    const hasKeys = row.key === keys;
    const lines = [...rowLines(row, hasKeys, columns, input), ...below(row, hasKeys, input)];
    return lines.map((line) => ({ ...line, row: row.key }));
  });
}

/** The lines of a form of a height: a long text has the lines that the other rows leave free. */
export function formLinesIn(input: FormLinesInput, height: number): readonly RowLine[] {
  const lines = formLines(input);
  const free = height - lines.length;
  const focused = input.rows.find(({ key }) => key === input.layer.focus);
  const isInLongText = focused?.row === "field" && isLong(focused);
  return isInLongText && free > 0 ? formLines({ ...input, textLines: LEAST_LINES + free }) : lines;
}
