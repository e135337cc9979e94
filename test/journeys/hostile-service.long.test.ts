import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { pipeline, Readable } from "node:stream";
import { gzipSync } from "node:zlib";
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { isWhole } from "../extent.ts";
import { Home } from "./home.ts";
import { Sextant } from "./sextant.ts";

type Answering = (response: ServerResponse, request: IncomingMessage) => void;

/** A service that answers in a way that no real one does. */
class HostileService implements AsyncDisposable {
  readonly #server;

  private constructor(answer: Answering) {
    this.#server = createServer((request, response) => answer(response, request));
  }

  static async start(answer: Answering): Promise<HostileService> {
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
  ["a million things", zipped(`{"results":[${"{},".repeat(1_000_000)}{}]}`), /more +than +500 +thousand +values/u],
  ["400,000 rows of nothing", zipped(`{"results":[${"{},".repeat(400_000)}{}]}`), /does +not +match +the +API/u],
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
      await sextant.do("palette.open", "Commands");
      sextant.key("escape");
      await sextant.waitUntilAbsent("Commands");
      sextant.key("ctrl+c");
      await sextant.exit();
      expect(sextant.modes()).toEqual(before);
    } finally {
      await sextant.close();
    }
  },
);

/** Alerts as the contract has them, with a text of so many characters each. */
function alerts(count: number, characters: number): Buffer {
  const idOf = (number: number): string => String(number).padStart(24, "0");
  const results = Array.from({ length: count }, (_, index) => ({
    id: idOf(index),
    alertConfigId: idOf(1),
    eventTypeName: "NO_PRIMARY",
    status: "OPEN",
    created: "2026-01-02T03:04:05Z",
    updated: "2026-01-02T03:04:05Z",
    clusterName: `prod-${index % 50}`,
    hostnameAndPort: `${"h".repeat(characters)}${index}.example:27017`,
  }));
  return Buffer.from(JSON.stringify({ results, totalCount: count }));
}

/** Answers lists with nothing in them, and the list of alerts when it is let go. */
class SlowAlerts {
  readonly #asked = Promise.withResolvers<ServerResponse>();
  readonly #body: Buffer;

  constructor(body: Buffer) {
    this.#body = body;
  }

  readonly answer: Answering = (response, { url = "" }) => {
    response.setHeader("content-type", "application/json");
    if (/\/alerts\?status=OPEN.*pageNum=1$/u.test(url)) this.#asked.resolve(response);
    else response.end(JSON.stringify({ results: [], totalCount: 0 }));
  };

  /** Sends the alerts that were asked for; resolves when all of them are on their way. */
  async letGo(): Promise<void> {
    const response = await this.#asked.promise;
    response.end(this.#body);
    await once(response, "finish");
  }
}

const LARGE = [
  ["near 32 MB", () => alerts(20_000, 1400)],
  ["of nearly half a million names and values", () => alerts(30_000, 8)],
] as const;

describe.each(isWhole ? LARGE : LARGE.slice(0, 1))("an answer that is as it should be, %s", (_, make) => {
  const started = async () => {
    const alerts = new SlowAlerts(make());
    const service = await HostileService.start(alerts.answer);
    const env = { ...home.env, ...service.env };
    const sextant = new Sextant({ args: ["dist/main.js", "alerts"], cols: 100, rows: 30, env });
    onTestFinished(async () => {
      await sextant.close();
      await service[Symbol.asyncDispose]();
    });
    const before = sextant.modes();
    await sextant.waitFor("MONITOR");
    await sextant.do("palette.open", "Commands");
    return { alerts, sextant, before };
  };

  test("is read beside the keys: they are on screen before its rows are, and at once afterwards", async () => {
    const { alerts, sextant, before } = await started();
    sextant.key("z");
    await sextant.waitFor(/: z$/u);
    await alerts.letGo();
    let keys = 0;
    const typeOne = async (): Promise<void> => {
      sextant.key(keys % 2 === 0 ? "z" : "backspace");
      keys += 1;
      await sextant.waitFor(keys % 2 === 0 ? /: z$/u : /: zz$/u);
    };
    while (sextant.row(/Alerts +\d\d000/u) === undefined) await typeOne();
    // The last one of them may have come with the rows.
    expect(keys).toBeGreaterThan(1);
    for (let more = 0; more < 3; more += 1) await typeOne();
    sextant.key("ctrl+c");
    await sextant.exit();
    expect(sextant.modes()).toEqual(before);
  });

  test("does not keep Ctrl-C from ending the console while it is read", async () => {
    const { alerts, sextant, before } = await started();
    await alerts.letGo();
    sextant.key("ctrl+c");
    await sextant.exit();
    expect(sextant.modes()).toEqual(before);
  });
});
