import type { Multiplexer } from "./capabilities.ts";

/** What to write to the terminal, if anything, and what to say to the person. */
export type ClipboardCopy =
  | { readonly ok: true; readonly bytes: string; readonly message: string }
  | { readonly ok: false; readonly message: string };

/**
 * How many bytes of text are sent at most: as Base64 they stay within the 100,000 characters that terminals commonly take
 * in one OSC sequence.
 */
export const clipboardLimit = 74_994;

/** GNU screen cuts what it passes on at 768 bytes; other terminals' sequences go through it in pieces this long. */
const screenPiece = 250;

const ESC = "\u001b";
const BEL = "\u0007";
const ST = `${ESC}\\`;

function count(value: number): string {
  return value.toLocaleString("en-US");
}

/** tmux hands through what is in its envelope, every Escape doubled, to the terminal around it. */
function throughTmux(sequence: string): string {
  return `${ESC}Ptmux;${sequence.replaceAll(ESC, ESC + ESC)}${ST}`;
}

function throughScreen(sequence: string): string {
  const pieces = Array.from({ length: Math.ceil(sequence.length / screenPiece) }, (_, index) =>
    sequence.slice(index * screenPiece, (index + 1) * screenPiece),
  );
  return pieces.map((piece) => `${ESC}P${piece}${ST}`).join("");
}

/**
 * The bytes that put a text on the clipboard of the terminal, over SSH too (OSC 52), wrapped for what lies between. No
 * terminal says whether it did: the message says only what was done.
 */
export function copyToClipboard(text: string, multiplexer: Multiplexer): ClipboardCopy {
  const bytes = Buffer.from(text, "utf8");
  if (bytes.length > clipboardLimit) {
    const message = `Too large for the terminal's clipboard: ${count(bytes.length)} bytes of at most about ${count(clipboardLimit)}`;
    return { ok: false, message };
  }
  const sequence = `${ESC}]52;c;${bytes.toString("base64")}${BEL}`;
  const characters = [...text].length;
  const message = `Copied through the terminal (OSC 52): ${count(characters)} ${characters === 1 ? "character" : "characters"}`;
  switch (multiplexer) {
    case "tmux":
      // tmux takes the plain one with set-clipboard on, and the wrapped one with allow-passthrough on.
      return { ok: true, bytes: sequence + throughTmux(sequence), message };
    case "screen":
      return { ok: true, bytes: throughScreen(sequence), message };
    default:
      return { ok: true, bytes: sequence, message };
  }
}
