import stringWidth from "string-width";
import { isCertain } from "./certain-width.ts";
import { printable, printableLines } from "./printable.ts";

/** Widths in cells, and texts cut to them. The one place that measures; plain ASCII never reaches the measuring library. */

const ASCII_ONLY = /^[\u0020-\u007e]*$/u;

const measured = new Map<string, number>();
const MEASURED_LIMIT = 5000;
/** Longer texts are seldom measured twice, and are not kept for it (UTF-16 units). */
const LONGEST_MEASURED = 1000;

/**
 * An answer may hold megabytes in one text. Of such a one no more is measured than a line can show, and no more is broken into lines than
 * a person reads (UTF-16 units).
 */
const MOST_IN_A_LINE = 2000;
const MOST_IN_LINES = 100_000;

/** Width of a text in cells. */
export function widthOf(text: string): number {
  if (ASCII_ONLY.test(text)) return text.length;
  const known = measured.get(text);
  if (known !== undefined) return known;
  if (measured.size >= MEASURED_LIMIT) measured.clear();
  const width = stringWidth(text);
  if (text.length <= LONGEST_MEASURED) measured.set(text, width);
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

type Where = "start" | "middle" | "end";

/** What a line can show of a text, whichever end is cut. */
function inReach(text: string, where: Where): string {
  if (text.length <= MOST_IN_A_LINE) return text;
  if (where === "start") return text.slice(-MOST_IN_A_LINE);
  if (where === "end") return text.slice(0, MOST_IN_A_LINE);
  return text.slice(0, MOST_IN_A_LINE / 2) + text.slice(-MOST_IN_A_LINE / 2);
}

/** A text without an ellipsis of its own at its end (a shortened id), which another one would double. */
const lessEllipsis = (text: string, ellipsis: string): string =>
  text.endsWith(ellipsis) ? text.slice(0, -ellipsis.length) : text;

/** A text cut to a width, with an ellipsis where something was left out. */
export function cut(raw: string, width: number, where: Where = "end", ellipsis = "…"): string {
  if (width <= 0) return "";
  const near = inReach(raw, where);
  // Here at the latest: what is measured is what is drawn.
  const text = printable(near);
  if (near.length === raw.length && widthOf(text) <= width) return text;
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
      return lessEllipsis(head(text, room), ellipsis) + ellipsis;
  }
}

/** Cells that what somebody typed takes at most where a sentence repeats it. */
const LONGEST_QUOTE = 40;

/** What somebody typed, as a sentence repeats it: in quotation marks, its beginning where it is long. */
export const quoted = (text: string): string => `“${cut(text.trim(), LONGEST_QUOTE)}”`;

/** A text in exactly a width: cut where it is too long, filled with spaces where it is too short. */
export function fitText(text: string, width: number, align: "left" | "right" = "left", where: Where = "end"): string {
  const shown = cut(text, width, where);
  const space = " ".repeat(Math.max(0, width - widthOf(shown)));
  return align === "left" ? shown + space : space + shown;
}

/** How much of a line of one word stays in it: up to a separator where one is in its second half, so that names stay whole. */
function brokenAt(front: string): number {
  const wholes = [/^.+[/:,;&=]/u, /^.+[-._@]/u].flatMap((separator) => separator.exec(front)?.[0].length ?? []);
  return wholes.find((length) => length * 2 > front.length) ?? front.length;
}

/** The lines of a word that is longer than a line. Each of its characters is measured once a line. */
function brokenWord(word: string, room: number): string[] {
  const characters = graphemes(word);
  const lines: string[] = [];
  /** What is on the line so far. */
  let front: string[] = [];
  let used = 0;
  for (const character of characters) {
    const width = widthOf(character);
    if (front.length > 0 && used + width > room) {
      const whole = front.join("");
      const end = brokenAt(whole);
      let kept = 0;
      for (let length = 0; length < end; kept += 1) length += front[kept]?.length ?? 0;
      lines.push(front.slice(0, kept).join(""));
      front = front.slice(kept);
      used = front.reduce((sum, each) => sum + widthOf(each), 0);
    }
    front.push(character);
    used += width;
  }
  lines.push(front.join(""));
  return lines;
}

/** A text broken into lines of a width, at spaces where there are some. What is too long for a person is cut, and said to be. */
export function wrapped(text: string, width: number): string[] {
  const room = Math.max(1, width);
  const lines = printableLines(text.slice(0, MOST_IN_LINES))
    .split("\n")
    .flatMap((paragraph) => wrappedParagraph(paragraph, room));
  const left = text.length - MOST_IN_LINES;
  return left <= 0 ? lines : [...lines, ...wrappedParagraph(`… ${left} more characters are not shown.`, room)];
}

/** The spaces at which a line may be broken: a number stays with its unit, a time with its zone. */
const BREAKS = / (?<!\d (?=(?:ms|s|min|h|days?|years?|%|B|[kMGTP]B|UTC)(?![\p{L}\d])))/u;

function wrappedParagraph(paragraph: string, room: number): string[] {
  const lines: string[] = [];
  let line = "";
  for (const word of paragraph.split(BREAKS)) {
    const joined = line === "" ? word : `${line} ${word}`;
    if (widthOf(joined) <= room) {
      line = joined;
      continue;
    }
    if (line !== "") lines.push(line);
    if (widthOf(word) <= room) {
      line = word;
      continue;
    }
    const parts = brokenWord(word, room);
    line = parts.pop() ?? "";
    lines.push(...parts);
  }
  lines.push(line);
  return lines;
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
