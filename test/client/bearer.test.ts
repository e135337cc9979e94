import type { ServerResponse } from "node:http";
import { afterEach, describe, expect, test, vi } from "vitest";
import { createClient } from "../../src/client/client.ts";
import type { WaitEvent } from "../../src/client/hooks.ts";
import { AlertId } from "../../src/contract/schema/ids.ts";
import { Secret } from "../../src/contract/secret.ts";
import { AT_ONCE, failureOf } from "./outcome.ts";
import { connectionTo, GROUP, json, page, type Received, refuse, scriptedServer } from "./scripted-server.ts";

const all = { params: { groupId: GROUP } };
const account = { kind: "oauth2", clientId: "an_account-1", clientSecret: new Secret("s3cr+t/of=it") } as const;

const connection = (url: URL, life = "/api/oauth/token") =>
  connectionTo(url, { credentials: account, tokenUrl: new URL(life, url) });

const isTokenCall = (request: Received): boolean => request.target.startsWith("/api/oauth/token");
const token = (response: ServerResponse, text: string, expires_in: number | undefined = 3600): void =>
  json(response, 200, { access_token: text, token_type: "Bearer", expires_in });

afterEach(() => {
  vi.useRealTimers();
});

describe("access tokens", () => {
  test("a hundred calls need one token, asked for with a form body and the raw id and secret", async () => {
    await using server = await scriptedServer((request, response) => {
      if (isTokenCall(request)) token(response, "t1");
      else json(response, request.headers.authorization === "Bearer t1" ? 200 : 500, page([]));
    });
    const client = createClient(connection(server.url));
    await Promise.all(Array.from({ length: 100 }, () => client.call("listAlerts", all)));
    await client.close();
    const requested = server.received.filter(isTokenCall);
    expect(requested).toHaveLength(1);
    expect(requested[0]).toMatchObject({ method: "POST", body: "grant_type=client_credentials" });
    expect(requested[0]?.headers["content-type"]).toMatch(/^application\/x-www-form-urlencoded/u);
    const login = requested[0]?.headers.authorization?.replace(/^Basic /u, "") ?? "";
    expect(Buffer.from(login, "base64").toString()).toBe("an_account-1:s3cr+t/of=it");
    expect(server.received).toHaveLength(101);
  });

  test("a token is renewed when 80 % of its life is over, not before", async () => {
    vi.useFakeTimers({ toFake: ["Date"], now: 1_000_000 });
    let turn = 0;
    await using server = await scriptedServer((request, response) => {
      if (!isTokenCall(request)) return json(response, 200, page([]));
      turn += 1;
      token(response, `t${turn}`, 1000);
    });
    const client = createClient(connection(server.url));
    const callAt = async (seconds: number): Promise<void> => {
      vi.setSystemTime(1_000_000 + seconds * 1000);
      await client.call("listAlerts", all);
    };
    const sent = () =>
      server.received.map((request) => (isTokenCall(request) ? "token" : request.headers.authorization));
    await callAt(0);
    await callAt(799);
    expect(sent()).toEqual(["token", "Bearer t1", "Bearer t1"]);
    await callAt(801);
    await vi.waitFor(() => expect(turn).toBe(2));
    await vi.waitFor(async () => {
      await callAt(802);
      expect(sent().at(-1)).toBe("Bearer t2");
    });
    await client.close();
    expect(turn).toBe(2);
  });

  test("a renewal that hangs stops no call while the token holds", async () => {
    vi.useFakeTimers({ toFake: ["Date"], now: 1_000_000 });
    let turn = 0;
    await using server = await scriptedServer((request, response) => {
      if (!isTokenCall(request)) return json(response, 200, page([]));
      turn += 1;
      if (turn === 1) token(response, "t1", 1000);
    });
    const client = createClient(connection(server.url));
    await client.call("listAlerts", all);
    vi.setSystemTime(1_000_000 + 900 * 1000);
    await Promise.all([client.call("listAlerts", all), client.call("listAlerts", all)]);
    await vi.waitFor(() => expect(turn).toBe(2));
    await client.close();
    expect(server.received.filter((request) => request.headers.authorization === "Bearer t1")).toHaveLength(3);
  });

  test("an area that refuses every caller, without a word of the token, does not use up the calls for tokens", async () => {
    await using server = await scriptedServer((request, response) => {
      if (isTokenCall(request)) return token(response, "t1");
      if (request.target.includes("/alerts")) return json(response, 200, page([]));
      refuse(response, 401, "UNAUTHORIZED", "No.");
    });
    const client = createClient(connection(server.url));
    await client.call("listAlerts", all);
    for (let turn = 0; turn < 5; turn += 1) await failureOf(client.call("listAlertConfigurations", all));
    await client.close();
    expect(server.received.filter(isTokenCall)).toHaveLength(2);
  });

  test("a clock that is set back lengthens no time for which no token is asked for", async () => {
    const hour = 3_600_000;
    vi.useFakeTimers({ toFake: ["Date"], now: 10 * hour });
    let isLimited = true;
    await using server = await scriptedServer((request, response) => {
      if (!isTokenCall(request)) return refuse(response, 401, "UNAUTHORIZED", "No.");
      if (isLimited) json(response, 429, { error: "rate limited" }, { "retry-after": "100" });
      else token(response, "t1");
    });
    const client = createClient(connection(server.url), {}, { ...AT_ONCE, repeats: 0 });
    const tokenCalls = async (): Promise<number> => {
      const before = server.received.filter(isTokenCall).length;
      await failureOf(client.call("listAlerts", all));
      return server.received.filter(isTokenCall).length - before;
    };
    expect(await tokenCalls()).toBe(1);
    expect(await tokenCalls()).toBe(0);
    isLimited = false;
    vi.setSystemTime(9 * hour);
    expect(await tokenCalls()).toBe(1);
    // It is renewed once, in vain, and not at every call.
    expect(await tokenCalls()).toBe(1);
    expect(await tokenCalls()).toBe(0);
    vi.setSystemTime(8 * hour);
    expect(await tokenCalls()).toBe(1);
    await client.close();
  });

  test("what a token endpoint repeats of the header is not shown", async () => {
    await using server = await scriptedServer((request, response) => {
      const description = `Cannot read ${request.headers.authorization ?? ""}`;
      json(response, 401, { error: "invalid_client", error_description: description });
    });
    const client = createClient(connection(server.url));
    const failure = await failureOf(client.call("listAlerts", all));
    await client.close();
    const login = Buffer.from("an_account-1:s3cr+t/of=it").toString("base64");
    expect(server.received[0]?.headers.authorization).toContain(login);
    expect(JSON.stringify([failure, failure.message])).not.toContain(login);
    expect(failure.message).toContain("Cannot read");
  });

  test("a token that is refused is replaced once, and the call goes through", async () => {
    let good = "t1";
    await using server = await scriptedServer((request, response) => {
      if (isTokenCall(request)) return token(response, good);
      if (request.headers.authorization === `Bearer ${good}`) return json(response, 200, page([]));
      refuse(response, 401, "UNEXPECTED_ERROR", "Expired.", { "www-authenticate": 'Bearer error="invalid_token"' });
    });
    const client = createClient(connection(server.url));
    await client.call("listAlerts", all);
    good = "t2";
    await Promise.all([client.call("listAlerts", all), client.call("listAlerts", all)]);
    await client.close();
    expect(server.received.filter(isTokenCall)).toHaveLength(2);
  });

  test("a service that refuses every token is asked for one more token and then believed", async () => {
    await using server = await scriptedServer((request, response, turn) => {
      if (isTokenCall(request)) return token(response, `t${turn}`);
      refuse(response, 401, "UNEXPECTED_ERROR", "No.", { "www-authenticate": 'Bearer error="invalid_token"' });
    });
    const client = createClient(connection(server.url), {}, AT_ONCE);
    expect((await failureOf(client.call("listAlerts", all))).status).toBe(401);
    await client.close();
    expect(server.received.map(isTokenCall)).toEqual([true, false, true, false]);
  });

  test("a missing role does not cost a token", async () => {
    await using server = await scriptedServer((request, response) => {
      if (isTokenCall(request)) token(response, "t1");
      else refuse(response, 401, "NOT_IN_GROUP", "Not in the project.");
    });
    const client = createClient(connection(server.url), {}, AT_ONCE);
    await failureOf(client.call("listAlerts", all));
    const error = await failureOf(client.call("listAlerts", all));
    await client.close();
    expect(server.received.filter(isTokenCall)).toHaveLength(1);
    expect(error.explain().why).toContain("no access to that project");
  });

  test("a token endpoint that limits is left alone for as long as it says, by every call", async () => {
    const waits: WaitEvent[] = [];
    await using server = await scriptedServer((request, response, turn) => {
      if (!isTokenCall(request)) return json(response, 200, page([]));
      if (turn === 0) json(response, 429, { error: "rate limited" }, { "retry-after": "0.05" });
      else token(response, "t1");
    });
    const client = createClient(connection(server.url), { onWait: (event) => waits.push(event) }, AT_ONCE);
    await Promise.all([client.call("listAlerts", all), client.call("listAlerts", all)]);
    await client.close();
    expect(waits.map((wait) => [wait.reason, wait.ms >= 40])).toEqual([
      ["token", true],
      ["token", true],
    ]);
    expect(server.received.filter(isTokenCall)).toHaveLength(2);
  });

  test("a limit that is too long to wait for is told, and the endpoint not asked again meanwhile", async () => {
    await using server = await scriptedServer((_request, response) =>
      json(response, 429, { error: "rate limited" }, { "retry-after": "3600" }),
    );
    const client = createClient(connection(server.url), {}, AT_ONCE);
    vi.useFakeTimers({ toFake: ["Date"] });
    const before = Date.now();
    const error = await failureOf(client.call("listAlerts", all));
    await failureOf(client.call("listAlerts", all));
    expect(error.facts).toMatchObject({ kind: "refused", stage: "token", status: 429 });
    expect((error.retryAt ?? 0) - before).toBeGreaterThan(3_500_000);
    expect(error.explain().next).toBe("Try again in 60 min.");
    expect(server.received).toHaveLength(1);
    // Who calls again after a minute is a person: polling obeys the hour.
    vi.setSystemTime(before + 61_000);
    await failureOf(client.call("listAlerts", all));
    await client.close();
    expect(server.received).toHaveLength(2);
  });

  test("a renewal that fails does not end the work while the old token holds, and is not tried at each call", async () => {
    vi.useFakeTimers({ toFake: ["Date"], now: 1_000_000 });
    let requested = 0;
    await using server = await scriptedServer((request, response) => {
      if (!isTokenCall(request)) return json(response, 200, page([]));
      requested += 1;
      if (requested === 1) token(response, "t1", 1000);
      else json(response, 503, { error: "server_error" });
    });
    const client = createClient(connection(server.url), {}, { ...AT_ONCE, repeats: 0 });
    await client.call("listAlerts", all);
    vi.setSystemTime(1_000_000 + 850_000);
    await client.call("listAlerts", all);
    await client.call("listAlerts", all);
    expect(requested).toBe(2);
    vi.setSystemTime(1_000_000 + 1_000_001);
    const error = await failureOf(client.call("listAlerts", all));
    await client.close();
    expect(error.facts).toMatchObject({ stage: "token", status: 503 });
    expect(server.received.filter((request) => request.headers.authorization === "Bearer t1")).toHaveLength(3);
  });

  test.each([
    [401, { error: "invalid_client", error_description: "Unknown client" }, "Unknown client"],
    [400, { error: "invalid_grant" }, "invalid_grant"],
    [403, { error: "access_denied" }, "access_denied"],
  ])("a refused account (%i) is said to be one, and no call is sent", async (status, document, words) => {
    await using server = await scriptedServer((_request, response) => json(response, status, document));
    const client = createClient(connection(server.url), {}, AT_ONCE);
    const error = await failureOf(client.call("listAlerts", all));
    await client.close();
    expect(error.facts).toMatchObject({ kind: "refused", stage: "token", status });
    expect(error.explain().why).toContain(words);
    expect(error.explain().next).toContain("client id and secret");
    expect(server.received.every(isTokenCall)).toBe(true);
  });

  test("what is no token is not taken for one", async () => {
    for (const document of [{}, { access_token: "t" }, { token_type: "Bearer", access_token: 7 }, "t", []]) {
      await using server = await scriptedServer((_request, response) => json(response, 200, document));
      const client = createClient(connection(server.url), {}, AT_ONCE);
      const error = await failureOf(client.call("listAlerts", all));
      await client.close();
      expect(error.facts).toMatchObject({ kind: "unreadable", stage: "token" });
    }
  });

  test("without a token address the usual one of the service is asked", async () => {
    await using server = await scriptedServer((request, response) => {
      if (isTokenCall(request)) token(response, "t1");
      else json(response, 200, page([]));
    });
    const client = createClient(connectionTo(server.url, { credentials: account }));
    await client.call("listAlerts", all);
    await client.close();
    expect(server.received[0]?.target).toBe("/api/oauth/token");
  });

  test("one caller's giving up does not take the token from the others", async () => {
    const requested = Promise.withResolvers<void>();
    const answer = Promise.withResolvers<void>();
    await using server = await scriptedServer((request, response) => {
      if (!isTokenCall(request)) return json(response, 200, page([]));
      requested.resolve();
      void answer.promise.then(() => token(response, "t1"));
    });
    const client = createClient(connection(server.url), {}, AT_ONCE);
    const impatient = new AbortController();
    const given = failureOf(client.call("listAlerts", all, { signal: impatient.signal }));
    const patient = client.call("listAlerts", all);
    await requested.promise;
    impatient.abort();
    expect((await given).kind).toBe("cancelled");
    answer.resolve();
    await expect(patient).resolves.toMatchObject({ status: 200 });
    await client.close();
    expect(server.received.filter(isTokenCall)).toHaveLength(1);
  });

  test("a write that is given up on while its token is asked for was certainly not sent", async () => {
    const requested = Promise.withResolvers<void>();
    await using server = await scriptedServer(() => requested.resolve());
    const client = createClient(connection(server.url), {}, AT_ONCE);
    const params = { groupId: GROUP, alertId: AlertId.of("65f0000000000000000000a1") };
    const body = { unacknowledgeAlert: true };
    const patience = new AbortController();
    const given = failureOf(client.call("acknowledgeAlert", { params }, { body, signal: patience.signal }));
    await requested.promise;
    patience.abort();
    const timedOut = failureOf(client.call("acknowledgeAlert", { params }, { body, timeoutMs: 20 }));
    expect(await given).toMatchObject({ kind: "cancelled", mayHaveHappened: false });
    expect(await timedOut).toMatchObject({ kind: "timed-out", mayHaveHappened: false });
    await client.close();
    expect(server.received.map(isTokenCall)).toEqual([true]);
  });
});
