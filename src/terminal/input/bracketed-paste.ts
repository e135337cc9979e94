const pasteStart = "\u001b[200~";
const pasteEnd = "\u001b[201~";

/** After a stalled paste, a chunk up to this length is typing, not the rest of the paste. */
const longestChunkOfKeys = 16;

/** Effect of a chunk: the paste continues; it ended, and `rest` followed; or it never ended, and `rest` is not part of it. */
type PasteProgress =
  | { readonly kind: "more" }
  | { readonly kind: "ended"; readonly text: string; readonly rest: string }
  | { readonly kind: "abandoned"; readonly rest: string };

/** Collects a paste from its start sequence to its end, which may come in pieces. */
export class BracketedPaste {
  #parts: string[] = [];
  /** End of the text so far that may be the beginning of the end sequence. */
  #tail = "";
  #hasStalled = false;

  take(chunk: string): PasteProgress {
    const text = this.#tail + chunk;
    const end = endOfPaste(text);
    if (end !== -1) {
      return {
        kind: "ended",
        text: this.#parts.join("") + text.slice(0, end),
        rest: text.slice(end + pasteEnd.length),
      };
    }
    if (this.#hasStalled && chunk.length <= longestChunkOfKeys) {
      return { kind: "abandoned", rest: chunk };
    }
    const keep = beginningOfEnd(text);
    this.#parts.push(text.slice(0, text.length - keep));
    this.#tail = text.slice(text.length - keep);
    this.#hasStalled = false;
    return { kind: "more" };
  }

  /** Called after a long time without input. Returns the text so far; later input is distinguished from keys by its length. */
  stall(): string {
    const text = this.#parts.join("");
    this.#parts = [];
    this.#hasStalled = true;
    return text;
  }
}

/**
 * Position of a paste's end. A malicious text may contain an end sequence, so that the rest would be taken for keys: then there is a second end
 * without a start before it, and that one counts.
 */
function endOfPaste(text: string): number {
  let end = text.indexOf(pasteEnd);
  while (end !== -1) {
    const next = text.indexOf(pasteEnd, end + pasteEnd.length);
    const start = text.indexOf(pasteStart, end + pasteEnd.length);
    if (next === -1 || (start !== -1 && start < next)) {
      return end;
    }
    end = next;
  }
  return -1;
}

/** Number of a text's last characters that may be the beginning of the end sequence. */
function beginningOfEnd(text: string): number {
  let length = Math.min(text.length, pasteEnd.length - 1);
  while (!pasteEnd.startsWith(text.slice(text.length - length))) {
    length -= 1;
  }
  return length;
}
