import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { absent, backup, buckets, expectDeclared, frozen, refused, rowWith, step } from "./backup-jobs-support.ts";
import { type Client, clientWith, type Reply, ready } from "./support.ts";

const roles = (call: Client): Promise<Reply> => call("GET", `/groups/${call.groupId}/cloudProviderAccess`);

/** The sample's roles: one that is authorised, one that waits, and the second provider's principal. */
async function sampleRoles(call: Client) {
  const reply = await roles(call);
  const first = reply.rows("awsIamRoles");
  return {
    authorised: String(first.find(({ authorizedDate }) => authorizedDate !== null)?.["roleId"]),
    waiting: String(first.find(({ authorizedDate }) => authorizedDate === null)?.["roleId"]),
    principal: reply.rows("azureServicePrincipals")[0] ?? {},
  };
}

const SERVICE_URL = "https://acmeexports.blob.core.windows.net";

const create = (call: Client, body: object): Promise<Reply> => call("POST", buckets(call), { body });

/** A bucket of the first provider. */
async function first(call: Client, change: object = {}): Promise<object> {
  return {
    cloudProvider: "AWS",
    bucketName: "acme-lab",
    iamRoleId: (await sampleRoles(call)).authorised,
    ...change,
  };
}

describe("the sample", () => {
  test("has three buckets, two of one name and one whose role waits, the oldest first", async () => {
    const call = await frozen();
    const list = await call("GET", buckets(call));
    expectDeclared("listExportBuckets", list);
    const { waiting } = await sampleRoles(call);
    expect(list.rows().map(({ bucketName }) => bucketName)).toEqual([
      "acme-db-exports",
      "acme-db-exports",
      "acme-legal-hold",
    ]);
    expect(list.rows()[2]?.["iamRoleId"]).toBe(waiting);
    for (const row of list.rows()) {
      const one = await call("GET", buckets(call, String(row["_id"])));
      expectDeclared("getExportBucket", one);
      expect(one.json).toEqual(row);
      expect(one.headers["content-type"]).toBe("application/vnd.service.2024-05-30+json;charset=utf-8");
    }
  });

  test("is spelled alike in the hosted dialect", async () => {
    const [one, other] = [await ready({ speed: 0 }), await ready({ speed: 0, dialect: "atlas" })];
    const names = async (call: Client) =>
      (await call("GET", buckets(call))).rows().map((row) => Object.keys(row).toSorted());
    expect(await names(one)).toEqual(await names(other));
  });
});

