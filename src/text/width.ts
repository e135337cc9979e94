import stringWidth from "string-width";
import { isCertain } from "./certain-width.ts";
import { printable, printableLines } from "./printable.ts";

/** Measures and cuts texts in terminal cells. All measuring is done here; plain ASCII never reaches the measuring library. */

const ASCII_ONLY = /^[\u0020-\u007e]*$/u;

const measured = new Map<string, number>();
const MEASURED_LIMIT = 5000;
/** Longer texts are seldom measured twice and are not cached (UTF-16 units). */
const LONGEST_MEASURED = 1000;

/** An answer may hold megabytes in one text: measure no more than a line can show, and wrap no more than a person reads (UTF-16 units). */
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

/** Created on first use: it loads Unicode's tables, which the first screen can mostly do without. */
let segmenter: Intl.Segmenter | undefined;

/** Grapheme clusters of a text. */
export function graphemes(text: string): string[] {
  if (isCertain(text)) return [...text];
  segmenter ??= new Intl.Segmenter(undefined, { granularity: "grapheme" });
  return [...segmenter.segment(text)].map(({ segment }) => segment);
}

/** As many leading characters as fit into a width in cells. */
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

/** As many trailing characters as fit into a width in cells. */
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

/** The part of a long text that a line can show, whichever end is cut. */
function inReach(text: string, where: Where): string {
  if (text.length <= MOST_IN_A_LINE) return text;
  if (where === "start") return text.slice(-MOST_IN_A_LINE);
  if (where === "end") return text.slice(0, MOST_IN_A_LINE);
  return text.slice(0, MOST_IN_A_LINE / 2) + text.slice(-MOST_IN_A_LINE / 2);
}

const ELLIPSIS = "…";

/** A text without a trailing ellipsis of its own (a shortened id), so that it does not end in two. */
const withoutEllipsis = (text: string): string => (text.endsWith(ELLIPSIS) ? text.slice(0, -ELLIPSIS.length) : text);

/** Between two names in one text: from → to, cluster · host. */
const JOINTS = / [\u2192\u00b7] /gu;
/** Narrowest useful part of a text of several names, in cells: beginning and end of a name. */
const LEAST_PART = 9;

/** The part of a text that tells it from others, before a project in brackets or the domain of a host. */
const OWN_NAME = /^(?:.+(?= \()|[\w-]+(?=(?:\.[\w-]+){3}))/u;

/**
 * A text of several names, the longest cut in their middles, so that each can be told by its end. Null where there is too little room for all, or only
 * one name.
 */
function cutParts(text: string, room: number): string | null {
  const joints = text.match(JOINTS) ?? [];
  if (joints.length === 0) return null;
  const parts = text.split(JOINTS);
  const widths = parts.map(widthOf);
  const forParts = room - joints.length * 3;
  const taken = (most: number): number => widths.reduce((sum, width) => sum + Math.min(width, most), 0);
  let most = LEAST_PART;
  if (taken(most) > forParts) return null;
  while (most < room && taken(most + 1) <= forParts) most += 1;
  let spare = forParts - taken(most);
  return parts.reduce((line, part, index) => {
    const isLonger = (widths[index] ?? 0) > most && spare > 0;
    if (isLonger) spare -= 1;
    return `${line}${joints[index - 1] ?? ""}${cut(part, isLonger ? most + 1 : most, "middle")}`;
  }, "");
}

/** A text cut to a width in cells, with an ellipsis where something was left out. */
export function cut(raw: string, width: number, where: Where = "end"): string {
  if (width <= 0) return "";
  const near = inReach(raw, where);
  // Clean the text before measuring it, so that the measured text is the drawn one.
  const text = printable(near);
  if (near.length === raw.length && widthOf(text) <= width) return text;
  if (width === 1) return ELLIPSIS;
  const room = width - 1;
  switch (where) {
    case "start":
      return ELLIPSIS + tail(text, room);
    case "middle": {
      const named = near.length === raw.length ? cutParts(text, width) : null;
      if (named !== null) return named;
      // A name stays whole before a bracket, and that of a host before its domain: `stage-1 (Sta…`, `shard-00-01.exam…`.
      const own = OWN_NAME.exec(text)?.[0];
      if (own !== undefined && widthOf(own) + 3 <= width) return cut(text, width);
      const front = Math.ceil(room / 2);
      return head(text, front) + ELLIPSIS + tail(text, room - front);
    }
    default:
      return withoutEllipsis(head(text, room)) + ELLIPSIS;
  }
}

/** Maximum cells for a user's input quoted in a sentence. */
const LONGEST_QUOTE = 40;

/** A user's input in quotation marks, cut at its end if it is long. */
export const quoted = (text: string): string => `“${cut(text.trim(), LONGEST_QUOTE)}”`;

/** A text in exactly `width` cells: cut if it is too long, padded with spaces if it is too short. */
export function fitText(text: string, width: number, align: "left" | "right" = "left", where: Where = "end"): string {
  const shown = cut(text, width, where);
  const space = " ".repeat(Math.max(0, width - widthOf(shown)));
  return align === "left" ? shown + space : space + shown;
}

/** Length of the part of a long word that stays on its line: up to a separator if one is in its second half, so that names stay whole. */
function brokenAt(front: string): number {
  const wholes = [/^.+[/:,;&=]/u, /^.+[-._@]/u].flatMap((separator) => separator.exec(front)?.[0].length ?? []);
  return wholes.find((length) => length * 2 > front.length) ?? front.length;
}

/** Breaks a word that is longer than a line. Each character is measured once per line. */
function brokenWord(word: string, room: number): string[] {
  const characters = graphemes(word);
  const lines: string[] = [];
  /** Characters on the current line so far. */
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

/** A text wrapped to a width, at spaces if possible. A text that is too long to read is cut, with a note that says so. */
export function wrapped(text: string, width: number): string[] {
  const room = Math.max(1, width);
  const lines = printableLines(text.slice(0, MOST_IN_LINES))
    .split("\n")
    .flatMap((paragraph) => wrappedParagraph(paragraph, room));
  const left = text.length - MOST_IN_LINES;
  return left <= 0 ? lines : [...lines, ...wrappedParagraph(`… ${left} more characters are not shown.`, room)];
}

/** Spaces where a line may break: a number stays with its unit, a time with its zone. */
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

/** Start of an item in a list of sentences: a dash, a dot, a warning, or a number and its status symbol. */
const LEAD = /^ *(?:[-\u2013\u00b7!] |\d+ [^\s\w] )?/u;

/** A text wrapped to a width after a lead; further lines are indented by the lead's width. */
export const hung = (lead: string, text: string, width: number): string[] => {
  const space = " ".repeat(widthOf(lead));
  return wrapped(text, width - space.length).map((line, index) => `${index === 0 ? lead : space}${line}`);
};

/** `hung` for a text that begins with its own lead. */
export function hungByItself(text: string, width: number): string[] {
  const lead = LEAD.exec(text)?.[0] ?? "";
  return hung(lead, text.slice(lead.length), width);
}
