import { pluralize } from "../../text/format.ts";
import { foldAlike } from "../builders/alike.ts";
import type { RowBase } from "../builders/columns.ts";
import { cellText, cellTone, type Row } from "../model/view.ts";
import type { WallRow } from "./wall.ts";

/** Folding over projects: what is alike in several of them stands as one row, so that what differs is seen. */

/** A row of the list, and the row of the wall that it shows. */
export type Placed = { readonly row: Row; readonly wall: WallRow };

/** Makes a row of the list, under the name of a project. */
type MakeRow = (wall: WallRow, project: string, base: RowBase) => Row;

/** From so many projects on. */
const FOLD_FROM = 3;

/** One by one, those that were folded within their project as well: a fold has no folds in it. */
const single = ({ row, wall }: Placed): readonly Placed[] =>
  row.members === undefined || wall.members === undefined
    ? [{ row, wall }]
    : row.members.flatMap((member, index) => {
        const one = wall.members?.[index];
        return one === undefined ? [] : [{ row: member, wall: one }];
      });

/** Where all of them are: the name that all have, or how many places there are. A name of another project is another place. */
function placesOf(members: readonly Placed[]): string {
  const [first = "", ...others] = new Set(members.map(({ wall: { name } }) => name));
  if (others.length === 0) return first;
  const places = new Set(members.map(({ wall: { name }, row: { project = "" } }) => `${project}/${name}`));
  return pluralize(places.size, "place");
}

/** A row of one thing that several projects have; as bad as the worst of them, which stands first in it. */
function foldOf(key: string, folded: readonly [Placed, ...Placed[]], make: MakeRow): Placed {
  const members = folded.flatMap(single).toSorted((left, right) => left.wall.order - right.wall.order);
  const worst = members.reduce((found, next) => (next.wall.order < found.wall.order ? next : found), folded[0]);
  const words = worst.wall.alike?.words ?? worst.wall.state;
  const wall: WallRow = {
    ...worst.wall,
    name: placesOf(members),
    state: { text: `×${members.length} ${cellText(words)}`, tone: cellTone(words) },
    members: members.map((one) => one.wall),
  };
  const projects = new Set(members.map(({ row }) => row.project)).size;
  const row = make(wall, pluralize(projects, "project"), {
    id: `all/${key}`,
    section: wall.section,
    isNew: members.some(({ row: { isNew } }) => isNew === true),
    ...(worst.row.link === undefined ? {} : { link: worst.row.link }),
    members: members.map((one) => one.row),
    unfolds: true,
    ...(worst.row.project === undefined ? {} : { project: worst.row.project }),
  });
  return { row, wall };
}

/** The rows of all projects with those folded that several projects have alike. A fold stands where the first of its members did. */
export function foldProjects(placed: readonly Placed[], make: MakeRow): readonly Placed[] {
  const keyOf = ({ wall: { id, section, alike }, row }: Placed): string =>
    alike === undefined ? `${row.project ?? ""}/${id}` : `${section}/${alike.key}`;
  return foldAlike(placed, keyOf).flatMap((one): readonly Placed[] => {
    if (one.kind === "single") return [one.one];
    const isOfSeveral = new Set(one.members.map(({ row }) => row.project)).size >= FOLD_FROM;
    return isOfSeveral ? [foldOf(one.key, one.members, make)] : one.members;
  });
}
