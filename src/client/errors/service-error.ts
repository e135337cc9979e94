import type { Path } from "../../contract/json/json.ts";
import { isWrite, type Operation } from "../../contract/operation.ts";
import type { Violation } from "../../contract/schema/body.ts";
import type { ErrorDocument } from "../../contract/wire/error-document.ts";
import type { TransportFailureReason } from "../transport/transport-failure.ts";
import { type Explanation, explain, helpOf, reasonOf } from "./explain.ts";

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

/**
 * The client's only error class. `explain()` gives three sentences for users; the properties are for the program: rejected fields, time of a retry,
 * and a possible effect of a write.
 */
export class ServiceError extends Error {
  override readonly name = "ServiceError";
  /** Private, so that printing an error shows its message and not the whole operation table. */
  readonly #facts: ServiceErrorFacts;

  constructor(facts: ServiceErrorFacts, cause?: unknown) {
    const { what, why } = explain(facts);
    super(`${what} ${why}`, cause === undefined ? {} : { cause });
    this.#facts = facts;
  }

  get facts(): ServiceErrorFacts {
    return this.#facts;
  }

  get kind(): ServiceErrorKind {
    return this.#facts.kind;
  }

  get operation(): Operation {
    return this.#facts.operation;
  }

  get requestId(): string {
    return this.#facts.requestId;
  }

  get status(): number | null {
    return this.#facts.status;
  }

  get document(): ErrorDocument | null {
    return this.#facts.document;
  }

  get code(): string | null {
    return this.#facts.code;
  }

  get detail(): string | null {
    return this.#facts.detail;
  }

  get violations(): readonly Violation[] {
    return this.#facts.violations;
  }

  /** Rejected fields, as paths into the body (or the name of a path or query parameter). */
  get fields(): readonly FieldProblem[] {
    return this.#facts.fields;
  }

  /** Time when the request may be repeated, in milliseconds of this machine's clock; null if the service did not say. */
  get retryAt(): number | null {
    return this.#facts.retryAt;
  }

  /** True if no response arrived: any status, whatever it says, proves that there is a service. */
  get isUnanswered(): boolean {
    const { kind, status } = this.#facts;
    return kind === "unreachable" || kind === "timed-out" || (kind === "unknown-result" && status === null);
  }

  /** True if a write may have taken effect: read the current state before repeating it. */
  get mayHaveHappened(): boolean {
    const { kind, operation } = this.#facts;
    return isWrite(operation) && (kind === "unknown-result" || kind === "unreadable");
  }

  /** Reason without the operation's name. */
  get reason(): string {
    return reasonOf(this.#facts);
  }

  /** Remedy other than trying again; null if there is none. */
  get help(): string | null {
    return helpOf(this.#facts);
  }

  /** Explanation for users: error, reason and remedy. */
  explain(): Explanation {
    return explain(this.#facts);
  }
}
