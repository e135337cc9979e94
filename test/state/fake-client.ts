import type { Answer, PreviousAnswer } from "../../src/client/answers/answer.ts";
import { ServiceError } from "../../src/client/errors/service-error.ts";
import { NO_FACTS, type ServiceErrorFacts } from "../../src/client/errors/service-error-facts.ts";
import type { OperationArgs } from "../../src/client/request.ts";
import type { Repeats } from "../../src/client/retry.ts";
import type { Json } from "../../src/contract/json/json.ts";
import type { Operation } from "../../src/contract/operation.ts";
import { type AnswerOf, findOperation, type OperationId, operations } from "../../src/contract/operations.ts";
import type { ServiceClient } from "../../src/state/service-client.ts";

/** One call that the store made and that the test answers. */
export type PendingCall = {
  readonly operation: Operation;
  readonly args: OperationArgs;
  readonly signal: AbortSignal;
  /** How often the client would ask again by itself, as it stands now. */
  readonly repeats: () => number;
  readonly number: number;
  /** Answers it, whether or not it was given up: answers that come late do that. */
  readonly answer: (json: Json, facts?: Partial<Answer<unknown>>) => void;
  readonly fail: (error: Error) => void;
};

type Options<Data> = {
  readonly signal: AbortSignal;
  readonly previous?: PreviousAnswer<Data> | undefined;
  readonly repeats?: Repeats;
};

const isAnswerOf = <Id extends OperationId>(id: Id, answer: Answer<unknown>): answer is Answer<AnswerOf<Id>> =>
  operations[id].response.safeParse(answer.data).success;

/**
 * A client without a wire: what is asked waits in `pending` until the test answers it, or is answered at once by `respond`.
 * Answers pass the contract's schemas as real ones do.
 */
export class FakeClient implements ServiceClient {
  readonly made: PendingCall[] = [];
  #pending: readonly PendingCall[] = [];
  readonly #now: () => number;
  respond: ((call: PendingCall) => void) | undefined;
  /** Whether it tells a text that is held by its mark, as a real client does. */
  hasMarks = false;
  /** How many answers were read. */
  read = 0;

  constructor(now: () => number) {
    this.#now = now;
  }

  get pending(): readonly PendingCall[] {
    return this.#pending;
  }

  /** Calls of an operation, in their order. */
  callsOf(id: OperationId): readonly PendingCall[] {
    return this.made.filter(({ operation }) => operation.id === id);
  }

  callOperation(
    operation: Operation,
    args: OperationArgs,
    { signal, previous, repeats = 0 }: Options<unknown>,
  ): Promise<Answer<unknown>> {
    const { promise, resolve, reject } = Promise.withResolvers<Answer<unknown>>();
    const over = (): void => {
      this.#pending = this.#pending.filter((other) => other !== call);
    };
    const number = this.made.length + 1;
    const call: PendingCall = {
      operation,
      args,
      signal,
      repeats: typeof repeats === "number" ? () => repeats : repeats,
      number,
      answer: (json, facts = {}) => {
        over();
        const mark = JSON.stringify(json);
        const isHeld = previous?.mark === mark;
        if (!isHeld) this.read += 1;
        const data = isHeld ? previous.data : operation.response.parse(structuredClone(json ?? undefined));
        const at = { server: null, sent: this.#now(), local: this.#now() };
        const usual = { status: 200, at, requestId: `request-${number}`, budget: null, isDeprecated: false };
        const marked = this.hasMarks ? { mark } : {};
        resolve({ data, raw: isHeld ? previous.raw : json, ...usual, ...marked, sandbox: false, speed: 1, ...facts });
      },
      fail: (error) => {
        over();
        reject(error);
      },
    };
    this.made.push(call);
    this.#pending = [...this.#pending, call];
    this.respond?.(call);
    return promise;
  }

  /** Until when writes were allowed the last time that it was told. */
  writesUntil = 0;
  allowWritesUntil(time: number): void {
    this.writesUntil = time;
  }

  async call<Id extends OperationId>(
    id: Id,
    args: OperationArgs,
    options: Options<AnswerOf<Id>>,
  ): Promise<Answer<AnswerOf<Id>>> {
    const answer = await this.callOperation(operations[id], args, options);
    if (!isAnswerOf(id, answer)) throw new TypeError(`not an answer of ${id}`);
    return answer;
  }
}

/** A failed call as the client tells of it: a refusal with a code is one with the error document of the service. */
export function serviceError(
  id: OperationId,
  facts: Partial<ServiceErrorFacts> & Pick<ServiceErrorFacts, "kind">,
): ServiceError {
  const operation = findOperation(id);
  if (operation === undefined) throw new TypeError(`no operation ${id}`);
  const usual = { operation, profile: "test", host: "localhost", requestId: "request-0" };
  const { kind, status = null, code = null, detail = null } = facts;
  const document = kind === "refused" && code !== null ? { error: status, errorCode: code, detail } : null;
  return new ServiceError({ ...NO_FACTS, ...usual, document, ...facts });
}
