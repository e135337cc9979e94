import { describe, expect, test } from "vitest";
import { startService } from "../../src/service/service.ts";
import { usual } from "./configurations.ts";
import { halfBody, halfHead, halfSent } from "./slow-senders.ts";
import { clientOf, fetchRaw, ready, service } from "./support.ts";

/** Nothing that one caller sends, or does not send, holds up another. */

describe("senders that never come to an end", () => {
  test("hold up nobody: others read and write meanwhile, and the service stops when it is told", async () => {
    const running = await startService({ place: ":memory:", quiet: true });
    const { ready: line } = running;
    const call = await clientOf(line);
    const body = await halfBody(line);
    for (let number = 0; number < 40; number += 1) {
      await halfSent(line, halfHead(line.groupId));
      await halfSent(line, body);
    }
    const path = `/groups/${line.groupId}/alertConfigs`;
    const made = await call("POST", path, { body: usual });
    expect(made.status).toBe(200);
    expect((await call("GET", `${path}/${made.str("id")}`)).json).toEqual(made.json);
    expect((await call("DELETE", `${path}/${made.str("id")}`)).status).toBe(204);
    await running.stop();
    await expect(call("GET", path)).rejects.toThrow();
  });

  test("half a body leaves nothing behind when its sender goes", async () => {
    const call = await ready();
    const path = `/groups/${call.groupId}/alertConfigs`;
    const before = (await call("GET", path)).at("totalCount");
    const sockets = await Promise.all(
      Array.from({ length: 10 }, async () => halfSent(call.ready, await halfBody(call.ready))),
    );
    for (const socket of sockets) socket.destroy();
    expect((await call("GET", path)).at("totalCount")).toBe(before);
  });
});

describe("texts that are easy to write and hard to read", () => {
  test("of a key that stands twice the last one counts", async () => {
    const call = await ready();
    const path = `/groups/${call.groupId}/awsCustomDNS`;
    const reply = await call("PATCH", path, { body: '{"enabled":true,"enabled":"no","enabled":true}' });
    expect([reply.status, reply.at("enabled")]).toEqual([200, true]);
    const last = await call("PATCH", path, { body: '{"enabled":true,"enabled":"no"}' });
    expect([last.status, last.at("badRequestDetail", "fields", 0, "field")]).toEqual([400, "enabled"]);
  });

  test("lone surrogates come back as what they are, in JSON that everybody can read", async () => {
    const call = await ready();
    const [alert] = (await call("GET", `/groups/${call.groupId}/alerts`, { query: "status=OPEN" })).rows();
    const path = `/groups/${call.groupId}/alerts/${alert?.["id"]}`;
    const reply = await call("PATCH", path, { body: '{"acknowledgementComment":"half \\ud83d a face"}' });
    expect([200, 400]).toContain(reply.status);
    expect((await call("GET", path)).text).not.toContain("\ufffd");
    expect((await call("GET", `/groups/${call.groupId}/alerts`)).status).toBe(200);
  });

  test("%zz anywhere in a path is 400 or 404, with its document", async () => {
    const call = await ready();
    const parts = ["groups", call.groupId, "clusters", "prod-eu", "search", "indexes", "db", "coll", "name"];
    for (const at of parts.keys()) {
      for (const odd of ["%zz", "%", "%e0%a4%a", "%ff"]) {
        const path = `/${parts.with(at, odd).join("/")}`;
        const reply = await call("GET", path);
        expect([400, 404], path).toContain(reply.status);
        expect(reply.json, path).toMatchObject({ error: reply.status, errorCode: expect.any(String) });
      }
    }
  });

  test("a body of more values than anybody means is refused unread, and one with many faults tells a hundred", async () => {
    const call = await ready();
    const path = `/groups/${call.groupId}/alertConfigs`;
    const send = (count: number) => call("POST", path, { body: { matchers: Array.from({ length: count }, () => 1) } });
    const [many, tooMany] = [await send(15_000), await send(300_000)];
    expect([many.status, many.rows("badRequestDetail", "fields").length]).toEqual([400, 100]);
    expect(many.str("detail")).toMatch(/and 1500\d more/u);
    expect([tooMany.status, tooMany.at("errorCode")]).toEqual([400, "VALIDATION_ERROR"]);
    expect(tooMany.str("detail")).toContain("20000 values");
    expect(tooMany.text.length).toBeLessThan(1000);
  });

  test("a query of thousands of parameters is refused as any other", async () => {
    const call = await ready();
    const query = Array.from({ length: 3000 }, (_, number) => `p${number}=1`).join("&");
    const reply = await call("GET", `/groups/${call.groupId}/alerts`, { query });
    expect([reply.status, reply.at("errorCode")]).toEqual([400, "VALIDATION_ERROR"]);
  });

  test("many MiB are refused at the token endpoint too, and unread where nobody signed", async () => {
    const { ready: line } = await service();
    const body = "x".repeat(8 * 1024 * 1024);
    const login = `Basic ${Buffer.from(`${line.clientId}:${line.clientSecret}`).toString("base64")}`;
    const headers = { Authorization: login, "Content-Type": "application/x-www-form-urlencoded" };
    const form = await fetchRaw(line.baseUrl, "/api/oauth/token", { method: "POST", headers, body });
    expect([form.status, form.at("error")]).toEqual([413, "invalid_request"]);
    const path = `/api/service/v2/groups/${line.groupId}/alertConfigs`;
    const unsigned = await fetchRaw(line.baseUrl, path, { method: "POST", body });
    expect(unsigned.status).toBe(401);
  });
});
