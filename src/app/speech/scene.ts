/**
 * What is open, as it is read aloud: a heading, what stands below it, and the one thing that has the keys. What changes from one scene to
 * the next is what is said (`announcer.ts`).
 */
export type Scene = {
  /** Names what is open: another one is read from its beginning. */
  readonly key: string;
  readonly heading: string;
  /** Read after the heading, and not again however it changes. */
  readonly intro?: string;
  /** Read after that; later only the lines that are new. */
  readonly body: readonly string[];
  /** Its lines have times and values that move by themselves: one in which only numbers are others is not read again. */
  readonly ticks?: true;
  readonly focus: SceneFocus | null;
  /** The text that is being typed, to be echoed; null where none is, empty for a secret. */
  readonly typed: string | null;
};

export type SceneFocus = {
  readonly key: string;
  readonly text: string;
  /** The part of the text that is worth saying again when it changes: neither a clock nor what is typed just now. */
  readonly still: string;
  /** Said when the keys go elsewhere: the answer that was given. */
  readonly answer?: string;
};
