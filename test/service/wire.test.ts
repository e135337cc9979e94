import { once } from "node:events";
import { connect } from "node:net";
import { describe, expect, test } from "vitest";
import {
  answerAfterSending,
  clientOf,
  clientWith,
  fetchRaw,
  ready,
  readyForAll,
  service,
  socketAnswer,
  tokenOf,
} from "./support.ts";

/** For requests that change nothing. */
const shared = readyForAll();

const API = "/api/service/v2";
const VERSIONED = "application/vnd.service.2025-03-12+json";

/** What every error answer has. */
function expectError(reply: Awaited<ReturnType<typeof fetchRaw>>, status: number, code: string): void {
  expect({ status: reply.status, code: reply.at("errorCode") }).toEqual({ status, code });
  expect(reply.headers["content-type"]).toBe("application/json");
  expect(reply.headers["x-error-code"]).toBe(code);
  expect(reply.json).toMatchObject({ error: status, reason: expect.any(String), detail: expect.any(String) });
  expect(reply.at("parameters")).toBeInstanceOf(Array);
}

describe("paths and methods", () => {
  test("a path that does not exist is 404 before anybody is asked who they are", async () => {
    const { baseUrl } = shared().ready;
    for (const path of [API, `${API}/`, `${API}/nothing`, "/", `${API}/orgs/`, "/api/atlas/v2/orgs", "/__sandboxx"]) {
      expectError(await fetchRaw(baseUrl, path), 404, "RESOURCE_NOT_FOUND");
    }
  });

  test("the right path with the wrong method is 405 and says which methods there are", async () => {
    const { baseUrl, groupId } = shared().ready;
    for (const method of ["POST", "PUT", "DELETE", "OPTIONS", "PATCH"]) {
      const reply = await fetchRaw(baseUrl, `${API}/groups/${groupId}/alerts`, { method });
      expectError(reply, 405, "METHOD_NOT_ALLOWED");
      expect(reply.headers["allow"]).toBe("GET");
    }
    const one = await fetchRaw(baseUrl, `${API}/groups/${groupId}/alertConfigs/${groupId}`, { method: "POST" });
    expect(one.headers["allow"]?.split(", ").toSorted()).toEqual(["DELETE", "GET", "PATCH", "PUT"]);
  });

  test("a fixed word in a path wins over a name in its place", async () => {
    const call = shared();
    const reply = await call("GET", "/groups/byName/clusters");
    expectError(reply, 404, "GROUP_NOT_FOUND");
    expect((await call("GET", "/groups/byName/Payments")).at("id")).toBe(call.groupId);
  });
});

describe("versions", () => {
  test.each([
    ["nothing", undefined, 406, "INVALID_VERSION_DATE"],
    ["anything", "*/*", 406, "INVALID_VERSION_DATE"],
    ["plain JSON", "application/json", 406, "INVALID_VERSION_DATE"],
    ["a date that is none", "application/vnd.service.2025-02-30+json", 406, "INVALID_VERSION_DATE"],
    ["a date before the first", "application/vnd.service.2022-12-31+json", 406, "INVALID_VERSION_DATE"],
    ["a date of tomorrow", "application/vnd.service.2025-03-13+json", 406, "INVALID_VERSION_DATE"],
    ["a preview", "application/vnd.service.preview+json", 406, "INVALID_VERSION_DATE"],
    ["the other dialect", "application/vnd.atlas.2025-03-12+json", 406, "INVALID_VERSION_DATE"],
    ["a version refused by its quality", `${VERSIONED};q=0`, 406, "INVALID_VERSION_DATE"],
  ])("an Accept of %s is refused", async (_name, accept, status, code) => {
    const call = shared();
    expectError(await call("GET", "/orgs", { headers: { Accept: accept ?? "" } }), status, code);
  });

  test("the resource's own version answers, whatever later one is asked for", async () => {
    const call = await ready();
    const open = await call("GET", `/groups/${call.groupId}/alerts`, { query: "status=OPEN" });
    expect(open.headers["content-type"]).toBe("application/vnd.service.2023-01-01+json;charset=utf-8");
    const path = `/groups/${call.groupId}/alerts/${open.str("results", 0, "id")}`;
    const acknowledged = await call("PATCH", path, { body: { acknowledgementComment: "seen" } });
    expect(acknowledged.headers["content-type"]).toBe("application/vnd.service.2024-05-30+json;charset=utf-8");
    const several = "text/html, application/json;q=0.5, application/vnd.service.2024-08-05+json;q=0.9";
    expect((await call("GET", "/orgs", { headers: { Accept: several } })).status).toBe(200);
  });

  test("a version that an operation has left behind is gone", async () => {
    const call = shared();
    const headers = { Accept: "application/vnd.service.2023-01-01+json" };
    const path = `/groups/${call.groupId}/alerts/${call.groupId}`;
    const reply = await call("PATCH", path, { headers, body: {} });
    expectError(reply, 410, "VERSION_GONE");
    expect(reply.at("parameters", 0)).toBe("2023-01-01");
  });
});

