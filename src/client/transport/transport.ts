import { createHash } from "node:crypto";
import { StringDecoder } from "node:string_decoder";
import { promisify } from "node:util";
import { gunzip } from "node:zlib";
import type { Dispatcher } from "undici";
import type { Connection } from "../../contract/wire/connection.ts";
import { connectOptions } from "./connect-options.ts";
import { setEngineFlags } from "./engine-flags.ts";
import { type Headers, headerOf } from "./headers.ts";
import { createAgent, guardedConnector } from "./http-client.ts";
import { proxyConnector } from "./proxy.ts";
import { abortedBeforehand, TransportFailure, transportFailure } from "./transport-failure.ts";

export { type Headers, headerOf };

/** A request ready to be sent. */
type HttpRequest = {
  readonly url: URL;
  readonly method: Dispatcher.HttpMethod;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
};

/** Hash of a text, for recognising equal texts. */
export type TextMark = string;

/** A complete answer. */
export type Reply = {
  /** When its request was sent (this machine's clock, ms). */
  readonly sentAt: number;
  readonly status: number;
  readonly headers: Headers;
  /** The text; a long one in several parts, to be joined where it is needed as a whole. */
  readonly texts: readonly string[];
  /** Mark of the whole text. */
  readonly mark: TextMark;
};

/** HTTP over persistent connections. */
export type Transport = {
  /**
   * @param signal aborts the exchange at any point; its reason is kept
   * @throws TransportFailure if no complete answer arrived
   */
  send(request: HttpRequest, signal: AbortSignal): Promise<Reply>;
  /** Aborts exchanges in progress and closes every connection. */
  close(): Promise<void>;
};

/** Maximum size of an answer (bytes, uncompressed); a console cannot use a larger one: 20 000 access log rows are about a third of it. */
const LONGEST_ANSWER = 32 * 1024 * 1024;

/** Maximum connections for reads: enough for all live views at once, without a storm of handshakes. */
const MOST_CONNECTIONS = 10;

const unzip = promisify(gunzip);

/** Enables or disables V8's optimisation of WebAssembly that is compiled afterwards. The flags are part of the key of the code cache. */
function setOptimizing(on: boolean): void {
  const flag = on ? "--" : "--no-";
  setEngineFlags(`${flag}wasm-dynamic-tiering`, `${flag}wasm-tier-up`);
}

let hasRead = false;

/**
 * Runs an exchange. The first one of the process compiles undici's response parser, which is WebAssembly: V8 would optimise its one large function
 * after ten answers and keep 11 MB (`docs/build.md`). Unoptimised it is fast enough.
 */
async function reading<T>(exchange: () => Promise<T>): Promise<T> {
  if (hasRead) return exchange();
  hasRead = true;
  setOptimizing(false);
  try {
    return await exchange();
  } finally {
    setOptimizing(true);
  }
}

/** Rejects as soon as the signal aborts: undici aborts a request only once it has a connection, and then sends nothing of it. */
function unlessAborted<T>(signal: AbortSignal, exchange: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const end = (): void => reject(signal.reason);
    signal.addEventListener("abort", end, { once: true });
    void exchange.then(resolve, reject).finally(() => signal.removeEventListener("abort", end));
  });
}

type LazyDispatcher = { readonly use: () => Dispatcher; readonly end: () => Promise<void> };

/** Connections created by the first request: a console shows its first frame without them. After `end` they refuse requests. */
function whenCalled(make: () => Dispatcher): LazyDispatcher {
  let made: Dispatcher | undefined;
  let hasEnded = false;
  return {
    use: () => {
      if (made === undefined) {
        made = make();
        if (hasEnded) void made.destroy();
      }
      return made;
    },
    end: async () => {
      hasEnded = true;
      await made?.destroy();
    },
  };
}

/** Reason why nothing may be sent to the embedded service now, or null. */
function absence(presence: NonNullable<Connection["presence"]>): TransportFailure | null {
  switch (presence()) {
    case "here":
      return null;
    case "away":
      return new TransportFailure("no-connection", null, null);
    case "replaced":
      return new TransportFailure("replaced", null, null);
  }
}

/** The parts of a connection that determine how to connect: trusted authority, presence of the embedded service, and proxy. */
type Way = Pick<Connection, "ca" | "presence" | "returned" | "proxy">;

/** Maximum restarts of the embedded service within one exchange: each of several commands may run it for its own duration. */
const MOST_SUCCESSORS = 5;

/**
 * Sends, and repeats if the embedded service was just restarted: its successor has the same address and keys. If the connection was refused, nothing
 * was sent; a request lost with a service that ended is repeated only if it is a read.
 */
