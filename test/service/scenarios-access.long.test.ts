import { describe, expect, test } from "vitest";
import { switchOff, switchOn, whatIsOn } from "./scenario-support.ts";
import {
  type Client,
  challengeOf,
  clientOf,
  control,
  fetchRaw,
  ready,
  service,
  signature,
  tokenOf,
} from "./support.ts";

/** Scenarios of signatures, tokens, budgets, roles and versions, over real HTTP. */

const ACCEPT = "application/vnd.service.2025-03-12+json";
const alerts = (call: Client): string => `/groups/${call.groupId}/alerts`;
const configurations = (call: Client, id = ""): string => `/groups/${call.groupId}/alertConfigs${id && `/${id}`}`;
const body = { eventTypeName: "NO_PRIMARY", notifications: [{ typeName: "EMAIL", emailAddress: "a@b.example" }] };

test("rate-limit has buckets of the real size, divided, each for its own set and project", async () => {
  const call = await ready();
  await switchOn(call, "rate-limit", { options: { divide: 400 } });
  const statuses: number[] = [];
  for (let number = 0; number < 4; number += 1) statuses.push((await call("GET", alerts(call))).status);
  expect(statuses).toEqual([200, 200, 200, 429]);
  const refused = await call("GET", alerts(call));
  expect([refused.headers["ratelimit-limit"], refused.headers["ratelimit-remaining"]]).toEqual(["3", "0"]);
  expect(Number(refused.headers["retry-after"])).toBeGreaterThan(0);
  expect(refused.at("errorCode")).toBe("RATE_LIMITED_TOKEN_BUCKET");
  // Another set of the same project, and the same set of another project, have what they had.
  expect((await call("GET", configurations(call))).status).toBe(200);
  const other = call.ready.groups[1]?.id ?? "";
  expect((await call("GET", `/groups/${other}/alerts`)).status).toBe(200);
});

test("rate-limit can hide Retry-After and RateLimit-Remaining, and be about one project", async () => {
  const call = await ready();
  const options = { divide: 1200, wait: "no", remaining: "no" };
  await switchOn(call, "rate-limit", { on: `* /groups/${call.groupId}/**`, options });
  await call("GET", alerts(call));
  const refused = await call("GET", alerts(call));
  expect(refused.status).toBe(429);
  expect([refused.headers["retry-after"], refused.headers["ratelimit-remaining"]]).toEqual([undefined, undefined]);
  const other = call.ready.groups[1]?.id ?? "";
  for (const _again of [1, 2, 3]) expect((await call("GET", `/groups/${other}/alerts`)).status).toBe(200);
});

test("rate-limit gives the token endpoint ten a minute", async () => {
  const call = await ready({ wallClock: () => Date.UTC(2026, 2, 1) });
  await switchOn(call, "rate-limit");
  const { ready: answered } = call;
  for (let number = 0; number < 10; number += 1) {
    expect(await tokenOf(answered, answered.clientId, answered.clientSecret)).toMatch(/^\w/u);
  }
  const account = Buffer.from(`${answered.clientId}:${answered.clientSecret}`).toString("base64");
  const refused = await fetchRaw(answered.baseUrl, "/api/oauth/token", {
    method: "POST",
    headers: { Authorization: `Basic ${account}`, "Content-Type": "application/x-www-form-urlencoded" },
    body: "grant_type=client_credentials",
  });
  expect([refused.status, refused.headers["retry-after"]]).toEqual([429, "6"]);
});

test("token-expired ends the token of the fifth call for good; a new one works", async () => {
  const call = await ready();
  const other = await clientOf(call.ready);
  await switchOn(call, "token-expired", { nth: 3 });
  const statuses: number[] = [];
  for (let number = 0; number < 5; number += 1) statuses.push((await call("GET", "/orgs")).status);
  expect(statuses).toEqual([200, 200, 401, 401, 401]);
  expect((await call("GET", "/orgs")).headers["www-authenticate"]).toMatch(/^Digest /u);
  expect((await other("GET", "/orgs")).status).toBe(200);
  expect((await (await clientOf(call.ready))("GET", "/orgs")).status).toBe(200);
});

