/** Texts as Markdown shows them: what would be markup is shown as it is written. */
export const markdownText = (text: string): string =>
  text
    .replace(/[\r\n]+/gu, " ")
    .replace(/[\\`*_[\]|#~]/gu, "\\$&")
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;");

export const markdownLine = (cells: readonly string[]): string => `| ${cells.map(markdownText).join(" | ")} |`;

/** The line between the heads of a table and its rows. */
export const markdownRule = (sides: readonly ("left" | "right")[]): string =>
  `|${sides.map((side) => (side === "right" ? " ---: " : " --- ")).join("|")}|`;
