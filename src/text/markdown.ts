/** Escapes a text so that Markdown shows it literally. */
export const markdownText = (text: string): string =>
  text
    .replace(/[\r\n]+/gu, " ")
    .replace(/[\\`*_[\]|#~]/gu, "\\$&")
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;");

export const markdownLine = (cells: readonly string[]): string => `| ${cells.map(markdownText).join(" | ")} |`;

/** The line between a table's header and its rows. */
export const markdownRule = (sides: readonly ("left" | "right")[]): string =>
  `|${sides.map((side) => (side === "right" ? " ---: " : " --- ")).join("|")}|`;
