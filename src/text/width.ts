import stringWidth from "string-width";
import { isCertain } from "./certain-width.ts";
import { printable, printableLines } from "./printable.ts";

/** Widths in cells, and texts cut to them. The one place that measures; plain ASCII never reaches the measuring library. */

const ASCII_ONLY = /^[\u0020-\u007e]*$/u;

const measured = new Map<string, number>();
const MEASURED_LIMIT = 5000;

/** Width of a text in cells. */
export function widthOf(text: string): number {
  if (ASCII_ONLY.test(text)) return text.length;
  const known = measured.get(text);
  if (known !== undefined) return known;
  if (measured.size >= MEASURED_LIMIT) measured.clear();
  const width = stringWidth(text);
  measured.set(text, width);
  return width;
}

/** Made for the first text that needs it: that loads Unicode's tables, which the first screen mostly can do without. */
let segmenter: Intl.Segmenter | undefined;

/** The characters of a text as people count them. */
export function graphemes(text: string): string[] {
  if (isCertain(text)) return [...text];
  segmenter ??= new Intl.Segmenter(undefined, { granularity: "grapheme" });
  return [...segmenter.segment(text)].map(({ segment }) => segment);
}

/** As many leading characters as fit into a width. */
function head(text: string, width: number): string {
  if (ASCII_ONLY.test(text)) return text.slice(0, Math.max(0, width));
  let taken = "";
  let used = 0;
  for (const character of graphemes(text)) {
    const next = used + widthOf(character);
    if (next > width) break;
    taken += character;
    used = next;
  }
  return taken;
}

/** As many trailing characters as fit into a width. */
function tail(text: string, width: number): string {
  if (ASCII_ONLY.test(text)) return width <= 0 ? "" : text.slice(-width);
  let taken = "";
  let used = 0;
  for (const character of graphemes(text).reverse()) {
    const next = used + widthOf(character);
    if (next > width) break;
    taken = character + taken;
    used = next;
  }
  return taken;
}

/** A text cut to a width, with an ellipsis where something was left out. */
export function cut(raw: string, width: number, where: "start" | "middle" | "end" = "end", ellipsis = "…"): string {
  if (width <= 0) return "";
  // Here at the latest: what is measured is what is drawn.
  const text = printable(raw);
  if (widthOf(text) <= width) return text;
  if (width === 1) return ellipsis;
  const room = width - 1;
  switch (where) {
    case "start":
      return ellipsis + tail(text, room);
    case "middle": {
      const front = Math.ceil(room / 2);
      return head(text, front) + ellipsis + tail(text, room - front);
    }
    default:
      return head(text, room) + ellipsis;
  }
}

/** A text in exactly a width: cut where it is too long, filled with spaces where it is too short. */
export function fitText(
  text: string,
  width: number,
  align: "left" | "right" = "left",
  where: "start" | "middle" | "end" = "end",
): string {
  const shown = cut(text, width, where);
  const space = " ".repeat(Math.max(0, width - widthOf(shown)));
  return align === "left" ? shown + space : space + shown;
}

/** The front of a word that is longer than a line: up to a separator where one is in its second half, so that names stay whole. */
function brokenOff(word: string, room: number): string {
  const front = head(word, room);
  const wholes = [/^.+[/:,;&=]/u, /^.+[-._@]/u].flatMap((separator) => separator.exec(front)?.[0] ?? []);
  return wholes.find((whole) => whole.length * 2 > front.length) ?? front;
}

/** A text broken into lines of a width, at spaces where there are some. */
export function wrapped(text: string, width: number): string[] {
  const room = Math.max(1, width);
  return printableLines(text)
    .split("\n")
    .flatMap((paragraph) => {
      const lines: string[] = [];
      let line = "";
      for (const word of paragraph.split(" ")) {
        const joined = line === "" ? word : `${line} ${word}`;
        if (widthOf(joined) <= room) {
          line = joined;
          continue;
        }
        if (line !== "") lines.push(line);
        line = word;
        while (widthOf(line) > room) {
          const front = brokenOff(line, room);
          lines.push(front);
          line = line.slice(front.length);
        }
      }
      lines.push(line);
      return lines;
    });
}

/** What an item of a list of sentences begins with: a dash, a dot, or its number and whether it is done. */
const LEAD = /^ *(?:[-\u00b7] |\d+ [^\s\w] )?/u;

/** A text broken into lines of a width behind what leads it; its further lines stand under its first word. */
export const hung = (lead: string, text: string, width: number): string[] => {
  const space = " ".repeat(widthOf(lead));
  return wrapped(text, width - space.length).map((line, index) => `${index === 0 ? lead : space}${line}`);
};

/** The same for a text that begins with what leads it. */
export function hungByItself(text: string, width: number): string[] {
  const lead = LEAD.exec(text)?.[0] ?? "";
  return hung(lead, text.slice(lead.length), width);
}
