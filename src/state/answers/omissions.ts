import { weakMapMemoize } from "reselect";
import { idIn } from "../../contract/entities.ts";
import { isObject } from "../../contract/json/json.ts";
import { type OperationId, operations } from "../../contract/operations.ts";
import type { Misfit } from "../../contract/schema/tolerant.ts";
import { formatNumber, pluralize, timeOfId } from "../../text/format.ts";
import { rowsOf } from "./structural-sharing.ts";

/**
 * Parts missing from a cached answer: "none", "all" and "gone" may be said only when nothing was left out (`docs/decisions`, 18). Code that says such a thing
 * checks here, or through `lookup.ts`.
 */
export type Omissions = {
  /** Number of rows that could not be read at all. */
  readonly rows: number;
  /** Number of rows with the id of another one, which is the only one of that id in the data. */
  readonly repeated: number;
  /** Number of rows, or records, of which a part could not be read. */
  readonly partly: number;
  /** Set when the list is longer than what is loaded of a list. */
  readonly cut: Cut | null;
};

/** Loaded part of a list that was cut. */
export type Cut = {
  readonly rows: number;
  /** Total number of rows, if the service says so. */
  readonly total: number | null;
  /** Position of the loaded rows in the list; `first` when their order does not show it. */
  readonly which: "oldest" | "newest" | "first";
};

/** True for a misfit that is a whole row of a list: the data has nothing of that row. */
export const isRowMisfit = (operation: OperationId, { path }: Pick<Misfit, "path">): boolean =>
  operations[operation].kind === "list" && typeof path.at(-1) === "number" && path.length <= 2;

/** The parts of a cached answer that show what was left out. */
type Cached = {
  readonly data: unknown;
  readonly complete: boolean;
  readonly misfits?: readonly Misfit[];
};

/** Position of the loaded rows, from their ids: an id begins with the creation time. */
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

/** Cut of a list. A total is an estimate, and is dropped when it does not exceed the loaded rows (`domain.md` 1.8). */
function cutOf(operation: OperationId, data: unknown): Cut {
  const rows = rowsOf(data) ?? [];
  const total = isObject(data) ? data["totalCount"] : null;
  return {
    rows: rows.length,
    total: typeof total === "number" && total > rows.length ? total : null,
    which: whichOf(operation, rows),
  };
}

const countedIn = weakMapMemoize((operation: OperationId, cached: Cached): Omissions => {
  const { misfits = [], complete, data } = cached;
  const rows = misfits.filter((one) => isRowMisfit(operation, one));
  const parts = new Set(misfits.filter((one) => !isRowMisfit(operation, one)).map(({ row }) => row));
  const repeated = rows.filter(({ repeats }) => repeats === true).length;
  return { rows: rows.length - repeated, repeated, partly: parts.size, cut: complete ? null : cutOf(operation, data) };
});

/** Omissions of a cached answer; null when it is complete. */
export const omissionsOf = (operation: OperationId, cached: Cached): Omissions | null =>
  cached.complete && (cached.misfits ?? []).length === 0 ? null : countedIn(operation, cached);

/** True when entries of a list may be missing: then the set of entries is unknown. */
export const omitsThings = (omitted: Omissions | null): omitted is Omissions =>
  omitted !== null && (omitted.rows > 0 || omitted.repeated > 0 || omitted.cut !== null);

/** Cuts of several lists as one; null when none was cut. */
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

/** Names the rows that were not loaded. */
const BEYOND = { oldest: ", no newer ones", newest: ", no older ones", first: "" } as const;

/** Text for a list that was cut, with the rows that are missing. */
export const cutText = (cut: Cut): string => `only the ${cut.which} ${ofTotal(cut)} rows loaded${BEYOND[cut.which]}`;

/** Short text for a list that was cut. */
export const shortCutText = (cut: Cut): string => `${cut.which} ${ofTotal(cut)}${cut.total === null ? " rows" : ""}`;

/** Texts of everything that was left out, one per part. */
export const omissionTexts = ({ rows, repeated, partly, cut }: Omissions): readonly string[] => [
  ...(rows === 0 ? [] : [`${pluralize(rows, "row")} unreadable`]),
  ...(repeated === 0 ? [] : [`${pluralize(repeated, "row")} with the id of another`]),
  ...(partly === 0 ? [] : [`${pluralize(partly, "row")} partly unreadable`]),
  ...(cut === null ? [] : [cutText(cut)]),
];
