import type { ServerResponse } from "node:http";
import { createServer } from "node:net";
import { describe, expect, test } from "vitest";
import { createClient } from "../../src/client/client.ts";
import type { WaitEvent } from "../../src/client/hooks.ts";
import { DAY } from "../../src/text/durations.ts";
import { AT_ONCE, failureOf } from "./outcome.ts";
import {
  ALERT_ID,
  alertDocument,
  CONFIG_ID,
  connectionTo,
  GROUP,
  json,
  page,
  refuse,
  type Script,
  scriptedServer,
} from "./scripted-server.ts";

const all = { params: { groupId: GROUP } };
const one = { params: { groupId: GROUP, alertId: ALERT_ID } };
const acknowledgement = { body: { acknowledgementComment: "seen" } };

/** Ends the connection before any answer. */
const cut = (response: ServerResponse): void => {
  response.socket?.destroy();
};

/** Sends the head and a part of the body of an answer, then ends the connection. */
function cutInside(response: ServerResponse, status: number): void {
  response.writeHead(status, { "content-type": "application/json", "content-length": "1000" });
  response.write('{"results": [', () => response.socket?.destroy());
}

/** Announces the answer with a 100 that nobody asked for: undici ends such a connection. */
function announced(response: ServerResponse): void {
  response.writeContinue();
  json(response, 200, page([]));
}

/** An address where nobody listens. */
async function deadAddress(): Promise<URL> {
  const server = createServer();
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  const address = server.address();
  const port = typeof address === "object" ? address?.port : undefined;
  await new Promise((resolve) => {
    server.close(resolve);
  });
  return new URL(`http://127.0.0.1:${port}`);
}

function recorder() {
  const waits: WaitEvent[] = [];
  return { waits, hooks: { onWait: (event: WaitEvent) => waits.push(event) } };
}