async function overSuccessors<T>(
  send: () => Promise<T>,
  isRead: boolean,
  returned: NonNullable<Connection["returned"]>,
  signal: AbortSignal,
): Promise<T> {
  for (let successors = 0; ; successors += 1) {
    try {
      return await send();
    } catch (failure) {
      const reason = failure instanceof TransportFailure ? failure.reason : null;
      const mayRepeat = reason === "no-connection" || (isRead && reason === "lost");
      if (!mayRepeat || successors === MOST_SUCCESSORS) throw failure;
      const isThere = await unlessAborted(signal, returned()).catch((reason: unknown) => {
        throw transportFailure(reason, signal, null);
      });
      if (!isThere) throw failure;
    }
  }
}

export function createTransport({ ca, presence, returned, proxy = null }: Way): Transport {
  const options = connectOptions(ca);
  const over = new AbortController();
  const obstacle = presence === undefined ? null : () => absence(presence);
  // Timeouts are the caller's (`deadline.ts`): they cover the whole exchange, of which undici's own timers see only a
  // part.
  const common = () => ({
    connect:
      obstacle !== null
        ? guardedConnector(options, obstacle)
        : proxy === null
          ? options
          : proxyConnector(options, proxy, over.signal),
    headersTimeout: 0,
    bodyTimeout: 0,
  });
  const reads = whenCalled(() => createAgent({ ...common(), connections: MOST_CONNECTIONS }));
  // A write never uses an idle connection: the service may be closing it at that moment, and it would be unknown if the
  // write arrived.
  const writes = whenCalled(() => createAgent({ ...common(), pipelining: 0 }));

  const sendOnce: Transport["send"] = async ({ url, method, headers, body }, signal) => {
    if (signal.aborted) throw abortedBeforehand(signal);
    const absent = obstacle?.() ?? null;
    if (absent !== null) throw absent;
    const dispatcher = (method === "GET" ? reads : writes).use();
    const { origin } = url;
    const path = `${url.pathname}${url.search}`;
    const sentAt = Date.now();
    let started: Dispatcher.ResponseData;
    try {
      started = await reading(() =>
        unlessAborted(signal, dispatcher.request({ origin, path, method, headers, body, signal })),
      );
    } catch (error) {
      throw transportFailure(error, signal, null);
    }
    const { statusCode: status } = started;
    try {
      const zipped = headerOf(started.headers, "content-encoding")?.toLowerCase() === "gzip";
      const bytes = bytesOf(started.body);
      const read = await readText(zipped ? await unzipped(bytes) : bytes);
      return { sentAt, status, headers: started.headers, ...read };
    } catch (error) {
      throw transportFailure(error, signal, status);
    }
  };

  return {
    send: (request, signal) =>
      returned === undefined
        ? sendOnce(request, signal)
        : overSuccessors(() => sendOnce(request, signal), request.method === "GET", returned, signal),

    async close() {
      over.abort();
      await Promise.all([reads.end(), writes.end()]);
    },
  };
}

/** The same limit applies to an answer after decompression. */
async function unpack(bytes: Buffer): Promise<Buffer> {
  try {
    return await unzip(bytes, { maxOutputLength: LONGEST_ANSWER });
  } catch (error) {
    if (error instanceof RangeError) throw new TransportFailure("too-long", null, null, error);
    throw error;
  }
}

/** Chunks of a body as they arrive. */
async function* bytesOf(body: Dispatcher.ResponseData["body"]): AsyncGenerator<Buffer> {
  let length = 0;
  for await (const chunk of body) {
    const bytes = Buffer.from(chunk);
    length += bytes.length;
    if (length > LONGEST_ANSWER) throw new TransportFailure("too-long", null, null);
    yield bytes;
  }
}

/** The whole text of an answer. */
export const textOf = ({ texts }: Pick<Reply, "texts">): string => texts.join("");

/** Minimum length of each part of a text, except the last (characters). */
const PART = 32 * 1024;

/** Reads a text and computes its mark while it arrives: doing that at once for a long text would delay keys. */
async function readText(chunks: AsyncIterable<Buffer> | Iterable<Buffer>): Promise<Pick<Reply, "texts" | "mark">> {
  const decoder = new StringDecoder("utf8");
  const hash = createHash("sha256");
  const texts: string[] = [];
  for await (const bytes of chunks) {
    hash.update(bytes);
    const before = texts.at(-1) ?? "";
    if (before.length < PART) texts.splice(-1, 1, before + decoder.write(bytes));
    else texts.push(decoder.write(bytes));
  }
  texts.push(decoder.end());
  return { texts, mark: hash.digest("base64") };
}

async function unzipped(parts: AsyncIterable<Buffer>): Promise<readonly Buffer[]> {
  const chunks: Buffer[] = [];
  for await (const chunk of parts) chunks.push(chunk);
  const bytes = Buffer.concat(chunks);
  return bytes.length > 0 ? [await unpack(bytes)] : [];
}
