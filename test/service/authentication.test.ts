import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { describe, expect, test } from "vitest";
import { allOperations } from "../../src/contract/operations.ts";
import { ROLES, type Role } from "../../src/contract/roles.ts";
import type { ServiceReady } from "../../src/service/server/ready.ts";
import {
  challengeOf,
  clientOf,
  clientWith,
  control,
  fetchRaw,
  type Key,
  ready,
  readyForAll,
  type Signing,
  service,
  signature,
  tokenOf,
} from "./support.ts";

/** For requests that change nothing. */
const shared = readyForAll();

const API = "/api/service/v2";
const ACCEPT = "application/vnd.service.2025-03-12+json";
const run = promisify(execFile);

/** A fresh challenge of a service. */
async function challenged(line: ServiceReady, target = `${API}/orgs`): Promise<Record<string, string>> {
  return challengeOf((await fetchRaw(line.baseUrl, target)).headers["www-authenticate"] ?? "");
}

const signed = (line: ServiceReady, challenge: Record<string, string>, signing: Signing = {}, key: Key = line) =>
  fetchRaw(line.baseUrl, `${API}/orgs`, {
    headers: { Accept: ACCEPT, Authorization: signature(key, challenge, "GET", `${API}/orgs`, signing) },
  });

describe.each(["MD5", "SHA-256"] as const)("digest with %s", (digest) => {
  test("offers one way to sign, without a comma inside the nonce", async () => {
    const { ready: line } = await service({ digest });
    const reply = await fetchRaw(line.baseUrl, `${API}/orgs`);
    const challenge = challengeOf(reply.headers["www-authenticate"] ?? "");
    expect(challenge).toMatchObject({ algorithm: digest, qop: "auth", stale: "false" });
    expect(challenge["nonce"]).toMatch(/^[^,"]+$/u);
    expect(reply.at("errorCode")).toBe("UNEXPECTED_ERROR");
  });

  test("a right signature is let in, again and again with a growing count", async () => {
    const { ready: line } = await service({ digest });
    const challenge = await challenged(line);
    const counts = ["00000001", "00000002", "0000000a", "000003e8"];
    for (const nc of counts) expect((await signed(line, challenge, { nc })).status).toBe(200);
  });

  test("curl --digest signs GET and POST", async () => {
    const { ready: line } = await service({ digest });
    const url = `${line.baseUrl}${API}/groups/${line.groupId}/alertConfigs`;
    const common = ["-s", "--digest", "-u", `${line.publicKey}:${line.privateKey}`, "-H", `Accept: ${ACCEPT}`];
    const list = await run("curl", [...common, "-w", "\n%{http_code}", `${url}?itemsPerPage=1`]);
    expect(list.stdout.split("\n").at(-1)).toBe("200");
    const body = JSON.stringify({
      eventTypeName: "NO_PRIMARY",
      notifications: [{ typeName: "EMAIL", emailAddress: "a@b.example" }],
    });
    const post = [
      "-H",
      "Expect: 100-continue",
      "-H",
      `Content-Type: ${ACCEPT}`,
      "--data-binary",
      body,
      "-w",
      "\n%{http_code}",
      url,
    ];
    expect((await run("curl", [...common, ...post])).stdout.split("\n").at(-1)).toBe("200");
  });
});

describe("what a signature is bound to", () => {
  test.each<[string, (line: ServiceReady) => { signing?: Signing; key?: Key }]>([
    ["a wrong secret", (line) => ({ key: { ...line, privateKey: "wrong" } })],
    ["nobody's name", (line) => ({ key: { ...line, publicKey: "nobody" } })],
    ["a service account's name", (line) => ({ key: { publicKey: line.clientId, privateKey: line.clientSecret } })],
    ["another method", () => ({ signing: { method: "DELETE" } })],
    ["another uri", () => ({ signing: { uri: `${API}/groups` } })],
    ["a uri without its query", () => ({ signing: { uri: `${API}/orgs?x=1` } })],
    ["no qop", () => ({ signing: { qop: "auth-int" } })],
    ["a count of nothing", () => ({ signing: { nc: "00000000" } })],
    ["a count that is no number", () => ({ signing: { nc: "zzzzzzzz" } })],
  ])("%s is refused, and not as stale", async (_name, change) => {
    const { ready: line } = shared();
    const { signing, key } = change(line);
    const reply = await signed(line, await challenged(line), signing, key);
    expect(reply.status).toBe(401);
    expect(reply.at("errorCode")).toBe("NO_CURRENT_USER");
    expect(challengeOf(reply.headers["www-authenticate"] ?? "")["stale"]).toBe("false");
  });

  test.each([
    ["not a digest at all", "Digest"],
    ["without values", "Digest username, realm"],
    ["with a name given twice", 'Digest username="a", username="b"'],
    ["broken off", 'Digest username="a'],
    ["another scheme", "Negotiate abc"],
  ])("a header that is %s is refused", async (_name, header) => {
    const { ready: line } = shared();
    const reply = await fetchRaw(line.baseUrl, `${API}/orgs`, { headers: { Accept: ACCEPT, Authorization: header } });
    expect(reply.status).toBe(401);
  });

  test("the raw target is signed, escapes and query as they went out", async () => {
    const { ready: line } = shared();
    const target = `${API}/groups/byName/Pay%6Dents?pretty=true`;
    const authorization = signature(line, await challenged(line), "GET", target);
    const reply = await fetchRaw(line.baseUrl, target, { headers: { Accept: ACCEPT, Authorization: authorization } });
    expect([reply.status, reply.at("name")]).toEqual([200, "Payments"]);
  });
});

describe("a nonce", () => {
  const stale = (reply: { headers: Readonly<Record<string, string>> }) =>
    challengeOf(reply.headers["www-authenticate"] ?? "")["stale"];

  test("that is counted twice, or backwards, is stale", async () => {
    const { ready: line } = shared();
    const challenge = await challenged(line);
    expect((await signed(line, challenge, { nc: "00000005" })).status).toBe(200);
    for (const nc of ["00000005", "00000004"]) {
      const reply = await signed(line, challenge, { nc });
      expect([reply.status, stale(reply)]).toEqual([401, "true"]);
    }
    expect((await signed(line, challenge, { nc: "00000006" })).status).toBe(200);
  });

  test("that is too old is stale, by the wall clock and whatever the speed", async () => {
    let wallClock = Date.now();
    const { ready: line } = await service({ speed: 10_000, wallClock: () => wallClock });
    const challenge = await challenged(line);
    wallClock += 4 * 60_000;
    expect((await signed(line, challenge)).status).toBe(200);
    wallClock += 2 * 60_000;
    const reply = await signed(line, challenge, { nc: "00000002" });
    expect([reply.status, stale(reply)]).toEqual([401, "true"]);
    expect((await signed(line, challengeOf(reply.headers["www-authenticate"] ?? ""))).status).toBe(200);
  });

  test("that is used up is stale", async () => {
    const { ready: line } = shared();
    const challenge = await challenged(line);
    expect((await signed(line, challenge, { nc: "00002710" })).status).toBe(200);
    const reply = await signed(line, challenge, { nc: "00002711" });
    expect([reply.status, stale(reply)]).toEqual([401, "true"]);
  });

  test("that was not issued here is stale", async () => {
    const { ready: line } = shared();
    const challenge = await challenged(line);
    const reply = await signed(line, { ...challenge, nonce: `${challenge["nonce"]}x` });
    expect([reply.status, stale(reply)]).toEqual([401, "true"]);
  });
});

describe("the token endpoint", () => {
  const basic = (id: string, secret: string) => `Basic ${Buffer.from(`${id}:${secret}`).toString("base64")}`;
  const form = { "Content-Type": "application/x-www-form-urlencoded" };

  test("answers a token that is good for an hour, and the token opens the API", async () => {
    let wallClock = Date.now();
    const { ready: line } = await service({ wallClock: () => wallClock });
    const reply = await fetchRaw(line.baseUrl, "/api/oauth/token", {
      method: "POST",
      headers: { ...form, Authorization: basic(line.clientId, line.clientSecret) },
      body: "grant_type=client_credentials",
    });
    expect(reply.status).toBe(200);
    expect(reply.headers["content-type"]).toBe("application/json");
    expect(reply.headers["cache-control"]).toBe("no-store");
    expect(reply.json).toEqual({ access_token: expect.any(String), expires_in: 3600, token_type: "Bearer" });
    const use = () =>
      fetchRaw(line.baseUrl, `${API}/orgs`, {
        headers: { Accept: ACCEPT, Authorization: `Bearer ${reply.str("access_token")}` },
      });
    expect((await use()).status).toBe(200);
    wallClock += 3_601_000;
    expect((await use()).status).toBe(401);
  });

  test("works with curl as an OAuth2 client would", async () => {
    const { ready: line } = shared();
    const credentials = `${line.clientId}:${line.clientSecret}`;
    const { stdout } = await run("curl", [
      "-s",
      "-u",
      credentials,
      "-d",
      "grant_type=client_credentials",
      line.tokenUrl,
    ]);
    expect(JSON.parse(stdout)).toMatchObject({ token_type: "Bearer" });
  });

  test.each<[string, string, Record<string, string>, string, number, string]>([
    ["GET", "GET", {}, "", 405, "invalid_request"],
    ["no credentials", "POST", form, "grant_type=client_credentials", 401, "invalid_client"],
    [
      "wrong ones",
      "POST",
      { ...form, Authorization: basic("a", "b") },
      "grant_type=client_credentials",
      401,
      "invalid_client",
    ],
  ])("%s is refused in its own words", async (_name, method, headers, body, status, error) => {
    const { ready: line } = shared();
    const reply = await fetchRaw(line.baseUrl, "/api/oauth/token", { method, headers, body });
    expect([reply.status, reply.at("error"), typeof reply.at("error_description")]).toEqual([status, error, "string"]);
    expect(reply.headers["content-type"]).toBe("application/json");
  });

  test.each([
    ["another grant", form, "grant_type=password", "unsupported_grant_type"],
    ["no grant", form, "", "invalid_request"],
    ["a grant given twice", form, "grant_type=client_credentials&grant_type=client_credentials", "invalid_request"],
    ["JSON", { "Content-Type": "application/json" }, '{"grant_type":"client_credentials"}', "invalid_request"],
  ])("%s is 400", async (_name, headers, body, error) => {
    const { ready: line } = shared();
    const authorization = basic(line.clientId, line.clientSecret);
    const request = { method: "POST", headers: { ...headers, Authorization: authorization }, body };
    const reply = await fetchRaw(line.baseUrl, "/api/oauth/token", request);
    expect([reply.status, reply.at("error")]).toEqual([400, error]);
  });

  test("the API key's pair opens no token", async () => {
    const { ready: line } = shared();
    expect(await tokenOf(line, line.publicKey, line.privateKey)).toBe("undefined");
  });

  test("a revoked token opens nothing, others stay", async () => {
    const { ready: line } = shared();
    const [first, second] = [
      await tokenOf(line, line.clientId, line.clientSecret),
      await tokenOf(line, line.clientId, line.clientSecret),
    ];
    const reply = await fetchRaw(line.baseUrl, "/api/oauth/revoke", {
      method: "POST",
      headers: { ...form, Authorization: basic(line.clientId, line.clientSecret) },
      body: `token=${first}&token_type_hint=access_token`,
    });
    expect([reply.status, reply.text]).toEqual([200, ""]);
    const use = (token: string) =>
      fetchRaw(line.baseUrl, `${API}/orgs`, { headers: { Accept: ACCEPT, Authorization: `Bearer ${token}` } });
    expect((await use(first)).status).toBe(401);
    expect((await use(second)).status).toBe(200);
  });

  test("a token that is no token is 401", async () => {
    const { ready: line } = shared();
    for (const token of ["x", "a.b.c", "..", "e30.e30.e30", "Ä"]) {
      const headers = { Accept: ACCEPT, Authorization: `Bearer ${encodeURIComponent(token)}` };
      expect((await fetchRaw(line.baseUrl, `${API}/orgs`, { headers })).status).toBe(401);
    }
  });
});

describe("roles", () => {
  /** A request that would do something if it were allowed, for each operation with roles of its own. */
  async function statusAs(line: ServiceReady, role: Role, id: string): Promise<number> {
    const operation = allOperations().find((one) => one.id === id);
    if (operation === undefined) throw new TypeError(id);
    const grants = role.startsWith("Organization")
      ? { organizations: { [line.orgId]: [role] }, projects: { [line.groupId]: [role] } }
      : { projects: { [line.groupId]: [role] } };
    const call = await clientWith(line, grants);
    const path = operation.path
      .replace("{groupId}", line.groupId)
      .replace(/\{(alertId|alertConfigId)\}/u, "f".repeat(24));
    return (await call(operation.method, path, operation.body === null ? {} : { body: {} })).status;
  }

  /** Which of the roles are enough, by specification part 5: owners contain the lesser roles of their scope. */
  const ENOUGH: Readonly<Record<string, readonly Role[]>> = {
    "Project Read Only": ["Project Read Only", "Project Owner", "Organization Owner"],
    owners: ["Project Owner", "Organization Owner"],
  };

  test.each([
    ["listAlerts", "Project Read Only"],
    ["getAlert", "Project Read Only"],
    ["listAlertsByAlertConfigurationId", "Project Read Only"],
    ["acknowledgeAlert", "owners"],
    ["listAlertConfigurations", "Project Read Only"],
    ["getAlertConfiguration", "Project Read Only"],
    ["createAlertConfiguration", "owners"],
    ["updateAlertConfiguration", "owners"],
    ["toggleAlertConfiguration", "owners"],
    ["deleteAlertConfiguration", "owners"],
    ["listAlertConfigurationsByAlertId", "Project Read Only"],
  ])("%s is for %s", async (id, need) => {
    const { ready: line } = shared();
    for (const role of ROLES) {
      const status = await statusAs(line, role, id);
      expect([role, status === 401]).toEqual([role, ENOUGH[need]?.includes(role) !== true]);
    }
  });

  test("matcher field names are for whoever has any role", async () => {
    const call = await ready();
    for (const role of ROLES) {
      const other = await clientWith(call.ready, { projects: { [call.groupId]: [role] } });
      expect((await other("GET", "/alertConfigs/matchers/fieldNames")).status).toBe(200);
    }
    const nobody = await clientWith(call.ready, {});
    expect((await nobody("GET", "/alertConfigs/matchers/fieldNames")).status).toBe(401);
  });

  test("a refusal names the role, and a role is of one project only", async () => {
    const call = await ready();
    const [, staging = { id: "" }] = call.ready.groups;
    const reader = await clientWith(call.ready, {
      projects: { [call.groupId]: ["Project Read Only"], [staging.id]: ["Project Owner"] },
    });
    const body = { eventTypeName: "NO_PRIMARY", notifications: [{ typeName: "EMAIL", emailAddress: "a@b.example" }] };
    const refused = await reader("POST", `/groups/${call.groupId}/alertConfigs`, { body });
    expect([refused.status, refused.at("errorCode")]).toEqual([401, "USER_UNAUTHORIZED"]);
    expect(refused.str("detail")).toContain("Project Owner");
    expect((await reader("POST", `/groups/${staging.id}/alertConfigs`, { body })).status).toBe(200);
  });
});

describe("the control surface", () => {
  test("takes its own token only", async () => {
    const { ready: line } = shared();
    const call = await clientOf(line);
    expect((await control(line, "GET", "/ready")).json).toEqual(line);
    expect((await fetchRaw(line.baseUrl, "/__sandbox/ready")).status).toBe(403);
    const token = await tokenOf(line, line.clientId, line.clientSecret);
    const headers = { Authorization: `Bearer ${token}` };
    expect((await fetchRaw(line.baseUrl, "/__sandbox/ready", { headers })).status).toBe(403);
    expect((await call("GET", "/../../../__sandbox/ready")).status).toBe(403);
    expect((await control(line, "GET", "/nothing")).status).toBe(404);
  });

  test("the journal tells what was asked, secrets covered", async () => {
    const call = await ready();
    await control(call.ready, "DELETE", "/journal");
    const body = {
      eventTypeName: "NO_PRIMARY",
      notifications: [{ typeName: "PAGER_DUTY", serviceKey: "a-secret-that-nobody-reads" }],
    };
    await call("POST", `/groups/${call.groupId}/alertConfigs`, { body, headers: { "X-Request-Id": "mine" } });
    const reply = await control(call.ready, "GET", "/journal");
    expect(reply.text).not.toContain("nobody-reads");
    expect(reply.rows("entries")).toEqual([
      expect.objectContaining({
        method: "POST",
        operation: "createAlertConfiguration",
        requestId: "mine",
        caller: call.ready.clientId,
        status: 200,
        errorCode: null,
        body: { ...body, notifications: [{ typeName: "PAGER_DUTY", serviceKey: "[secret]" }] },
      }),
    ]);
  });

  test("reset lays the sample anew and keeps keys, tokens and the ids of projects", async () => {
    const call = await ready({ speed: 0 });
    const former = (await call("GET", `/groups/${call.groupId}/alertConfigs`)).rows();
    await call("DELETE", `/groups/${call.groupId}/alertConfigs/${former[0]?.["id"]}`);
    const fresh = await control(call.ready, "POST", "/reset", { alerts: 300 });
    expect(fresh.at("publicKey")).toBe(call.ready.publicKey);
    expect(fresh.json).toEqual(call.ready);
    expect((await call("GET", `/groups/${call.groupId}/alertConfigs`)).at("totalCount")).toBe(14);
    expect((await call("GET", `/groups/${call.groupId}/alerts`)).at("totalCount")).toBe(300);
  });

  test.each([
    ["PUT", "/clock", { now: "yesterday" }],
    ["PUT", "/clock", { now: "1999-01-01T00:00:00Z" }],
    ["PUT", "/clock", { speed: -1 }],
    ["POST", "/clock/step", {}],
    ["POST", "/keys", { projects: { x: ["God"] } }],
    ["POST", "/reset", { alerts: "many" }],
  ])("%s %s refuses %j", async (method, path, body) => {
    const { ready: line } = await service();
    expect((await control(line, method, path, body)).status).toBe(400);
  });
});