describe("a GET is asked again", () => {
  test.each([429, 500, 502, 503, 504])("after a %i, as often as the policy says", async (status) => {
    await using server = await scriptedServer((_request, response, turn) => {
      if (turn < 3) refuse(response, status, "UNEXPECTED_ERROR", "Not now.");
      else json(response, 200, page([]));
    });
    const { waits, hooks } = recorder();
    const client = createClient(connectionTo(server.url), hooks, AT_ONCE);
    await expect(client.call("listAlerts", all)).resolves.toMatchObject({ status: 200 });
    await client.close();
    expect(waits.map((wait) => [wait.attempt, wait.status])).toEqual([
      [1, status],
      [2, status],
      [3, status],
    ]);
    expect(server.received).toHaveLength(4);
    expect(new Set(server.received.map((request) => request.headers["x-request-id"])).size).toBe(1);
  });

  const broken: [string, Script][] = [
    ["whose connection ends before the answer", (_request, response) => cut(response)],
    ["whose answer cut off", (_request, response) => cutInside(response, 200)],
    ["whose answer is announced by a 100 Continue", (_request, response) => announced(response)],
  ];
  test.each(broken)("%s", async (_name, fault) => {
    await using server = await scriptedServer((request, response, turn) => {
      if (turn < 2) fault(request, response, turn);
      else json(response, 200, page([alertDocument(ALERT_ID)]));
    });
    const { waits, hooks } = recorder();
    const client = createClient(connectionTo(server.url), hooks, AT_ONCE);
    const answer = await client.call("listAlerts", all);
    await client.close();
    expect(answer.data.results).toHaveLength(1);
    // The first time at once: another instance may answer what the one that died did not.
    expect(waits.map((wait) => wait.reason)).toEqual(["connection"]);
  });

  test.each(broken)("at once and once, also when the caller repeats by itself: one %s", async (_name, fault) => {
    await using server = await scriptedServer((request, response, turn) => {
      if (turn !== 1) fault(request, response, turn);
      else json(response, 200, page([alertDocument(ALERT_ID)]));
    });
    const { waits, hooks } = recorder();
    const client = createClient(connectionTo(server.url), hooks, AT_ONCE);
    const answer = await client.call("listAlerts", all, { repeats: 0 });
    expect(answer.data.results).toHaveLength(1);
    expect(server.received).toHaveLength(2);
    await failureOf(client.call("listAlerts", all, { repeats: 0 }));
    await client.close();
    expect(server.received).toHaveLength(4);
    expect(waits).toEqual([]);
  });

  test("no sooner than Retry-After says, in seconds or as a date of the service's clock", async () => {
    await using server = await scriptedServer((_request, response, turn) => {
      // The service's clock is a day ahead: the date counts from there.
      const served = Date.parse("2026-11-22T10:00:00Z");
      const date = new Date(served).toUTCString();
      if (turn === 0) refuse(response, 429, "RATE_LIMITED", "Slow down.", { "retry-after": "0.02" });
      else if (turn === 1)
        refuse(response, 503, "X", "Later.", { date, "retry-after": new Date(served).toUTCString() });
      else if (turn === 2) {
        refuse(response, 503, "X", "Later.", { date, "retry-after": new Date(served + 90_000).toUTCString() });
      }
    });
    const { waits, hooks } = recorder();
    const client = createClient(connectionTo(server.url), hooks, AT_ONCE);
    const error = await failureOf(client.call("listAlerts", all));
    await client.close();
    expect(waits.map((wait) => [wait.reason, Math.floor(wait.ms / 10) * 10])).toEqual([
      ["rate-limited", 20],
      ["server-error", 0],
    ]);
    // 90 seconds are beyond this policy's patience: told instead of waited for.
    expect(error.facts).toMatchObject({ kind: "refused", status: 503, retryAfterMs: 90_000 });
  });

  test.each(["3000000", "9".repeat(400), new Date(Date.now() + 1e11).toUTCString()])(
    "and asks again after a day where it says %s",
    async (text) => {
      await using server = await scriptedServer((_request, response) =>
        refuse(response, 503, "X", "Later.", { "retry-after": text }),
      );
      const client = createClient(connectionTo(server.url), {}, AT_ONCE);
      const { facts } = await failureOf(client.call("listAlerts", all));
      await client.close();
      expect(facts.retryAfterMs).toBe(DAY);
    },
  );

  test.each([
    ["1970 in its Date header", "Thu, 01 Jan 1970 00:00:00 GMT"],
    ["a number in its Date header", "1764309945"],
  ])("and measures a date by this machine's clock where the service has %s", async (_, date) => {
    await using server = await scriptedServer((_request, response) =>
      refuse(response, 503, "X", "Later.", { date, "retry-after": new Date(Date.now() + 90_000).toUTCString() }),
    );
    const client = createClient(connectionTo(server.url), {}, AT_ONCE);
    const { facts } = await failureOf(client.call("listAlerts", all));
    await client.close();
    expect(facts.retryAfterMs).toBeGreaterThan(60_000);
    expect(facts.retryAfterMs).toBeLessThan(91_000);
  });

  test("and as long as it waits by itself where the service names a time that is past", async () => {
    await using server = await scriptedServer((_request, response) =>
      refuse(response, 429, "X", "Later.", { "retry-after": "Thu, 01 Jan 1970 00:00:00 GMT" }),
    );
    const { waits, hooks } = recorder();
    const client = createClient(connectionTo(server.url), hooks, { ...AT_ONCE, firstWaitMs: 4, longestWaitMs: 10 });
    await failureOf(client.call("listAlerts", all));
    await client.close();
    expect(waits.every(({ ms }) => ms >= 2)).toBe(true);
  });

  test("with longer and longer waits where the service names none", async () => {
    await using server = await scriptedServer((_request, response) => refuse(response, 503, "X", "Later."));
    const { waits, hooks } = recorder();
    const client = createClient(connectionTo(server.url), hooks, { ...AT_ONCE, firstWaitMs: 4, longestWaitMs: 10 });
    await failureOf(client.call("listAlerts", all));
    await client.close();
    const bounds = [
      [2, 4],
      [4, 8],
      [5, 10],
    ];
    expect(waits.every(({ ms }, index) => ms >= (bounds[index]?.[0] ?? 0) && ms <= (bounds[index]?.[1] ?? 0))).toBe(
      true,
    );
    expect(waits).toHaveLength(3);
  });

  test("never when the caller repeats by itself", async () => {
    await using server = await scriptedServer((_request, response) => refuse(response, 503, "X", "Later."));
    const client = createClient(connectionTo(server.url), {}, AT_ONCE);
    await failureOf(client.call("listAlerts", all, { repeats: 0 }));
    await client.close();
    expect(server.received).toHaveLength(1);
  });

  test("as often as the caller says by the time it fails", async () => {
    let repeats = 0;
    await using server = await scriptedServer((_request, response) => {
      repeats = 2;
      refuse(response, 503, "X", "Later.");
    });
    const client = createClient(connectionTo(server.url), {}, AT_ONCE);
    await failureOf(client.call("listAlerts", all, { repeats: () => repeats }));
    await client.close();
    expect(server.received).toHaveLength(3);
  });

  test.each([400, 401, 403, 404, 405, 406, 409, 410, 501])("not after a %i", async (status) => {
    await using server = await scriptedServer((_request, response) => refuse(response, status, "SOME_CODE", "No."));
    const client = createClient(connectionTo(server.url), {}, AT_ONCE);
    expect((await failureOf(client.call("listAlerts", all))).kind).toBe("refused");
    await client.close();
    expect(server.received).toHaveLength(1);
  });

  test("and the wait ends at once when the caller gives up", async () => {
    await using server = await scriptedServer((_request, response) =>
      refuse(response, 429, "RATE_LIMITED", "Slow down.", { "retry-after": "60" }),
    );
    const controller = new AbortController();
    const client = createClient(
      connectionTo(server.url),
      { onWait: () => controller.abort() },
      { ...AT_ONCE, mostPatienceMs: 100_000 },
    );
    const error = await failureOf(client.call("listAlerts", all, { signal: controller.signal }));
    await client.close();
    expect(error.kind).toBe("cancelled");
    expect(server.received).toHaveLength(1);
  });
});

