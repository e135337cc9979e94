/**
 * The current screen for speech: a heading, the lines below it, and the focused item. Changes from one scene to the next are announced
 * (`announcer.ts`).
 */
export type Scene = {
  /** Identity of the scene: one with another key is read from its beginning. */
  readonly key: string;
  readonly heading: string;
  /** Read after the heading, and not read again if it changes. */
  readonly intro?: string;
  /** Read after the introduction; later only new lines are read. */
  readonly body: readonly string[];
  /** Its lines contain times and values that change by themselves: a line in which only numbers changed is not read again. */
  readonly ticks?: true;
  readonly focus: SceneFocus | null;
  /** The text being typed, to be echoed; null without a text input, empty for a secret. */
  readonly typed: string | null;
};

export type SceneFocus = {
  readonly key: string;
  readonly text: string;
  /** The part of the text that is announced again when it changes: neither a clock nor the text being typed. */
  readonly still: string;
  /** Announced when the focus moves on: the given answer. */
  readonly answer?: string;
  /** What is wrong with it, with its name: announced again with each new line of the body, which may be about it. */
  readonly wrong?: string;
};
