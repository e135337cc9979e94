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
import { holdBack } from "../requests/continue.ts";
import { type HttpError, invalid, refusal } from "../requests/http-error.ts";
import { controlPrefix, LOOPBACK } from "./addresses.ts";
import type { Tls } from "./certificate.ts";
import { commonHeaders, refused, type ServiceContext, send, unexpected } from "./exchange.ts";
import { healthPages } from "./health.ts";
import { observe } from "./observed-requests.ts";
import { requestPath } from "./request-path.ts";
import type { RequestHandler } from "./routes.ts";

/** The longest request head that is read, in bytes (`service-decisions.md`). */
export const MAX_HEAD = 32 * 1024;
/** How long a head may take to arrive, in milliseconds. */
export const HEAD_TIMEOUT = 20_000;
/** How long a whole request may take to arrive, in milliseconds. */
export const REQUEST_TIMEOUT = MINUTE;
/** How often late requests are looked for, in milliseconds: so much later than its limit may one be refused. */
const CHECKING = 5000;
/** How long a connection stays open without a request, in milliseconds. */
export const KEEP_ALIVE = 30_000;

const BAD_TARGET = invalid([], "The request target is not a path, or the Host header names no host.");

/** The listening HTTP layer. */
export type Listening = {
  readonly port: number;
  /** @param patience how long requests that are being answered may take, in milliseconds */
  stop(patience?: number): Promise<void>;
};

/** Where it listens: an IP address, a port (0: any free one), and with which certificate it speaks TLS. */
export type ListeningAt = {
  readonly address: string;
  readonly port: number;
  readonly tls: Pick<Tls, "cert" | "key"> | null;
};

/**
 * Listens at an address. Whatever the HTTP layer itself refuses (a bad request line, a head that is too long, no
 * Host, CONNECT, a body that breaks the protocol) is answered with the error document too.
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
    // Before a request is at its operation, the storage may fail too: whoever asks gets an error document in any case.
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
      : // Loaded where it is used: TLS takes 5 MB.
        process.getBuiltinModule("node:https").createServer({ ...options, cert: tls.cert, key: tls.key }, listener);
  server.on("checkContinue", (incoming: IncomingMessage, outgoing: ServerResponse) => {
    holdBack(incoming, outgoing);
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
      // What comes on a connection that was refused is dropped, until its sender has read the answer.
      if (!refusedSockets.has(socket)) socket.destroy();
      return;
    }
    refusedSockets.add(socket);
    const refuse = () => raw(parts, socket, refused(parts, protocolError(failure.code ?? "")));
    // A whole request before what is none gets its answer: it may have changed something.
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

/** Lets the scenarios that are about every request look at one, from any caller. The control surface is never among them. */
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

/** How long requests that are being answered may take when the service stops, in milliseconds. */
export const LAST_ANSWERS = SECOND;
/** The same for an instance on a shared database, whose transactions may wait for those of others. */
export const LAST_ANSWERS_OF_SHARED = 10 * SECOND;
/** How often is looked whether the last answers are out. */
const LOOKING = 50;

/** Stops taking requests, lets those that are being answered end, and closes what stays open. */
async function close(server: Server, unanswered: ReadonlySet<ServerResponse>, patience: number): Promise<void> {
  const begun = performance.now();
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  server.closeIdleConnections();
  for (const outgoing of unanswered) outgoing.shouldKeepAlive = false;
  const looking = setInterval(() => {
    const passed = performance.now() - begun;
    // Connections on which no request is complete are not waited for longer than that.
    if (passed > patience || (passed > LAST_ANSWERS && unanswered.size === 0)) server.closeAllConnections();
  }, LOOKING);
  await closed;
  clearInterval(looking);
}

/** What is wrong with a head that Node itself lets through. */
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

/** How long a sender has to read what it was told where there is no response object, in milliseconds. */
const LAST_WORD = 5 * SECOND;

/** Writes an answer where there is no response object to write it to. */
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
