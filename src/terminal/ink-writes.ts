/** Classification of Ink's writes to standard output (standard rendering, `incrementalRendering: false`). */
type InkWrite =
  /** A whole frame: text, line feeds and SGR. */
  | { readonly kind: "frame"; readonly text: string }
  /** Sequences that show nothing: modes, queries, the clipboard. */
  | { readonly kind: "control" }
  /** Ink's own marks around a frame, or the erasure of a frame before the next one. */
  | { readonly kind: "nothing" };

const SYNCHRONIZED = /^\u001b\[\?2026[hl]$/;

/** Ink's return to the top left with erasure of the last frame: `eraseLines`, or home and erase down. */
const ERASURE = /^(?:\u001b\[(?:\d*[ABG]|2K|1;1H|J))+/;

/** Private modes, the kitty keyboard protocol, queries, and strings that end with BEL or ST. */
const CONTROL =
  /^(?:\u001b\[[<=>?][\d;]*\$?[a-zA-Z]|\u001b\][^\u001b\u0007]*(?:\u0007|\u001b\\)|\u001bP[\s\S]*?\u001b\\)+$/;

/** Classifies a write of Ink. Anything unrecognised is a frame. */
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
