/** What Ink writes to its standard output (standard rendering, `incrementalRendering: false`), told apart. */
export type InkWrite =
  /** A whole frame: text, line feeds and SGR. */
  | { readonly kind: "frame"; readonly text: string }
  /** Sequences that put nothing on the screen: modes, questions, the clipboard. */
  | { readonly kind: "control" }
  /** Ink's own marks around a frame, or the erasure of one that is followed by the next. */
  | { readonly kind: "nothing" };

const SYNCHRONIZED = /^\u001b\[\?2026[hl]$/;

/** How Ink goes back to the top left and erases the frame before: `eraseLines`, or home and erase down. */
const ERASURE = /^(?:\u001b\[(?:\d*[ABG]|2K|1;1H|J))+/;

/** Private modes, the kitty keyboard protocol, questions, and strings that end with BEL or ST. */
const CONTROL =
  /^(?:\u001b\[[<=>?][\d;]*\$?[a-zA-Z]|\u001b\][^\u001b\u0007]*(?:\u0007|\u001b\\)|\u001bP[\s\S]*?\u001b\\)+$/;

/** Tells what a write of Ink is. Anything that is not known for something else is a frame. */
export function readInkWrite(bytes: string): InkWrite {
  if (SYNCHRONIZED.test(bytes)) {
    return { kind: "nothing" };
  }
  if (CONTROL.test(bytes)) {
    return { kind: "control" };
  }
  const erasure = ERASURE.exec(bytes)?.[0] ?? "";
  return erasure.length === bytes.length ? { kind: "nothing" } : { kind: "frame", text: bytes.slice(erasure.length) };
}
