import { type ReactNode, useMemo } from "react";
import { weakMapMemoize } from "reselect";
import { type Arranged, type ListEntry, shownMembers } from "../../app/list/arrange.ts";
import type { Changes } from "../../app/list/changes.ts";
import { type FittedColumn, fitColumns, GAP, GUTTER, INDENT, textIn } from "../../app/list/columns.ts";
import { shownColumns } from "../../app/preferences/columns.ts";
import type { Symbols } from "../../app/symbols.ts";
import type { Theme } from "../../app/theme.ts";
import type { Table } from "../../areas/builders/table.ts";
import { type Cell, cellTone } from "../../areas/model/cell.ts";
import type { Row } from "../../areas/model/view.ts";
import type { ChosenColumn } from "../../settings/preferences.ts";
import { asName, type Span, span, spread } from "../../text/spans.ts";
import { fitText } from "../../text/width.ts";
import { Block } from "../text/block.tsx";
import { type DrawnLine, drawn } from "../text/drawn.ts";

/** Limit of the cache of rendered lines: about twice the lines of a list that any terminal shows. */
const MEMOIZED = { maxSize: 2048 };

type ListProps = {
  readonly model: Table;
  /** Columns chosen by the user; undefined: all that fit. */
  readonly chosen: readonly ChosenColumn[] | undefined;
  readonly arranged: Arranged;
  readonly top: number;
  readonly selectedId: string | null;
  readonly marks: ReadonlySet<string>;
  readonly changes: Changes;
  readonly width: number;
  /** Cells to keep free at the right end, for the pane beside it. */
  readonly edge: number;
  readonly height: number;
  readonly focused: boolean;
  readonly theme: Theme;
  readonly symbols: Symbols;
  /** Age of the rows below each section heading, by section. */
  readonly ages: ReadonlyMap<string, readonly Span[]>;
};

const cellSpan = (cell: Cell, fitted: FittedColumn, dim: boolean): Span => {
  const tone = cellTone(cell);
  return span(textIn(cell, fitted), tone === "plain" && dim ? "dim" : tone);
};

function rowSpans(
  row: Row,
  columns: readonly FittedColumn[],
  depth: number,
  changed: ReadonlySet<string> | undefined,
): Span[] {
  const dim = row.tone === "dim";
  return columns.flatMap((fitted, index) => {
    const cell = row.cells[fitted.column.id] ?? "";
    const indent = index === 0 ? " ".repeat(depth * INDENT) : "";
    const room = { column: fitted.column, width: Math.max(0, fitted.width - indent.length) };
    const still = cellSpan(cell, room, dim);
    const shown = changed?.has(fitted.column.id) === true ? span(still.text, "changed") : still;
    return [...(index === 0 ? [] : [span(" ".repeat(GAP))]), ...(indent === "" ? [] : [span(indent)]), shown];
  });
}

/** Properties shared by all lines of a list. */
type LineLook = {
  readonly columns: readonly FittedColumn[];
  readonly focused: boolean;
  readonly width: number;
  readonly theme: Theme;
  readonly symbols: Symbols;
};

/** A section heading with the age of its rows at the right end. */
function headingSpans(
  { title, isName }: Extract<ListEntry, { kind: "section" }>,
  aged: readonly Span[] | undefined,
  width: number,
): readonly Span[] {
  const shown = span(title, "heading");
  const left = [span(" ".repeat(GUTTER)), isName ? asName(shown) : shown];
  return aged === undefined ? left : spread(left, [span(" "), ...aged, span(" ")], width, span(" "));
}

function entrySpans(
  { columns, width, symbols }: LineLook,
  entry: ListEntry,
  selected: boolean,
  marked: boolean,
  changed: ReadonlySet<string> | undefined,
  aged: readonly Span[] | undefined,
): readonly Span[] {
  if (entry.kind === "section") return headingSpans(entry, aged, width);
  const { row, depth, folded } = entry;
  const fold = folded === null ? " " : folded ? symbols.folded : symbols.unfolded;
  const news = row.isNew === true || changed !== undefined;
  return [
    span(selected ? symbols.selected : " ", "accent"),
    span(marked ? symbols.marked : fold, "accent"),
    span(news ? symbols.bullet : " ", "changed"),
    ...rowSpans(row, columns, depth, changed),
  ];
}

/** Further arguments for the line of one entry. */
type EntryFacts = Parameters<typeof entrySpans> extends [LineLook, ...infer Facts] ? Facts : never;

/** Renders the lines of a list, memoised per entry. */
const createEntryLines = (look: LineLook) =>
  weakMapMemoize((...facts: EntryFacts): DrawnLine => {
    const [entry, selected] = facts;
    const over = selected && entry.kind === "row" ? (look.focused ? "selected" : "selectedIdle") : undefined;
    return drawn(entrySpans(look, ...facts), look.theme, look.width, over);
  }, MEMOIZED);

function headSpans(columns: readonly FittedColumn[]): Span[] {
  return [
    span(" ".repeat(GUTTER)),
    ...columns.flatMap(({ column, width }, index) => [
      ...(index === 0 ? [] : [span(" ".repeat(GAP))]),
      span(fitText(column.title, width, column.align), "dim"),
    ]),
  ];
}

/** A table with its column heads and only the visible rows. */
export function List(props: ListProps): ReactNode {
  const {
    model,
    chosen,
    arranged,
    top,
    selectedId,
    marks,
    changes,
    width,
    height,
    focused,
    theme,
    symbols,
    ages,
    edge,
  } = props;
  const members = useMemo(() => shownMembers(arranged), [arranged]);
  const columns = useMemo(
    () => fitColumns(shownColumns(model.columns, chosen), model.rows, width - GUTTER - edge, members),
    [model.columns, chosen, model.rows, width, edge, members],
  );
  const head = useMemo(() => drawn(headSpans(columns), theme, width), [columns, theme, width]);
  const lineOf = useMemo(
    () => createEntryLines({ columns, focused, width, theme, symbols }),
    [columns, focused, width, theme, symbols],
  );
  const lines = arranged.entries
    .slice(top, top + height)
    .map((entry) =>
      lineOf(
        entry,
        entry.id === selectedId,
        entry.kind === "row" && isMarked(entry.row, marks),
        changes.get(entry.id),
        entry.kind === "section" ? ages.get(entry.section) : undefined,
      ),
    );
  return <Block lines={[head, ...lines]} />;
}

/** A group is marked if all of its members are. */
const isMarked = (row: Row, marks: ReadonlySet<string>): boolean =>
  row.members === undefined ? marks.has(row.id) : row.members.every(({ id }) => marks.has(id));
