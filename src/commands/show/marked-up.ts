import { markdownText } from "../../text/markdown.ts";

/** Cells in the formats of other programs. */

/** One line of CSV (RFC 4180). */
export const csvLine = (cells: readonly string[]): string =>
  cells.map((cell) => (/[",\r\n]|^\s|\s$/u.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)).join(",");

export const markdownHeading = (text: string): string => `**${markdownText(text)}**`;

/** A heading row of a Markdown table. */
export const markdownHeadingLine = (text: string, columns: number): string =>
  `| ${[markdownHeading(text), ...Array.from({ length: Math.max(0, columns - 1) }, () => "")].join(" | ")} |`;
