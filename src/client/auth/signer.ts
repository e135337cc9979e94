import type { Headers } from "../transport/transport.ts";

/** Signature of one request, with what is needed for deciding about a retry after a 401. */
export type Signature = {
  /** The `Authorization` header; null for a first leg that only requests the challenge. */
  readonly authorization: string | null;
  /** The nonce or token in use. */
  readonly key: string | null;
  /** True if the nonce or token was accepted, or obtained, before this call. */
  readonly used: boolean;
};

/** The relevant parts of a 401 response. */
export type Rejection = {
  readonly headers: Headers;
  /** `errorCode` of the error document, if there is one. */
  readonly code: string | null;
  /** Number of times this call was signed again already. */
  readonly rounds: number;
};

/** An authentication method (specification part 5). Shared by all calls of a client, so that nonces and tokens are reused. */
export type Signer = {
  /** @throws ServiceError if no token can be obtained */
  sign(method: string, target: string, signal: AbortSignal): Promise<Signature>;
  /** True if the same request may succeed when signed again. Does not return true for ever. */
  again(signature: Signature, rejection: Rejection): boolean;
  /** Called for every answer other than a 401. */
  accepted(signature: Signature, headers: Headers): void;
  /** Called if there was no answer at all. */
  unanswered(signature: Signature): void;
  /** Every text that must not be shown, in every form in which it may be echoed. */
  secrets(): readonly string[];
};
