import { weakMapMemoize } from "reselect";
import type { Table } from "../../areas/builders/table.ts";
import type { Cell, Tone } from "../../areas/model/cell.ts";
import type { Column, Row } from "../../areas/model/view.ts";
import type { Change } from "../../forms/review/compare.ts";
import type { FileProblem } from "../../forms/settings-file/kind.ts";
import { capitalized, labelled, pluralize } from "../../text/format.ts";
import { printable } from "../../text/printable.ts";
import { type Arranged, arrange } from "../list/arrange.ts";
import type { ComparedKind, ComparedRow, ComparedState } from "./compared-rows.ts";

/** The comparison as a list: rows under the name of their kind, with equal settings folded into a group. */

export const STATE_LABELS: Readonly<Record<ComparedState, { readonly text: string; readonly tone: Tone }>> = {
  different: { text: "different", tone: "warn" },
  "missing-here": { text: "missing here", tone: "accent" },
  "missing-there": { text: "missing there", tone: "dim" },
  unclear: { text: "not clear", tone: "bad" },
  same: { text: "same", tone: "dim" },
};

const STATES: readonly ComparedState[] = ["different", "missing-here", "missing-there", "unclear", "same"];

/** Names of the two sides. */
export type ComparedSides = { readonly here: string; readonly there: string };

/** `1 different, 2 missing here, 12 same` */
export const countsOf = (rows: readonly Pick<ComparedRow, "state">[]): string =>
  STATES.flatMap((state) => {
    const count = rows.filter((row) => row.state === state).length;
    return count === 0 ? [] : [`${count} ${STATE_LABELS[state].text}`];
  }).join(", ");

const columnsFor = ({ here, there }: ComparedSides): readonly Column[] => [
  { id: "state", title: "STATE", min: 13, grow: 0, max: 15, priority: 0, align: "left", truncate: "end" },
  { id: "what", title: "WHAT", min: 18, grow: 3, priority: 0, align: "left", truncate: "end" },
  { id: "cluster", title: "CLUSTER", min: 8, grow: 1, max: 20, priority: 1, align: "left", truncate: "middle" },
  { id: "difference", title: "DIFFERENCE", min: 16, grow: 3, priority: 2, align: "left", truncate: "end" },
  { id: "here", title: here.toUpperCase(), min: 20, grow: 3, priority: 2, align: "left", truncate: "end" },
  { id: "there", title: there.toUpperCase(), min: 20, grow: 3, priority: 2, align: "left", truncate: "end" },
];

/** Width from which each side has a column (cells). */
const BOTH_SIDES = 100;

/** The columns at a width: one per side, or one for both. */
export const columnsIn = weakMapMemoize((table: Table, width: number): Table => {
  const without = width < BOTH_SIDES ? ["here", "there"] : ["difference"];
  return { ...table, columns: table.columns.filter(({ id }) => !without.includes(id)) };
});

/** Text about the first differing field, with the number of further ones. */
function firstOf(changes: readonly Change[], said: (first: Change) => string): string {
  const [first, ...others] = changes;
  if (first === undefined) return "";
  const more = others.length === 0 ? "" : `, and ${pluralize(others.length, "more field")}`;
  return labelled(first.label, `${said(first)}${more}`);
}

/** The difference, in one line. */
export const formatDifference = ({ state, changes }: Pick<ComparedRow, "state" | "changes">): string =>
  state === "different" ? firstOf(changes, ({ from, to }) => `${from ?? "not set"} → ${to ?? "not set"}`) : "";

/** Value of one side of a difference. */
const sideCell = (changes: readonly Change[], side: "from" | "to"): string =>
  firstOf(changes, (first) => first[side] ?? "not set");

function sideCells({ state, changes }: ComparedRow): { readonly here: Cell; readonly there: Cell } {
  const none: Cell = { text: "missing", tone: "dim" };
  switch (state) {
    case "different":
      return { here: sideCell(changes, "from"), there: sideCell(changes, "to") };
    case "missing-here":
      return { here: none, there: pluralize(changes.length, "field") };
    case "missing-there":
      return { here: pluralize(changes.length, "field"), there: none };
    case "unclear":
      return { here: "several are alike", there: "" };
    case "same":
      return { here: "", there: "" };
  }
}

const rowOf = (row: ComparedRow, place: number): Row => ({
  id: row.id,
  section: row.kind,
  cells: {
    state: STATE_LABELS[row.state],
    // A setting that exists once per project or cluster has no name.
    what: row.name === "" ? capitalized(row.title) : row.name,
    cluster: row.cluster ?? "",
    difference: formatDifference(row),
    ...sideCells(row),
  },
  sort: { state: STATES.indexOf(row.state) * MOST_ROWS + place },
  ...(row.state === "same" ? { tone: "dim" } : {}),
});

/** More than the number of settings in any project. */
const MOST_ROWS = 1e6;

function sectionRows(kind: string, rows: readonly ComparedRow[]): readonly Row[] {
  const own = rows.filter((row) => row.kind === kind);
  const same = own.filter(({ state }) => state === "same");
  const others = own.filter(({ state }) => state !== "same").map(rowOf);
  if (same.length === 0) return others;
  const cells = {
    state: STATE_LABELS.same,
    what: `${same.length} the same`,
    cluster: "",
    difference: "",
    here: "",
    there: "",
  };
  const group: Row = {
    id: `same:${kind}`,
    section: kind,
    cells,
    sort: { state: STATES.length * MOST_ROWS },
    tone: "dim",
    members: same.map(rowOf),
  };
  return [...others, group];
}

/** The list. @param kinds in the order of their headings; kinds without rows have no heading */
export const comparisonTable = weakMapMemoize(
  (rows: readonly ComparedRow[], kinds: readonly ComparedKind[], here: string, there: string): Table => ({
    columns: columnsFor({ here, there }),
    rows: kinds.flatMap(({ name }) => sectionRows(name, rows)),
    summary: [],
    sections: kinds.map(({ name, plural }) => ({
      id: name,
      title: `${capitalized(plural)}: ${countsOf(rows.filter((row) => row.kind === name))}`,
    })),
    defaultSort: { column: "state", descending: false },
    empty: "There are no settings on either side.",
  }),
);

const PROBLEM_COLUMNS: readonly Column[] = [
  { id: "place", title: "LINE", min: 10, grow: 1, priority: 0, align: "left", truncate: "start" },
  { id: "message", title: "WHAT IS WRONG", min: 24, grow: 4, priority: 0, align: "left", truncate: "end" },
];

const problemId = (place: number): string => `problem:${place}`;

/** The problem of a row in the list of problems. */
export const problemOf = (problems: readonly FileProblem[], id: string): FileProblem | undefined =>
  problems.find((_, place) => problemId(place) === id);

/** Problems of files, with line and column. */
export const problemsTable = weakMapMemoize(
  (problems: readonly FileProblem[]): Table => ({
    columns: PROBLEM_COLUMNS,
    rows: problems.map(({ file, line, column, message }, place) => ({
      id: problemId(place),
      cells: { place: `${printable(file)}:${line}:${column}`, message: printable(message) },
      sort: { place },
    })),
    summary: [],
    sections: [],
    defaultSort: { column: "place", descending: false },
    empty: "",
  }),
);

/** Rows that match a filter, in screen order. */
export const arrangedComparison = weakMapMemoize(
  (table: Table, filter: string, folds: ReadonlyMap<string, boolean>): Arranged =>
    arrange(table, { sort: table.defaultSort, filter, folds }),
);
