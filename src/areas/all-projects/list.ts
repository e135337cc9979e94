import { weakMapMemoize } from "reselect";
import { pluralize } from "../../text/format.ts";
import { column } from "../builders/columns.ts";
import { isCount, sumOfCounts } from "../builders/count.ts";
import { type Cell, type CountCell, cellText, cellTone, type Tone } from "../model/cell.ts";
import type { Context, Scope } from "../model/context.ts";
import type { Column, ListModel } from "../model/view.ts";
import type { Part } from "./parts.ts";

/** Combines the lists of all projects into one. */

/** The same width as on the overview. */
const PROJECT: Column = (({ cell: _cell, ...layout }) => layout)(
  column<string>(
    { id: "project", title: "PROJECT", min: 8, grow: 1, max: 16, priority: 1, truncate: "middle" },
    (name) => name,
  ),
);

/** Most that a column claims beside the project (cells): a longer name is cut rather than another column left out. */
const MOST_BESIDE = 20;
/** The same of a name that is cut in its middle, and less important than others: it can be told by both of its ends. */
const MOST_OF_NAME = 15;

/** The columns of one project, with the project column before the first one that grows: short columns stay together. */
export const columnsOfAll = weakMapMemoize((columns: readonly Column[]): readonly Column[] => {
  const at = Math.max(
    0,
    columns.findIndex(({ grow }) => grow > 0),
  );
  const narrower = columns.map((own) => ({
    ...own,
    min: Math.min(own.min, own.truncate === "middle" && own.priority > 1 ? MOST_OF_NAME : MOST_BESIDE),
  }));
  return narrower.toSpliced(at, 0, PROJECT);
});

const GRAVE: readonly Tone[] = ["warn", "bad", "critical"];

/** Counts are added up; other severe cells are given with their project, cells common to all projects once. */
function summaryOfAll(parts: readonly Part[], { projects }: Scope): readonly (Cell | CountCell)[] {
  const cells = parts.flatMap(({ context, model }) =>
    model().summary.map((cell) => ({ cell, project: context.scope.groupName })),
  );
  const counts = new Map<string, CountCell[]>();
  for (const { cell } of cells) {
    if (isCount(cell)) counts.set(cell.count.id, [...(counts.get(cell.count.id) ?? []), cell]);
  }
  const texts = new Set<string>();
  const others = cells.flatMap(({ cell, project }): readonly Cell[] => {
    if (isCount(cell)) return [];
    const text = cellText(cell);
    const isOfAll = cells.filter((other) => cellText(other.cell) === text).length === parts.length;
    if (isOfAll && !texts.has(text)) {
      texts.add(text);
      return [cell];
    }
    return isOfAll || !GRAVE.includes(cellTone(cell)) ? [] : [{ text: `${project}: ${text}`, tone: cellTone(cell) }];
  });
  const of =
    parts.length === projects.length
      ? pluralize(parts.length, "project")
      : `${parts.length} of ${projects.length} projects`;
  return [of, ...[...counts.values()].flatMap((same) => sumOfCounts(same) ?? []), ...others];
}

type Section = ListModel["sections"][number];

/** The sections of all lists, in the order of the first list that has them. */
function sectionsOfAll(models: readonly ListModel[]): readonly Section[] {
  const found = new Map<string, Section>();
  for (const section of models.flatMap(({ sections }) => sections)) {
    const before = found.get(section.id);
    const of = [...(before?.of ?? []), ...(section.of ?? [])];
    const title = before === undefined || before.title === "" ? section.title : before.title;
    const isName = section.isName === true;
    found.set(section.id, {
      id: section.id,
      title,
      ...(of.length === 0 ? {} : { of }),
      ...(isName ? { isName } : {}),
    });
  }
  const isLoose = found.size > 0 && !found.has("") && models.some(({ rows }) => rows.some((row) => !row.section));
  return [...(isLoose ? [{ id: "", title: "" }] : []), ...found.values()];
}

/** The list of all projects; null where there is none. */
export function listOfAll(parts: readonly Part[], { scope, key }: Context): ListModel | null {
  const models = parts.map(({ model }) => model());
  const [first] = models;
  if (first === undefined) return null;
  const broken = parts.find(({ model }) => model().broken !== undefined);
  return {
    summary: summaryOfAll(parts, scope),
    rows: models.flatMap(({ rows }) => rows),
    sections: sectionsOfAll(models),
    defaultSort: first.defaultSort,
    ...(models.some(({ isExcerpt }) => isExcerpt) ? { isExcerpt: true } : {}),
    empty: `Nothing in ${pluralize(parts.length, "project")}. ${key("all-projects")} shows ${scope.groupName} only.`,
    ...(broken === undefined
      ? {}
      : { broken: `${broken.context.scope.groupName}: ${broken.model().broken}`, empty: broken.model().empty }),
  };
}