describe("creating", () => {
  test("a bucket of the first provider answers it, and its role says what it is used for", async () => {
    const call = await frozen();
    const body = await first(call);
    const reply = await create(call, body);
    expect([reply.status, reply.json]).toEqual([
      200,
      { ...body, _id: expect.stringMatching(/^[0-9a-f]{24}$/u), region: "EU_WEST_1", links: [expect.anything()] },
    ]);
    expectDeclared("createExportBucket", reply);
    const id = reply.str("_id");
    const uses = async () => JSON.stringify((await roles(call)).json).includes(id);
    expect(await uses()).toBe(true);
    expect((await call("GET", buckets(call, id))).json).toEqual(reply.json);
    await call("DELETE", buckets(call, id));
    expect(await uses()).toBe(false);
  });

  test("buckets of the other providers, the tenant taken from the role if it is not given", async () => {
    const call = await frozen();
    const { principal } = await sampleRoles(call);
    const second = { cloudProvider: "AZURE", bucketName: "exports", roleId: principal["_id"], serviceUrl: SERVICE_URL };
    expect((await create(call, second)).json).toMatchObject({ ...second, tenantId: principal["tenantId"] });
    const tenantId = "3f1f5c5e-3f5e-4c1b-9f3a-0a1b2c3d4e5f";
    expect((await create(call, { ...second, tenantId })).at("tenantId")).toBe(tenantId);
    const made = await call("POST", `/groups/${call.groupId}/cloudProviderAccess`, { body: { providerName: "GCP" } });
    const third = { cloudProvider: "GCP", bucketName: "acme_exports", roleId: made.at("roleId") };
    const reply = await create(call, third);
    expect([reply.status, reply.json]).toEqual([200, { ...third, _id: expect.anything(), links: [expect.anything()] }]);
    expectDeclared("listExportBuckets", await call("GET", buckets(call)));
  });

  test("a role that waits is accepted, a name may stand twice", async () => {
    const call = await frozen();
    const { waiting } = await sampleRoles(call);
    expect((await create(call, await first(call, { iamRoleId: waiting }))).status).toBe(200);
    expect((await create(call, await first(call, { bucketName: "acme-db-exports" }))).status).toBe(200);
  });

  test("a role that is not there, or is of another provider, is 404 with its id", async () => {
    const call = await frozen();
    const { authorised, principal } = await sampleRoles(call);
    for (const body of [
      await first(call, { iamRoleId: absent }),
      await first(call, { iamRoleId: principal["_id"] }),
      { cloudProvider: "GCP", bucketName: "acme-lab", roleId: authorised },
    ]) {
      const reply = await create(call, body);
      expect(refused(reply)).toEqual([404, "CLOUD_PROVIDER_ACCESS_ROLE_NOT_FOUND"]);
      expect(reply.rows("parameters")).toEqual([]);
      expect(reply.str("parameters", 0)).toMatch(/^[0-9a-f]{24}$/u);
    }
    expect((await call("GET", buckets(call))).at("totalCount")).toBe(3);
  });

  test("each field wrong is named, and nothing is made", async () => {
    const call = await frozen();
    const { authorised, principal } = await sampleRoles(call);
    const second = { cloudProvider: "AZURE", bucketName: "exports", roleId: principal["_id"], serviceUrl: SERVICE_URL };
    const without = (body: object, name: string): object =>
      Object.fromEntries(Object.entries(body).filter(([key]) => key !== name));
    const valid = await first(call);
    const cases: readonly (readonly [string, object])[] = [
      ["cloudProvider", without(valid, "cloudProvider")],
      ["cloudProvider", { ...valid, cloudProvider: "DO" }],
      ["cloudProvider", { ...valid, cloudProvider: "aws" }],
      ["bucketName", without(valid, "bucketName")],
      ["bucketName", { ...valid, bucketName: "ab" }],
      ["bucketName", { ...valid, bucketName: "a".repeat(64) }],
      ["bucketName", { ...valid, bucketName: "with space" }],
      ["bucketName", { ...valid, bucketName: "192.168.0.1" }],
      ["bucketName", { ...valid, bucketName: 12345 }],
      ["iamRoleId", without(valid, "iamRoleId")],
      ["iamRoleId", { ...valid, iamRoleId: "svc-export" }],
      ["iamRoleId", { ...second, iamRoleId: authorised }],
      ["roleId", { ...valid, roleId: authorised }],
      ["roleId", without(second, "roleId")],
      ["roleId", { ...second, roleId: absent.toUpperCase() }],
      ["roleId", { cloudProvider: "GCP", bucketName: "acme-lab" }],
      ["serviceUrl", without(second, "serviceUrl")],
      ["serviceUrl", { ...second, serviceUrl: "https://short" }],
      ["serviceUrl", { ...second, serviceUrl: "ftp://acmeexports.blob.core.windows.net" }],
      ["serviceUrl", { ...second, serviceUrl: `${SERVICE_URL}/${"a".repeat(2048)}` }],
      ["serviceUrl", { ...valid, serviceUrl: SERVICE_URL }],
      ["tenantId", { ...second, tenantId: "acme" }],
      ["tenantId", { ...valid, tenantId: "3f1f5c5e-3f5e-4c1b-9f3a-0a1b2c3d4e5f" }],
      ["region", { ...valid, region: "EU_WEST_1" }],
      ["_id", { ...valid, _id: absent }],
      ["requirePrivateNetworking", { ...valid, requirePrivateNetworking: true }],
    ];
    for (const [field, body] of cases) {
      expect([body, ...refused(await create(call, body))]).toEqual([body, 400, "VALIDATION_ERROR", field]);
    }
    expect((await call("GET", buckets(call))).at("totalCount")).toBe(3);
  });

  test("the shortest and the longest name are taken", async () => {
    const call = await frozen();
    for (const bucketName of ["abc", "a".repeat(63)]) {
      expect((await create(call, await first(call, { bucketName }))).status).toBe(200);
    }
  });
});