test("token-429 refuses tokens, not calls", async () => {
  const call = await ready();
  await switchOn(call, "token-429", { options: { wait: 30 } });
  const { ready: answered } = call;
  const reply = await fetchRaw(answered.baseUrl, "/api/oauth/token", { method: "POST", body: "" });
  expect([reply.status, reply.headers["retry-after"]]).toEqual([429, "30"]);
  expect((await call("GET", "/orgs")).status).toBe(200);
  await switchOff(call);
  expect(await tokenOf(answered, answered.clientId, answered.clientSecret)).toMatch(/^\w/u);
});

test.each([600, -600])("clock-skew of %i seconds is in the Date of every answer, refusals too", async (seconds) => {
  const wallClock = Date.UTC(2026, 2, 1, 12);
  const call = await ready({ wallClock: () => wallClock });
  await switchOn(call, "clock-skew", { options: { seconds } });
  const dates = [await call("GET", "/orgs"), await fetchRaw(call.ready.baseUrl, "/api/service/v2/orgs")];
  for (const { headers } of dates) expect(Date.parse(headers["date"] ?? "")).toBe(wallClock + seconds * 1000);
  // The control surface tells the truth.
  const answered = await control(call.ready, "GET", "/clock");
  expect(Date.parse(answered.headers["date"] ?? "")).toBe(wallClock);
});

test("digest-stale asks for a new nonce every so many requests, and the retry is let in", async () => {
  const { ready: answered } = await service();
  const call = await clientOf(answered);
  await switchOn(call, "digest-stale", { every: 3 });
  const path = "/api/service/v2/orgs";
  let challenge = challengeOf((await fetchRaw(answered.baseUrl, path)).headers["www-authenticate"] ?? "");
  const answers: string[] = [];
  let count = 0;
  for (let number = 0; number < 6; number += 1) {
    count += 1;
    const nc = count.toString(16).padStart(8, "0");
    const headers = { Authorization: signature(answered, challenge, "GET", path, { nc }), Accept: ACCEPT };
    const reply = await fetchRaw(answered.baseUrl, path, { headers });
    answers.push(String(reply.status));
    if (reply.status !== 401) continue;
    const again = challengeOf(reply.headers["www-authenticate"] ?? "");
    expect(again["stale"]).toBe("true");
    const stale = { Authorization: signature(answered, challenge, "GET", path, { nc: "0000ffff" }), Accept: ACCEPT };
    expect((await fetchRaw(answered.baseUrl, path, { headers: stale })).status).toBe(401);
    challenge = again;
    count = 0;
  }
  expect(answers).toEqual(["200", "200", "401", "200", "200", "401"]);
});

test("not-on-access-list and role-missing say what is missing, as recorded", async () => {
  const call = await ready();
  await switchOn(call, "not-on-access-list", { times: 1, options: { address: "198.51.100.1" } });
  const address = await call("GET", alerts(call));
  expect([address.status, address.at("errorCode"), address.at("parameters")]).toEqual([
    403,
    "IP_ADDRESS_NOT_ON_ACCESS_LIST",
    ["198.51.100.1"],
  ]);
  await switchOn(call, "role-missing", { on: "acknowledgeAlert" });
  const open = await call("GET", alerts(call), { query: "status=OPEN" });
  const one = `${alerts(call)}/${open.str("results", 0, "id")}`;
  const role = await call("PATCH", one, { body: { acknowledgementComment: "x" } });
  expect([role.status, role.at("errorCode")]).toEqual([401, "USER_UNAUTHORIZED"]);
  expect(role.str("detail")).toContain("Project Owner");
  expect((await call("GET", one)).at("acknowledgementComment")).not.toBe("x");
});