describe("a write is sent once", () => {
  test.each([500, 502, 503, 504])("and after a %i nobody says that it did not happen", async (status) => {
    await using server = await scriptedServer((_request, response) =>
      refuse(response, status, "UNEXPECTED_ERROR", "Oh."),
    );
    const client = createClient(connectionTo(server.url), {}, AT_ONCE);
    const error = await failureOf(client.call("acknowledgeAlert", one, acknowledgement));
    await client.close();
    expect(error.facts).toMatchObject({ kind: "unknown-result", status, code: "UNEXPECTED_ERROR" });
    expect(error.mayHaveHappened).toBe(true);
    expect(error.explain().next).toContain("Check the current state");
    expect(server.received).toHaveLength(1);
  });

  test("and it may have happened where its answer is announced by a 100 Continue that nobody asked for", async () => {
    await using server = await scriptedServer((_request, response) => announced(response));
    const client = createClient(connectionTo(server.url), {}, AT_ONCE);
    const error = await failureOf(client.call("acknowledgeAlert", one, acknowledgement));
    await client.close();
    expect([error.kind, error.mayHaveHappened]).toEqual(["unknown-result", true]);
    expect(server.received).toHaveLength(1);
  });

  test("when it is limited, the seconds are told and nothing is repeated", async () => {
    await using server = await scriptedServer((_request, response) =>
      refuse(
        response,
        429,
        "RATE_LIMITED_TOKEN_BUCKET",
        "Too many.",
        { "retry-after": "12" },
        { parameters: ["/x", 12] },
      ),
    );
    const client = createClient(connectionTo(server.url), {}, AT_ONCE);
    const error = await failureOf(client.call("acknowledgeAlert", one, acknowledgement));
    await client.close();
    expect(error.kind).toBe("refused");
    expect(error.mayHaveHappened).toBe(false);
    expect(error.retryAt).toBeGreaterThan(Date.now());
    expect(error.explain().next).toBe("Try again in 12 s.");
    expect(server.received).toHaveLength(1);
  });

  const lost: [string, Script][] = [
    ["the connection ends before the answer", (_request, response) => cut(response)],
    [
      "a page comes instead of an answer",
      (_request, response) => {
        response.writeHead(200, { "content-type": "text/html" });
        response.end("<!doctype html><title>Sign in</title>");
      },
    ],
  ];
  test.each(lost)("and its result is not known when %s", async (_name, fault) => {
    await using server = await scriptedServer(fault);
    const client = createClient(connectionTo(server.url), {}, AT_ONCE);
    const error = await failureOf(client.call("acknowledgeAlert", one, acknowledgement));
    await client.close();
    expect(error.kind).toBe("unknown-result");
    expect(error.mayHaveHappened).toBe(true);
    expect(server.received).toHaveLength(1);
  });

  test("and when the answer of a 200 cut off, it is said to have been accepted", async () => {
    await using server = await scriptedServer((_request, response) => cutInside(response, 200));
    const client = createClient(connectionTo(server.url), {}, AT_ONCE);
    const error = await failureOf(client.call("acknowledgeAlert", one, acknowledgement));
    await client.close();
    expect(error.facts).toMatchObject({ kind: "unreadable", status: 200 });
    expect(error.mayHaveHappened).toBe(true);
    expect(error.explain().next).toContain("accepted the request");
    expect(server.received).toHaveLength(1);
  });

  test("and one that was given up on is not said to be undone", async () => {
    const controller = new AbortController();
    await using server = await scriptedServer(() => controller.abort());
    const client = createClient(connectionTo(server.url), {}, AT_ONCE);
    const error = await failureOf(
      client.call("acknowledgeAlert", one, { ...acknowledgement, signal: controller.signal }),
    );
    await client.close();
    expect(error.kind).toBe("unknown-result");
    expect(error.explain().why).toContain("cancelled before a response");
  });

  test("but again when it is known not to have arrived", async () => {
    const { waits, hooks } = recorder();
    const client = createClient(connectionTo(await deadAddress()), hooks, AT_ONCE);
    const error = await failureOf(client.call("acknowledgeAlert", one, acknowledgement));
    await client.close();
    expect(error.facts).toMatchObject({ kind: "unreachable", transport: { code: "ECONNREFUSED" } });
    expect(error.mayHaveHappened).toBe(false);
    expect(waits.map((wait) => wait.reason)).toEqual(["connection", "connection", "connection"]);
  });

  test("over a connection of its own, which nobody can have closed meanwhile", async () => {
    await using server = await scriptedServer((request, response) => {
      if (request.method === "GET") json(response, 200, page([]));
      else json(response, 200, alertDocument(ALERT_ID));
    });
    const client = createClient(connectionTo(server.url), {}, AT_ONCE);
    for (let turn = 0; turn < 5; turn += 1) await client.call("listAlerts", all);
    const readers = server.connections();
    expect(readers).toBeLessThan(5);
    for (let turn = 0; turn < 3; turn += 1) await client.call("acknowledgeAlert", one, acknowledgement);
    expect(server.connections()).toBe(readers + 3);
    await client.close();
  });
});

