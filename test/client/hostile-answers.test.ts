import type { ServerResponse } from "node:http";
import { pipeline, Readable } from "node:stream";
import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { readAnswer } from "../../src/client/answers/answer.ts";
import { createClient } from "../../src/client/client.ts";
import { operations } from "../../src/contract/operations.ts";
import { Secret } from "../../src/contract/secret.ts";
import { AT_ONCE, failureOf } from "./outcome.ts";
import { connectionTo, GROUP, refuse, scriptedServer } from "./scripted-server.ts";

const repeated = (text: string, times: number): string => new Array<string>(times).fill(text).join(",");
const zipped = (text: string) => (response: ServerResponse) => {
  response.writeHead(200, { "content-type": "application/json", "content-encoding": "gzip" });
  response.end(gzipSync(text));
};
const plain = (text: string) => (response: ServerResponse) => {
  response.writeHead(200, { "content-type": "application/json" });
  response.end(text);
};
const endless = (response: ServerResponse) => {
  response.writeHead(200, { "content-type": "application/json" });
  const pieces = function* () {
    for (;;) yield "[".repeat(65_536);
  };
  pipeline(Readable.from(pieces()), response, () => undefined);
};

test.each([
  ["90 MB in 90 kB", zipped(`{"results":[${repeated("{}", 30_000_000)}]}`), "The response is longer than 32 MB"],
  ["a million values", zipped(`{"results":[${repeated("{}", 1_000_000)}]}`), "more than 500 thousand values"],
  ["half a million keys", plain(`{${repeated('"a":1', 500_000)}}`), "more than 500 thousand values"],
  ["numbers without an end", plain(`[${repeated("1e5", 600_000)}]`), "more than 500 thousand values"],
  ["400,000 rows of nothing", plain(`{"results":[${repeated("{}", 400_000)}]}`), "results[0]"],
  ["an answer that never ends", endless, "The response is longer than 32 MB"],
])("a service that answers %s is told so in a sentence", async (_, answer, problem) => {
  await using server = await scriptedServer((_request, response) => answer(response));
  const client = createClient(connectionTo(server.url), {}, AT_ONCE);
  const failure = await failureOf(client.call("listAlerts", { params: { groupId: GROUP } }));
  expect(failure.kind).toBe("unreadable");
  expect(failure.message).toContain(problem);
  await client.close();
});

test("a reason of megabytes is cut, and says no part of a secret where it is", async () => {
  const key = "a-private-key-that-nobody-may-see";
  await using server = await scriptedServer((_request, response) =>
    refuse(response, 400, "INVALID_ATTRIBUTE", `${"x".repeat(1990)}${key}${"界".repeat(1_000_000)}`),
  );
  const credentials = { kind: "digest", publicKey: "public", privateKey: new Secret(key) } as const;
  const client = createClient(connectionTo(server.url, { credentials }), {}, AT_ONCE);
  const { facts } = await failureOf(client.call("listAlerts", { params: { groupId: GROUP } }));
  expect(facts.detail).toMatch(/^x{1990}.{0,11}…$/u);
  expect(facts.detail).not.toContain("a-priv");
  await client.close();
});

test("while a large answer is read, other things go on: between what is counted of it and each piece of its rows", async () => {
  const row =
    '{"id":"65f0000000000000000000a1","groupId":"65f000000000000000000001","eventTypeName":"NO_PRIMARY","status":"OPEN","created":"2026-11-21T08:00:00Z"}';
  const text = `{"links":[],"results":[${repeated(row, 40_000)}],"totalCount":40000}`;
  const { listAlerts } = operations;
  let [turns, isReading] = [0, true];
  const count = (): void => {
    turns += 1;
    if (isReading) setImmediate(count);
  };
  setImmediate(count);
  const connection = connectionTo(new URL("http://127.0.0.1"));
  const answer = await readAnswer(connection, listAlerts, listAlerts.response, { texts: [text] });
  isReading = false;
  const piece = 450;
  expect([answer.ok && answer.data.results.length, turns > 40_000 / piece]).toEqual([40_000, true]);
});