describe("bodies", () => {
  const path = (call: { groupId: string }) => `/groups/${call.groupId}/alertConfigs`;

  test("no body is 400, and its media type is judged only when there is one", async () => {
    const call = shared();
    expectError(await call("POST", path(call)), 400, "VALIDATION_ERROR");
    const headers = { "Content-Type": "text/plain", "Content-Length": "0" };
    expectError(await call("POST", path(call), { headers }), 400, "VALIDATION_ERROR");
    expect((await call("GET", path(call), { headers })).status).toBe(200);
  });

  test.each([
    ["text/plain", 415],
    ["application/x-www-form-urlencoded", 415],
    ["application/json; charset=latin1", 415],
    ["application/json; charset=UTF-8", 400],
    ["application/vnd.service.2025-03-12+json", 400],
    ["application/vnd.atlas.2023-01-01+json;charset=utf-8", 400],
  ])("a body of type %s is answered with %d", async (type, status) => {
    const call = shared();
    expect((await call("POST", path(call), { headers: { "Content-Type": type }, body: "{}" })).status).toBe(status);
  });

  test.each([
    ["not JSON", "{nope"],
    ["a list", "[]"],
    ["a text", '"text"'],
    ["null", "null"],
    ["nested 50,000 deep", `${"[".repeat(50_000)}${"]".repeat(50_000)}`],
    ["an own __proto__", '{"__proto__":{"enabled":true}}'],
    ["half a surrogate", '{"eventTypeName":"\\ud800"}'],
  ])("a body that is %s is 400", async (_name, body) => {
    const call = shared();
    expectError(await call("POST", path(call), { body }), 400, "VALIDATION_ERROR");
  });

  test("a body of many MiB is 413, told before it is read", async () => {
    const call = shared();
    expectError(await call("POST", path(call), { body: "x".repeat(3 * 1024 * 1024) }), 413, "CONTENT_TOO_LARGE");
  });

  test("a chunked body that grows too long is 413", async () => {
    const call = shared();
    const headers = { "Transfer-Encoding": "chunked" };
    const reply = await call("POST", path(call), { headers, body: `"${"x".repeat(2 * 1024 * 1024)}"` });
    expectError(reply, 413, "CONTENT_TOO_LARGE");
  });

  const LONG = "x".repeat(4 * 1024 * 1024);
  const inChunks = `${LONG.replace(/x{65536}/gu, "10000\r\n$&\r\n")}0\r\n\r\n`;
  const sized = `Content-Length: ${LONG.length}\r\n\r\n${LONG}`;

  test.each([
    ["too long", "POST", "", sized, 413],
    ["too long, in chunks", "POST", "", `Transfer-Encoding: chunked\r\n\r\n${inChunks}`, 413],
    ["too long, of a sender who asks to wait and does not", "POST", "Expect: 100-continue\r\n", sized, 413],
    ["compressed", "POST", "", `Content-Encoding: gzip\r\n${sized}`, 415],
    ["of nobody", "POST", "Authorization: none\r\n", sized, 401],
    ["by another method", "DELETE", "", sized, 405],
    ["nobody reads", "GET", "", sized, 200],
    ["for no Host", "POST", "Host: b\r\n", sized, 400],
    ["after a head that is too long", "POST", `X-Long: ${LONG}\r\n`, "\r\n", 431],
    ["after no request", "", "", sized, 400],
  ])(
    "a body %s is answered, though all of it is sent before anything is read",
    async (_name, method, more, rest, status) => {
      const { ready: line } = shared();
      const token = await tokenOf(line, line.clientId, line.clientSecret);
      const signed = more.startsWith("Authorization") ? more : `${more}Authorization: Bearer ${token}\r\n`;
      const head = `${method} ${API}${path(line)} HTTP/1.1\r\nHost: a\r\nAccept: ${VERSIONED}\r\nConnection: close\r\n`;
      const answer = await answerAfterSending(
        line.baseUrl,
        `${head}Content-Type: application/json\r\n${signed}${rest}`,
      );
      expect(answer.match(/HTTP\/1.1 \d+/gu)).toEqual([`HTTP/1.1 ${status}`]);
      const content = JSON.parse(answer.slice(answer.indexOf("\r\n\r\n") + 4));
      if (status !== 200) expect(content).toMatchObject({ error: status, detail: expect.any(String) });
    },
  );

  test("a compressed body is 415", async () => {
    const call = shared();
    const reply = await call("POST", path(call), { headers: { "Content-Encoding": "gzip" }, body: "{}" });
    expectError(reply, 415, "UNSUPPORTED_MEDIA_TYPE");
  });
});

