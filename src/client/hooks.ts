/** A pause before the same request is sent again. */
export type WaitEvent = {
  readonly requestId: string;
  readonly operationId: string;
  readonly reason: "rate-limited" | "server-error" | "connection" | "token";
  readonly status: number | null;
  /** The try that failed; 1 for the first. */
  readonly attempt: number;
  readonly ms: number;
  /** When it goes on, in milliseconds of this machine's clock. */
  readonly until: number;
};

/** What a client tells of its work. A hook must not throw. */
export type ClientHooks = {
  readonly onWait?: (event: WaitEvent) => void;
};
