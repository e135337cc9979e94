import { idInAll, thingIn } from "../../areas/all-projects.ts";
import { type Cell, cellText } from "../../areas/model/cell.ts";
import type { Context } from "../../areas/model/context.ts";
import type { KeyNames } from "../../areas/model/key-names.ts";
import type { Column, DetailLine, DetailModel, ListModel, Row } from "../../areas/model/view.ts";
import { isObject, type Json, pathText, writeJson } from "../../contract/json/json.ts";
import { type OperationId, operations } from "../../contract/operations.ts";
import type { Misfit } from "../../contract/schema/tolerant.ts";
import {
  type Cut,
  cutText,
  isRowMisfit,
  joinedCuts,
  omissionsOf,
  omissionTexts,
  shortCutText,
} from "../../state/answers/omissions.ts";
import { groupIdOf, type Query } from "../../state/answers/query.ts";

/**
 * Handles data in answers that do not fit the contract: the row is marked, or listed as far as it was understood, and the detail names each value.
 * Areas see only valid data.
 */

/** A misfit and the identity of its row. */
type Found = {
  readonly misfit: Misfit;
  /** It is in a list of several things. */
  readonly isListed: boolean;
  /** The whole row is left out of the data. */
  readonly isRow: boolean;
  readonly id: string;
  readonly names: ReadonlySet<string>;
  /** The queried project, if there was one. */
  readonly project: string | null;
};

/** Fields that identify a thing. */
const ID_FIELDS = ["id", "_id", "indexID", "roleId", "name", "clusterName", "processId", "username"] as const;

const SECTION = "not-understood";
const LONGEST_VALUE = 60;

const namesOf = (row: Json | undefined): readonly string[] =>
  isObject(row)
    ? ID_FIELDS.flatMap((field) => {
        const value = row[field];
        return typeof value === "string" && value !== "" ? [value] : [];
      })
    : [];

/** Key of a marked name, by project. */
const markKey = (project: string | null, name: string): string => `${project ?? ""} ${name}`;

/** Everything that was left out of the cached data of some queries. */
export function misfitsIn(context: Context, queries: readonly Query[]): readonly Found[] {
  const taken = new Set<string>();
  /** Makes ids of rows unique: the only understood name of several rows may be the same (their cluster). */
  const untaken = (name: string, project: string | null): string => {
    let id = name;
    for (let alike = 2; taken.has(markKey(project, id)); alike += 1) id = `${name}:${alike}`;
    taken.add(markKey(project, id));
    return id;
  };
  return queries.flatMap(({ operation, args }) => {
    const misfits = context.cached<OperationId>(operation, args)?.misfits ?? [];
    const isList = operations[operation].kind === "list";
    const paramValues = Object.entries(args.params).flatMap(([name, value]) =>
      name !== "groupId" && name !== "orgId" && typeof value === "string" ? [value] : [],
    );
    const project = groupIdOf(args);
    return misfits.map((misfit, index): Found => {
      const isRow = isRowMisfit(operation, misfit);
      const names = namesOf(misfit.row);
      const [first = `${operation}:${index}`] = names;
      // The row whose id it repeats has that id.
      if (misfit.repeats === true) taken.add(markKey(project, first));
      const id = isRow ? untaken(first, project) : first;
      const known = new Set([id, ...names, ...(isList ? [] : paramValues)]);
      return { misfit, isListed: isList, isRow, id, names: known, project };
    });
  });
}

/** The problem of a value, in words. */
function formatMisfit({ path, below, message, value }: Misfit, isRow: boolean): string {
  const where = pathText([
    ...(isRow ? [] : path.slice(path.findIndex((step) => typeof step === "number") + 1)),
    ...below,
  ]);
  if (isRow || below.length > 0 || value === undefined) return where === "" ? message : `${where} ${message}`;
  const text = writeJson(value);
  const shown = text.length > LONGEST_VALUE ? `${text.slice(0, LONGEST_VALUE)}…` : text;
  return `${where} ${message}, but is ${shown}`;
}

const plainText = (value: Json | undefined): string =>
  typeof value === "string" || typeof value === "number" ? String(value) : "";

/** A row that is left out of the data, with the parts that were understood. In a list of all projects its id contains its project. */
function strayRow({ misfit, id: name, project }: Found, columns: readonly Column[], isAll: boolean): Row {
  const id = isAll && project !== null ? idInAll(project, name) : name;
  const row = isObject(misfit.row) ? misfit.row : {};
  const main = columns.toSorted((one, other) => other.grow - one.grow)[0]?.id;
  const own = Object.fromEntries(columns.map((column): [string, Cell] => [column.id, plainText(row[column.id])]));
  const known = plainText(row["name"]) || name;
  const words: Cell = { text: `${known}: ${formatMisfit(misfit, true)}`, tone: "warn" };
  return { id, cells: main === undefined ? own : { ...own, [main]: words }, sort: {}, section: SECTION };
}

