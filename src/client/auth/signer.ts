import type { Headers } from "../transport/transport.ts";

/** How one request was signed, so that the answer to a 401 can be decided on what it was. */
export type Signature = {
  /** The `Authorization` header, or null for a first leg that only asks for the challenge. */
  readonly authorization: string | null;
  /** Which nonce or token it stands on. */
  readonly key: string | null;
  /** The nonce or token had been accepted, or obtained, before this call. */
  readonly used: boolean;
};

/** What a 401 looked like. */
export type Rejection = {
  readonly headers: Headers;
  /** `errorCode` of the error document, if there was one. */
  readonly code: string | null;
  /** How often this call was signed anew already. */
  readonly rounds: number;
};

/** One way to prove who asks (specification part 5). Shared by all calls of a client, so that nonces and tokens are reused. */
export type Signer = {
  /** @throws ServiceError when a token cannot be had */
  sign(method: string, target: string, signal: AbortSignal): Promise<Signature>;
  /** Whether the same request, signed anew, may be accepted. Never says yes without end. */
  again(signature: Signature, rejection: Rejection): boolean;
  /** Told of every answer that was not a 401. */
  accepted(signature: Signature, headers: Headers): void;
  /** Told when no answer came at all. */
  unanswered(signature: Signature): void;
  /** Every text that must not be shown, in any form in which it may come back. */
  secrets(): readonly string[];
};
