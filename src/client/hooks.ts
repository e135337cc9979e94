/** A pause before a request is repeated. */
export type WaitEvent = {
  readonly requestId: string;
  readonly operationId: string;
  readonly reason: "rate-limited" | "server-error" | "connection" | "token";
  readonly status: number | null;
  /** Reason of the failed try, as a sentence. */
  readonly words: string;
  /** Number of the failed try, starting at 1. */
  readonly attempt: number;
  readonly ms: number;
  /** End of the pause, in milliseconds of this machine's clock. */
  readonly until: number;
};

/** Callbacks of a client. They must not throw. */
export type ClientHooks = {
  readonly onWait?: (event: WaitEvent) => void;
};
