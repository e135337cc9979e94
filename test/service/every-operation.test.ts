import { describe, expect, test } from "vitest";
import { pathText } from "../../src/contract/json/json.ts";
import { isWrite, type Operation } from "../../src/contract/operation.ts";
import { allOperations } from "../../src/contract/operations.ts";
import { ROLES, type Role } from "../../src/contract/roles.ts";
import { mediaType } from "../../src/contract/wire/dialect.ts";
import { commonQuery } from "../../src/contract/wire/wire.ts";
import written from "../contract/facts/specification.json" with { type: "json" };
import { type Places, paramsOf, pathWith, placesOf, rightOf, rightRequest } from "./operations/rights.ts";
import { wrongBodies } from "./operations/wrong-fields.ts";
import { type Client, clientWith, fetchRaw, type Grants, type Reply, ready, readyForAll } from "./support.ts";

/** Every operation of the specification over real HTTP: right, wrong in each field, wrong role, not there, wrongly addressed. */

/** All but the one at the metrics address, which has a login and a test file of its own. */
const OPERATIONS = allOperations().filter(({ spec, address }) => spec !== null && address === "api");

const named = OPERATIONS.map((operation) => [operation.id, operation] as const);

const ABSENT = "f".repeat(24);

/** A service whose time stands still, with the places that requests name. */
type World = { readonly call: Client; readonly places: Places };

const SMALL = { speed: 0, size: { alerts: 12 } } as const;
const unchanged = readyForAll(SMALL);
let unchangedPlaces: Places | undefined;

/** The one for all tests whose requests change nothing. */
async function readOnlyWorld(): Promise<World> {
  const call = unchanged();
  unchangedPlaces ??= await placesOf(call);
  return { call, places: unchangedPlaces };
}

/** One of its own where a right request changes something. */
async function worldOf(operation: Operation): Promise<World> {
  if (!isWrite(operation) && rightOf(operation).before === undefined) return readOnlyWorld();
  const call = await ready(SMALL);
  return { call, places: await placesOf(call) };
}

/** The error document, whole, with its status and code. */
function expectRefused(reply: Reply, status: number, code: string | RegExp, what: string): void {
  expect([what, reply.status, reply.text]).toEqual([what, status, reply.text]);
  expect(reply.headers["content-type"], what).toBe("application/json");
  expect(reply.json, what).toMatchObject({
    error: status,
    errorCode: typeof code === "string" ? code : expect.stringMatching(code),
    reason: expect.stringMatching(/\S/u),
    detail: expect.stringMatching(/\S/u),
    parameters: expect.any(Array),
  });
}

async function send(call: Client, operation: Operation, places: Places): Promise<Reply> {
  const { path, query, body } = rightRequest(operation, places);
  return call(operation.method, path, { query, ...(body === undefined ? {} : { body }) });
}

/** What the specification says of roles, by name and number. */
const rolesOf = ({ id, spec, roles }: Operation): readonly string[] => {
  const own = written.operations.filter((fact) => fact.spec === spec);
  const fact = own.find(({ name }) => name === id) ?? own.find(({ name }) => name === null) ?? own[0];
  const specified = fact?.roles ?? "any";
  expect([id, Array.isArray(specified) ? specified : []]).toEqual([id, roles]);
  return Array.isArray(specified) ? specified : [];
};

const grantsOf = (line: Client["ready"], groupId: string, roles: readonly Role[]): Grants => ({
  projects: {
    [groupId]: roles.filter((role) => role.startsWith("Project")),
    [line.groupId]: roles.filter((role) => role.startsWith("Project")),
  },
  organizations: { [line.orgId]: roles.filter((role) => role.startsWith("Organization")) },
});

