import type { Path } from "../../contract/json/json.ts";
import type { Operation } from "../../contract/operation.ts";
import type { Violation } from "../../contract/schema/body.ts";
import type { ErrorDocument } from "../../contract/wire/error-document.ts";
import type { TransportFailureReason } from "../transport/transport-failure.ts";

/** Outcome of a failed call. */
export type ServiceErrorKind =
  /** The service refused the request. */
  | "refused"
  /** Not sent: the request violates the contract. */
  | "invalid"
  /** Not sent: the connection is read-only. */
  | "read-only"
  /** Not sent: credentials must not travel over an unencrypted connection. */
  | "insecure"
  /** Not sent: the profile has no metrics address, or no login for it. */
  | "no-scrape-login"
  /** Not sent: the service cannot be reached. */
  | "unreachable"
  | "timed-out"
  | "cancelled"
  /** The answer is unusable. */
  | "unreadable"
  /** A write was sent, but its outcome is unknown. */
  | "unknown-result";

/** A field of the request that the service or the contract rejects. */
export type FieldProblem = { readonly path: Path; readonly message: string };

/** Everything known about a failed call. No field ever contains a secret; all texts are printable. */
export type ServiceErrorFacts = {
  readonly kind: ServiceErrorKind;
  readonly operation: Operation;
  readonly profile: string;
  /** Host and port of the request. */
  readonly host: string;
  readonly requestId: string;
  /** The step that failed: the call itself, or fetching its token. */
  readonly stage: "request" | "token";
  readonly status: number | null;
  /** The received error document, in the contract's spelling. */
  readonly document: ErrorDocument | null;
  /** `errorCode` from the document or the header. */
  readonly code: string | null;
  /** The service's own error text. */
  readonly detail: string | null;
  /** True if the 401 asks for credentials rather than reporting a missing role. */
  readonly challenged: boolean;
  readonly violations: readonly Violation[];
  readonly fields: readonly FieldProblem[];
  /** Time when the request may be repeated, in milliseconds of this machine's clock. */
  readonly retryAt: number | null;
  /** Milliseconds from the answer until `retryAt`. */
  readonly retryAfterMs: number | null;
  readonly transport: { readonly reason: TransportFailureReason; readonly code: string | null } | null;
  /** Reason for the read-only rule (`profile prod`). */
  readonly because: string | null;
  /** Reason why an answer is unreadable. */
  readonly problem: string | null;
  readonly timeoutMs: number | null;
};

/** Default facts, for properties that most errors do not have. */
export const NO_FACTS = {
  stage: "request",
  status: null,
  document: null,
  code: null,
  detail: null,
  challenged: false,
  violations: [],
  fields: [],
  retryAt: null,
  retryAfterMs: null,
  transport: null,
  because: null,
  problem: null,
  timeoutMs: null,
} as const;