describe("time and giving up", () => {
  test("a service that never answers is not waited for beyond the time of the call", async () => {
    await using server = await scriptedServer(() => {});
    const client = createClient(connectionTo(server.url), {}, AT_ONCE);
    const read = await failureOf(client.call("listAlerts", all, { timeoutMs: 50 }));
    const write = await failureOf(
      client.call(
        "deleteAlertConfiguration",
        { params: { groupId: GROUP, alertConfigId: CONFIG_ID } },
        { timeoutMs: 50 },
      ),
    );
    await client.close();
    expect(read.kind).toBe("timed-out");
    expect(read.explain().why).toContain("within 1 s");
    expect(write.kind).toBe("unknown-result");
    expect(server.received).toHaveLength(2);
  });

  test("the time covers the body too", async () => {
    await using server = await scriptedServer((_request, response) => {
      response.writeHead(200, { "content-type": "application/json" });
      response.write('{"results"');
    });
    const client = createClient(connectionTo(server.url), {}, AT_ONCE);
    expect((await failureOf(client.call("listAlerts", all, { timeoutMs: 50 }))).kind).toBe("timed-out");
    await client.close();
  });

  test("a call that is given up before it is sent is not sent", async () => {
    await using server = await scriptedServer((_request, response) => json(response, 200, page([])));
    const client = createClient(connectionTo(server.url));
    const error = await failureOf(client.call("listAlerts", all, { signal: AbortSignal.abort() }));
    await client.close();
    expect(error.kind).toBe("cancelled");
    expect(server.received).toHaveLength(0);
  });

  test("closing the client ends what is under way", async () => {
    const arrived = Promise.withResolvers<void>();
    await using server = await scriptedServer(() => arrived.resolve());
    const client = createClient(connectionTo(server.url), {}, AT_ONCE);
    const call = failureOf(client.call("listAlerts", all));
    await arrived.promise;
    await client.close();
    expect((await call).kind).toBe("cancelled");
  });

  test("a call keeps no listener on the caller's signal", async () => {
    await using server = await scriptedServer((_request, response) => json(response, 200, page([])));
    const client = createClient(connectionTo(server.url));
    const { signal } = new AbortController();
    let listeners = 0;
    const add = signal.addEventListener.bind(signal);
    const remove = signal.removeEventListener.bind(signal);
    signal.addEventListener = (...args: Parameters<typeof add>) => {
      listeners += 1;
      add(...args);
    };
    signal.removeEventListener = (...args: Parameters<typeof remove>) => {
      listeners -= 1;
      remove(...args);
    };
    for (let turn = 0; turn < 5; turn += 1) await client.call("listAlerts", all, { signal });
    await client.close();
    expect(listeners).toBe(0);
  });
});
