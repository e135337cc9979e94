/** Texts with a meaning: what a row, a detail and a page show. */

/** Meaning of a text; themes turn it into colour, and a word or a mark always carries the same meaning. */
export type Tone = "plain" | "dim" | "accent" | "good" | "warn" | "bad" | "critical";

/** A text with a meaning; `short` is used where a title or a column has no room for the full text. */
export type Cell = string | { readonly text: string; readonly tone: Tone; readonly short?: string };

/** A cell whose numbers can be added up over projects (`count`). */
export type CountCell = {
  readonly text: string;
  readonly tone: Tone;
  readonly count: {
    readonly id: string;
    readonly numbers: readonly number[];
    readonly words: (...numbers: readonly number[]) => Cell;
  };
};

export const cellText = (cell: Cell): string => (typeof cell === "string" ? cell : cell.text);

export const cellShort = (cell: Cell): string => (typeof cell === "string" ? cell : (cell.short ?? cell.text));

export const cellTone = (cell: Cell): Tone => (typeof cell === "string" ? "plain" : cell.tone);
