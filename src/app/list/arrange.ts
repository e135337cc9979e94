import { weakMapMemoize } from "reselect";
import type { Table } from "../../areas/builders/table.ts";
import { cellText } from "../../areas/model/cell.ts";
import type { Row } from "../../areas/model/view.ts";
import type { Sort } from "../../state/navigation/views.ts";

/** The rows of a list in screen order: filtered, sorted, folded, under their section headings. Pure. */

export type ListEntry =
  | {
      readonly kind: "section";
      readonly id: string;
      readonly section: string;
      readonly title: string;
      readonly isName: boolean;
    }
  | {
      readonly kind: "row";
      readonly id: string;
      readonly row: Row;
      readonly depth: number;
      readonly folded: boolean | null;
    };

export type Arranged = {
  readonly entries: readonly ListEntry[];
  /** Ids of rows in screen order. */
  readonly ids: readonly string[];
  /** Indices of the section headings among the entries. */
  readonly headings: readonly number[];
  /** Number of things, before the filter (`total`) and after it (`shown`); a group counts its members. */
  readonly total: number;
  readonly shown: number;
};

type Arrangement = {
  readonly sort: Sort;
  readonly filter: string;
  readonly folds: ReadonlyMap<string, boolean>;
  /** Lines that fit on the screen: groups that unfold by themselves do so as long as lines are free. */
  readonly room?: number;
};

/** The id of each row and its cells, a line each and in lower case; the rows stay the same from key to key while a filter is typed. */
const searchTexts = weakMapMemoize((rows: readonly Row[]): readonly string[] =>
  rows.map(({ id, cells }) =>
    Object.values(cells)
      .reduce<string>((text, cell) => `${text}\n${cellText(cell)}`, id)
      .toLowerCase(),
  ),
);

/** Prepares the search of a list that is about to be filtered: of 20,000 rows it takes 110 ms, which the first letter would wait for. */
export function prepareFilter({ rows }: Pick<Table, "rows">): void {
  searchTexts(rows);
  for (const { members } of rows) if (members !== undefined) searchTexts(members);
}

/** A name of the API is spelled like one (`host_down`): any other word finds only what the row shows. */
const isCalledByApi = ({ apiNames = [] }: Row, word: string): boolean =>
  word.includes("_") && apiNames.some((name) => name?.toLowerCase().includes(word) === true);

/** Predicate of a filter: all words must occur, `!word` must not, `column:word` searches in a single column (`field-notes.md`, tables). */
function matcherOf(filter: string, model: Pick<Table, "columns">): (row: Row, text: string) => boolean {
  const tests = filter
    .toLowerCase()
    .split(/\s+/u)
    .filter((word) => word !== "" && word !== "!")
    .map((word) => {
      const negated = word.startsWith("!");
      const wanted = negated ? word.slice(1) : word;
      const [name = "", ...rest] = wanted.split(":");
      const column = model.columns.find(({ id, title }) => id === name || title.toLowerCase() === name);
      const inColumn = rest.join(":");
      return (row: Row, text: string): boolean => {
        const found =
          column === undefined || rest.length === 0
            ? text.includes(wanted) || isCalledByApi(row, wanted)
            : cellText(row.cells[column.id] ?? "")
                .toLowerCase()
                .includes(inColumn) || row.id.includes(inColumn);
        return found !== negated;
      };
    });
  return (row, text) => tests.every((test) => test(row, text));
}

const sortValue = (row: Row, column: string): number | string =>
  row.sort[column] ?? cellText(row.cells[column] ?? "").toLowerCase();

function compared(left: Row, right: Row, { column, descending }: Sort): number {
  const first = sortValue(left, column);
  const second = sortValue(right, column);
  const order =
    typeof first === "number" && typeof second === "number"
      ? first - second
      : String(first).localeCompare(String(second));
  return descending ? -order : order;
}

/** Rows that pass a filter: a group stays with its passing members. */
function filtered(rows: readonly Row[], passes: ReturnType<typeof matcherOf>): readonly Row[] {
  const passesAmong = (all: readonly Row[]) => {
    const texts = searchTexts(all);
    return (row: Row, index: number): boolean => passes(row, texts[index] ?? "");
  };
  const isShown = passesAmong(rows);
  return rows.flatMap((row, index) => {
    const members = row.members?.filter(passesAmong(row.members)) ?? [];
    if (members.length === 0) return isShown(row, index) ? [row] : [];
    return [members.length === row.members?.length ? row : { ...row, members }];
  });
}

/** Number of lines if only those groups are unfolded that a person unfolded. */
const linesOf = (rows: readonly Row[], folds: Arrangement["folds"]): number =>
  rows.reduce((sum, { id, members }) => sum + 1 + (folds.get(id) === false ? (members?.length ?? 0) : 0), 0);

