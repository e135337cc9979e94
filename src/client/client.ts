import type { z } from "zod";
import type { BodyObject, JsonObject } from "../contract/json/json.ts";
import { isWrite, type Operation } from "../contract/operation.ts";
import { type AnswerOf, type ArgsOf, type OperationId, operations } from "../contract/operations.ts";
import type { Connection } from "../contract/wire/connection.ts";
import {
  type Answer,
  isDeprecated,
  type PreviousAnswer,
  type ReadResult,
  readAnswer,
  serverTimeOf,
  speedOf,
} from "./answers/answer.ts";
import { budgetOf } from "./answers/budget.ts";
import type { LetOthers } from "./answers/long-answer.ts";
import { basicSigner } from "./auth/basic-signer.ts";
import { bearerSigner } from "./auth/bearer-signer.ts";
import { digestSigner } from "./auth/digest-signer.ts";
import type { Signer } from "./auth/signer.ts";
import { ServiceError } from "./errors/service-error.ts";
import { NO_FACTS, type ServiceErrorFacts } from "./errors/service-error-facts.ts";
import { type ExchangeContext, exchange } from "./exchange.ts";
import { unreadableAnswer } from "./failures.ts";
import type { ClientHooks } from "./hooks.ts";
import { addressOf, newRequestId, type OperationArgs, prepareRequest, violationsOfCall } from "./request.ts";
import { RETRY_POLICY, type Repeats, type RetryPolicy } from "./retry.ts";
import { mayCarryCredentials } from "./transport/destination.ts";
import { createTransport, type Transport } from "./transport/transport.ts";

/** Default timeout of each try of a call, in milliseconds. */
const DEFAULT_TIMEOUT_MS = 30_000;

type CallOptions<Data = unknown> = {
  /** In the contract's spelling. */
  readonly body?: BodyObject | undefined;
  /** The stored document (raw) that a replacing write is based on: values already in it are no violations. */
  readonly received?: JsonObject | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Timeout of each try, in milliseconds. */
  readonly timeoutMs?: number | undefined;
  readonly requestId?: string | undefined;
  /** Repeats after the first try; 0 for callers that repeat themselves (a scheduler). */
  readonly repeats?: Repeats | undefined;
  /** Maximum `Retry-After` that is waited for, in milliseconds. */
  readonly patienceMs?: number | undefined;
  /** The caller's earlier answer to this request: if the service's text is identical, the new answer has the same data objects. */
  readonly previous?: PreviousAnswer<Data> | undefined;
  /** Awaited between two pieces of a long answer; by default other due work runs then. */
  readonly letOthers?: LetOthers | undefined;
};

/** The schema that validated each answer: it proves the type of an answer whose operation was chosen at run time. */
const checkedWith = new WeakMap<Answer<unknown>, z.ZodType>();

const isAnswerOf = <Id extends OperationId>(id: Id, answer: Answer<unknown>): answer is Answer<AnswerOf<Id>> =>
  checkedWith.get(answer) === operations[id].response;

/** A shared client of one service, for one caller. */
export type Client = {
  /** @throws ServiceError */
  call<Id extends OperationId>(
    id: Id,
    args: ArgsOf<Id>,
    options?: CallOptions<AnswerOf<Id>>,
  ): Promise<Answer<AnswerOf<Id>>>;
  /**
   * Calls an operation that is chosen at run time.
   *
   * @throws ServiceError
   */
  callOperation(
    operation: Operation,
    args: OperationArgs,
    options?: Omit<CallOptions, "body">,
  ): Promise<Answer<unknown>>;
  /** Allows writes until a time (this machine's clock, ms), if the read-only rule is one that a user may unlock. */
  allowWritesUntil(time: number): void;
  /** Cancels the calls in progress and closes every connection. */
  close(): Promise<void>;
};

function signerOf(connection: Connection, transport: Transport): Signer {
  const { credentials } = connection;
  if (credentials.kind === "digest") return digestSigner(credentials.publicKey, credentials.privateKey);
  const tokenUrl = connection.tokenUrl ?? new URL("/api/oauth/token", connection.baseUrl);
  return bearerSigner({ clientId: credentials.clientId, clientSecret: credentials.clientSecret, tokenUrl }, transport);
}

/** The setting that the profile lacks for an operation of the metrics address, or null. */
function lackFor({ metricsUrl, scrape }: Connection, operation: Operation): string | null {
  if (operation.address === "api") return null;
  if (metricsUrl === null) return "metrics address";
  return scrape === null ? "scrape login" : null;
}

/** Addresses that would receive this connection's credentials. */
function destinations(connection: Connection, operation: Operation): readonly URL[] {
  if (operation.address === "metrics") return [addressOf(connection, operation)];
  const token = connection.credentials.kind === "oauth2" ? connection.tokenUrl : null;
  return token === null ? [connection.baseUrl] : [connection.baseUrl, token];
}

