import { detailLines } from "../../app/detail/lines.ts";
import { shownMembers } from "../../app/list/arrange.ts";
import { textIn as cellIn, type FittedColumn, fitColumns, GAP, INDENT } from "../../app/list/columns.ts";
import type { CurrentList } from "../../app/screen/current.ts";
import { type Freshness, freshnessSpans, isWhole } from "../../app/screen/freshness.ts";
import { titleSpans } from "../../app/screen/list-title.ts";
import { emptyText } from "../../app/screen/no-match.ts";
import { notReadLines } from "../../app/screen/not-read.ts";
import type { Symbols } from "../../app/symbols.ts";
import { isOfAll, ownIdOf, thingIn } from "../../areas/all-projects.ts";
import { type Cell, cellText, cellTone } from "../../areas/model/cell.ts";
import type { Scope } from "../../areas/model/context.ts";
import type { Column, DetailModel, Row } from "../../areas/model/view.ts";
import type { FieldValues } from "../../domain/field-value.ts";
import { type Place, printPlace } from "../../state/navigation/place.ts";
import { markdownLine, markdownRule } from "../../text/markdown.ts";
import { joinedByDots, type Span, span, spansWidth } from "../../text/spans.ts";
import { cut, fitText, widthOf } from "../../text/width.ts";
import { jsonText } from "../json-text.ts";
import type { SHOW } from "../table/commands.ts";
import { csvLine, markdownHeading, markdownHeadingLine } from "./marked-up.ts";
import { type ChosenList, textIn, textsOf } from "./rows.ts";
import type { PlaceResult } from "./unattended.ts";

/** Text formats of a place, for people and for other programs. */

export type Format = Exclude<(typeof SHOW.options.format.choices)[number], StatusFormat | "openmetrics">;

/** Formats of one line. */
export type StatusFormat = "line" | "tmux";

/** Input of all formats. */
export type Printing = {
  readonly place: Place;
  readonly project: { readonly id: string | null; readonly name: string | null };
  readonly zone: "local" | "utc";
  /** Cells of a line; null: unlimited. */
  readonly width: number | null;
  readonly symbols: Symbols;
  /** Adds colours to a line, where the output takes them. */
  readonly painted: (line: readonly Span[]) => string;
  /** JSON is indented over several lines. */
  readonly isForPeople: boolean;
};

/** Width of a detail's lines where there is no terminal. */
const USUAL_WIDTH = 100;

type Entries = ChosenList["arranged"]["entries"];

/** Columns as wide as their widest cell: nothing is truncated. */
const wholeColumns = (columns: readonly Column[], entries: Entries): readonly FittedColumn[] =>
  columns.map((column, index) => ({
    column,
    width: entries.reduce((widest, entry) => {
      if (entry.kind === "section") return widest;
      const indent = index === 0 ? entry.depth * INDENT : 0;
      return Math.max(widest, widthOf(textIn(entry.row, column.id)) + indent);
    }, widthOf(column.title)),
  }));

const gap = span(" ".repeat(GAP));
const between = (pieces: readonly Span[]): readonly Span[] =>
  pieces.flatMap((piece, index) => (index === 0 ? [piece] : [gap, piece]));

const cellSpan = (cell: Cell, fitted: FittedColumn): Span => span(cellIn(cell, fitted), cellTone(cell));

/** Metadata of the answers, for programs. */
const stateOf = (fresh: Freshness, { place, project }: Printing, scope: Scope | null = null) => ({
  place: printPlace(place),
  // In a list of all projects each row has its own project.
  project: scope !== null && isOfAll(scope) ? null : project,
  asOf: fresh.asOf === null ? null : new Date(fresh.asOf).toISOString(),
  complete: isWhole(fresh),
  notRead: notReadLines(fresh.notRead, scope).map(({ text }) => text),
});

/** Title of the place, and the age of its data at the right edge. */
function titleLine(
  title: (room: number) => readonly Span[],
  fresh: Freshness,
  { zone, width }: Printing,
): readonly Span[] {
  const age = freshnessSpans(fresh, { zone, minute: Date.now() }, true, true);
  if (width === null) return joinedByDots([title(Number.POSITIVE_INFINITY), age]);
  // The age is preceded by its mark.
  const taken = spansWidth(joinedByDots([[span("")], age]));
  return joinedByDots([title(width - taken), age]);
}

const titleOf =
  (list: CurrentList, { arranged }: ChosenList, filter: string, fresh: Freshness) =>
  (room: number): readonly Span[] =>
    titleSpans({ ...list, arranged, view: { ...list.view, filter, marks: new Set() } }, arranged.total, fresh, room);

const textOf = (spans: readonly Span[]): string => spans.map(({ text }) => text).join("");

/** The rows of a table below the column titles, with headings between them. */
export function tableLines(
  { entries }: { readonly entries: Entries },
  columns: readonly Column[],
  width: number | null,
): readonly (readonly Span[])[] {
  const rows = entries.flatMap((entry) => (entry.kind === "row" && entry.depth === 0 ? [entry.row] : []));
  const fitted =
    width === null ? wholeColumns(columns, entries) : fitColumns(columns, rows, width, shownMembers({ entries }));
  const head = fitted.map(({ column, width: wide }) => span(fitText(column.title, wide, column.align), "dim"));
  const lines = entries.flatMap((entry): readonly (readonly Span[])[] => {
    if (entry.kind === "section") return [[], [span(entry.title, "heading")]];
    const lead = span(" ".repeat(entry.depth * INDENT));
    const [first, ...others] = fitted;
    const inset = first === undefined ? [] : [{ ...first, width: Math.max(1, first.width - entry.depth * INDENT) }];
    const cells = [...inset, ...others].map((one) => cellSpan(entry.row.cells[one.column.id] ?? "", one));
    return [[lead, ...between(cells)]];
  });
  return rows.length === 0 ? lines : [between(head), ...lines];
}

