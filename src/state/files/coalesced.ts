/**
 * Coalesced writes of one file: one at a time, and only the newest content waits. A disk slower than a typist is written less often, and never out
 * of order.
 */
export type CoalescedWriter<Content> = {
  readonly write: (content: Content) => void;
  /**
   * Writes synchronously everything that may not be on disk. The content also stays queued, so that an older write in progress does not overwrite it
   * if the program continues.
   */
  readonly flushSync: (writeSync: (content: Content) => void) => void;
  readonly settled: () => Promise<void>;
};

/**
 * @param save writes the content; a failure is passed to `failed`, and the next content is tried all the same
 */
export function coalesced<Content>(
  save: (content: Content) => Promise<void>,
  failed: (error: unknown) => void,
): CoalescedWriter<Content> {
  let waiting: { readonly content: Content } | undefined;
  /** Content being written; it is on disk only once the write has ended. */
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
