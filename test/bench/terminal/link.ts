/** The way between a program and its terminal. */

/** One direction of it. */
export type Wire = {
  readonly send: (text: string) => void;
  /** Nothing is delivered any more. */
  readonly end: () => void;
};

/** Makes a direction; what is sent arrives at a function. */
export type Link = (arrive: (text: string) => void) => Wire;

/** No way at all: what is sent is there. */
export const DIRECT: Link = (arrive) => ({ send: arrive, end: () => undefined });

/** How often tokens come into the bucket (ms): a piece that is delivered is so much of the rate. */
const STEP = 10;

/**
 * A slow line: every byte waits for its token, and is on its way for so long after it has left. Like a pseudo terminal behind `sshd`, it
 * takes all that it is given and holds it back without telling anybody; what is delivered may be cut anywhere, even within a sequence.
 *
 * @param delay milliseconds of one direction
 * @param rate bytes a second
 */
export const slowLink =
  (delay: number, rate: number): Link =>
  (arrive) => {
    const inStep = (rate * STEP) / 1000;
    let waiting: Buffer[] = [];
    let timer: NodeJS.Timeout | undefined;
    const arrivals = new Set<NodeJS.Timeout>();
    const decoder = new TextDecoder();
    let last = 0;
    let tokens = inStep;
    const leave = (bytes: Buffer): void => {
      const arrival = setTimeout(() => {
        arrivals.delete(arrival);
        const text = decoder.decode(bytes, { stream: true });
        if (text !== "") arrive(text);
      }, delay);
      arrivals.add(arrival);
    };
    const pump = (): void => {
      timer = undefined;
      const now = performance.now();
      tokens = Math.min(inStep * 2, tokens + ((now - last) * rate) / 1000);
      last = now;
      const all = Buffer.concat(waiting);
      const part = all.subarray(0, Math.floor(tokens));
      tokens -= part.length;
      if (part.length > 0) leave(part);
      const rest = all.subarray(part.length);
      waiting = rest.length === 0 ? [] : [rest];
      if (rest.length > 0) timer = setTimeout(pump, STEP);
    };
    return {
      send: (text) => {
        waiting.push(Buffer.from(text));
        if (timer === undefined) pump();
      },
      end: () => {
        clearTimeout(timer);
        for (const arrival of arrivals) clearTimeout(arrival);
      },
    };
  };
