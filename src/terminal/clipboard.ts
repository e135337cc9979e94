import type { Multiplexer } from "./capabilities.ts";
import { passedThrough } from "./passthrough.ts";

/** Bytes to write to the terminal, if any, and a message for the person. */
type ClipboardCopy =
  | { readonly ok: true; readonly bytes: string; readonly message: string }
  | { readonly ok: false; readonly message: string };

/**
 * Upper bound of text bytes: as Base64 they fit within the 100,000 characters that terminals commonly accept in one OSC sequence.
 */
export const clipboardLimit = 74_994;

const ESC = "\u001b";
const BEL = "\u0007";

function count(value: number): string {
  return value.toLocaleString("en-US");
}

/**
 * Bytes that copy a text to the terminal's clipboard (OSC 52), also over SSH, wrapped for a multiplexer. No terminal confirms success: the message
 * says only what was sent.
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
  // tmux accepts the plain sequence with set-clipboard on, and the wrapped one with allow-passthrough on.
  const plain = multiplexer === "tmux" ? sequence : "";
  return { ok: true, bytes: plain + passedThrough(sequence, multiplexer), message };
}
