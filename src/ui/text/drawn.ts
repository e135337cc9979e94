import { weakMapMemoize } from "reselect";
import { aroundText } from "../../app/sgr.ts";
import { lookOnLine, type TextLook, type Theme } from "../../app/theme.ts";
import { isPrintable, printable } from "../../text/printable.ts";
import { cutSpans, type Span, span, spansWidth } from "../../text/spans.ts";
import type { Token } from "../../text/token.ts";

/** Renders a line as text with SGR sequences, as Ink would for a `Text` with nested ones. */

/** The same for every text in a look. */
const around = weakMapMemoize(aroundText);

function inLook(text: string, look: TextLook, { spell }: Theme): string {
  if (text === "") return "";
  const [before, behind] = around(look);
  return before + spell(text) + behind;
}

/** The look of a span on a line with a look of its own; memoised, so equal arguments give the same object. */
const overLook = weakMapMemoize((looks: Theme["looks"], token: Token, over: Token) =>
  lookOnLine(token, over, { looks }),
);

/** True if a look is visible on blanks. */
const isSeenOnBlank = ({ backgroundColor, underline, inverse }: TextLook): boolean =>
  backgroundColor !== undefined || underline === true || inverse === true;

const isBlank = (text: string): boolean => text.trimStart() === "";

/** Two neighbouring spans merged into one, if that looks the same; null otherwise. A blank span can take any look that is invisible on blanks. */
function joined(one: Span, other: Span, { looks }: Theme): Span | null {
  const [first, second] = [one.token ?? "plain", other.token ?? "plain"];
  const text = one.text + other.text;
  if (first === second) return span(text, first);
  if (isSeenOnBlank(looks[first]) || isSeenOnBlank(looks[second])) return null;
  return isBlank(other.text) ? span(text, first) : isBlank(one.text) ? span(text, second) : null;
}

/** Merges spans where possible, because each adds its own SGR sequences. */
function fewest(spans: readonly Span[], theme: Theme): readonly Span[] {
  const fewer: Span[] = [];
  for (const piece of spans) {
    const last = fewer.at(-1);
    const both = last === undefined ? null : joined(last, piece, theme);
    if (both === null) fewer.push(piece);
    else fewer[fewer.length - 1] = both;
  }
  return fewer;
}

declare const drawnLine: unique symbol;

/** One line for the screen: only printable text and SGR sequences. Created only by `drawn`. */
export type DrawnLine = string & { readonly [drawnLine]: true };

/** All control characters except Escape, which starts an SGR sequence. */
const CONTROL = /[\u0000-\u001a\u001c-\u001f\u007f-\u009f]/u;
const isDrawn = (line: string): line is DrawnLine => !CONTROL.test(line);
const drawnOf = (line: string): DrawnLine => (isDrawn(line) ? line : drawnOf(line.replace(CONTROL, " ")));

/** Last safeguard: makes texts printable that a view has not cleaned. */
const gated = (piece: Span): Span => (isPrintable(piece.text) ? piece : { ...piece, text: printable(piece.text) });

/**
 * Renders a line, cut to a width.
 *
 * @param over look of the whole line, padded to the full width; good and bad spans keep their colour
 */
export function drawn(spans: readonly Span[], theme: Theme, width: number, over?: Token | undefined): DrawnLine {
  const shown = cutSpans(spans.map(gated), width);
  if (over === undefined)
    return drawnOf(
      fewest(shown, theme).reduce(
        (line, { text, token = "plain" }) => line + inLook(text, theme.looks[token], theme),
        "",
      ),
    );
  let line = "";
  let same = { text: "", look: theme.looks[over] };
  for (const { text, token = "plain" } of [...shown, span(" ".repeat(Math.max(0, width - spansWidth(shown))), over)]) {
    const look = overLook(theme.looks, token, over);
    if (look !== same.look) line += inLook(same.text, same.look, theme);
    same = { text: look === same.look ? same.text + text : text, look };
  }
  return drawnOf(line + inLook(same.text, same.look, theme));
}
