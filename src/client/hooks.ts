/** A pause before a request is repeated. */
export type WaitEvent = {
  readonly reason: "rate-limited" | "server-error" | "connection" | "token";
  readonly status: number | null;
  /** Reason of the failed try, as a sentence. */
  readonly words: string;
  /** Number of the failed try, starting at 1. */
  readonly attempt: number;
  readonly ms: number;
};

/** Callbacks of a client. They must not throw. */
export type ClientHooks = {
  readonly onWait?: (event: WaitEvent) => void;
};
