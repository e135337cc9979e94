import { isOutdated } from "../../app/screen/freshness.ts";
import { stateSpans } from "../../app/screen/list-title.ts";
import type { TextLook, Theme } from "../../app/theme.ts";
import { cellText } from "../../areas/model/view.ts";
import { formatAge } from "../../text/format.ts";
import { printable } from "../../text/printable.ts";
import { besides, cutSpans, type Span, span, spansWidth } from "../../text/spans.ts";
import type { Found } from "./unattended.ts";

/** A place in one line, for the status line of tmux and for the prompt of a shell. */

/**
 * What the line says: the state of a list, or what a thing is called with how it stands; and how old that is, where it may be out of date.
 *
 * @param oldSince of when the oldest answer is that stands in place of one that did not come; null where all came
 */
export function statusSpans(
  { list, thing, fresh }: Found,
  room: number,
  { now, oldSince }: { readonly now: number; readonly oldSince: number | null },
): readonly Span[] {
  const since = oldSince ?? (isOutdated(fresh) ? fresh.asOf : null);
  const age = since === null ? [] : [span(`${formatAge(Math.max(0, now - since))} old`, "warn")];
  const left = room - spansWidth(besides([[span("")], age]));
  const model = thing?.model ?? null;
  const state = model === null ? stateSpans(list, fresh, left) : cutSpans([span(cellText(model.title))], left);
  return besides([state, age]);
}

/** That nothing is known, in place of it. */
export const unknownSpans = (words: string, room: number): readonly Span[] =>
  cutSpans([span(`! ${words}`, "warn")], room);

const ATTRIBUTES = [
  ["bold", "bold"],
  ["dimColor", "dim"],
  ["underline", "underscore"],
  ["inverse", "reverse"],
] as const;

/** A look in tmux's own words; empty where it is none. */
function tmuxStyle(look: TextLook): string {
  const parts = [
    ...(look.color === undefined ? [] : [`fg=${look.color}`]),
    ...(look.backgroundColor === undefined ? [] : [`bg=${look.backgroundColor}`]),
    ...ATTRIBUTES.flatMap(([name, word]) => (look[name] === true ? [word] : [])),
  ];
  return parts.length === 0 ? "" : `#[${parts.join(",")}]`;
}

/** What no text holds that went through the gate; it stands for a `#` of a text until the line is whole. */
const HASH = "\u0000";

/**
 * A line for tmux, in which it finds nothing to do but our styles. `#` begins its formats, styles and commands; it halves a row of them where
 * it expands formats, and again where it draws, but for a row before a bracket, which it leaves for drawing. What it makes of `%` it has
 * made before.
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
 * A line without colours for a prompt. What prompts of shells act on is not in it (`$`, `` ` ``, `\`, and `%` before what zsh would read
 * with it), so that a name from outside is nothing but a text in any of them.
 */
export const promptLine = (spans: readonly Span[]): string =>
  printable(spans.map(({ text }) => text).join("")).replace(/[$`\\]|%(?=[^\s),.;:])/gu, "·");
