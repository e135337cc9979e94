import { formatAgeOrAhead, formatSize } from "../../text/format.ts";
import type { Cell } from "../model/cell.ts";
import type { Context } from "../model/context.ts";
import type { Column, Row } from "../model/view.ts";

/** Columns with their cells, and the rows made of them. */

/** A column of a list of things: its cell for a thing, and the value to sort by (the text where there is none). */
export type ListColumn<Thing> = Column & {
  readonly cell: (thing: Thing, context: Context) => Cell;
  readonly sort?: (thing: Thing, context: Context) => number | string;
};

/** Position and width of a column: by default as wide as its content, aligned left and truncated at the end. */
type Layout<Thing> = Pick<Column, "id" | "title" | "min" | "priority"> &
  Partial<Column> &
  Pick<ListColumn<Thing>, "sort">;

export const column = <Thing>(layout: Layout<Thing>, cell: ListColumn<Thing>["cell"]): ListColumn<Thing> => ({
  grow: 0,
  align: "left",
  truncate: "end",
  ...layout,
  cell,
});

/** Age column: changes with time alone, and sorts unknown ages last. */
export const ageColumn = <Thing>(
  priority: number,
  /** Age of a thing (ms); null where unknown. */
  since: (thing: Thing, context: Context) => number | null,
  { unknown = "", ...layout }: { readonly unknown?: Cell } & Partial<Pick<Column, "id" | "title" | "min">> = {},
): ListColumn<Thing> =>
  column(
    {
      id: "age",
      title: "AGE",
      min: 4,
      priority,
      align: "right",
      ticks: true,
      sort: (thing, context) => since(thing, context) ?? Number.POSITIVE_INFINITY,
      ...layout,
    },
    (thing, context) => {
      const age = since(thing, context);
      return age === null ? unknown : formatAgeOrAhead(age);
    },
  );

/** Size column; an unknown size sorts as 0. */
export const sizeColumn = <Thing>(
  priority: number,
  bytesOf: (thing: Thing) => number | null | undefined,
  unknown: Cell = "",
): ListColumn<Thing> =>
  column(
    { id: "size", title: "SIZE", min: 7, priority, align: "right", sort: (thing) => bytesOf(thing) ?? 0 },
    (thing) => {
      const bytes = bytesOf(thing) ?? null;
      return bytes === null ? unknown : formatSize(bytes);
    },
  );

/** A row without its cells. */
export type RowBase = Omit<Row, "cells" | "sort">;

/** The row of a thing. */
export function rowOf<Thing>(
  columns: readonly ListColumn<Thing>[],
  thing: Thing,
  context: Context,
  base: RowBase,
): Row {
  const cells: Record<string, Cell> = {};
  const sort: Record<string, number | string> = {};
  for (const each of columns) {
    cells[each.id] = each.cell(thing, context);
    if (each.sort !== undefined) sort[each.id] = each.sort(thing, context);
  }
  return { ...base, cells, sort };
}

/** The rows of things, in the given order. */
export const rowsOf = <Thing>(
  columns: readonly ListColumn<Thing>[],
  things: readonly Thing[],
  context: Context,
  baseOf: (thing: Thing) => RowBase,
): readonly Row[] => things.map((thing) => rowOf(columns, thing, context, baseOf(thing)));

/** True where a thing was not in the list when it was last viewed. */
export const isUnseen = ({ lastLook }: Pick<Context, "lastLook">, id: string): boolean =>
  lastLook !== null && !lastLook.ids.has(id);
