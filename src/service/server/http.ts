import {
  createServer,
  type IncomingMessage,
  type Server,
  type ServerOptions,
  type ServerResponse,
  STATUS_CODES,
} from "node:http";
import type { AddressInfo } from "node:net";
import type { Duplex } from "node:stream";
import { MINUTE, SECOND } from "../../text/durations.ts";
import type { WireAnswer } from "../requests/answer.ts";
import { waitForContinue } from "../requests/continue.ts";
import { type HttpError, invalid, refusal } from "../requests/http-error.ts";
import { controlPrefix, LOOPBACK } from "./addresses.ts";
import type { Tls } from "./certificate.ts";
import { commonHeaders, refused, type ServiceContext, send, unexpected } from "./exchange.ts";
import { healthPages } from "./health.ts";
import { observe } from "./observed-requests.ts";
import { requestPath } from "./request-path.ts";
import type { RequestHandler } from "./routes.ts";

/** Maximum size of a request head, in bytes (`service-decisions.md`). */
export const MAX_HEAD = 32 * 1024;
/** Timeout of a request head, in milliseconds. */
export const HEAD_TIMEOUT = 20_000;
/** Timeout of a whole request, in milliseconds. */
export const REQUEST_TIMEOUT = MINUTE;
/** Interval of checks for late requests, in milliseconds: a request may be refused this much after its limit. */
const CHECKING = 5000;
/** Time that an idle connection stays open, in milliseconds. */
export const KEEP_ALIVE = 30_000;

const BAD_TARGET = invalid([], "The request target is not a path, or the Host header names no host.");

/** The listening HTTP layer. */
export type Listening = {
  readonly port: number;
  /** @param patience maximum duration of unfinished answers, in milliseconds */
  stop(patience?: number): Promise<void>;
};

/** Listening address: an IP address, a port (0: any free one), and the certificate for TLS. */
export type ListeningAt = {
  readonly address: string;
  readonly port: number;
  readonly tls: Pick<Tls, "cert" | "key"> | null;
};

/**
 * Listens at an address. Requests that the HTTP layer itself refuses (a bad request line, a head that is too long, no Host, CONNECT, a body that
 * breaks the protocol) are answered with the error document too.
 *
 * @throws when the port is taken
 */
export async function listen(
  parts: ServiceContext,
  app: RequestHandler,
  { address, port, tls }: ListeningAt,
): Promise<Listening> {
  const answering = new WeakMap<object, ServerResponse>();
  const refusedSockets = new WeakSet<Duplex>();
  const unanswered = new Set<ServerResponse>();
  const answerHealth = healthPages(parts);
  const answer = async (incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> => {
    const refusal = refusedHead(incoming);
    const path = requestPath(incoming, LOOPBACK);
    await arrive(parts, incoming.method ?? "", path ?? "", outgoing);
    if (refusal !== undefined) respond(parts, outgoing, refused(parts, refusal));
    else if (path === null) respond(parts, outgoing, refused(parts, BAD_TARGET));
    else await app(path, incoming, outgoing);
  };
  const listener = (incoming: IncomingMessage, outgoing: ServerResponse): void => {
    answering.set(incoming.socket, outgoing);
    unanswered.add(outgoing);
    outgoing.once("close", () => unanswered.delete(outgoing));
    if (parts.isDraining) outgoing.shouldKeepAlive = false;
    if (answerHealth(incoming, outgoing)) return;
    if (parts.metricsPage !== null || parts.log !== null) observe(parts, incoming, outgoing);
    // The storage may fail before a request reaches its operation: the caller gets an error document in any case.
    answer(incoming, outgoing).catch((failure: unknown) =>
      respond(parts, outgoing, unexpected(parts, failure, outgoing)),
    );
  };
  const options: ServerOptions = {
    maxHeaderSize: MAX_HEAD,
    headersTimeout: HEAD_TIMEOUT,
    requestTimeout: REQUEST_TIMEOUT,
    connectionsCheckingInterval: CHECKING,
    requireHostHeader: false,
    keepAliveTimeout: KEEP_ALIVE,
  };
  const server =
    tls === null
      ? createServer(options, listener)
      : // Loaded only when needed: TLS takes 5 MB.
        process.getBuiltinModule("node:https").createServer({ ...options, cert: tls.cert, key: tls.key }, listener);
  server.on("checkContinue", (incoming: IncomingMessage, outgoing: ServerResponse) => {
    waitForContinue(incoming, outgoing);
    listener(incoming, outgoing);
  });
  server.on("checkExpectation", (_incoming: IncomingMessage, outgoing: ServerResponse) => {
    const detail = "The only supported expectation is 100-continue.";
    respond(parts, outgoing, refused(parts, refusal(417, "EXPECTATION_FAILED", detail)));
  });
  server.on("connect", (_incoming: IncomingMessage, socket: Duplex) => {
    const detail = "The service is not a proxy.";
    raw(parts, socket, refused(parts, refusal(405, "METHOD_NOT_ALLOWED", detail)));
  });
  server.on("clientError", (failure: Error & { code?: string }, socket: Duplex) => {
    const current = answering.get(socket);
    const isComplete = current?.req.complete === true;
    if (!socket.writable || failure.code === "ECONNRESET" || (current?.headersSent === true && !isComplete)) {
      // Further data on a refused connection are dropped, until the sender has read the answer.
      if (!refusedSockets.has(socket)) socket.destroy();
      return;
    }
    refusedSockets.add(socket);
    const refuse = () => raw(parts, socket, refused(parts, protocolError(failure.code ?? "")));
    // A complete request before the invalid data gets its answer: it may have changed something.
    if (isComplete && current?.writableEnded === false) current.once("close", refuse);
    else refuse();
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, address, () => {
      server.off("error", reject);
      resolve();
    });
  });
  return { port: portOf(server), stop: (patience = LAST_ANSWERS) => close(server, unanswered, patience) };
}