describe("what the HTTP layer refuses", () => {
  const head = (answer: string) => answer.split("\r\n\r\n", 1)[0] ?? "";
  const document = (answer: string) => JSON.parse(answer.slice(answer.indexOf("\r\n\r\n") + 4));

  test.each([
    ["no request at all", ["hello\r\n\r\n"], 400],
    ["a head without a Host", ["GET /api/service/v2/orgs HTTP/1.1\r\n\r\n"], 400],
    ["CONNECT", ["CONNECT example.net:443 HTTP/1.1\r\nHost: example.net\r\n\r\n"], 405],
    ["a head beyond 32 KiB", [`GET / HTTP/1.1\r\nHost: a\r\nX-Long: ${"x".repeat(40_000)}\r\n\r\n`], 431],
    ["a target that is no path", ["GET nowhere HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n"], 400],
    ["two Hosts", ["GET /api/service/v2/orgs HTTP/1.1\r\nHost: a\r\nHost: a\r\n\r\n"], 400],
    ["a Host that is none", ["GET /api/service/v2/orgs HTTP/1.1\r\nHost: a/b\r\n\r\n"], 400],
    ["two lengths", ["POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nxx"], 400],
    ["an odd expectation", ["GET / HTTP/1.1\r\nHost: a\r\nExpect: miracles\r\n\r\n"], 417],
  ])("%s carries the error document", async (_name, bytes, status) => {
    const { baseUrl } = shared().ready;
    const answer = await socketAnswer(baseUrl, ...bytes);
    expect(head(answer)).toMatch(new RegExp(`^HTTP/1.1 ${status} `, "u"));
    expect(head(answer)).toMatch(/content-type: application\/json/iu);
    expect(head(answer)).toMatch(/ratelimit-remaining: \d+/iu);
    expect(document(answer)).toMatchObject({ error: status, errorCode: expect.any(String) });
  });

  test.each([
    ["a chunk that is none", 'Transfer-Encoding: chunked\r\n\r\n5\r\n{"a":\r\nZZ\r\n'],
    ["a length and chunks", "Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n"],
  ])("a body with %s is 400", async (_name, rest) => {
    const { ready: line } = shared();
    const token = await tokenOf(line, line.clientId, line.clientSecret);
    const lines = [`POST ${API}/groups/${line.groupId}/alertConfigs HTTP/1.1`, "Host: a", `Accept: ${VERSIONED}`];
    const signed = [...lines, `Authorization: Bearer ${token}`, "Content-Type: application/json"].join("\r\n");
    const answer = await socketAnswer(line.baseUrl, `${signed}\r\n${rest}`);
    expect(answer.match(/HTTP\/1.1 \d+/gu)).toEqual(["HTTP/1.1 400"]);
    expect(document(answer)).toMatchObject({ error: 400, errorCode: "VALIDATION_ERROR" });
  });

  test("half a request that ends is no harm", async () => {
    const call = await ready();
    const { hostname, port } = new URL(call.ready.baseUrl);
    const socket = connect(Number(port), hostname);
    await once(socket, "connect");
    socket.write(`POST ${API}/groups/${call.groupId}/alertConfigs HTTP/1.1\r\nHost: a\r\nContent-Length: 100\r\n\r\n{`);
    socket.destroy();
    await once(socket, "close");
    expect((await call("GET", "/orgs")).status).toBe(200);
  });

  test("a head of almost 32 KiB is read", async () => {
    const { baseUrl } = shared().ready;
    const reply = await fetchRaw(baseUrl, `${API}/orgs`, { headers: { "X-Long": "x".repeat(30_000) } });
    expect(reply.status).toBe(401);
  });

  test("a body is not read before its sender is known: whoever waits for the word is not told to go on", async () => {
    const { baseUrl, groupId } = shared().ready;
    const path = `${API}/groups/${groupId}/alertConfigs`;
    const head = `POST ${path} HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\nContent-Length: 2\r\n\r\n`;
    const answer = await socketAnswer(baseUrl, head);
    expect(answer).toMatch(/^HTTP\/1.1 401 /u);
    expect(answer).not.toContain("100 Continue");
  });

  test("who waits for the word is not told to send what is too long or of a wrong type, and is told at any address", async () => {
    const { ready: line } = shared();
    const token = await tokenOf(line, line.clientId, line.clientSecret);
    const head = (target: string, login: string, more: string) =>
      `POST ${target} HTTP/1.1\r\nHost: a\r\nAccept: ${VERSIONED}\r\nAuthorization: ${login}\r\nExpect: 100-continue\r\nConnection: close\r\n${more}\r\n\r\n`;
    const configurations = `${API}/groups/${line.groupId}/alertConfigs`;
    for (const [more, status] of [
      ["Content-Type: application/json\r\nContent-Length: 4000000", 413],
      ["Content-Type: text/plain\r\nContent-Length: 2", 415],
    ] as const) {
      const answer = await socketAnswer(line.baseUrl, head(configurations, `Bearer ${token}`, more));
      expect(answer.match(/HTTP\/1.1 \d+/gu)).toEqual([`HTTP/1.1 ${status}`]);
    }
    const login = `Basic ${Buffer.from(`${line.clientId}:${line.clientSecret}`).toString("base64")}`;
    const form = "grant_type=client_credentials";
    const type = `Content-Type: application/x-www-form-urlencoded\r\nContent-Length: ${form.length}`;
    const given = await socketAnswer(line.baseUrl, head("/api/oauth/token", login, type), form);
    expect(given.match(/HTTP\/1.1 \d+/gu)).toEqual(["HTTP/1.1 100", "HTTP/1.1 200"]);
  });

  test("a change before bytes that are no request is answered as what it was", async () => {
    const { ready: line } = await service();
    const token = await tokenOf(line, line.clientId, line.clientSecret);
    const lines = [`PATCH ${API}/groups/${line.groupId}/awsCustomDNS HTTP/1.1`, "Host: a", `Accept: ${VERSIONED}`];
    const head = [...lines, `Authorization: Bearer ${token}`, "Content-Type: application/json"].join("\r\n");
    const answer = await socketAnswer(
      line.baseUrl,
      `${head}\r\nContent-Length: 16\r\n\r\n{"enabled":true}\u0001 nonsense\r\n\r\n`,
    );
    expect(answer.match(/HTTP\/1.1 \d+/gu)).toEqual(["HTTP/1.1 200", "HTTP/1.1 400"]);
  });

  test("a 401 without a body keeps the connection, and pipelined requests are answered in turn", async () => {
    const { baseUrl, groupId } = shared().ready;
    const request = (path: string, connection: string) =>
      `GET ${API}${path} HTTP/1.1\r\nHost: a\r\nConnection: ${connection}\r\n\r\n`;
    const answer = await socketAnswer(
      baseUrl,
      request("/orgs", "keep-alive") +
        request(`/groups/${groupId}/nothing`, "keep-alive") +
        request("/groups", "close"),
    );
    expect(answer.match(/HTTP\/1.1 (\d+)/gu)).toEqual(["HTTP/1.1 401", "HTTP/1.1 404", "HTTP/1.1 401"]);
  });
});

