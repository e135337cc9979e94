import { pluralize } from "../../text/format.ts";
import { foldAlike } from "../builders/alike.ts";
import type { RowBase } from "../builders/columns.ts";
import { type Cell, cellText, cellTone } from "../model/cell.ts";
import type { Row } from "../model/view.ts";
import type { OverviewRow } from "./sections.ts";

/** Folds rows that are alike in several projects, so that differences stand out. */

/** A row of the list, and the overview row that it shows. */
export type FoldedRow = { readonly row: Row; readonly entry: OverviewRow };

/** Makes a list row with the name of a project. */
type MakeRow = (entry: OverviewRow, project: Cell, base: RowBase) => Row;

/** Minimum number of projects. */
const FOLD_FROM = 3;

/** Unfolds rows that were folded within their project as well: folds do not nest. */
const single = ({ row, entry }: FoldedRow): readonly FoldedRow[] =>
  row.members === undefined || entry.members === undefined
    ? [{ row, entry }]
    : row.members.flatMap((member, index) => {
        const one = entry.members?.[index];
        return one === undefined ? [] : [{ row: member, entry: one }];
      });

/** The common name of all rows, or the number of places. The same name in another project is another place. */
function placesOf(members: readonly FoldedRow[]): Pick<OverviewRow, "name" | "shortName"> {
  const [first = "", ...others] = new Set(members.map(({ entry: { name } }) => name));
  if (others.length === 0) return { name: first, shortName: undefined };
  const places = new Set(members.map(({ entry: { name }, row: { project = "" } }) => `${project}/${name}`));
  // The number stands in the text beside it too, and a noun that is cut in its middle says nothing.
  return { name: pluralize(places.size, "place"), shortName: "several" };
}

/** One row for the same thing in several projects; as severe as its worst member, which comes first in it. */
function foldOf(key: string, folded: readonly [FoldedRow, ...FoldedRow[]], make: MakeRow): FoldedRow {
  const members = folded.flatMap(single).toSorted((left, right) => left.entry.order - right.entry.order);
  const worst = members.reduce((found, next) => (next.entry.order < found.entry.order ? next : found), folded[0]);
  const words = worst.entry.alike?.words ?? worst.entry.state;
  const entry: OverviewRow = {
    ...worst.entry,
    ...placesOf(members),
    state: { text: `×${members.length} ${cellText(words)}`, tone: cellTone(words) },
    members: members.map((one) => one.entry),
  };
  const projects = new Set(members.map(({ row }) => row.project)).size;
  const row = make(
    entry,
    { text: pluralize(projects, "project"), tone: "plain", short: `×${projects}` },
    {
      id: `all/${key}`,
      section: entry.section,
      isNew: members.some(({ row: { isNew } }) => isNew === true),
      ...(worst.row.link === undefined ? {} : { link: worst.row.link }),
      members: members.map((one) => one.row),
      unfolds: true,
      ...(worst.row.project === undefined ? {} : { project: worst.row.project }),
    },
  );
  return { row, entry };
}

/** The rows of all projects, with rows folded that are alike in several projects. A fold takes the place of its first member. */
export function foldProjects(placed: readonly FoldedRow[], make: MakeRow): readonly FoldedRow[] {
  const keyOf = ({ entry: { id, section, alike }, row }: FoldedRow): string =>
    alike === undefined ? `${row.project ?? ""}/${id}` : `${section}/${alike.key}`;
  return foldAlike(placed, keyOf).flatMap((one): readonly FoldedRow[] => {
    if (one.kind === "single") return [one.one];
    const isOfSeveral = new Set(one.members.map(({ row }) => row.project)).size >= FOLD_FROM;
    return isOfSeveral ? [foldOf(one.key, one.members, make)] : one.members;
  });
}
