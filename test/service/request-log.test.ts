import { rmSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { isObject } from "../../src/contract/json/json.ts";
import { startService } from "../../src/service/service.ts";
import { folder } from "../folder.ts";
import { type Client, clientOf, fetchRaw, type Row, service } from "./support.ts";

/** What a service logs of requests, and what it never does. */

type Logged = { readonly call: Client; readonly lines: readonly string[]; entries(): readonly Row[] };

const parsed = (line: string): Row => {
  const entry: unknown = JSON.parse(line);
  if (!isObject(entry)) throw new TypeError(line);
  return entry;
};

async function logged(): Promise<Logged> {
  const lines: string[] = [];
  const { ready } = await service({ log: (line) => lines.push(line) });
  const call = await clientOf(ready);
  return { call, lines, entries: () => lines.map(parsed) };
}

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/u;

test("has a line of JSON for each request, without its query", async () => {
  const { call, lines, entries } = await logged();
  const path = `/groups/${call.groupId}/alerts`;
  const headers = { "X-Request-Id": "from.a_balancer-1" };
  const answer = await call("GET", path, { query: "status=OPEN", headers });
  expect(answer.headers["x-request-id"]).toBe("from.a_balancer-1");
  await expect.poll(() => entries()).toHaveLength(2);
  expect(entries()[1]).toEqual({
    level: "info",
    time: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/u),
    requestId: "from.a_balancer-1",
    method: "GET",
    path: `/api/service/v2${path}`,
    operation: "listAlerts",
    caller: call.ready.clientId,
    status: 200,
    milliseconds: expect.any(Number),
    message: "request",
  });
  expect(lines.every((line) => line.endsWith("}\n") && line.indexOf("\n") === line.length - 1)).toBe(true);
});

test.each(["", "a b", "x".repeat(65), '"},{"', "é"])("gives a request whose id is %j another", async (id) => {
  const { call, entries } = await logged();
  const { headers } = await call("GET", "/orgs", { headers: { "X-Request-Id": Buffer.from(id).toString("latin1") } });
  expect(headers["x-request-id"]).toMatch(UUID);
  await expect.poll(() => entries().at(-1)).toMatchObject({ requestId: headers["x-request-id"], status: 200 });
});

test("never has a secret: no header, no body, no query, no word of a download link", async () => {
  const { call, lines } = await logged();
  const { ready, groupId } = call;
  const body = { eventTypeName: "NO_PRIMARY", notifications: [{ typeName: "EMAIL", emailAddress: "a@b.example" }] };
  await call("POST", `/groups/${groupId}/alertConfigs`, { body, query: "pretty=true" });
  await fetchRaw(ready.baseUrl, "/download/0123456789abcdef?key=hidden");
  await fetchRaw(ready.baseUrl, "/orgs", { headers: { Authorization: "Bearer made-up-token" } });
  await fetchRaw(ready.baseUrl, "/__sandbox/ready", { headers: { Authorization: `Bearer ${ready.controlToken}` } });
  await expect.poll(() => lines.length).toBe(5);
  const all = lines.join("");
  const secrets = [ready.clientSecret, ready.privateKey, ready.controlToken, "made-up-token", "0123456789abcdef"];
  expect([...secrets, "hidden", "a@b.example", "pretty", "Bearer"].filter((word) => all.includes(word))).toEqual([]);
  expect(all).toContain('"path":"/download/…","operation":"download"');
  expect(all).toContain('"operation":"control"');
});

test("has a line for a connection that was closed without an answer", async () => {
  const lines: string[] = [];
  const { ready } = await service({ log: (line) => lines.push(line), faults: [{ scenario: "cut-before" }] });
  const call = await clientOf(ready).catch(() => null);
  await call?.("GET", "/orgs").catch(() => undefined);
  await expect.poll(() => lines.map(parsed)).toContainEqual(expect.objectContaining({ status: 0 }));
});

test("has what went wrong inside as an error, with the id of the request", async () => {
  const place = join(folder(), "service.sqlite");
  const lines: string[] = [];
  const running = await startService({ place, quiet: true, size: { alerts: 12 }, log: (line) => lines.push(line) });
  onTestFinished(() => running.stop().catch(() => undefined));
  const call = await clientOf(running.ready);
  rmSync(place);
  const body = { eventTypeName: "NO_PRIMARY", notifications: [{ typeName: "EMAIL", emailAddress: "a@b.example" }] };
  const headers = { "X-Request-Id": "the-one" };
  expect((await call("POST", `/groups/${call.groupId}/alertConfigs`, { body, headers })).status).toBe(500);
  const message = expect.stringMatching(/^A request failed in the service\. .*was deleted or replaced/u);
  expect(lines.map(parsed)).toContainEqual({
    level: "error",
    time: expect.any(String),
    requestId: "the-one",
    message,
  });
});

test("does not log what only asks for health, and gives no id where nothing is logged", async () => {
  const { call, entries } = await logged();
  for (const path of ["/healthz", "/readyz"]) await fetchRaw(call.ready.baseUrl, path);
  await call("GET", "/orgs");
  await expect.poll(() => entries().map(({ operation }) => operation)).toEqual(["token", "listOrganizations"]);
  const { ready } = await service();
  expect((await fetchRaw(ready.baseUrl, "/orgs")).headers["x-request-id"]).toBeUndefined();
});