/** What a right request is answered with. */
async function expectRight(call: Client, operation: Operation, places: Places): Promise<void> {
  const reply = await send(call, operation, places);
  expect([reply.status, reply.text]).toEqual([operation.success, reply.text]);
  if (operation.answer === "none") expect(reply.text).toBe("");
  else {
    expect(operation.response.safeParse(reply.json).error).toBeUndefined();
    expect(reply.headers["content-type"]).toBe(`${mediaType("specification", operation.version)};charset=utf-8`);
  }
  expect(Number(reply.headers["ratelimit-limit"])).toBeGreaterThan(0);
  expect(reply.headers["deprecation"] !== undefined).toBe(operation.deprecated !== null);
  expect(reply.headers["sunset"] !== undefined).toBe(operation.deprecated !== null);
}

describe("wrong in each field", () => {
  const withBody = OPERATIONS.filter(({ body }) => body !== null).map(
    (operation) => [operation.id, operation] as const,
  );

  test.each(withBody)("%s", async (_id, operation) => {
    const { call, places } = await readOnlyWorld();
    const { path, query, body } = rightRequest(operation, places);
    if (operation.body === null || body === undefined) throw new TypeError(`no right body for ${operation.id}`);
    const wrong = wrongBodies(operation.body.shape, body);
    expect(wrong.length).toBeGreaterThan(1);
    for (const one of wrong) {
      const reply = await call(operation.method, path, { query, body: one.body });
      const what = `${pathText(one.path)} ${one.what}`;
      expectRefused(reply, 400, "VALIDATION_ERROR", what);
      const fields = reply.rows("badRequestDetail", "fields").map(({ field }) => String(field));
      const meant = pathText(one.path);
      expect([what, fields.some((field) => field.startsWith(meant) || meant.startsWith(field))]).toEqual([what, true]);
    }
  });

  test.each(withBody)("%s without a body, or with one that is none", async (_id, operation) => {
    const { call, places } = await readOnlyWorld();
    const { path } = rightRequest(operation, places);
    for (const body of [undefined, "", "null", "[]", "7", '"text"', "{", '{"a":1,}', "\u0000"]) {
      const reply = await call(operation.method, path, body === undefined ? {} : { body });
      expectRefused(reply, 400, "VALIDATION_ERROR", `body ${JSON.stringify(body)}`);
    }
    const nested = `{"a":${"[".repeat(50_000)}${"]".repeat(50_000)}}`;
    expectRefused(await call(operation.method, path, { body: nested }), 400, "VALIDATION_ERROR", "nesting of 50,000");
    const proto = '{"__proto__":{"enabled":true}}';
    expectRefused(await call(operation.method, path, { body: proto }), 400, "VALIDATION_ERROR", "__proto__");
    const headers = { "Content-Type": "text/plain" };
    expectRefused(await call(operation.method, path, { body: "{}", headers }), 415, "UNSUPPORTED_MEDIA_TYPE", "text");
  });
});

describe("wrongly asked, and then right", () => {
  test.each(named)("%s: query, version, method, shape of a path value", async (_id, operation) => {
    const { call, places } = await worldOf(operation);
    const { path, query, body } = rightRequest(operation, places);
    const ask = (more: string, headers: Readonly<Record<string, string>> = {}) =>
      call(operation.method, path, {
        query: [query, more].filter((part) => part !== "").join("&"),
        headers,
        ...(body === undefined ? {} : { body }),
      });
    const common = commonQuery(operation);
    expectRefused(await ask("nobody=1"), 400, "VALIDATION_ERROR", "an unknown parameter");
    for (const name of ["envelope", "pretty", "includeCount", "itemsPerPage", "pageNum"]) {
      const reply = await ask(`${name}=perhaps`);
      expectRefused(reply, 400, "VALIDATION_ERROR", `${name} ${common.includes(name) ? "wrong" : "not taken"}`);
      expect(reply.at("badRequestDetail", "fields", 0, "field")).toBe(name);
    }
    for (const name of Object.keys(operation.query)) {
      const reply = await ask(query.startsWith(name) ? `${name}=x` : `${name}=no%20such%20value`);
      expectRefused(reply, 400, "VALIDATION_ERROR", name);
    }
    expectRefused(await ask("envelope=%zz"), 400, "VALIDATION_ERROR", "an escape that is none");
    const accept = mediaType("specification", "2019-01-01");
    expectRefused(await ask("", { Accept: accept }), 406, /./u, "a version that never was");
    const { baseUrl } = call.ready;
    const other = await fetchRaw(baseUrl, `/api/service/v2${path}`, { method: "OPTIONS" });
    expectRefused(other, 405, "METHOD_NOT_ALLOWED", "another method");
    const params = paramsOf(operation, places);
    for (const name of Object.keys(params).filter((one) => one.endsWith("Id"))) {
      const reply = await call(
        operation.method,
        pathWith(operation, { ...params, [name]: "no-id" }),
        body === undefined ? {} : { body },
      );
      expectRefused(reply, 400, "VALIDATION_ERROR", `${name} of a wrong shape`);
      expect(reply.at("badRequestDetail", "fields", 0, "field")).toBe(name);
    }
    // No row of this has done anything, or used anything up: the right request still works.
    await rightOf(operation).before?.(call, places);
    await expectRight(call, operation, places);
  });
});

