/**
 * Characters that are always one grapheme and one cell, whatever their neighbours: most of what the screen shows. None of them combines, is wide, or
 * is ever drawn as an emoji.
 */
const PLAIN =
  "\\u0020-\\u007e\\u00a1-\\u00ac\\u00ae-\\u017f\\u2010-\\u2027\\u2030-\\u203a\\u2190-\\u2193\\u2260-\\u2265\\u2500-\\u25cf\\u2713\\u2717\\u2800-\\u28ff";

/** A text of only such characters: its width is its length. */
export const PLAIN_TEXT = new RegExp(`^[${PLAIN}]*$`);

/** Like `PLAIN_TEXT`, with line feeds and the Escape of colour sequences, which are always graphemes of their own. */
export const PLAIN_GRAPHEMES = new RegExp(`^[${PLAIN}\\u001b\\n]*$`);

/** Sequences that set colours and attributes. */
export const COLOURS = /\u001b\[[\d;:]*m/g;
