/**
 * Characters that are one grapheme and one cell each, whatever stands beside them: what the screen is mostly made of. Nothing that
 * combines, is wide or is ever drawn as an emoji is among them.
 */
const PLAIN =
  "\\u0020-\\u007e\\u00a1-\\u00ac\\u00ae-\\u017f\\u2010-\\u2027\\u2030-\\u203a\\u2190-\\u2193\\u2260-\\u2265\\u2500-\\u25cf\\u2713\\u2717\\u2800-\\u28ff";

/** A text of nothing but such characters: as wide as it is long. */
export const PLAIN_TEXT = new RegExp(`^[${PLAIN}]*$`);

/** The same with line ends and the Escape of colour sequences, which always stand alone. */
export const PLAIN_GRAPHEMES = new RegExp(`^[${PLAIN}\\u001b\\n]*$`);

/** Sequences that set colours and attributes. */
export const COLOURS = /\u001b\[[\d;:]*m/g;
