import type { Path } from "../../contract/json/json.ts";
import { isWrite, type Operation } from "../../contract/operation.ts";
import type { Violation } from "../../contract/schema/body.ts";
import type { ErrorDocument } from "../../contract/wire/error-document.ts";
import type { TransportFailureReason } from "../transport/transport-failure.ts";
import { type Explanation, explain, helpOf, reasonOf } from "./explain.ts";

/** What became of a call that did not succeed. */
export type ServiceErrorKind =
  /** The service answered, and said no. */
  | "refused"
  /** Not sent: the request breaks the contract. */
  | "invalid"
  /** Not sent: the profile may only read. */
  | "read-only"
  /** Not sent: credentials do not travel over an unprotected connection. */
  | "insecure"
  /** Not sent: the profile has no metrics address, or no login for it. */
  | "no-scrape-login"
  /** Not sent: there is no way to the service. */
  | "unreachable"
  | "timed-out"
  | "cancelled"
  /** An answer came that cannot be used. */
  | "unreadable"
  /** A write was sent, and its outcome is unknown. */
  | "unknown-result";

/** A field of the request that the service or the contract complains of. */
export type FieldProblem = { readonly path: Path; readonly message: string };

/** Everything known about a call that did not succeed. No field ever holds a secret; every text is printable. */
export type ServiceErrorFacts = {
  readonly kind: ServiceErrorKind;
  readonly operation: Operation;
  readonly profile: string;
  /** Host and port that were called. */
  readonly host: string;
  readonly requestId: string;
  /** Whether it was the call itself or the token that it needs. */
  readonly stage: "request" | "token";
  readonly status: number | null;
  /** The error document as it came, in the contract's spelling. */
  readonly document: ErrorDocument | null;
  /** `errorCode`, from the document or from the header. */
  readonly code: string | null;
  /** The service's own words. */
  readonly detail: string | null;
  /** The 401 asks for credentials, rather than telling of a missing role. */
  readonly challenged: boolean;
  readonly violations: readonly Violation[];
  readonly fields: readonly FieldProblem[];
  /** When the service may be asked again, in milliseconds of this machine's clock. */
  readonly retryAt: number | null;
  /** The same as a distance from the moment of the answer. */
  readonly retryAfterMs: number | null;
  readonly transport: { readonly reason: TransportFailureReason; readonly code: string | null } | null;
  /** Source of the read-only rule (`profile prod`). */
  readonly because: string | null;
  /** What could not be read of an answer. */
  readonly problem: string | null;
  readonly timeoutMs: number | null;
};

/** Facts that most errors do not have. */
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
 * The one error of the client. `explain()` says it to a person in three sentences; the facts are for the program: which fields,
 * when again, and whether a write may have happened.
 */
export class ServiceError extends Error {
  override readonly name = "ServiceError";
  /** Behind a getter, so that a printed error is its sentences and not the whole operation table. */
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

  /** Fields that are wrong, as paths into the body (or the name of a path or query parameter). */
  get fields(): readonly FieldProblem[] {
    return this.#facts.fields;
  }

  /** When the service may be asked again, in milliseconds of this machine's clock; null when it did not say. */
  get retryAt(): number | null {
    return this.#facts.retryAt;
  }

  /** Whether nothing came back: where a status came, whatever it says of the request, there is a service. */
  get isUnanswered(): boolean {
    const { kind, status } = this.#facts;
    return kind === "unreachable" || kind === "timed-out" || (kind === "unknown-result" && status === null);
  }

  /** Whether a write may have taken effect all the same: then read what is there before doing it again. */
  get mayHaveHappened(): boolean {
    const { kind, operation } = this.#facts;
    return isWrite(operation) && (kind === "unknown-result" || kind === "unreadable");
  }

  /** Why, without the name of what was asked. */
  get reason(): string {
    return reasonOf(this.#facts);
  }

  /** What to do besides trying again; null where nothing else helps. */
  get help(): string | null {
    return helpOf(this.#facts);
  }

  /** What happened, why, and what to do. */
  explain(): Explanation {
    return explain(this.#facts);
  }
}
