import { createServer, type ServerResponse } from "node:http";
import { pipeline, Readable } from "node:stream";
import { gzipSync } from "node:zlib";
import { afterEach, beforeEach, expect, test } from "vitest";
import { Home } from "./home.ts";
import { Sextant } from "./sextant.ts";

/** A service that answers everything in the same bad way. */
class HostileService implements AsyncDisposable {
  readonly #server;

  private constructor(answer: (response: ServerResponse) => void) {
    this.#server = createServer((_request, response) => answer(response));
  }

  static async start(answer: (response: ServerResponse) => void): Promise<HostileService> {
    const service = new HostileService(answer);
    await new Promise<void>((resolve) => service.#server.listen(0, "127.0.0.1", resolve));
    return service;
  }

  get env(): Readonly<Record<string, string>> {
    const address = this.#server.address();
    if (address === null || typeof address === "string") throw new TypeError("it listens on no port");
    return {
      SEXTANT_BASE_URL: `http://127.0.0.1:${address.port}`,
      SEXTANT_PUBLIC_KEY: "abcdefgh",
      SEXTANT_PRIVATE_KEY: "00000000-0000-0000-0000-000000000000",
      SEXTANT_PROJECT_ID: "65f000000000000000000001",
    };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}

const zipped = (text: string): ((response: ServerResponse) => void) => {
  const bytes = gzipSync(text);
  return (response) => {
    response.writeHead(200, { "content-type": "application/json", "content-encoding": "gzip" });
    response.end(bytes);
  };
};
const endless = (response: ServerResponse): void => {
  response.writeHead(200, { "content-type": "application/json" });
  const pieces = function* () {
    for (;;) yield "[".repeat(65_536);
  };
  pipeline(Readable.from(pieces()), response, () => undefined);
};

let home: Home;
beforeEach(() => {
  home = new Home();
});
afterEach(() => home[Symbol.dispose]());

test.each([
  ["90 MB of nothing in 90 kB", zipped(`{"results":[${"{},".repeat(30_000_000)}{}]}`), /longer +than +32 +MB/u],
  ["a million things", zipped(`{"results":[${"{},".repeat(1_000_000)}{}]}`), /more than 500 thousand/u],
  ["400,000 rows of nothing", zipped(`{"results":[${"{},".repeat(400_000)}{}]}`), /contract/u],
  ["an answer without an end", endless, /longer +than +32 +MB/u],
])(
  "a service that sends %s: a sentence, keys go on, and the terminal is left as it was",
  async (_, answer, sentence) => {
    await using service = await HostileService.start(answer);
    const sextant = new Sextant({
      args: ["dist/main.js", "alerts"],
      cols: 100,
      rows: 30,
      env: { ...home.env, ...service.env },
    });
    try {
      const before = sextant.modes();
      await sextant.waitFor(sentence);
      await sextant.do("palette.open", "Go or do");
      sextant.key("escape");
      await sextant.waitGone("Go or do");
      sextant.key("ctrl+c");
      await sextant.exit();
      expect(sextant.modes()).toEqual(before);
    } finally {
      await sextant.close();
    }
  },
);
