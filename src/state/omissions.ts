import { weakMapMemoize } from "reselect";
import { type OperationId, operations } from "../contract/operations.ts";
import type { Misfit } from "../contract/tolerant.ts";
import { formatNumber, pluralize } from "../text/format.ts";
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
  /** The list was longer than what is read of one; how many rows were read. */
  readonly first: number | null;
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

const countedIn = weakMapMemoize((operation: OperationId, held: Held): Omissions => {
  const { misfits = [], complete, data } = held;
  const rows = misfits.filter((one) => isRowMisfit(operation, one));
  const parts = new Set(misfits.filter((one) => !isRowMisfit(operation, one)).map(({ row }) => row));
  return { rows: rows.length, partly: parts.size, first: complete ? null : (rowsOf(data)?.length ?? 0) };
});

/** What was left out of what is held; null where it is whole. */
export const omissionsOf = (operation: OperationId, held: Held): Omissions | null =>
  held.complete && (held.misfits ?? []).length === 0 ? null : countedIn(operation, held);

/** Whether things of a list may be among what was left out: then it is not known which there are. */
export const omitsThings = (omitted: Omissions | null): omitted is Omissions =>
  omitted !== null && (omitted.rows > 0 || omitted.first !== null);

/** What was left out, a part each. */
export const omissionTexts = ({ rows, partly, first }: Omissions): readonly string[] => [
  ...(rows === 0 ? [] : [`${pluralize(rows, "row")} unreadable`]),
  ...(partly === 0 ? [] : [`${pluralize(partly, "row")} partly unreadable`]),
  ...(first === null ? [] : [`only the first ${formatNumber(first)} rows loaded`]),
];
