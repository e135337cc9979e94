export type NoticeTone = "info" | "good" | "warning" | "bad";

/** One line for the person, shown for some seconds and kept in the log (`L`). */
export type Notice = {
  readonly id: number;
  readonly tone: NoticeTone;
  readonly text: string;
  /** This machine's time, ms. */
  readonly at: number;
  /** Stays until it is dismissed. */
  readonly sticky: boolean;
  /** How often the same was said in a row. */
  readonly count: number;
};

export type NoticesState = {
  /** What the hint line shows now. */
  readonly current: Notice | null;
  readonly waiting: readonly Notice[];
  /** Newest last; bounded. */
  readonly log: readonly Notice[];
};

export type NoticeActions = {
  readonly say: (tone: NoticeTone, text: string, options?: { readonly sticky?: boolean }) => void;
  readonly dismiss: () => void;
};
