import type { Multiplexer } from "./capabilities.ts";

/** GNU screen truncates passed-through sequences at 768 bytes; longer ones are sent in pieces of this length. */
const SCREEN_PIECE = 250;

const ESC = "\u001b";
const ST = `${ESC}\\`;

/** tmux passes the content of its envelope, with every Escape doubled, to the outer terminal. */
const throughTmux = (sequence: string): string => `${ESC}Ptmux;${sequence.replaceAll(ESC, ESC + ESC)}${ST}`;

function throughScreen(sequence: string): string {
  const pieces = Array.from({ length: Math.ceil(sequence.length / SCREEN_PIECE) }, (_, index) =>
    sequence.slice(index * SCREEN_PIECE, (index + 1) * SCREEN_PIECE),
  );
  return pieces.map((piece) => `${ESC}P${piece}${ST}`).join("");
}

/** A sequence for the outer terminal, wrapped for the multiplexer. */
export function passedThrough(sequence: string, multiplexer: Multiplexer): string {
  switch (multiplexer) {
    case "tmux":
      return throughTmux(sequence);
    case "screen":
      return throughScreen(sequence);
    default:
      return sequence;
  }
}
