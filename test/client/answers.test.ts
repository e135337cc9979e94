import { gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { readAnswer, serverTimeOf } from "../../src/client/answers/answer.ts";
import { createClient } from "../../src/client/client.ts";
import { ExactNumber, writeJson } from "../../src/contract/json/json.ts";
import { operations } from "../../src/contract/operations.ts";
import { AT_ONCE } from "./outcome.ts";
import {
  ALERT_ID,
  alertDocument,
  CONFIG_ID,
  configurationDocument,
  connectionTo,
  GROUP,
  json,
  page,
  type Script,
  scriptedServer,
} from "./scripted-server.ts";

const all = { params: { groupId: GROUP } };
const one = { params: { groupId: GROUP, alertId: ALERT_ID } };
const configuration = { params: { groupId: GROUP, alertConfigId: CONFIG_ID } };

test.each([
  ["Sat, 21 Nov 2026 14:06:12 GMT", "2026-11-21T14:06:12Z"],
  ["Saturday, 21-Nov-26 14:06:12 GMT", "2026-11-21T14:06:12Z"],
  ["Sat Nov 21 14:06:12 2026", "2026-11-21T14:06:12Z"],
  ["2026-11-21T14:06:12Z", "2026-11-21T14:06:12Z"],
  ["Thu, 01 Jan 1970 00:00:00 GMT", "1970-01-01T00:00:00Z"],
  ["1764309945", null],
  ["2026", null],
  ["-1", null],
  ["Sat, 99 Nov 2026 14:06:12 GMT", null],
  ["now", null],
  ["", null],
])("a Date header of %j is %s", (date, time) => {
  expect(serverTimeOf({ date })).toBe(time === null ? null : Date.parse(time));
});

async function answering<Result>(
  script: Script,
  use: (client: ReturnType<typeof createClient>) => Promise<Result>,
  changes: Parameters<typeof connectionTo>[1] = {},
) {
  await using server = await scriptedServer(script);
  const client = createClient(connectionTo(server.url, changes), {}, AT_ONCE);
  try {
    return { result: await use(client), received: server.received, client };
  } finally {
    await client.close();
  }
}

describe("an answer", () => {
  test("that says letter by letter what is previous is not read again, and one letter more is", async () => {
    const data = { results: [] };
    const { result } = await answering(
      (_request, response, turn) => json(response, 200, turn < 2 ? page([alertDocument]) : page([])),
      async (client) => {
        const { mark = "", raw } = await client.call("listAlerts", all);
        // What is held is what comes back, whatever is in it: nobody has looked at the text.
        const same = await client.call("listAlerts", all, { previous: { data, raw, mark } });
        const other = await client.call("listAlerts", all, { previous: { data, raw, mark } });
        return { raw, same, other };
      },
    );
    expect(result.same.data).toBe(data);
    expect(result.same.raw).toBe(result.raw);
    expect(result.same.status).toBe(200);
    expect(result.other.data).not.toBe(data);
    expect(result.other.mark).not.toBe(result.same.mark);
  });

  test("has what its headers tell", async () => {
    let answeredAt = 0;
    const { result } = await answering(
      (_request, response) => {
        answeredAt = Date.now();
        json(response, 200, page([]), {
          date: "Sat, 21 Nov 2026 14:06:12 GMT",
          "ratelimit-limit": "1200",
          "ratelimit-remaining": "431",
          deprecation: "Thu, 30 May 2024 00:00:00 GMT",
          sunset: "Thu, 01 Jul 2027 00:00:00 GMT",
          "x-sextant-speed": "60",
        });
      },
      (client) => client.call("listAlerts", all, { requestId: "my-own-id" }),
    );
    expect(result).toMatchObject({
      status: 200,
      requestId: "my-own-id",
      budget: { limit: 1200, remaining: 431 },
      isDeprecated: true,
      sandbox: true,
      speed: 60,
    });
    expect(result.at.server).toBe(Date.parse("2026-11-21T14:06:12Z"));
    expect(Math.abs(result.at.local - Date.now())).toBeLessThan(60_000);
    // The service wrote its date between these two.
    expect(result.at.sent).toBeLessThanOrEqual(answeredAt);
    expect(result.at.local).toBeGreaterThanOrEqual(answeredAt);
  });

  test("does without them", async () => {
    const { result } = await answering(
      (_request, response) => {
        response.sendDate = false;
        const odd = { "ratelimit-limit": "9".repeat(400), "ratelimit-remaining": "many", "x-sextant-speed": "" };
        json(response, 200, page([]), odd);
      },
      (client) => client.call("listAlerts", all),
    );
    expect(result).toMatchObject({ budget: null, isDeprecated: false, speed: 1, at: { server: null } });
  });

  test("is kept as it came beside what is safe to print", async () => {
    const nasty = "prod\u001b[31m\u202eeu\u0000";
    const { result } = await answering(
      (_request, response) =>
        json(
          response,
          200,
          alertDocument(ALERT_ID, { clusterName: nasty, acknowledgementComment: "a\nb", [`x${nasty}`]: nasty }),
        ),
      (client) => client.call("getAlert", one),
    );
    expect(result.data.clusterName).toBe("prod·[31m·eu·");
    // Only a field that is text by the contract keeps its line breaks.
    expect(result.data.acknowledgementComment).toBe("a\nb");
    expect(JSON.stringify(result.data)).not.toMatch(/\\u0000|\\u001b|\u202e/u);
    expect(result.raw).toMatchObject({ clusterName: nasty, [`x${nasty}`]: nasty });
  });

  test("with a long list is read in several turns, and is what a short one would be", async () => {
    const record = (at: number, more: object = {}) => ({
      timestamp: "2026-11-21T08:00:00Z",
      username: `user ${at}\u0000`,
      logLine: "x".repeat(200),
      ...more,
    });
    const items = Array.from({ length: 2600 }, (_, at) => record(at));
    const operation = operations.listAccessLogsByClusterName;
    const connection = connectionTo(new URL("http://localhost"));
    const read = async (accessLogs: readonly object[]) => {
      let turns = 0;
      let isOver = false;
      const count = (): void => {
        turns += 1;
        if (!isOver) setImmediate(count);
      };
      setImmediate(count);
      const text = JSON.stringify({ accessLogs });
      const result = await readAnswer(connection, operation, operation.response, { texts: [text] });
      isOver = true;
      return { turns, result };
    };
    const { turns, result } = await read(items);
    expect(turns).toBeGreaterThan(5);
    expect(result.ok && result.misfits).toEqual([]);
    expect(result.ok && result.data.accessLogs?.map(({ username }) => username)).toEqual(
      items.map((_, at) => `user ${at}·`),
    );
    // What does not fit is named where it stood in the whole answer.
    const odd = await read(items.with(2100, record(2100, { authResult: "maybe" })));
    expect(odd.result.ok && odd.result.misfits.map(({ path }) => path)).toEqual([["accessLogs", 2100, "authResult"]]);
    expect(odd.result.ok && odd.result.data.accessLogs?.length).toBe(2600);
  });

  test("keeps numbers that no double holds, digit for digit", async () => {
    const { result } = await answering(
      (_request, response) => {
        response.writeHead(200, { "content-type": "application/json" });
        response.end(
          `{"id":"${ALERT_ID}","currentValue":{"number":9007199254740993},"big":123456789012345678901234567890}`,
        );
      },
      (client) => client.call("getAlert", one),
    );
    expect(result.data.currentValue?.number).toEqual(new ExactNumber("9007199254740993"));
    expect(writeJson(result.raw)).toContain('"big":123456789012345678901234567890');
  });

  test("may hold what the contract does not know, null for what is missing, and new values of closed sets", async () => {
    const { result } = await answering(
      (_request, response) =>
        json(
          response,
          200,
          alertDocument(ALERT_ID, { status: "SNOOZED", resolved: null, future: { deep: [1] }, links: null }),
        ),
      (client) => client.call("getAlert", one),
    );
    expect(result.data).toMatchObject({ status: "SNOOZED", resolved: null, future: { deep: [1] } });
  });

  test.each([
    ["application/vnd.atlas.2023-01-01+json;charset=utf-8", 200],
    ["application/json", 201],
    ["text/plain", 202],
  ])("is JSON by its text, whatever it is called (%s, %i)", async (type, status) => {
    const { result } = await answering(
      (_request, response) => {
        response.writeHead(status, { "content-type": type });
        response.end(JSON.stringify(page([])));
      },
      (client) => client.call("listAlerts", all),
    );
    expect(result.status).toBe(status);
  });

  test("of a delete is nothing, with a body or without", async () => {
    for (const [status, text] of [
      [204, ""],
      [200, "{}"],
      [202, " "],
    ] as const) {
      const { result } = await answering(
        (_request, response) => {
          response.writeHead(status);
          response.end(text === "" ? undefined : text);
        },
        (client) => client.call("deleteAlertConfiguration", configuration),
      );
      expect(result).toMatchObject({ status, data: undefined, raw: null });
    }
  });

  test("may come packed", async () => {
    const { result, received } = await answering(
      (_request, response) => {
        response.writeHead(200, { "content-type": "application/json", "content-encoding": "gzip" });
        response.end(gzipSync(JSON.stringify(page([alertDocument(ALERT_ID)]))));
      },
      (client) => client.call("listAlerts", all),
    );
    expect(received[0]?.headers["accept-encoding"]).toBe("gzip");
    expect(result.data.results).toHaveLength(1);
  });
});

describe("a request", () => {
  test("asks for the version of the specification, in the dialect's words, and has a name", async () => {
    for (const [dialect, word] of [
      ["specification", "service"],
      ["atlas", "atlas"],
    ] as const) {
      const { received } = await answering(
        (_request, response) => json(response, 200, alertDocument(ALERT_ID)),
        (client) => client.call("acknowledgeAlert", one, { body: { acknowledgementComment: "x" } }),
        { dialect },
      );
      const type = `application/vnd.${word}.2025-03-12+json`;
      expect(received[0]?.headers).toMatchObject({ accept: type, "content-type": type });
      expect(received[0]?.target).toBe(`/api/${word}/v2/groups/${GROUP}/alerts/${ALERT_ID}`);
      expect(received[0]?.headers["x-request-id"]).toMatch(/^[0-9a-f-]{36}$/u);
    }
  });

  test("without a body says nothing about one", async () => {
    const { received } = await answering(
      (_request, response) => json(response, 200, page([])),
      (client) => client.call("listAlerts", all),
    );
    expect(received[0]?.headers).not.toHaveProperty("content-type");
    expect(received[0]?.target).not.toContain("?");
  });

  test("speaks the other dialect both ways", async () => {
    const stored = configurationDocument({
      notifications: [{ typeName: "DATADOG", datadogApiKey: "****1234", datadogRegion: "US" }],
      other: { datadogApiKey: "of somebody else" },
    });
    const { result, received } = await answering(
      (_request, response) => json(response, 200, stored),
      async (client) => {
        const read = await client.call("getAlertConfiguration", configuration);
        const { eventTypeName = "", enabled = false } = read.data;
        const notifications = [{ typeName: "MONITORING", monitoringRegion: "EU", integrationId: GROUP }];
        await client.call("updateAlertConfiguration", configuration, {
          body: { eventTypeName: eventTypeName ?? "", enabled: enabled ?? false, notifications },
        });
        return read;
      },
      { dialect: "atlas" },
    );
    expect(result.raw).toMatchObject({
      notifications: [{ typeName: "MONITORING", monitoringApiKey: "****1234", monitoringRegion: "US" }],
      other: { datadogApiKey: "of somebody else" },
    });
    expect(JSON.parse(received[1]?.body ?? "")).toMatchObject({
      notifications: [{ typeName: "DATADOG", datadogRegion: "EU", integrationId: GROUP }],
    });
  });

  test("goes below the path of a gateway", async () => {
    await using server = await scriptedServer((_request, response) => json(response, 200, page([])));
    const gateway = createClient(connectionTo(new URL("/gate/way/", server.url)));
    await gateway.call("listAlerts", all);
    await gateway.close();
    expect(server.received[0]?.target).toBe(`/gate/way/api/service/v2/groups/${GROUP}/alerts`);
  });
});
