import { weakMapMemoize } from "reselect";
import { idIn } from "../../contract/entities.ts";
import { isObject } from "../../contract/json/json.ts";
import { type OperationId, operations } from "../../contract/operations.ts";
import type { Misfit } from "../../contract/schema/tolerant.ts";
import { formatNumber, pluralize, timeOfId } from "../../text/format.ts";
import { rowsOf } from "./structural-sharing.ts";

/**
 * What an answer had and what is held of it has not: "none", "all" and "gone" may be said only where nothing is left out (ADR 18). Everybody who
 * says such a thing asks here, or asks what is made of it (`lookup.ts`).
 */
export type Omissions = {
  /** Rows that could not be read at all. */
  readonly rows: number;
  /** Rows, or records, of which a part could not be read. */
  readonly partly: number;
  /** The list is longer than what is read of one. */
  readonly cut: Cut | null;
};

/** How much was read of a list that is longer than that. */
export type Cut = {
  readonly rows: number;
  /** How many there are, where the service says so. */
  readonly total: number | null;
  /** Which of them were read: the first ones, where their order does not tell more. */
  readonly which: "oldest" | "newest" | "first";
};

/** Whether a misfit is a whole row of a list: nothing of it is in the data. */
export const isRowMisfit = (operation: OperationId, { path }: Pick<Misfit, "path">): boolean =>
  operations[operation].kind === "list" && typeof path.at(-1) === "number" && path.length <= 2;

/** What is held of a question, as far as it tells what was left out. */
type Held = {
  readonly data: unknown;
  readonly complete: boolean;
  readonly misfits?: readonly Misfit[];
};

/** Which rows are those that a list begins with: ids begin with the time at which a thing was made. */
function whichOf(operation: OperationId, rows: readonly unknown[]): Cut["which"] {
  const times = rows.map((row) => timeOfId(idIn(operation, row) ?? ""));
  const isInOrder = (direction: 1 | -1): boolean =>
    times.every((time, index) => {
      const before = times[index - 1] ?? time;
      return time !== null && before !== null && (time - before) * direction >= 0;
    });
  const isOrdered = times.length > 1 && times[0] !== times.at(-1);
  if (isOrdered && isInOrder(1)) return "oldest";
  return isOrdered && isInOrder(-1) ? "newest" : "first";
}

/** How a list was cut. A total is an estimate, and says nothing where it is no more than what was read (`domain.md` 1.8). */
function cutOf(operation: OperationId, data: unknown): Cut {
  const rows = rowsOf(data) ?? [];
  const total = isObject(data) ? data["totalCount"] : null;
  return {
    rows: rows.length,
    total: typeof total === "number" && total > rows.length ? total : null,
    which: whichOf(operation, rows),
  };
}

const countedIn = weakMapMemoize((operation: OperationId, held: Held): Omissions => {
  const { misfits = [], complete, data } = held;
  const rows = misfits.filter((one) => isRowMisfit(operation, one));
  const parts = new Set(misfits.filter((one) => !isRowMisfit(operation, one)).map(({ row }) => row));
  return { rows: rows.length, partly: parts.size, cut: complete ? null : cutOf(operation, data) };
});

/** What was left out of what is held; null where it is whole. */
export const omissionsOf = (operation: OperationId, held: Held): Omissions | null =>
  held.complete && (held.misfits ?? []).length === 0 ? null : countedIn(operation, held);

/** Whether things of a list may be among what was left out: then it is not known which there are. */
export const omitsThings = (omitted: Omissions | null): omitted is Omissions =>
  omitted !== null && (omitted.rows > 0 || omitted.cut !== null);

/** Several lists that were cut as one; null where none was. */
export function joinedCuts(cuts: readonly Cut[]): Cut | null {
  const [first] = cuts;
  if (first === undefined) return null;
  const sum = (numbers: readonly number[]): number => numbers.reduce((all, one) => all + one, 0);
  const totals = cuts.flatMap(({ total }) => total ?? []);
  return {
    rows: sum(cuts.map(({ rows }) => rows)),
    total: totals.length === cuts.length ? sum(totals) : null,
    which: cuts.every(({ which }) => which === first.which) ? first.which : "first",
  };
}

const ofTotal = ({ rows, total }: Cut): string =>
  `${formatNumber(rows)}${total === null ? "" : ` of ${formatNumber(total)}`}`;

/** What is not among them is said too. */
const BEYOND = { oldest: ", no newer ones", newest: ", no older ones", first: "" } as const;

/** That a list was cut, and what is not among what was read. */
export const cutText = (cut: Cut): string => `only the ${cut.which} ${ofTotal(cut)} rows loaded${BEYOND[cut.which]}`;

/** That a list was cut, where there is little room. */
export const shortCutText = (cut: Cut): string => `${cut.which} ${ofTotal(cut)}${cut.total === null ? " rows" : ""}`;

/** What was left out, a part each. */
export const omissionTexts = ({ rows, partly, cut }: Omissions): readonly string[] => [
  ...(rows === 0 ? [] : [`${pluralize(rows, "row")} unreadable`]),
  ...(partly === 0 ? [] : [`${pluralize(partly, "row")} partly unreadable`]),
  ...(cut === null ? [] : [cutText(cut)]),
];
