import type { Multiplexer } from "./capabilities.ts";

/** Detects whether a terminal has a light or dark background, as far as it reports its colour. */
export type TerminalBackground = "light" | "dark" | "unknown";

/** Asks for the background colour (OSC 11), then for the terminal's attributes (DA1): every terminal answers DA1, so its answer ends the wait. */
const ASK = "\u001b]11;?\u001b\\\u001b[c";
const BACKGROUND_REPLY = /^\u001b\]11;rgba?:([\da-f]{1,4})\/([\da-f]{1,4})\/([\da-f]{1,4})/iu;
const ATTRIBUTES = /^\u001b\[\?[\d;]*c$/u;

/** Longest wait for the answer, in milliseconds: over a slow line, it takes a round trip. */
const LIMIT = 1000;

const part = (digits: string): number => Number.parseInt(digits, 16) / (16 ** digits.length - 1);

/**
 * Background in an answer; null for other answers.
 *
 * tmux answers white when it does not know the outer terminal's colour, which is common (`field-notes.md` 23). mosh and GNU screen answer only DA1.
 */
export function backgroundIn(answer: string, multiplexer: Multiplexer): TerminalBackground | null {
  if (ATTRIBUTES.test(answer)) return "unknown";
  const [, red, green, blue] = BACKGROUND_REPLY.exec(answer) ?? [];
  if (red === undefined || green === undefined || blue === undefined) return null;
  const [r, g, b] = [part(red), part(green), part(blue)];
  if (multiplexer === "tmux" && Math.min(r, g, b) === 1) return "unknown";
  // Perceived brightness (ITU-R BT.709).
  return 0.2126 * r + 0.7152 * g + 0.0722 * b > 0.5 ? "light" : "dark";
}

type BackgroundQuestion = {
  /** Asks, and calls back once with the result. */
  readonly ask: (receive: (background: TerminalBackground) => void) => void;
  /** Takes an answer of the terminal that arrived among the keys. */
  readonly take: (answer: string) => void;
};

/** @param after runs something later (ms) and returns a function that cancels it */
export function createBackgroundQuestion(
  write: (bytes: string) => void,
  multiplexer: Multiplexer,
  after: (milliseconds: number, run: () => void) => () => void,
): BackgroundQuestion {
  let tell: ((background: TerminalBackground) => void) | undefined;
  let stop = (): void => undefined;
  const end = (background: TerminalBackground): void => {
    stop();
    const receive = tell;
    tell = undefined;
    receive?.(background);
  };
  return {
    ask: (receive) => {
      stop();
      tell = receive;
      stop = after(LIMIT, () => end("unknown"));
      write(ASK);
    },
    take: (answer) => {
      const background = tell === undefined ? null : backgroundIn(answer, multiplexer);
      if (background !== null) end(background);
    },
  };
}
