import type { Cell, CountCell } from "../model/cell.ts";

/** Numbers of a summary that can be added up over projects. */

/**
 * @param id kind of count: numbers of the same id are added up
 * @param words formats the numbers, before and after they are added up
 */
export function count(
  id: string,
  numbers: readonly number[],
  words: (...numbers: readonly number[]) => Cell,
): CountCell {
  const said = words(...numbers);
  return { ...(typeof said === "string" ? { text: said, tone: "plain" } : said), count: { id, numbers, words } };
}

export const isCount = (cell: Cell | CountCell): cell is CountCell => typeof cell !== "string" && "count" in cell;

/** Adds up several counts of the same kind. */
export function sumOfCounts(counts: readonly CountCell[]): CountCell | null {
  const [first, ...others] = counts;
  if (first === undefined) return null;
  const { id, numbers, words } = first.count;
  const sums = numbers.map((number, index) =>
    others.reduce((sum, { count: other }) => sum + (other.numbers[index] ?? 0), number),
  );
  return count(id, sums, words);
}
