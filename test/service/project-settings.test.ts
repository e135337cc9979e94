import { describe, expect, test } from "vitest";
import { type Client, clientWith, control, type Reply, ready, readyForAll } from "./support.ts";

/** For requests that change nothing. */
const shared = readyForAll();

const statusAndCode = (reply: Reply): unknown[] => [reply.status, reply.at("errorCode")];
const UNAUTHORIZED = [401, "USER_UNAUTHORIZED"];
const INVALID = [400, "VALIDATION_ERROR"];

const second = (call: Client): string => call.ready.groups[1]?.id ?? "";

describe("auditing", () => {
  const at = (call: Client, groupId = call.groupId): string => `/groups/${groupId}/auditLog`;

  test("is on with a filter in the main project; a project that never set one has none, and no filter", async () => {
    const call = shared();
    expect((await call("GET", at(call))).json).toMatchObject({ enabled: true, configurationType: "FILTER_JSON" });
    expect((await call("GET", at(call, second(call)))).json).toEqual({
      auditAuthorizationSuccess: false,
      configurationType: "NONE",
      enabled: false,
    });
  });

  test("changes only what is named, and stores the filter's text as it came", async () => {
    const call = await ready();
    const filter = '{ "atype" : "authenticate" }';
    const changed = await call("PATCH", at(call, second(call)), { body: { auditFilter: filter } });
    expect([changed.status, changed.json]).toEqual([
      200,
      { auditAuthorizationSuccess: false, auditFilter: filter, configurationType: "FILTER_JSON", enabled: false },
    ]);
    await call("PATCH", at(call, second(call)), { body: { enabled: true } });
    expect((await call("GET", at(call, second(call)))).json).toMatchObject({ auditFilter: filter, enabled: true });
    await call("PATCH", at(call, second(call)), { body: { enabled: false } });
    expect((await call("GET", at(call, second(call)))).json).toMatchObject({ auditFilter: filter, enabled: false });
  });

  test.each([
    [{ auditFilter: "{" }, "auditFilter"],
    [{ auditFilter: "[]" }, "auditFilter"],
    [{ auditFilter: 1 }, "auditFilter"],
    [{ enabled: "yes" }, "enabled"],
    [{ auditAuthorizationSuccess: 1 }, "auditAuthorizationSuccess"],
    [{ configurationType: "NONE" }, "configurationType"],
  ])("refuses %j and names the field", async (body, field) => {
    const call = shared();
    const reply = await call("PATCH", at(call), { body });
    expect(statusAndCode(reply)).toEqual(INVALID);
    expect(reply.rows("badRequestDetail", "fields").map((row) => row["field"])).toEqual([field]);
  });

  test("is the owner's alone, to read too", async () => {
    const call = shared();
    const reader = await clientWith(call.ready, { projects: { [call.groupId]: ["Project Read Only"] } });
    expect(statusAndCode(await reader("GET", at(call)))).toEqual(UNAUTHORIZED);
    expect(statusAndCode(await reader("PATCH", at(call), { body: { enabled: false } }))).toEqual(UNAUTHORIZED);
  });
});

describe("custom DNS", () => {
  const at = (call: Client): string => `/groups/${call.groupId}/awsCustomDNS`;

  test("is off until it is set, and stays as it was set", async () => {
    const call = await ready({ dialect: "atlas" });
    expect((await call("GET", at(call))).json).toEqual({ enabled: false });
    expect((await call("PATCH", at(call), { body: { enabled: true } })).json).toEqual({ enabled: true });
    expect((await call("GET", at(call))).json).toEqual({ enabled: true });
  });

  test("wants the flag, a role that may set it, and a body", async () => {
    const call = await ready();
    expect(statusAndCode(await call("PATCH", at(call), { body: {} }))).toEqual(INVALID);
    expect((await call("PATCH", at(call))).status).toBe(400);
    const reader = await clientWith(call.ready, { projects: { [call.groupId]: ["Project Read Only"] } });
    expect((await reader("GET", at(call))).status).toBe(200);
    expect(statusAndCode(await reader("PATCH", at(call), { body: { enabled: true } }))).toEqual(UNAUTHORIZED);
    const admin = await clientWith(call.ready, { projects: { [call.groupId]: ["Project Service Admin"] } });
    expect((await admin("PATCH", at(call), { body: { enabled: true } })).status).toBe(200);
  });
});

