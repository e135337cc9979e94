import type { Multiplexer } from "./capabilities.ts";

/** Whether a terminal is light or dark: what stands behind its text, as far as it says so. */
export type TerminalBackground = "light" | "dark" | "unknown";

/** Asks for the colour of the ground (OSC 11), and then what terminal it is (DA1): every terminal answers that, so nobody waits for the first. */
const ASK = "\u001b]11;?\u001b\\\u001b[c";
const BACKGROUND_REPLY = /^\u001b\]11;rgba?:([\da-f]{1,4})\/([\da-f]{1,4})\/([\da-f]{1,4})/iu;
const ATTRIBUTES = /^\u001b\[\?[\d;]*c$/u;

/** How long a terminal may take to answer, in milliseconds: over a slow line an answer is a round trip away. */
const LIMIT = 1000;

const part = (digits: string): number => Number.parseInt(digits, 16) / (16 ** digits.length - 1);

/**
 * What an answer says of the ground; null where it answers something else.
 *
 * tmux answers with white where it does not know the terminal around it, which many are not (`field-notes.md` 23). mosh and GNU screen
 * answer nothing but what they are.
 */
export function backgroundIn(answer: string, multiplexer: Multiplexer): TerminalBackground | null {
  if (ATTRIBUTES.test(answer)) return "unknown";
  const [, red, green, blue] = BACKGROUND_REPLY.exec(answer) ?? [];
  if (red === undefined || green === undefined || blue === undefined) return null;
  const [r, g, b] = [part(red), part(green), part(blue)];
  if (multiplexer === "tmux" && Math.min(r, g, b) === 1) return "unknown";
  // How bright it is to the eye (ITU-R BT.709).
  return 0.2126 * r + 0.7152 * g + 0.0722 * b > 0.5 ? "light" : "dark";
}

export type BackgroundQuestion = {
  /** Asks, and tells once what came of it. */
  readonly ask: (receive: (background: TerminalBackground) => void) => void;
  /** Takes an answer of the terminal that came in among the keys. */
  readonly take: (answer: string) => void;
};

/** @param after runs something later (ms) and gives the way to call it off */
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