describe("wrong role", () => {
  test.each(named)("%s", async (_id, operation) => {
    const { call, places } = await worldOf(operation);
    const roles = rolesOf(operation);
    const groupId = paramsOf(operation, places)["groupId"] ?? call.groupId;
    const ownerIsEnough = roles.some((role) => role.startsWith("Project"));
    const enough = (role: Role): boolean =>
      roles.includes(role) || role === "Organization Owner" || (ownerIsEnough && role === "Project Owner");
    const { path, query, body } = rightRequest(operation, places);
    const ask = { query, ...(body === undefined ? {} : { body }) };
    const unsigned = await fetchRaw(call.ready.baseUrl, `/api/service/v2${path}`, { method: operation.method });
    expectRefused(unsigned, 401, /./u, "nobody");
    expect(unsigned.headers["www-authenticate"]).toMatch(/^Digest /u);
    const nobody = await clientWith(call.ready, {});
    expectRefused(await nobody(operation.method, path, ask), 401, /./u, "a key without roles");
    const others = roles.length === 0 ? [] : ROLES.filter((role) => !enough(role));
    if (others.length > 0) {
      const everyOther = await clientWith(call.ready, grantsOf(call.ready, groupId, others));
      expectRefused(await everyOther(operation.method, path, ask), 401, "USER_UNAUTHORIZED", "every other role");
    }
    await rightOf(operation).before?.(call, places);
    for (const role of ROLES.filter((one) => roles.includes(one)).slice(0, isWrite(operation) ? 1 : undefined)) {
      const holder = await clientWith(call.ready, grantsOf(call.ready, groupId, [role]));
      const reply = await holder(operation.method, path, ask);
      expect([role, reply.status, reply.text]).toEqual([role, operation.success, reply.text]);
    }
  });
});

describe("absent", () => {
  /** A collection without indexes is a list without rows, known or not. */
  const EMPTY: readonly string[] = ["databaseName", "collectionName"];

  test.each(named)("%s", async (_id, operation) => {
    const { before } = rightOf(operation);
    const { call, places } = before === undefined ? await readOnlyWorld() : await worldOf(operation);
    await before?.(call, places);
    const params = paramsOf(operation, places);
    const { query, body } = rightRequest(operation, places);
    for (const name of Object.keys(params)) {
      if (operation.answer === "array" && EMPTY.includes(name)) continue;
      const value = name.endsWith("Id") ? ABSENT : "nowhere";
      const path = pathWith(operation, { ...params, [name]: value });
      const reply = await call(operation.method, path, { query, ...(body === undefined ? {} : { body }) });
      expectRefused(reply, 404, /^[A-Z0-9_]+$/u, `${name} that is not there`);
      if (name === "groupId") expect(reply.at("errorCode")).toBe("GROUP_NOT_FOUND");
      if (name === "orgId") expect(reply.at("errorCode")).toBe("ORG_NOT_FOUND");
      if (name === "clusterName") expect(reply.at("errorCode")).toBe("CLUSTER_NOT_FOUND");
    }
  });
});

test("the table is whole: 78 operations, of which one is at the metrics address", () => {
  expect(OPERATIONS).toHaveLength(77);
});