function listTable(found: PlaceResult, chosen: ChosenList, filter: string, printing: Printing): readonly string[] {
  const { arranged, columns } = chosen;
  const { painted, width } = printing;
  const title = titleOf(found.list, chosen, filter, found.fresh);
  const isEmpty = !arranged.entries.some(({ kind }) => kind === "row");
  const none = isEmpty ? emptyText({ ...found.list, arranged }, filter, found.fresh) : null;
  const nothing = none === null ? [] : [[span(none, "dim")]];
  return [titleLine(title, found.fresh, printing), ...nothing, ...tableLines(arranged, columns, width)].map((line) =>
    painted(line).trimEnd(),
  );
}

function listMarkdown(found: PlaceResult, chosen: ChosenList, filter: string, printing: Printing): readonly string[] {
  const { columns, arranged } = chosen;
  const title = titleLine(titleOf(found.list, chosen, filter, found.fresh), found.fresh, printing);
  const rows = arranged.entries.map((entry) =>
    entry.kind === "section"
      ? markdownHeadingLine(entry.title, columns.length)
      : markdownLine(columns.map(({ id }) => textIn(entry.row, id))),
  );
  return [
    markdownHeading(textOf(title)),
    "",
    markdownLine(columns.map(({ title: head }) => head)),
    markdownRule(columns.map(({ align }) => align)),
    ...rows,
  ];
}

/** The project of a row in a list of all projects: from its id, or from what the row links to. */
const projectOf = ({ id, project }: Row): string | null => thingIn(id)?.project ?? project ?? null;

/** The lines of a list. */
export function listText(
  format: Format,
  found: PlaceResult,
  chosen: ChosenList,
  filter: string,
  printing: Printing,
): readonly string[] {
  const { columns, things } = chosen;
  const { values } = found;
  const isAll = isOfAll(found.list.scope);
  const rowOf = ({ row, section }: (typeof things)[number]) => ({
    id: ownIdOf(row.id),
    ...(isAll ? { projectId: projectOf(row) } : {}),
    section,
    fields: values.rows.get(row.id) ?? {},
    cells: textsOf(row, columns),
  });
  switch (format) {
    case "table":
      return listTable(found, chosen, filter, printing);
    case "markdown":
      return listMarkdown(found, chosen, filter, printing);
    case "json": {
      const { area, model } = found.list;
      const document = {
        ...stateOf(found.fresh, printing, found.list.scope),
        title: area.label,
        summary: model.summary.map(cellText),
        counts: values.list,
        columns: columns.map(({ id, title }) => ({ id, title })),
        rows: things.map(rowOf),
      };
      return [jsonText(document, printing.isForPeople)];
    }
    case "ndjson":
      return things.map((thing) => jsonText(rowOf(thing), false));
    case "csv":
      return [
        csvLine(["id", ...(isAll ? ["projectId"] : []), "section", ...columns.map(({ id }) => id)]),
        ...things.map(({ row, section }) =>
          csvLine([
            ownIdOf(row.id),
            ...(isAll ? [projectOf(row) ?? ""] : []),
            section ?? "",
            ...columns.map(({ id }) => textIn(row, id)),
          ]),
        ),
      ];
  }
}

type LabelledLine = { readonly heading: string | null; readonly label: string | null; readonly value: string };

/** The labelled lines of a detail, without charts and other drawings. */
export function labelledLines({ lines }: DetailModel): readonly LabelledLine[] {
  let heading: string | null = null;
  return lines.flatMap((line): readonly LabelledLine[] => {
    if (line.kind === "heading") heading = line.text;
    if (line.kind === "field") return [{ heading, label: line.label, value: cellText(line.value) }];
    return line.kind === "text" ? [{ heading, label: null, value: cellText(line.value) }] : [];
  });
}

/**
 * The lines of one thing.
 *
 * @param values its machine-readable fields
 */
export function thingText(
  format: Format,
  model: DetailModel,
  values: FieldValues,
  fresh: Freshness,
  printing: Printing,
): readonly string[] {
  const lines = labelledLines(model);
  const title = (room: number): readonly Span[] => [span(cut(cellText(model.title), room), "title")];
  switch (format) {
    case "table": {
      const detail = detailLines(model, printing.width ?? USUAL_WIDTH, printing.symbols);
      return [titleLine(title, fresh, printing), ...detail.map(({ spans }) => spans)].map((line) =>
        printing.painted(line).trimEnd(),
      );
    }
    case "markdown":
      return [
        markdownHeading(textOf(titleLine(title, fresh, printing))),
        "",
        markdownLine(["Field", "Value"]),
        markdownRule(["left", "left"]),
        ...lines.map(({ label, value }) => markdownLine([label ?? "", value])),
      ];
    case "json":
      return [
        jsonText(
          { ...stateOf(fresh, printing), title: cellText(model.title), fields: values, lines },
          printing.isForPeople,
        ),
      ];
    case "ndjson":
      return lines.map((line) => jsonText(line, false));
    case "csv":
      return [
        csvLine(["heading", "label", "value"]),
        ...lines.map(({ heading, label, value }) => csvLine([heading ?? "", label ?? "", value])),
      ];
  }
}
