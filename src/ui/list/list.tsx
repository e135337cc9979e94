import { Box } from "ink";
import { memo, type ReactNode, useMemo } from "react";
import { type Cell, cellText, cellTone, type ListModel, type Row } from "../../areas/area.ts";
import type { Symbols } from "../symbols.ts";
import { Line, type Span, span, spread } from "../text/line.tsx";
import { fitText } from "../text/width.ts";
import type { Theme } from "../theme.ts";
import type { Arranged, Entry } from "./arrange.ts";
import type { Changes } from "./changes.ts";
import { type FittedColumn, fitColumns, GAP } from "./columns.ts";

/** Cells before the first column: selection, mark, new. */
const GUTTER = 3;

type ListProps = {
  readonly model: ListModel;
  readonly arranged: Arranged;
  readonly top: number;
  readonly selectedId: string | null;
  readonly marks: ReadonlySet<string>;
  readonly changes: Changes;
  readonly width: number;
  /** Cells that the columns leave free at the right: another pane stands there. */
  readonly edge: number;
  readonly height: number;
  readonly focused: boolean;
  readonly theme: Theme;
  readonly symbols: Symbols;
  /** How old the rows under a heading are, by section. */
  readonly ages: ReadonlyMap<string, readonly Span[]>;
};

const cellSpan = (cell: Cell, { column, width }: FittedColumn, dim: boolean): Span => {
  const tone = cellTone(cell);
  const text = fitText(cellText(cell), width, column.align, column.truncate);
  return span(text, tone === "plain" && dim ? "dim" : tone);
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
    const indent = depth > 0 && index === 0 ? "  " : "";
    const room = { column: fitted.column, width: Math.max(0, fitted.width - indent.length) };
    const still = cellSpan(cell, room, dim);
    const shown = changed?.has(fitted.column.id) === true ? span(still.text, "changed") : still;
    return [...(index === 0 ? [] : [span(" ".repeat(GAP))]), ...(indent === "" ? [] : [span(indent)]), shown];
  });
}

type EntryProps = {
  readonly entry: Entry;
  readonly columns: readonly FittedColumn[];
  readonly selected: boolean;
  readonly marked: boolean;
  readonly changed: ReadonlySet<string> | undefined;
  readonly focused: boolean;
  readonly width: number;
  readonly theme: Theme;
  readonly symbols: Symbols;
  readonly aged: readonly Span[] | undefined;
};

/** A heading, and at its right how old what stands under it is. */
function headingSpans(title: string, aged: readonly Span[] | undefined, width: number): readonly Span[] {
  const left = [span(" ".repeat(GUTTER)), span(title, "heading")];
  return aged === undefined ? left : spread(left, [span(" "), ...aged, span(" ")], width, span(" "));
}

/** One line of the list. Rows that did not change are not painted again. */
const EntryLine = memo(function EntryLine(props: EntryProps): ReactNode {
  const { entry, columns, selected, marked, changed, focused, width, theme, symbols } = props;
  if (entry.kind === "section") {
    return <Line theme={theme} width={width} spans={headingSpans(entry.title, props.aged, width)} />;
  }
  const { row, depth, folded } = entry;
  const fold = folded === null ? " " : folded ? symbols.folded : symbols.unfolded;
  const news = row.isNew === true || changed !== undefined;
  const gutter = [
    span(selected ? symbols.selected : " ", "accent"),
    span(marked ? symbols.marked : fold, "accent"),
    span(news ? symbols.bullet : " ", "changed"),
  ];
  const over = selected ? (focused ? "selected" : "selectedIdle") : undefined;
  return (
    <Line theme={theme} width={width} spans={[...gutter, ...rowSpans(row, columns, depth, changed)]} over={over} />
  );
});

function headSpans(columns: readonly FittedColumn[]): Span[] {
  return [
    span(" ".repeat(GUTTER)),
    ...columns.flatMap(({ column, width }, index) => [
      ...(index === 0 ? [] : [span(" ".repeat(GAP))]),
      span(fitText(column.title, width, column.align), "dim"),
    ]),
  ];
}

/** The table of a list: its column heads and the rows that are visible, nothing else is mounted. */
export function List(props: ListProps): ReactNode {
  const { model, arranged, top, selectedId, marks, changes, width, height, focused, theme, symbols, ages, edge } =
    props;
  const columns = useMemo(
    () => fitColumns(model.columns, model.rows, width - GUTTER - edge),
    [model.columns, model.rows, width, edge],
  );
  const head = useMemo(() => headSpans(columns), [columns]);
  const visible = arranged.entries.slice(top, top + height);
  return (
    <Box flexDirection="column" width={width}>
      <Line theme={theme} width={width} spans={head} />
      {visible.map((entry, offset) => (
        <EntryLine
          // biome-ignore lint/suspicious/noArrayIndexKey: a line has no state; the one that scrolls out is the one that comes in, nothing is built anew
          key={(top + offset) % height}
          entry={entry}
          columns={columns}
          selected={entry.id === selectedId}
          marked={entry.kind === "row" && isMarked(entry.row, marks)}
          changed={changes.get(entry.id)}
          focused={focused}
          width={width}
          theme={theme}
          symbols={symbols}
          aged={entry.kind === "section" ? ages.get(entry.section) : undefined}
        />
      ))}
    </Box>
  );
}

/** A group is marked when all of its members are. */
const isMarked = (row: Row, marks: ReadonlySet<string>): boolean =>
  row.members === undefined ? marks.has(row.id) : row.members.every(({ id }) => marks.has(id));