describe("every answer", () => {
  test("says that it is a sandbox, what time it is there, and what is left of the budget", async () => {
    const call = await ready({ speed: 60 });
    for (const reply of [
      await call("GET", "/orgs"),
      await call("GET", "/orgs", { headers: { Accept: "" } }),
      await call("DELETE", "/orgs"),
      await call("GET", "/nothing"),
      await fetchRaw(call.ready.baseUrl, `${API}/orgs`),
    ]) {
      expect(reply.headers["x-sextant-sandbox"]).toBe("1");
      expect(reply.headers["x-sextant-speed"]).toBe("60");
      expect(Number(reply.headers["ratelimit-limit"])).toBeGreaterThan(1000);
      expect(Number(reply.headers["ratelimit-remaining"])).toBeGreaterThan(1000);
      expect(Date.parse(reply.headers["date"] ?? "")).not.toBeNaN();
    }
  });

  test("links lead to the service's own address, whatever Host or Forwarded say", async () => {
    const call = await ready();
    const headers = { Host: "evil.example", Forwarded: "host=evil.example", "X-Forwarded-Host": "evil.example" };
    const reply = await call("GET", `/groups/${call.groupId}/alerts`, { headers });
    expect(reply.text).not.toContain("evil.example");
    expect(reply.str("links", 0, "href").startsWith(`${call.ready.baseUrl}${API}/`)).toBe(true);
  });

  test("links of pages are addresses of this service, however the target of the request is written", async () => {
    const call = await ready();
    const { baseUrl, clientId, clientSecret } = call.ready;
    const path = `${API}/groups/${call.groupId}/alerts`;
    const headers = { Authorization: `Bearer ${await tokenOf(call.ready, clientId, clientSecret)}`, Accept: VERSIONED };
    const plain = await fetchRaw(baseUrl, `${path}?itemsPerPage=1&pageNum=2`, { headers });
    expect(plain.rows("links").map(({ rel }) => rel)).toEqual(["self", "previous", "next"]);
    for (const target of [
      `http://evil.example${path}`,
      `HTTPS://user:word@evil.example:99${path}`,
      path.replace("/alerts", "/nothing/../alerts"),
      path.replace("/groups", "/%67roups"),
    ]) {
      const reply = await fetchRaw(baseUrl, `${target}?itemsPerPage=1&pageNum=2`, { headers });
      expect([target, reply.status, reply.at("links")]).toEqual([target, 200, plain.at("links")]);
    }
    for (const target of [`//evil.example${path}`, path.replace("/groups/", "/groups%2F"), `${path}/`]) {
      expect([target, (await fetchRaw(baseUrl, target, { headers })).status]).toEqual([target, 404]);
    }
  });
});

