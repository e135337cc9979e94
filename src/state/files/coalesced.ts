/**
 * Writes of one file, at most one at a time: while one is under way, only the newest content waits. A disk that is slower than
 * a person types is written to less often, and never out of order.
 */
export type CoalescedWriter<Content> = {
  readonly write: (content: Content) => void;
  /**
   * Writes at once what is not certainly on disk. It waits its turn all the same, so that an older write that is under way
   * cannot have the last word where the program lives on.
   */
  readonly flushSync: (writeSync: (content: Content) => void) => void;
  readonly settled: () => Promise<void>;
};

/**
 * @param save writes the content; its failure is told to `failed`, and the next content is tried all the same
 */
export function coalesced<Content>(
  save: (content: Content) => Promise<void>,
  failed: (error: unknown) => void,
): CoalescedWriter<Content> {
  let waiting: { readonly content: Content } | undefined;
  /** The content that is being written: on disk only when its write has ended. */
  let underWay: { readonly content: Content } | undefined;
  let running: Promise<void> | undefined;

  const run = async (): Promise<void> => {
    while (waiting !== undefined) {
      underWay = waiting;
      waiting = undefined;
      try {
        await save(underWay.content);
      } catch (error) {
        failed(error);
      }
      underWay = undefined;
    }
    running = undefined;
  };

  return {
    write: (content) => {
      waiting = { content };
      running ??= run();
    },
    flushSync: (writeSync) => {
      const newest = waiting ?? underWay;
      if (newest !== undefined) writeSync(newest.content);
    },
    settled: async () => {
      while (running !== undefined) await running;
    },
  };
}