test("validation refuses with the field named, or mentioned only in the detail", async () => {
  const call = await ready();
  await switchOn(call, "validation", { times: 1, options: { field: "notifications.0.emailAddress" } });
  const named = await call("POST", configurations(call), { body });
  expect([named.status, named.at("badRequestDetail", "fields", 0, "field")]).toEqual([
    400,
    "notifications[0].emailAddress",
  ]);
  await switchOn(call, "validation", { times: 1, options: { named: "no" } });
  const mentioned = await call("POST", configurations(call), { body });
  expect(mentioned.at("badRequestDetail")).toBeUndefined();
  expect(mentioned.str("detail")).toContain("eventTypeName");
  expect((await call("POST", configurations(call), { body })).status).toBe(200);
});

test("gone is 410 with a Sunset that has passed", async () => {
  const call = await ready();
  await switchOn(call, "gone", { on: "listServerlessBackupRestoreJobs" });
  const reply = await call("GET", `/groups/${call.groupId}/serverless/orders-sls/backup/restoreJobs`);
  expect([reply.status, reply.at("errorCode")]).toEqual([410, "VERSION_GONE"]);
  expect(Date.parse(reply.headers["sunset"] ?? "")).toBeLessThan(Date.now());
});

test("masked-echo refuses a secret that comes back masked", async () => {
  const call = await ready();
  await switchOn(call, "masked-echo");
  const { id } = (await call("GET", configurations(call))).rows()[0] ?? {};
  const notifications = [{ typeName: "OPS_GENIE", opsGenieApiKey: "********-1234", opsGenieRegion: "EU" }];
  const reply = await call("PUT", configurations(call, String(id)), { body: { ...body, notifications } });
  expect([reply.status, reply.at("badRequestDetail", "fields", 0, "field")]).toEqual([
    400,
    "notifications[0].opsGenieApiKey",
  ]);
});

test("replace-lossy writes into the journal what a PUT lacks of what was read", async () => {
  const call = await ready();
  await switchOn(call, "replace-lossy");
  const created = (await call("POST", configurations(call), { body: { ...body, enabled: false } })).str("id");
  const read = await call("GET", configurations(call, created));
  const { id: _id, created: _c, updated: _u, groupId: _g, links: _l, ...whole } = Object(read.json);
  const lost = async (sent: object): Promise<unknown> => {
    await control(call.ready, "DELETE", "/journal");
    await call("PUT", configurations(call, created), { body: sent });
    return Object((await control(call.ready, "GET", "/journal")).json).entries[0].lost;
  };
  expect(await lost(whole)).toEqual([]);
  await call("GET", configurations(call, created));
  const { enabled: _enabled, ...less } = whole;
  expect(await lost({ ...less, notifications: [{ typeName: "EMAIL", emailAddress: "a@b.example" }] })).toEqual(
    expect.arrayContaining(["enabled"]),
  );
});

test("a rule can be about a time of the wall clock, and is then over by itself", async () => {
  let wallClock = Date.UTC(2026, 2, 1);
  const call = await ready({ wallClock: () => wallClock });
  await switchOn(call, "server-error", { seconds: 10, every: 1 });
  for (const _again of [1, 2, 3, 4]) expect((await call("GET", "/orgs")).status).toBe(500);
  wallClock += 9_999;
  expect((await call("GET", "/orgs")).status).toBe(500);
  wallClock += 1;
  expect((await call("GET", "/orgs")).status).toBe(200);
  expect(await whatIsOn(call)).toEqual([]);
});

