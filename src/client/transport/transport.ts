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
import { calledOff, TransportFailure, transportFailure } from "./transport-failure.ts";

export { type Headers, headerOf };

/** A request on its way to the wire. */
export type HttpRequest = {
  readonly url: URL;
  readonly method: Dispatcher.HttpMethod;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
};

/** Names a text: that of an equal text is equal. */
export type TextMark = string;

/** A whole answer. */
export type Reply = {
  readonly status: number;
  readonly headers: Headers;
  /** The text, as it came: a long one in several parts, which are put together where it has to be seen whole. */
  readonly texts: readonly string[];
  /** Of the text. */
  readonly mark: TextMark;
};

/** HTTP over kept-alive connections. */
export type Transport = {
  /**
   * @param signal ends the exchange at any point; its reason is kept
   * @throws TransportFailure when no whole answer came
   */
  send(request: HttpRequest, signal: AbortSignal): Promise<Reply>;
  /** Ends what is under way and closes every connection. */
  close(): Promise<void>;
};

/** An answer beyond this is not one that a console can use (bytes, unpacked): 20 000 access log rows are about a third of it. */
const LONGEST_ANSWER = 32 * 1024 * 1024;

/** Connections at a time for reads: enough for every live view at once, and no storm of handshakes. */
const MOST_CONNECTIONS = 10;

const unzip = promisify(gunzip);

/** Whether WebAssembly that is compiled now is optimized when it has run for a while. The flags go into the mark of compiled code that is kept. */
function setOptimizing(on: boolean): void {
  const flag = on ? "--" : "--no-";
  setEngineFlags(`${flag}wasm-dynamic-tiering`, `${flag}wasm-tier-up`);
}

let hasRead = false;

/**
 * Runs an exchange; in the first of the process undici's parser of answers is compiled, which is WebAssembly. V8 would optimize the one large
 * function of it after ten answers, and 11 MB stay with the process (`docs/build.md`). As it is at first it is fast enough.
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

/** Ends with the signal at any moment: undici ends a request only once it has a connection, and then sends nothing of it. */
function unlessAborted<T>(signal: AbortSignal, exchange: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const end = (): void => reject(signal.reason);
    signal.addEventListener("abort", end, { once: true });
    void exchange.then(resolve, reject).finally(() => signal.removeEventListener("abort", end));
  });
}

type LazyDispatcher = { readonly use: () => Dispatcher; readonly end: () => Promise<void> };

/** Connections that are made with the first request: a console shows its first picture without them. Once ended they refuse what comes. */
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

/** Why nothing may be sent to the embedded service now, or null. */
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

/** What of a connection says how it is made: whom to trust, who listens at the address, and which proxy leads there. */
export type Way = Pick<Connection, "ca" | "presence" | "returned" | "proxy">;

/** A service that one command after another runs for its own time hands over so often within one exchange at most. */
const MOST_SUCCESSORS = 5;

/**
 * Sends, and again where the embedded service was just handed over: its successor has the same address and keys. Where nobody took the
 * connection nothing was sent; what an ending service took with it is asked again if it only reads.
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
  // Deadlines are the caller's (`deadline.ts`): they cover the whole exchange, of which these timers see only a part.
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
  // A write never goes over a connection that was idle: the service may be closing it at that moment, and then nobody could
  // say whether the write arrived.
  const writes = whenCalled(() => createAgent({ ...common(), pipelining: 0 }));

  const sendOnce: Transport["send"] = async ({ url, method, headers, body }, signal) => {
    if (signal.aborted) throw calledOff(signal);
    const absent = obstacle?.() ?? null;
    if (absent !== null) throw absent;
    const dispatcher = (method === "GET" ? reads : writes).use();
    const { origin } = url;
    const path = `${url.pathname}${url.search}`;
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
      return { status, headers: started.headers, ...read };
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

/** What a small answer may unpack to has the same bound as what comes as it is. */
async function unpack(bytes: Buffer): Promise<Buffer> {
  try {
    return await unzip(bytes, { maxOutputLength: LONGEST_ANSWER });
  } catch (error) {
    if (error instanceof RangeError) throw new TransportFailure("too-long", null, null, error);
    throw error;
  }
}

/** The bytes of a body as they come. */
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

/** Parts of a text are at least so long, but for the last (characters). */
const PART = 32 * 1024;

/** A text and its mark, made bit by bit while it comes: of a long one all at once it would keep a key waiting. */
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
