import { isWrite, type Operation } from "../../contract/operation.ts";
import type { Violation } from "../../contract/schema/body.ts";
import type { ErrorDocument } from "../../contract/wire/error-document.ts";
import { type Explanation, explain, helpOf, reasonOf } from "./explain.ts";
import type { FieldProblem, ServiceErrorFacts, ServiceErrorKind } from "./service-error-facts.ts";

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