describe("request budgets", () => {
  test("an empty bucket is 429 with the time to wait, and others are not touched", async () => {
    let wallClock = Date.now();
    const running = await service({ budgetFactor: 1 / 400, wallClock: () => wallClock });
    const call = await clientOf(running.ready);
    const path = `/groups/${call.groupId}/alerts`;
    const statuses: number[] = [];
    for (let count = 0; count < 4; count += 1) statuses.push((await call("GET", path)).status);
    expect(statuses).toEqual([200, 200, 200, 429]);
    const refused = await call("GET", path);
    expectError(refused, 429, "RATE_LIMITED_TOKEN_BUCKET");
    const wait = Number(refused.headers["retry-after"]);
    expect(wait).toBeGreaterThan(0);
    expect([refused.at("parameters", 0), refused.at("parameters", 1)]).toEqual([`${API}${path}`, wait]);
    expect(refused.headers["ratelimit-remaining"]).toBe("0");
    expect((await call("GET", `/groups/${call.groupId}/alertConfigs`)).status).toBe(200);
    wallClock += wait * 1000;
    expect((await call("GET", path)).status).toBe(200);
  });
});

describe("who may see what", () => {
  test("an absent project is 404 for anybody, a foreign one 401, a place in it too", async () => {
    const call = await ready();
    const absent = "f".repeat(24);
    expectError(await call("GET", `/groups/${absent}/alerts`), 404, "GROUP_NOT_FOUND");
    expectError(await call("GET", `/orgs/${absent}`), 404, "ORG_NOT_FOUND");
    const stranger = await clientWith(call.ready, {
      projects: { [call.ready.groups[1]?.id ?? ""]: ["Project Owner"] },
    });
    expectError(await stranger("GET", `/groups/${call.groupId}/alerts`), 401, "NOT_IN_GROUP");
    expectError(await stranger("GET", `/groups/${absent}/alerts`), 404, "GROUP_NOT_FOUND");
    expectError(await stranger("GET", `/orgs/${call.ready.orgId}`), 401, "USER_CANNOT_ACCESS_ORG");
    expectError(await call("GET", "/groups/byName/Treasury"), 401, "NOT_IN_GROUP");
  });

  test("a path value of the wrong shape is 400 and named", async () => {
    const call = await ready();
    for (const id of ["x", "F".repeat(24), "%zz", "%00", "a".repeat(25), "../orgs"]) {
      const reply = await call("GET", `/groups/${encodeURIComponent(id)}/alerts`);
      expectError(reply, 400, "VALIDATION_ERROR");
      expect(reply.at("badRequestDetail", "fields", 0, "field")).toBe("groupId");
    }
    expect((await call("GET", "/groups/%zz/alerts")).status).toBe(400);
  });

  test("one WWW-Authenticate on every 401", async () => {
    const call = await ready();
    const stranger = await clientWith(call.ready, {});
    for (const reply of [
      await fetchRaw(call.ready.baseUrl, `${API}/orgs`),
      await fetchRaw(call.ready.baseUrl, `${API}/orgs`, { headers: { Authorization: "Bearer nonsense" } }),
      await fetchRaw(call.ready.baseUrl, `${API}/orgs`, { headers: { Authorization: "Basic YTpi" } }),
      await stranger("GET", `/groups/${call.groupId}/alerts`),
      await stranger("GET", "/alertConfigs/matchers/fieldNames"),
    ]) {
      expect(reply.status).toBe(401);
      expect(reply.rawHeaders.filter((name) => name.toLowerCase() === "www-authenticate")).toHaveLength(1);
      expect(reply.headers["www-authenticate"]).toMatch(/^Digest .*qop="auth"/u);
    }
  });
});