/**
 * Creates a client. It opens no connection before its first call.
 *
 * @param hooks called during the client's work, for example to report waits in `sextant run`
 * @param policy repetition of GETs
 * @param readTimeoutMs default timeout of each try of a GET
 */
export function createClient(
  connection: Connection,
  hooks: ClientHooks = {},
  policy: RetryPolicy = RETRY_POLICY,
  readTimeoutMs = DEFAULT_TIMEOUT_MS,
): Client {
  const transport = createTransport(connection);
  const shared: ExchangeContext = {
    connection,
    transport,
    signer: signerOf(connection, transport),
    hooks,
    policy,
  };

  let writesUntil = 0;
  const scrapeSigner = connection.scrape === null ? null : basicSigner(connection.scrape);
  /** Shared parts of the calls of an operation: at the metrics address, its own login instead of keys and tokens. */
  const sharedFor = (operation: Operation): ExchangeContext =>
    operation.address === "metrics" && scrapeSigner !== null ? { ...shared, signer: scrapeSigner } : shared;

  /** Refuses a call that must not be sent. */
  function check(operation: Operation, args: OperationArgs, options: CallOptions, requestId: string): void {
    const refuse = (facts: Partial<ServiceErrorFacts> & Pick<ServiceErrorFacts, "kind">): never => {
      const { profile, baseUrl, metricsUrl } = connection;
      const { host } = (operation.address === "metrics" ? metricsUrl : null) ?? baseUrl;
      throw new ServiceError({ ...NO_FACTS, operation, profile, host, requestId, ...facts });
    };
    const isAllowed = connection.readOnly?.unlockable === true && Date.now() < writesUntil;
    if (isWrite(operation) && connection.readOnly !== null && !isAllowed) {
      refuse({ kind: "read-only", because: connection.readOnly.because });
    }
    const lack = lackFor(connection, operation);
    if (lack !== null) refuse({ kind: "no-scrape-login", problem: lack });
    const unsafe = destinations(connection, operation).find((url) => !mayCarryCredentials(url));
    if (unsafe !== undefined) refuse({ kind: "insecure", host: unsafe.host });
    const violations = violationsOfCall(operation, args, options.received, connection.dialect);
    if (violations.length > 0) {
      refuse({ kind: "invalid", violations, fields: violations.map(({ path, message }) => ({ path, message })) });
    }
  }

  async function perform(
    operation: Operation,
    args: OperationArgs,
    options: CallOptions = {},
  ): Promise<Answer<unknown>> {
    const { signal, requestId = newRequestId(), previous, letOthers } = options;
    const { repeats = policy.repeats, patienceMs: mostPatienceMs = policy.mostPatienceMs } = options;
    const { timeoutMs = isWrite(operation) ? DEFAULT_TIMEOUT_MS : readTimeoutMs } = options;
    check(operation, args, options, requestId);
    const request = prepareRequest(connection, operation, args);
    const own = sharedFor(operation);
    const patient = { ...own, policy: { ...policy, mostPatienceMs } };
    const reply = await exchange(patient, request, { requestId, timeoutMs, signal, repeats });
    const local = Date.now();
    const { mark } = reply;
    const read: ReadResult<unknown> =
      previous?.mark === mark
        ? { ok: true, data: previous.data, raw: previous.raw, misfits: previous.misfits ?? [] }
        : await readAnswer(connection, operation, operation.response, reply, previous ?? null, letOthers);
    if (!read.ok) {
      const secrets = [...request.secrets, ...own.signer.secrets()];
      throw unreadableAnswer(
        { connection, request, requestId, timeoutMs, secrets },
        reply,
        read.problem,
        read.isAccepted,
      );
    }
    const answer: Answer<unknown> = {
      data: read.data,
      raw: read.raw,
      ...(read.misfits.length === 0 ? {} : { misfits: read.misfits }),
      mark,
      status: reply.status,
      at: { server: serverTimeOf(reply.headers), sent: reply.sentAt, local },
      requestId,
      budget: budgetOf(reply),
      isDeprecated: isDeprecated(reply.headers),
      ...speedOf(reply.headers),
    };
    checkedWith.set(answer, operation.response);
    return answer;
  }

  return {
    async call(id, args, options = {}) {
      const { params, query } = args;
      const answer = await perform(operations[id], { params, query, body: options.body }, options);
      if (!isAnswerOf(id, answer)) throw new TypeError(`the answer of ${id} was checked with another schema`);
      return answer;
    },

    callOperation: perform,

    allowWritesUntil(time) {
      writesUntil = time;
    },

    close: () => transport.close(),
  };
}