describe("counting", () => {
  const statuses = async (call: Client, number: number): Promise<string> => {
    let seen = "";
    for (let request = 0; request < number; request += 1)
      seen += (await call("GET", "/orgs")).status === 200 ? "." : "x";
    return seen;
  };

  test.each([
    [{ nth: 3 }, "..x....."],
    [{ every: 3 }, "..x..x.."],
    [{ every: 2, times: 2 }, ".x.x...."],
    [{ after: 4 }, "....xxxx"],
    [{ after: 2, every: 2 }, "...x.x.x"],
    [{ after: 1, nth: 2 }, "..x....."],
    [{ times: 2 }, "xx......"],
  ])("%j strikes %s", async (when, wanted) => {
    const call = await ready();
    await switchOn(call, "refused", when);
    expect(await statuses(call, 8)).toBe(wanted);
  });

  test("requests that are not let in, and those of others, are not counted", async () => {
    const call = await ready();
    await switchOn(call, "refused", { on: "GET /orgs", nth: 2 });
    await fetchRaw(call.ready.baseUrl, "/api/service/v2/orgs");
    await call("GET", "/orgs", { headers: { Accept: "text/plain" } });
    await call("GET", alerts(call));
    expect(await statuses(call, 3)).toBe(".x.");
  });

  test.each([
    ["GET /orgs", true],
    ["/orgs", true],
    ["/api/service/v2/orgs", true],
    ["GET,POST /or*", true],
    ["**", true],
    ["* **/orgs", true],
    ["listOrganizations", true],
    ["POST /orgs", false],
    ["/orgs/*", false],
    ["/org", false],
    ["listAlerts", false],
    ["alerts", false],
    ["E13", false],
  ])("on %s means GET /orgs: %s", async (on, meant) => {
    const call = await ready();
    await switchOn(call, "refused", { on });
    expect((await call("GET", "/orgs")).status === 409).toBe(meant);
  });

  test("the scenarios that are on are listed with what they have done, and go by name, by id or all", async () => {
    const call = await ready();
    const first = await switchOn(call, "refused", { on: "GET /orgs", every: 2 });
    await switchOn(call, "slow", { on: "acknowledgeAlert", options: { seconds: 1 } });
    await call("GET", "/orgs");
    await call("GET", "/orgs");
    expect(await whatIsOn(call)).toMatchObject([
      { id: first, scenario: "refused", on: ["GET /orgs"], every: 2, seen: 2, triggered: 1, until: null },
      { scenario: "slow", options: { seconds: 1 }, seen: 0 },
    ]);
    expect((await switchOff(call, first)).status).toBe(200);
    expect(await whatIsOn(call)).toHaveLength(1);
    expect((await switchOff(call, "refused")).status).toBe(404);
    await switchOff(call);
    expect(await whatIsOn(call)).toEqual([]);
  });

  test("a reset switches everything off", async () => {
    const call = await ready();
    await switchOn(call, "refused");
    await control(call.ready, "POST", "/reset");
    expect(await whatIsOn(call)).toEqual([]);
    expect((await call("GET", "/orgs")).status).toBe(200);
  });
});

describe("what cannot be switched on", () => {
  test.each([
    [{ scenario: "nonsense" }, /Unknown scenario "nonsense"/u],
    [{ scenario: "role-mising" }, /Unknown scenario "role-mising"; did you mean role-missing\?/u],
    [{}, /scenario/u],
    [{ scenario: "slow", options: { second: 2 } }, /slow has no option "second": it takes seconds, where/u],
    [{ scenario: "slow", options: { seconds: -1 } }, /slow seconds/u],
    [{ scenario: "slow", on: "listNothing" }, /none of a path/u],
    [{ scenario: "slow", on: "PUSH /orgs" }, /is not a method/u],
    [{ scenario: "slow", every: 0 }, /every/u],
    [{ scenario: "slow", often: 2 }, /.+/u],
    [{ scenario: "slow", existing: "all" }, /requests only/u],
    [{ faults: "slow on" }, /requires a value/u],
  ])("%j is 400 in words", async (wish, words) => {
    const call = await ready();
    const reply = await control(call.ready, "POST", "/scenarios", wish);
    expect(reply.status).toBe(400);
    expect(reply.str("detail")).toMatch(words);
    expect(await whatIsOn(call)).toEqual([]);
  });

  test("the scenarios take the control token only", async () => {
    const call = await ready();
    expect((await fetchRaw(call.ready.baseUrl, "/__sandbox/scenarios")).status).toBe(403);
  });
});