describe("cloud provider access", () => {
  const at = (call: Client, id = ""): string =>
    `/groups/${call.groupId}/cloudProviderAccess${id === "" ? "" : `/${id}`}`;

  test("lists roles by provider: authorised, waiting, and one of the second provider", async () => {
    const call = shared();
    const reply = await call("GET", at(call));
    const dates = reply.rows("awsIamRoles").map((role) => role["authorizedDate"]);
    expect(dates.filter((date) => date === null)).toHaveLength(1);
    expect(reply.rows("azureServicePrincipals")).toHaveLength(1);
    expect(reply.rows("gcpServiceAccounts")).toEqual([]);
    const other = await call("GET", `/groups/${second(call)}/cloudProviderAccess`);
    expect(other.json).toEqual({ awsIamRoles: [], azureServicePrincipals: [], gcpServiceAccounts: [] });
  });

  test("makes a role that waits, which somebody authorises outside of the interface", async () => {
    const call = await ready();
    const made = await call("POST", at(call), { body: { providerName: "AWS" } });
    expect([made.status, made.at("authorizedDate"), made.at("iamAssumedRoleArn")]).toEqual([200, null, null]);
    expect(made.str("atlasAssumedRoleExternalId")).toMatch(/^[0-9a-f-]{36}$/u);
    const id = made.str("roleId");
    expect((await call("GET", at(call, id))).json).toEqual(made.json);
    expect((await control(call.ready, "POST", "/approve", { what: "role", id })).status).toBe(204);
    expect((await call("GET", at(call, id))).str("authorizedDate")).toMatch(/^\d{4}-/u);
    expect((await call("GET", at(call))).rows("awsIamRoles").map((role) => role["roleId"])).toContain(id);
  });

  test("makes one for each provider, with what that provider needs and nothing of another", async () => {
    const call = await ready();
    const principal = {
      atlasAzureAppId: crypto.randomUUID(),
      servicePrincipalId: crypto.randomUUID(),
      tenantId: crypto.randomUUID(),
    };
    const made = await call("POST", at(call), { body: { providerName: "AZURE", ...principal } });
    expect(made.json).toMatchObject({ providerName: "AZURE", ...principal });
    expect((await call("GET", at(call, made.str("_id")))).status).toBe(200);
    expect((await call("POST", at(call), { body: { providerName: "GCP" } })).at("status")).toBe("NOT_INITIATED");
    for (const body of [
      {},
      { providerName: "ELSEWHERE" },
      { providerName: "AWS", tenantId: crypto.randomUUID() },
      { providerName: "AWS", roleId: "x" },
    ]) {
      expect(statusAndCode(await call("POST", at(call), { body }))).toEqual(INVALID);
    }
  });

  test("is authorised in the fields of its provider, and in no others", async () => {
    const call = await ready();
    const principal = {
      atlasAzureAppId: crypto.randomUUID(),
      servicePrincipalId: crypto.randomUUID(),
      tenantId: crypto.randomUUID(),
    };
    const bodies = [{ providerName: "AWS" }, { providerName: "GCP" }, { providerName: "AZURE", ...principal }];
    const changes = [["authorizedDate", "iamAssumedRoleArn"], ["gcpServiceAccountForAtlas", "status"], []];
    for (const [index, body] of bodies.entries()) {
      const made = await call("POST", at(call), { body });
      const id = String(made.at("roleId") ?? made.at("_id"));
      expect((await control(call.ready, "POST", "/approve", { what: "role", id })).status).toBe(204);
      const [was, is] = [Object(made.json), Object((await call("GET", at(call, id))).json)];
      expect(Object.keys(is)).toEqual(Object.keys(was));
      expect(Object.keys(is).filter((name) => JSON.stringify(is[name]) !== JSON.stringify(was[name]))).toEqual(
        changes[index],
      );
    }
    const [third] = (await call("GET", at(call))).rows("gcpServiceAccounts");
    expect(third).toMatchObject({
      status: "COMPLETE",
      gcpServiceAccountForAtlas: expect.stringMatching(
        /^mongodb-atlas-[0-9a-z]{16}@p-[0-9a-z]{24}\.iam\.gserviceaccount\.com$/u,
      ),
    });
  });

  test("knows no role of another project, and shows none to who may not see", async () => {
    const call = shared();
    const id = String((await call("GET", at(call))).rows("awsIamRoles")[0]?.["roleId"]);
    expect(statusAndCode(await call("GET", `/groups/${second(call)}/cloudProviderAccess/${id}`))).toEqual([
      404,
      "CLOUD_PROVIDER_ACCESS_ROLE_NOT_FOUND",
    ]);
    expect((await control(call.ready, "POST", "/approve", { what: "role", id: "f".repeat(24) })).status).toBe(404);
    const reader = await clientWith(call.ready, { projects: { [call.groupId]: ["Project Read Only"] } });
    expect(statusAndCode(await reader("GET", at(call)))).toEqual(UNAUTHORIZED);
  });
});