/** Orders the rows of a model. Equal rows keep the model's order. */
export function arrange(model: Table, { sort, filter, folds, room = 0 }: Arrangement): Arranged {
  const kept = filter.trim() === "" ? model.rows : filtered(model.rows, matcherOf(filter, model));
  const sorted = [...kept].sort((left, right) => compared(left, right, sort));
  const sections: Table["sections"] = model.sections.length === 0 ? [{ id: "", title: "" }] : model.sections;
  const parts = sections.flatMap((section) => {
    const own = sorted.filter((row) => (row.section ?? "") === section.id);
    return own.length === 0 ? [] : [{ section, own }];
  });
  let spare = parts.reduce(
    (left, { section, own }) => left - (section.title === "" ? 0 : 1) - linesOf(own, folds),
    room,
  );
  const isFolded = ({ id, members = [], unfolds }: Row): boolean => {
    const chosen = folds.get(id);
    if (chosen !== undefined) return chosen;
    if (unfolds !== true || members.length > spare) return true;
    spare -= members.length;
    return false;
  };
  const entries: ListEntry[] = [];
  for (const { section, own } of parts) {
    if (section.title !== "")
      entries.push({
        kind: "section",
        id: `section:${section.id}`,
        section: section.id,
        title: section.title,
        isName: section.isName === true,
      });
    for (const row of own) {
      const folded = row.members === undefined ? null : isFolded(row);
      entries.push({ kind: "row", id: row.id, row, depth: 0, folded });
      if (folded === false) {
        const members = [...(row.members ?? [])].sort((left, right) => compared(left, right, sort));
        for (const member of members) entries.push({ kind: "row", id: member.id, row: member, depth: 1, folded: null });
      }
    }
  }
  const headings: number[] = [];
  const ids: string[] = [];
  for (const [index, { kind, id }] of entries.entries()) {
    if (kind === "section") headings.push(index);
    else ids.push(id);
  }
  const countOf = (rows: readonly Row[]): number => rows.reduce((sum, row) => sum + (row.members?.length ?? 1), 0);
  return {
    entries,
    ids,
    headings,
    total: countOf(model.rows),
    shown: entries.reduce(
      (sum, entry) => sum + (entry.kind === "row" && entry.depth === 0 ? (entry.row.members?.length ?? 1) : 0),
      0,
    ),
  };
}

/**
 * Last position found per list: the next lookup is mostly near it. Without it, a key press at the end of 20,000 rows takes 2.0 ms of processor time
 * and not 1.2; building a map takes 7 ms.
 */
const lastFound = new WeakMap<readonly string[], number>();
/** Distance of the search around the last position: a screen, and some more. */
const NEAR = 200;

function positionNear(ids: readonly string[], id: string, last: number): number {
  for (let by = 0; by < NEAR; by += 1) {
    if (ids[last + by] === id) return last + by;
    if (ids[last - by] === id) return last - by;
  }
  return ids.indexOf(id);
}

/** Index of a row among the rows; undefined if it is missing. */
export function positionOf({ ids }: Pick<Arranged, "ids">, id: string | null): number | undefined {
  const at = id === null ? -1 : positionNear(ids, id, lastFound.get(ids) ?? 0);
  if (at === -1) return undefined;
  lastFound.set(ids, at);
  return at;
}

/** Index of a row among the entries; undefined if it is missing. */
export function entryIndexOf(arranged: Arranged, id: string | null): number | undefined {
  const at = positionOf(arranged, id);
  return at === undefined
    ? undefined
    : arranged.headings.reduce((index, heading) => (heading <= index ? index + 1 : index), at);
}

/** The entry of a row, if there is one. */
export function entryOf(arranged: Arranged, id: string | null): ListEntry | undefined {
  const index = entryIndexOf(arranged, id);
  return index === undefined ? undefined : arranged.entries[index];
}

const NO_MEMBERS: readonly Row[] = [];

/** Members of unfolded groups. Without any it is always the same list, so that nothing is measured again. */
export const shownMembers = ({ entries }: Pick<Arranged, "entries">): readonly Row[] =>
  entries.some((entry) => entry.kind === "row" && entry.depth > 0)
    ? entries.flatMap((entry) => (entry.kind === "row" && entry.depth > 0 ? [entry.row] : []))
    : NO_MEMBERS;

const idsIn = weakMapMemoize((rows: readonly Row[]): ReadonlySet<string> => {
  const ids = new Set<string>();
  for (const { id, members = [] } of rows) {
    ids.add(id);
    for (const member of members) ids.add(member.id);
  }
  return ids;
});

/** Ids of all rows, including filtered and folded ones; memoized while the rows stay the same. */
export const allIds = ({ rows }: Pick<Table, "rows">): ReadonlySet<string> => idsIn(rows);

/** Ids of the things in a row: its members if it is a group, otherwise itself. */
export const thingIdsOf = (row: Row): readonly string[] => row.members?.map(({ id }) => id) ?? [row.id];

/** The row with an id, including members of folded groups. */
export function rowById(model: Table, id: string): Row | undefined {
  for (const row of model.rows) {
    if (row.id === id) return row;
    const member = row.members?.find((candidate) => candidate.id === id);
    if (member !== undefined) return member;
  }
  return undefined;
}
