import type { Multiplexer } from "./capabilities.ts";

/** GNU screen cuts what it passes on at 768 bytes; other terminals' sequences go through it in pieces this long. */
const SCREEN_PIECE = 250;

const ESC = "\u001b";
const ST = `${ESC}\\`;

/** tmux hands through what is in its envelope, every Escape doubled, to the terminal around it. */
const throughTmux = (sequence: string): string => `${ESC}Ptmux;${sequence.replaceAll(ESC, ESC + ESC)}${ST}`;

function throughScreen(sequence: string): string {
  const pieces = Array.from({ length: Math.ceil(sequence.length / SCREEN_PIECE) }, (_, index) =>
    sequence.slice(index * SCREEN_PIECE, (index + 1) * SCREEN_PIECE),
  );
  return pieces.map((piece) => `${ESC}P${piece}${ST}`).join("");
}

/** A sequence for the terminal around a multiplexer, wrapped for what lies between. */
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