/** Applies scenarios that match any request of any caller. Requests to the control surface are excluded. */
async function arrive(
  { faults }: ServiceContext,
  method: string,
  path: string,
  outgoing: ServerResponse,
): Promise<void> {
  await faults.refresh();
  if (!path.startsWith(controlPrefix)) await faults.meet("arrival", { method, path, operation: null }, outgoing);
}

const portOf = (server: Server): number => {
  const address: AddressInfo | string | null = server.address();
  if (address === null || typeof address === "string") throw new TypeError("the service listens on no port");
  return address.port;
};

/** Maximum duration of unfinished answers when the service stops, in milliseconds. */
export const LAST_ANSWERS = SECOND;
/** The same for an instance on a shared database, whose transactions may wait for those of other instances. */
export const LAST_ANSWERS_OF_SHARED = 10 * SECOND;
/** Interval of checks for unfinished answers. */
const LOOKING = 50;

/** Stops taking requests, waits for unfinished answers, and closes the remaining connections. */
async function close(server: Server, unanswered: ReadonlySet<ServerResponse>, patience: number): Promise<void> {
  const begun = performance.now();
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  server.closeIdleConnections();
  for (const outgoing of unanswered) outgoing.shouldKeepAlive = false;
  const looking = setInterval(() => {
    const passed = performance.now() - begun;
    // Connections without a complete request are closed after that time.
    if (passed > patience || (passed > LAST_ANSWERS && unanswered.size === 0)) server.closeAllConnections();
  }, LOOKING);
  await closed;
  clearInterval(looking);
}

/** Refuses request heads that Node accepts but this service does not. */
function refusedHead(incoming: IncomingMessage): HttpError | undefined {
  const hosts = incoming.headersDistinct["host"] ?? [];
  if (hosts.length > 1) return invalid([], "Only one Host header is possible.");
  const isRequired = incoming.httpVersion === "1.1";
  return isRequired && (hosts[0] ?? "") === "" ? invalid([], "A Host header is required.") : undefined;
}

function protocolError(code: string): HttpError {
  switch (code) {
    case "HPE_HEADER_OVERFLOW":
      return refusal(431, "REQUEST_HEADER_FIELDS_TOO_LARGE", `The request head may have at most ${MAX_HEAD} bytes.`);
    case "ERR_HTTP_REQUEST_TIMEOUT":
      return refusal(408, "REQUEST_TIMEOUT", "The request timed out before it was complete.");
    default:
      return invalid([], "This is not an HTTP request.");
  }
}

function respond(parts: ServiceContext, outgoing: ServerResponse, answer: WireAnswer): void {
  if (outgoing.headersSent || outgoing.destroyed) return;
  send(outgoing, answer, { ...commonHeaders(parts, parts.budgets.spendUnknown()), Connection: "close" });
}

/** Time in which a sender can read an answer written without a response object, in milliseconds. */
const LAST_WORD = 5 * SECOND;

/** Writes an answer to a socket without a response object. */
function raw(parts: ServiceContext, socket: Duplex, answer: WireAnswer): void {
  const body = answer.body ?? "";
  const headers = {
    ...commonHeaders(parts, parts.budgets.spendUnknown()),
    ...answer.headers,
    "Content-Length": String(Buffer.byteLength(body)),
    Connection: "close",
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  const status = `HTTP/1.1 ${answer.status} ${STATUS_CODES[answer.status] ?? ""}`;
  if (!socket.writable) return;
  socket.end(`${[status, ...lines].join("\r\n")}\r\n\r\n${body}`);
  socket.resume();
  const closing = setTimeout(() => socket.destroy(), LAST_WORD);
  socket.once("close", () => clearTimeout(closing));
}
