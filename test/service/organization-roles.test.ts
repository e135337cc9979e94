import { describe, expect, test } from "vitest";
import { frozen, migrations, request, started } from "./migration-support.ts";
import { clientWith, type Reply } from "./support.ts";

/** Roles of an organisation where an operation acts in one of its projects (specification part 5, 5). */

const statusAndCode = (reply: Reply): unknown[] => [reply.status, reply.at("errorCode")];

describe("a role of the organisation, without any in the project", () => {
  test("is a part in its projects for the operations that name it", async () => {
    const call = await frozen();
    const { orgId } = call.ready;
    const id = await started(call);
    const path = migrations(call, `/${id}`);
    const member = await clientWith(call.ready, { organizations: { [orgId]: ["Organization Member"] } });
    expect((await member("GET", path)).json).toEqual((await call("GET", path)).json);
    expect(statusAndCode(await member("PUT", `${path}/cutover`))).toEqual([401, "NOT_IN_GROUP"]);
    expect(statusAndCode(await member("GET", `/groups/${call.groupId}/alerts`))).toEqual([401, "NOT_IN_GROUP"]);
    const owner = await clientWith(call.ready, { organizations: { [orgId]: ["Organization Owner"] } });
    const body = await request(call);
    expect((await owner("POST", migrations(call, "/validate"), { body })).status).toBe(200);
    expect((await owner("PUT", `${path}/cutover`)).status).toBe(400);
    expect(statusAndCode(await owner("GET", `/groups/${call.groupId}/alerts`))).toEqual([401, "NOT_IN_GROUP"]);
    expect((await owner("DELETE", `/groups/${call.groupId}/alertConfigs/${"f".repeat(24)}`)).status).toBe(404);
  });

  test("of another organisation is worth nothing here, and the other one is closed to the first keys", async () => {
    const call = await frozen();
    const other = "a".repeat(24);
    const stranger = await clientWith(call.ready, {
      organizations: { [other]: ["Organization Owner"] },
      projects: { [call.groupId]: ["Project Read Only"] },
    });
    const id = await started(call);
    expect(statusAndCode(await stranger("GET", migrations(call, `/${id}`)))).toEqual([401, "USER_UNAUTHORIZED"]);
    expect(statusAndCode(await stranger("DELETE", `/groups/${call.groupId}/alertConfigs/${id}`))).toEqual([
      401,
      "USER_UNAUTHORIZED",
    ]);
    const organizations = (await call("GET", "/orgs")).rows().map(({ id: own }) => own);
    expect(organizations).toEqual([call.ready.orgId]);
    expect(statusAndCode(await call("GET", "/groups/byName/Treasury"))).toEqual([401, "NOT_IN_GROUP"]);
  });
});
