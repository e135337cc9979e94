import { type Arranged, arrange } from "../../app/list/arrange.ts";
import type { CurrentList } from "../../app/screen/current.ts";
import { cellText } from "../../areas/model/cell.ts";
import type { Column, Row } from "../../areas/model/view.ts";
import { didYouMeanElse } from "../../text/nearest.ts";
import { WrongUse } from "../wrong-use.ts";

/** Filter, sort order and columns of a list, by the column names of the screen. */
export type Choice = {
  readonly filter: string;
  /** `COLUMN`, or `COLUMN:desc` for descending order. */
  readonly sort: string | undefined;
  /** Column names, separated by commas. */
  readonly columns: string | undefined;
};

export type ChosenList = {
  readonly columns: readonly Column[];
  /** Entries as on screen: a group that is collapsed by default is one line. */
  readonly arranged: Arranged;
  /** All rows, also those in collapsed groups, each with its section heading. */
  readonly things: readonly { readonly row: Row; readonly section: string | null }[];
};

function columnCalled(name: string, columns: readonly Column[]): Column {
  const wanted = name.trim().toLowerCase();
  const column = columns.find(({ id, title }) => id.toLowerCase() === wanted || title.toLowerCase() === wanted);
  if (column !== undefined) return column;
  const names = columns.map(({ id, title }) => ({ name: id, also: [title] }));
  const instead = didYouMeanElse(wanted, names, `Columns: ${columns.map(({ id }) => id).join(", ")}.`);
  throw new WrongUse(`There is no column ${JSON.stringify(name.trim())}. ${instead}`);
}

function columnsCalled(names: string, columns: readonly Column[]): readonly Column[] {
  const called = names.split(",").map((name) => columnCalled(name, columns));
  const twice = called.find((column, index) => called.indexOf(column) !== index);
  if (twice !== undefined) throw new WrongUse(`--columns: ${twice.id} is given twice.`);
  return called;
}

const NOT_FOLDED: ReadonlyMap<string, boolean> = new Map();

/**
 * @param usual default columns
 * @throws WrongUse for a column that the list does not have, with the nearest one
 */
export function chosenList(
  { model }: Pick<CurrentList, "model">,
  { filter, sort, columns }: Choice,
  usual: readonly Column[] = model.columns,
): ChosenList {
  const shown = columns === undefined ? usual : columnsCalled(columns, model.columns);
  const [, name = "", direction] = /^(.*?)(?::(asc|desc))?$/su.exec(sort ?? "") ?? [];
  const order =
    sort === undefined
      ? model.defaultSort
      : { column: columnCalled(name, model.columns).id, descending: direction === "desc" };
  const arranged = arrange(model, {
    sort: order,
    filter,
    folds: NOT_FOLDED,
    room: Number.POSITIVE_INFINITY,
  });
  const titles = new Map(model.sections.map(({ id, title }) => [id, title]));
  return {
    columns: shown,
    arranged,
    things: arranged.entries.flatMap((entry) => {
      if (entry.kind === "section" || entry.depth > 0) return [];
      const section = titles.get(entry.row.section ?? "") ?? null;
      return (entry.row.members ?? [entry.row]).map((row) => ({ row, section: section === "" ? null : section }));
    }),
  };
}

/** The text of a cell. */
export const textIn = ({ cells }: Row, column: string): string => cellText(cells[column] ?? "");

/** The texts of a row by column id. */
export const textsOf = (row: Row, columns: readonly Column[]): Readonly<Record<string, string>> =>
  Object.fromEntries(columns.map(({ id }) => [id, textIn(row, id)]));
