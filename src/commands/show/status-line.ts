import { isOutdated } from "../../app/screen/freshness.ts";
import { stateSpans } from "../../app/screen/list-title.ts";
import type { TextLook, Theme } from "../../app/theme.ts";
import { cellText } from "../../areas/model/cell.ts";
import { formatAge } from "../../text/format.ts";
import { printable } from "../../text/printable.ts";
import { cutSpans, joinedByDots, type Span, span, spansWidth } from "../../text/spans.ts";
import type { PlaceResult } from "./unattended.ts";

/** A place on one line, for the status line of tmux and for shell prompts. */

/**
 * Content of the line: the state of a list, or the name and status of one thing; and the age of the data, where they may be out of date.
 *
 * @param oldSince time of the oldest answer shown in place of a failed call; null where all calls succeeded
 */
export function statusSpans(
  { list, thing, fresh }: PlaceResult,
  room: number,
  { now, oldSince }: { readonly now: number; readonly oldSince: number | null },
): readonly Span[] {
  const since = oldSince ?? (isOutdated(fresh) ? fresh.asOf : null);
  const age = since === null ? [] : [span(`${formatAge(Math.max(0, now - since))} old`, "warn")];
  const left = room - spansWidth(joinedByDots([[span("")], age]));
  const model = thing?.model ?? null;
  const state = model === null ? stateSpans(list, fresh, left) : cutSpans([span(cellText(model.title))], left);
  return joinedByDots([state, age]);
}

/** Content of the line when nothing could be read. */
export const unknownSpans = (words: string, room: number): readonly Span[] =>
  cutSpans([span(`! ${words}`, "warn")], room);

const ATTRIBUTES = [
  ["bold", "bold"],
  ["dimColor", "dim"],
  ["underline", "underscore"],
  ["inverse", "reverse"],
] as const;

/** A text style in tmux syntax; empty where it has none. */
function tmuxStyle(look: TextLook): string {
  const parts = [
    ...(look.color === undefined ? [] : [`fg=${look.color}`]),
    ...(look.backgroundColor === undefined ? [] : [`bg=${look.backgroundColor}`]),
    ...ATTRIBUTES.flatMap(([name, word]) => (look[name] === true ? [word] : [])),
  ];
  return parts.length === 0 ? "" : `#[${parts.join(",")}]`;
}

/** No printable text contains it; it replaces `#` of texts until the line is complete. */
const HASH = "\u0000";

/**
 * A line for tmux, which must find only our own styles in it. `#` starts its formats, styles and commands; a run of `#` is halved when formats are
 * expanded, and again when the line is drawn, except before a bracket, where expansion leaves it for drawing. `%` is expanded before that.
 */
export function tmuxLine(spans: readonly Span[], looks: Theme["looks"]): string {
  const pieces = spans.map(({ text, token = "plain" }) => {
    const style = tmuxStyle(looks[token]);
    const shown = printable(text).replaceAll("#", HASH);
    return style === "" ? shown : `${style}${shown}#[default]`;
  });
  return pieces
    .join("")
    .replace(/\0+(?=#?\[)/gu, (row) => "##".repeat(row.length))
    .replace(/\0+/gu, (row) => "####".repeat(row.length));
}

/**
 * A line without colours for a prompt. Characters that shells expand in prompts are replaced (`$`, `` ` ``, `\`, and `%` before a character that zsh
 * would read with it), so that a name from outside stays text in every shell.
 */
export const promptLine = (spans: readonly Span[]): string =>
  printable(spans.map(({ text }) => text).join("")).replace(/[$`\\]|%(?=[^\s),.;:])/gu, "·");
