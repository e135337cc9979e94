const pasteStart = "\u001b[200~";
const pasteEnd = "\u001b[201~";

/** After a paste has stalled, a chunk this short is somebody typing, not the paste going on. */
const longestChunkOfKeys = 16;

/** What a chunk did: the paste goes on; it ended, and `rest` came after it; or it never ended, and `rest` is no part of it. */
export type PasteProgress =
  | { readonly kind: "more" }
  | { readonly kind: "ended"; readonly text: string; readonly rest: string }
  | { readonly kind: "abandoned"; readonly rest: string };

/** Collects a paste from after its beginning to its end, which may come in pieces. */
export class BracketedPaste {
  #parts: string[] = [];
  /** What the text ends with so far, when it may be the beginning of the end. */
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

  /** Nothing has come for a long time. Gives what there is; what comes later is told apart from keys by its length. */
  stall(): string {
    const text = this.#parts.join("");
    this.#parts = [];
    this.#hasStalled = true;
    return text;
  }
}

/**
 * Where a paste ends in a text. A text that was made to hold an end of its own, so that what follows would be keys, has a
 * second end with no beginning before it: then that one counts.
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

/** How many of a text's last characters may be the beginning of the end of a paste. */
function beginningOfEnd(text: string): number {
  let length = Math.min(text.length, pasteEnd.length - 1);
  while (!pasteEnd.startsWith(text.slice(text.length - length))) {
    length -= 1;
  }
  return length;
}