/** A row that was understood only in part. */
function markedRow(row: Row, marked: ReadonlySet<string>, columns: readonly Column[]): Row {
  const members = row.members?.map((member) => markedRow(member, marked, columns));
  const thing = thingIn(row.id);
  const id = thing?.id ?? row.id;
  const isMarked = [id, ...id.split("/")].some((part) => marked.has(markKey(thing?.project ?? null, part)));
  const [first] = columns;
  if (!isMarked || first === undefined) return members === undefined ? row : { ...row, members };
  const cell: Cell = { text: `! ${cellText(row.cells[first.id] ?? "")}`, tone: "warn" };
  return { ...row, cells: { ...row.cells, [first.id]: cell }, ...(members === undefined ? {} : { members }) };
}

const warn = (text: string) => ({ text: `! ${text}`, tone: "warn" }) as const;

/** Cuts of lists that are longer than what is read of a list; null if all were read completely. */
export const cutIn = (context: Context, queries: readonly Query[]): Cut | null =>
  joinedCuts(
    queries.flatMap(({ operation, args }) => {
      const cached = context.cached<OperationId>(operation, args);
      return cached === undefined ? [] : (omissionsOf(operation, cached)?.cut ?? []);
    }),
  );

/** The list with its misfits, and a note if it is cut. */
export function listWithMisfits(
  model: ListModel,
  columns: readonly Column[],
  found: readonly Found[],
  cut: Cut | null,
  isAll: boolean,
): ListModel {
  if (found.length === 0 && cut === null) return model;
  const strays = found.filter(({ isRow }) => isRow);
  const repeated = strays.filter(({ misfit }) => misfit.repeats === true).length;
  const partly = found.filter(({ isRow }) => !isRow);
  const marked = new Set(
    partly.flatMap(({ names, project }) =>
      [...names].flatMap((name) => [markKey(null, name), ...(project === null ? [] : [markKey(project, name)])]),
    ),
  );
  const things = new Set(partly.map(({ id }) => id)).size;
  const notes = [
    ...omissionTexts({ rows: strays.length - repeated, repeated, partly: things, cut: null }).map(warn),
    ...(cut === null ? [] : [{ ...warn(cutText(cut)), short: `! ${shortCutText(cut)}` }]),
  ];
  const sections = model.sections.length === 0 ? [{ id: "", title: "" }] : model.sections;
  return {
    ...model,
    summary: [...notes, ...model.summary],
    rows: [
      ...strays.map((one) => strayRow(one, columns, isAll)),
      ...model.rows.map((row) => markedRow(row, marked, columns)),
    ],
    sections:
      strays.length === 0
        ? model.sections
        : [
            { id: SECTION, title: strays.length === repeated ? "with the id of another row" : "unreadable" },
            ...sections,
          ],
  };
}

const line = (text: string, tone: "warn" | "dim" = "warn"): DetailLine => ({ kind: "text", value: { text, tone } });

/** Detail of a row that does not fit the contract: the fields that can be shown, as received. */
function strayDetail({ misfit, id }: Found, key: KeyNames): DetailModel {
  const fields = isObject(misfit.row) ? Object.entries(misfit.row) : [];
  return {
    title: { text: id, tone: "warn" },
    lines: [
      line(
        `${misfit.repeats === true ? "Ignored" : "Unknown format, ignored"} by this console: ${formatMisfit(misfit, true)}.`,
      ),
      line(`Fields as sent by the service; ${key("detail.raw")} shows the full JSON.`, "dim"),
      ...fields.flatMap(([label, value]): readonly DetailLine[] => {
        const text = plainText(value);
        return text === "" ? [] : [{ kind: "field", label, value: text }];
      }),
    ],
    raw: misfit.row ?? null,
  };
}

/**
 * The detail of a thing, with the misfits of its answers at the top.
 *
 * @param listed misfits of the list
 * @param own misfits of the thing's own queries
 */
export function detailWithMisfits(
  model: DetailModel | null,
  name: string,
  key: KeyNames,
  listed: readonly Found[],
  own: readonly Found[],
): DetailModel | null {
  const thing = thingIn(name);
  const id = thing?.id ?? name;
  const isOf = ({ project }: Found): boolean => thing === null || project === thing.project;
  const stray = listed.find((one) => one.isRow && one.names.has(id) && isOf(one));
  if (model === null) return stray === undefined ? null : strayDetail(stray, key);
  const about = [...own, ...listed].filter((one) => !one.isRow && (!one.isListed || one.names.has(id)) && isOf(one));
  const words = new Set(about.map(({ misfit, isRow }) => formatMisfit(misfit, isRow)));
  if (words.size === 0) return model;
  const lines = [...words].map((each) => line(`Unreadable: ${each}`));
  return { ...model, lines: [...lines, ...model.lines] };
}

/** A count may be too small if some things were not understood (`?`), or if a list was cut (`+`). */
export function countWithMisfits(count: Cell | null, found: readonly Found[], cut: Cut | null): Cell | null {
  if (found.length === 0 && cut === null) return count;
  const text = count === null ? "" : cellText(count);
  return { text: `${text}${found.length > 0 || text === "" ? "?" : "+"}`, tone: "warn" };
}
