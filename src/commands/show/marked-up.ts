/** Cells in the formats of other programs. */

/** One line of CSV (RFC 4180). */
export const csvLine = (cells: readonly string[]): string =>
  cells.map((cell) => (/[",\r\n]|^\s|\s$/u.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)).join(",");

/** A text in a cell of a Markdown table: what would be markup is shown as it is written. */
const markdownText = (text: string): string =>
  text
    .replace(/[\r\n]+/gu, " ")
    .replace(/[\\`*_[\]|#~]/gu, "\\$&")
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;");

export const markdownLine = (cells: readonly string[]): string => `| ${cells.map(markdownText).join(" | ")} |`;

/** The line between the heads of a Markdown table and its rows. */
export const markdownRule = (sides: readonly ("left" | "right")[]): string =>
  `|${sides.map((side) => (side === "right" ? " ---: " : " --- ")).join("|")}|`;

export const markdownHeading = (text: string): string => `**${markdownText(text)}**`;

/** A heading between the rows of a Markdown table. */
export const markdownHeadingLine = (text: string, columns: number): string =>
  `| ${[markdownHeading(text), ...Array.from({ length: Math.max(0, columns - 1) }, () => "")].join(" | ")} |`;
