import { formatAge, formatSize } from "../../text/format.ts";
import type { Context } from "../model/context.ts";
import type { Cell, Column, Row } from "../model/view.ts";

/** Columns that carry their cells, and the rows that are made of them. */

/** A column of a list of things: what stands in it for one of them, and what it is sorted by (by its text where nothing is named). */
export type ListColumn<Thing> = Column & {
  readonly cell: (thing: Thing, context: Context) => Cell;
  readonly sort?: (thing: Thing, context: Context) => number | string;
};

/** Where a column stands and how wide it is: as wide as it has to be, to the left and cut off at the end, but for what is said. */
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

/** How old things are: a column that moves with the time, and in which what is not known stands last. */
export const ageColumn = <Thing>(
  priority: number,
  /** For how long a thing is there (ms), null where that is not known. */
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
      return age === null ? unknown : formatAge(age);
    },
  );

/** How large things are; what is not known counts as nothing. */
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

/** The rows of things, in their order. */
export const rowsOf = <Thing>(
  columns: readonly ListColumn<Thing>[],
  things: readonly Thing[],
  context: Context,
  baseOf: (thing: Thing) => RowBase,
): readonly Row[] => things.map((thing) => rowOf(columns, thing, context, baseOf(thing)));

/** Whether a thing was not there when its list was last looked at. */
export const isUnseen = ({ lastLook }: Pick<Context, "lastLook">, id: string): boolean =>
  lastLook !== null && !lastLook.ids.has(id);
