import { request as ask, createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { text } from "node:stream/consumers";

/** What is refused in the service's place, and how. */
export type RefusedRequest = {
  readonly method: string;
  /** How the path ends. */
  readonly path: string;
  readonly status: number;
  readonly errorCode: string;
  readonly detail: string;
  /** How many times, before everything goes through again. */
  readonly times: number;
};

/**
 * Stands between a console and its service and hands everything on, except for what it was told to refuse: a service that says no
 * to one of several, and yes the next time.
 */
export class GoBetween implements AsyncDisposable {
  readonly #server;
  #refusal: RefusedRequest | null = null;
  #left = 0;

  private constructor(baseUrl: URL) {
    this.#server = createServer((incoming, outgoing) => {
      void this.#answer(baseUrl, incoming, outgoing);
    });
  }

  static async before(baseUrl: string): Promise<GoBetween> {
    const between = new GoBetween(new URL(baseUrl));
    await new Promise<void>((resolve) => between.#server.listen(0, "127.0.0.1", resolve));
    return between;
  }

  get url(): string {
    const address = this.#server.address();
    if (address === null || typeof address === "string") throw new TypeError("it listens on no port");
    return `http://127.0.0.1:${address.port}`;
  }

  refuse(refusal: RefusedRequest): void {
    this.#refusal = refusal;
    this.#left = refusal.times;
  }

  async #answer(baseUrl: URL, incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const { method = "GET", url = "/", headers } = incoming;
    const body = await text(incoming);
    const refusal = this.#refusal;
    if (refusal !== null && this.#left > 0 && method === refusal.method && url.split("?")[0]?.endsWith(refusal.path)) {
      this.#left -= 1;
      const { status: error, errorCode, detail } = refusal;
      outgoing.writeHead(error, { "Content-Type": "application/json" });
      outgoing.end(JSON.stringify({ error, errorCode, detail, reason: "Refused", parameters: [] }));
      return;
    }
    const onward = ask(new URL(url, baseUrl), { method, headers, agent: false }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
    });
    onward.on("error", () => outgoing.destroy());
    onward.end(body);
  }

  [Symbol.asyncDispose](): Promise<void> {
    return new Promise((resolve) => {
      this.#server.close(() => resolve());
      this.#server.closeAllConnections();
    });
  }
}
