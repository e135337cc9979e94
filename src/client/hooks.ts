import type { ServiceErrorKind } from "./service-error.ts";

/** A request that is about to go out, or went out: for the activity log and the journal of writes. No field holds a secret. */
export type SendingEvent = {
  readonly requestId: string;
  readonly operationId: string;
  readonly method: string;
  /** Path and query as on the wire. */
  readonly path: string;
  readonly write: boolean;
  /** The body as sent, secrets as `$VARIABLE`; null without a body. */
  readonly bodyPreview: string | null;
  /** 1 for the first try. */
  readonly attempt: number;
  /** When it was sent, in milliseconds of this machine's clock. */
  readonly at: number;
};

/** The same request when its outcome is known. */
export type SentEvent = SendingEvent & {
  /** Status of the answer, or null when there was none. */
  readonly status: number | null;
  /** Why it did not succeed, or null. */
  readonly failure: ServiceErrorKind | null;
  readonly errorCode: string | null;
  /** How long it took, in milliseconds. */
  readonly ms: number;
};

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

/** What a client tells of its work. A hook must not throw; it is called in the order of events. */
export type ClientHooks = {
  /** Before a request goes out: a journal of writes knows of it even when the program is killed before the answer. */
  readonly onSending?: (event: SendingEvent) => void;
  readonly onSent?: (event: SentEvent) => void;
  readonly onWait?: (event: WaitEvent) => void;
};