describe("deleting", () => {
  test("a bucket in use by automatic exports is refused, until they are switched off", async () => {
    const call = await frozen();
    const used = (await call("GET", backup(call, "schedule", "analytics"))).str("export", "exportBucketId");
    const reply = await call("DELETE", buckets(call, used));
    expect([...refused(reply), reply.at("parameters")]).toEqual([
      400,
      "EXPORT_BUCKET_DELETE_FAILED_BUCKET_IN_USE",
      ["analytics"],
    ]);
    expect((await call("GET", buckets(call, used))).status).toBe(200);
    const change = { body: { autoExportEnabled: false } };
    expect((await call("PATCH", backup(call, "schedule", "analytics"), change)).status).toBe(200);
    expect((await call("DELETE", buckets(call, used))).status).toBe(204);
  });

  test("takes five seconds in which it cannot be read and its name stays taken", async () => {
    const call = await frozen();
    const id = (await create(call, await first(call))).str("_id");
    const reply = await call("DELETE", buckets(call, id));
    expect([reply.status, reply.text]).toEqual([204, ""]);
    expect(refused(await call("GET", buckets(call, id)))).toEqual([404, "EXPORT_BUCKET_NOT_FOUND"]);
    expect(refused(await call("DELETE", buckets(call, id)))).toEqual([404, "EXPORT_BUCKET_NOT_FOUND"]);
    expect((await call("GET", buckets(call))).rows().map(({ _id }) => _id)).not.toContain(id);
    await step(call, 4);
    expect(refused(await create(call, await first(call)))).toEqual([400, "EXPORT_BUCKET_NAME_INVALID"]);
    expect((await create(call, await first(call, { bucketName: "another" }))).status).toBe(200);
    await step(call, 1);
    expect((await create(call, await first(call))).status).toBe(200);
  });

  test("and reading what is not there, or stands in another project, is 404", async () => {
    const call = await frozen();
    const [, staging = { id: "" }] = call.ready.groups;
    const id = (await create(call, await first(call))).str("_id");
    for (const path of [buckets(call, absent), `/groups/${staging.id}/backup/exportBuckets/${id}`]) {
      for (const method of ["GET", "DELETE"]) {
        expect(refused(await call(method, path))).toEqual([404, "EXPORT_BUCKET_NOT_FOUND"]);
      }
    }
    expect(refused(await call("GET", buckets(call, "ABC")))).toEqual([400, "VALIDATION_ERROR", "exportBucketId"]);
  });
});

test("each operation wants its role", async () => {
  const call = await frozen();
  const body = await first(call);
  const id = String(rowWith(await call("GET", buckets(call)), { bucketName: "acme-legal-hold" })["_id"]);
  const as = (role: "Project Read Only" | "Project Backup Manager" | "Project Data Access Admin") =>
    clientWith(call.ready, { projects: { [call.groupId]: [role] } });
  const [reader, manager, other] = [
    await as("Project Read Only"),
    await as("Project Backup Manager"),
    await as("Project Data Access Admin"),
  ];
  const statuses = async (caller: Client) => [
    (await caller("GET", buckets(call))).status,
    (await caller("GET", buckets(call, id))).status,
    (await caller("POST", buckets(call), { body })).status,
    (await caller("DELETE", buckets(call, id))).status,
  ];
  expect(await statuses(reader)).toEqual([200, 200, 401, 401]);
  expect(await statuses(other)).toEqual([401, 401, 401, 401]);
  expect(await statuses(manager)).toEqual([401, 401, 401, 204]);
});

test("whatever is made, deleted and waited for: the list and the single answers agree", async () => {
  const wish = fc.oneof(
    fc.record({ act: fc.constant("create" as const), name: fc.constantFrom("one-name", "two-name") }),
    fc.record({ act: fc.constant("delete" as const), at: fc.nat(5) }),
    fc.record({ act: fc.constant("wait" as const), seconds: fc.integer({ min: 1, max: 6 }) }),
  );
  const call = await frozen();
  const made = new Set<string>();
  await fc.assert(
    fc.asyncProperty(fc.array(wish, { maxLength: 6 }), async (wishes) => {
      for (const one of wishes) {
        if (one.act === "wait") await step(call, one.seconds);
        else if (one.act === "create") {
          const reply = await create(call, await first(call, { bucketName: one.name }));
          expect([200, 400]).toContain(reply.status);
          if (reply.status === 200) made.add(reply.str("_id"));
        } else {
          const id = [...made][one.at];
          if (id === undefined) continue;
          expect((await call("DELETE", buckets(call, id))).status).toBe(204);
          made.delete(id);
        }
      }
      const list = await call("GET", buckets(call), { query: "itemsPerPage=500" });
      const ids = list.rows().map(({ _id }) => String(_id));
      expect(ids.slice(3).toSorted()).toEqual([...made].toSorted());
      expect(list.at("totalCount")).toBe(ids.length);
      for (const row of list.rows()) expect((await call("GET", buckets(call, String(row["_id"])))).json).toEqual(row);
    }),
    { numRuns: 12 },
  );
});
