import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { Migration, MigrationValidation } from "../../src/contract/live-migration.ts";
import { lagAt } from "../../src/service/live-migration/lag.ts";
import { backup, newest } from "./backup-jobs-support.ts";
import { absent, type Changes, frozen, migrations, request, sources, started, step } from "./migration-support.ts";
import { type Client, clientWith, control, type Reply, ready } from "./support.ts";

const read = (call: Client, id: string, groupId?: string): Promise<Reply> =>
  call("GET", migrations(call, `/${id}`, groupId));

/** Status, readiness and lag of a migration. */
async function seen(call: Client, id: string): Promise<unknown[]> {
  const reply = await read(call, id);
  return [reply.at("status"), reply.at("readyForCutover"), reply.at("lagTimeSeconds")];
}

const cutOver = (call: Client, id: string): Promise<Reply> => call("PUT", migrations(call, `/${id}/cutover`));

/** How a validation of a request ends: status and message. */
async function verdict(call: Client, body: object): Promise<unknown[]> {
  const job = await call("POST", migrations(call, "/validate"), { body });
  expect([job.status, job.at("status"), job.at("errorMessage")]).toEqual([200, "PENDING", null]);
  await step(call, 25);
  const reply = await call("GET", migrations(call, `/validate/${job.str("_id")}`));
  return [reply.at("status"), reply.at("errorMessage")];
}

const COPIED = 620;
const READY = COPIED + 2460;
const HOURS_120 = 432_000;

describe("a migration", () => {
  test("is new, copies, catches up, is ready, and is complete three minutes after its cut-over", async () => {
    const call = await frozen();
    const reply = await call("POST", migrations(call), { body: await request(call) });
    expect(reply.status).toBe(201);
    expect(reply.json).toEqual({
      _id: expect.stringMatching(/^[0-9a-f]{24}$/u),
      lagTimeSeconds: null,
      migrationHosts: ["mig01.corp.example"],
      readyForCutover: false,
      status: "NEW",
    });
    expect(Migration.safeParse(reply.json).error).toBeUndefined();
    const id = reply.str("_id");
    await step(call, 19);
    expect(await seen(call, id)).toEqual(["NEW", false, null]);
    await step(call, 1);
    expect(await seen(call, id)).toEqual(["WORKING", false, null]);
    await step(call, COPIED - 21);
    expect(await seen(call, id)).toEqual(["WORKING", false, null]);
    await step(call, 1);
    expect(await seen(call, id)).toEqual(["WORKING", false, 5400]);
    await step(call, 1200);
    const [, , half] = await seen(call, id);
    expect(half).toBeGreaterThan(1500);
    expect(half).toBeLessThan(4000);
    await step(call, READY - COPIED - 1201);
    expect(await seen(call, id)).toEqual(["WORKING", false, expect.any(Number)]);
    await step(call, 1);
    const [status, isReady, lag] = await seen(call, id);
    expect([status, isReady]).toEqual(["WORKING", true]);
    expect(lag).toBeLessThan(10);
    const accepted = await cutOver(call, id);
    expect([accepted.status, accepted.text]).toEqual([202, ""]);
    await step(call, 179);
    expect(await seen(call, id)).toEqual(["WORKING", true, expect.any(Number)]);
    expect((await cutOver(call, id)).status).toBe(202);
    await step(call, 1);
    expect(await seen(call, id)).toEqual(["COMPLETE", false, null]);
  });

  test("expires 120 hours after it was ready, in whatever steps the time goes by", async () => {
    const call = await frozen();
    const id = await started(call);
    await step(call, READY + HOURS_120 - 1);
    expect((await seen(call, id)).slice(0, 2)).toEqual(["WORKING", true]);
    await step(call, 1);
    expect(await seen(call, id)).toEqual(["EXPIRED", false, null]);
    await step(call, 10 * HOURS_120);
    expect(await seen(call, id)).toEqual(["EXPIRED", false, null]);
  });

  test("is cut over when it is ready, neither before nor after its end", async () => {
    const call = await frozen();
    const id = await started(call);
    for (const seconds of [0, 20, 600, 2459]) {
      await step(call, seconds);
      const reply = await cutOver(call, id);
      expect([reply.status, reply.at("errorCode"), reply.str("detail")]).toEqual([
        400,
        "VALIDATION_ERROR",
        expect.stringContaining("not ready"),
      ]);
    }
    await step(call, HOURS_120 + 1);
    const secondCutOver = await cutOver(call, id);
    expect([secondCutOver.status, secondCutOver.str("detail")]).toEqual([400, expect.stringContaining("EXPIRED")]);
  });

  test("is the only one into its cluster until it has ended", async () => {
    const call = await frozen();
    const id = await started(call);
    const again = async (): Promise<Reply> => call("POST", migrations(call), { body: await request(call) });
    const refusal = await again();
    expect([refusal.status, refusal.at("errorCode"), refusal.at("parameters")]).toEqual([
      409,
      "CANNOT_MODIFY_CLUSTER_WITH_RUNNING_LIVE_IMPORT",
      ["prod-eu"],
    ]);
    await started(call, { destination: { clusterName: "prod-eu-side" } });
    await step(call, READY);
    await cutOver(call, id);
    expect((await again()).status).toBe(409);
    await step(call, 180);
    expect((await again()).status).toBe(201);
  });

  test("of a source that does not fit fails when it should begin, and makes room for the next", async () => {
    const call = await frozen();
    const id = await started(call, { source: { ssl: false } });
    expect(await seen(call, id)).toEqual(["NEW", false, null]);
    await step(call, 20);
    expect(await seen(call, id)).toEqual(["FAILED", false, null]);
    expect((await cutOver(call, id)).status).toBe(400);
    await started(call);
  });

  test("never shows the password of its source, in an answer or in the journal", async () => {
    const call = await frozen();
    const source = { managedAuthentication: false, username: "migrator", password: "open-sesame-1" };
    const body = await request(call, { source });
    const replies = [
      await call("POST", migrations(call), { body }),
      await call("POST", migrations(call, "/validate"), { body }),
    ];
    await step(call, 25);
    replies.push(await read(call, replies[0]?.str("_id") ?? ""));
    replies.push(await call("GET", migrations(call, `/validate/${replies[1]?.str("_id")}`)));
    replies.push(await control(call.ready, "GET", "/journal"));
    for (const { status, text } of replies) {
      expect([200, 201]).toContain(status);
      expect(text).not.toContain("sesame");
    }
  });

  test("keeps restores from its cluster for as long as it runs", async () => {
    const call = await frozen();
    const side = { targetGroupId: call.groupId, targetClusterName: "prod-eu-side" };
    const restore = async (): Promise<Reply> => {
      const { id: snapshotId } = await newest(call);
      return call("POST", backup(call, "restoreJobs"), { body: { deliveryType: "automated", snapshotId, ...side } });
    };
    const id = await started(call, { destination: { clusterName: "prod-eu-side" } });
    for (const seconds of [0, 20, 600, 2460]) {
      await step(call, seconds);
      const reply = await restore();
      expect([reply.status, reply.at("errorCode"), reply.at("parameters")]).toEqual([
        400,
        "CANNOT_PERFORM_RESTORE_ON_CLUSTER_WITH_RUNNING_LIVE_IMPORT",
        ["prod-eu-side"],
      ]);
    }
    await cutOver(call, id);
    await step(call, 180);
    expect((await restore()).status).toBe(200);
  });

  test("fails, and a validation says why, where a restore replaces its cluster", async () => {
    const call = await frozen();
    const { id: snapshotId } = await newest(call);
    const target = { targetGroupId: call.groupId, targetClusterName: "prod-eu" };
    const restore = { deliveryType: "automated", snapshotId, ...target };
    const job = await call("POST", backup(call, "restoreJobs"), { body: restore });
    expect(job.status).toBe(200);
    const reason = expect.stringContaining("prod-eu is being replaced by a restore");
    expect(await verdict(call, await request(call))).toEqual(["FAILED", reason]);
    const id = await started(call);
    await step(call, 20);
    expect(await seen(call, id)).toEqual(["FAILED", false, null]);
    await call("DELETE", backup(call, `restoreJobs/${job.str("id")}`));
    expect(await verdict(call, await request(call))).toEqual(["SUCCESS", null]);
  });

  test("belongs to its project", async () => {
    const call = await frozen();
    const id = await started(call);
    const [, staging] = call.ready.groups;
    for (const [path, method] of [
      [migrations(call, `/${absent}`), "GET"],
      [migrations(call, `/${absent}/cutover`), "PUT"],
      [migrations(call, `/validate/${absent}`), "GET"],
      [migrations(call, `/${id}`, staging?.id), "GET"],
      [migrations(call, `/${id}/cutover`, staging?.id), "PUT"],
      [migrations(call, `/validate/${id}`), "GET"],
    ] as const) {
      const reply = await call(method, path);
      expect([path, reply.status, reply.at("errorCode")]).toEqual([path, 404, "RESOURCE_NOT_FOUND"]);
    }
    expect((await call("GET", migrations(call, "/not-an-id"))).status).toBe(400);
    expect((await read(call, id, absent)).at("errorCode")).toBe("GROUP_NOT_FOUND");
  });
});

describe("the lag", () => {
  test("is the same for the same migration at the same time, whole, never negative, and low from the end on", () => {
    const seeds = fc.string({ unit: fc.constantFrom(..."0123456789abcdef"), minLength: 24, maxLength: 24 });
    fc.assert(
      fc.property(seeds, fc.integer({ min: 0, max: 500_000 }), (seed, seconds) => {
        const lag = lagAt(seed, seconds);
        expect(lag).toBe(lagAt(seed, seconds));
        expect(Number.isSafeInteger(lag) && lag >= 0 && lag < 6000).toBe(true);
        if (seconds >= 2400) expect(lag).toBeLessThan(10);
      }),
    );
  });

  test("rises at its bumps and trembles, and falls all the same", () => {
    const curve = Array.from({ length: 241 }, (_, index) => lagAt("65f0000000000000000000a1", index * 10));
    const rises = curve.filter((lag, index) => index > 0 && lag > (curve[index - 1] ?? 0)).length;
    expect(rises).toBeGreaterThan(20);
    expect(curve[0]).toBe(5400);
    expect(curve.at(-1)).toBeLessThan(10);
    // What stands out over the straight fall is two hills.
    const over = (index: number): number => (curve[index] ?? 0) - 5400 * (1 - index / 240) ** 1.15;
    expect(Math.min(over(91), over(173))).toBeGreaterThan(300);
    expect(Math.max(over(40), over(135), over(210))).toBeLessThan(250);
  });
});

describe("a validation", () => {
  test("is pending for 25 seconds, then well", async () => {
    const call = await frozen();
    const body = await request(call);
    const job = await call("POST", migrations(call, "/validate"), { body });
    expect(job.json).toEqual({
      _id: expect.stringMatching(/^[0-9a-f]{24}$/u),
      errorMessage: null,
      groupId: call.groupId,
      sourceGroupId: Object(body).source.groupId,
      status: "PENDING",
    });
    const path = migrations(call, `/validate/${job.str("_id")}`);
    await step(call, 24);
    expect((await call("GET", path)).json).toEqual(job.json);
    await step(call, 1);
    const done = await call("GET", path);
    expect(done.json).toEqual({ ...Object(job.json), status: "SUCCESS" });
    expect(MigrationValidation.safeParse(done.json).error).toBeUndefined();
    expect((await call("GET", path, { query: "envelope=true" })).json).toEqual({ status: 200, content: done.json });
    expect((await call("GET", path, { query: "pretty=true" })).status).toBe(400);
  });

  test("says what the data shows to be wrong", async () => {
    const call = await frozen();
    const crm = (await sources(call)).get("Legacy CRM")?.["projectId"];
    const atCrm = { groupId: crm, managedAuthentication: false };
    const sharding = (key: readonly object[]) => ({
      createSupportingIndexes: true,
      shardingEntries: [{ database: "shop", collection: "orders", shardCollection: { key } }],
    });
    const analytics = { clusterName: "analytics" };
    const crmHost = ["mig03.corp.example"];
    for (const [changes, message] of [
      [{ source: { groupId: absent } }, absent],
      [{ source: { clusterName: "shop-rs9" } }, "no deployment shop-rs9"],
      [{ migrationHosts: ["shop-rs0-00.corp.example"] }, "no migration host"],
      [{ migrationHosts: crmHost }, "no migration host"],
      [{ source: { ssl: false } }, "TLS on"],
      [{ source: { managedAuthentication: false } }, "managedAuthentication must be true"],
      [{ source: { ...atCrm, clusterName: "crm-rs0" }, migrationHosts: crmHost }, "TLS off"],
      [{ source: { ...atCrm, clusterName: "crm-reports" }, migrationHosts: crmHost }, "standalone"],
      [{ source: { clusterName: "shop-archive" } }, "disk space"],
      [{ source: { clusterName: "shop-carts" } }, "is sharded"],
      [{ destination: { clusterName: "nowhere" } }, "no cluster nowhere"],
      [{ destination: { clusterName: "tiny" } }, "dedicated"],
      [{ destination: { clusterName: "orders-sls" } }, "dedicated"],
      [{ destination: { clusterName: "paused-1" } }, "paused"],
      [{ sharding: sharding([{ customerId: 1 }]) }, "sharding is only for"],
      [{ destination: analytics, sharding: sharding([{ customerId: "up" }]) }, "shard key of shop.orders"],
      [{ destination: analytics, sharding: sharding([{ a: 1, b: 1 }]) }, "shard key of shop.orders"],
    ] as const) {
      const [status, reason] = await verdict(call, await request(call, changes));
      expect([changes, status, reason]).toEqual([changes, "FAILED", expect.stringContaining(message)]);
    }
    for (const changes of [
      { destination: analytics, sharding: sharding([{ customerId: "hashed" }, { day: 1 }]) },
      { destination: analytics, sharding: { createSupportingIndexes: false, shardingEntries: [] } },
      { destination: analytics, source: { clusterName: "shop-archive" } },
      { destination: analytics, source: { clusterName: "shop-carts" } },
    ]) {
      expect(await verdict(call, await request(call, changes))).toEqual(["SUCCESS", null]);
    }
    await started(call);
    expect(await verdict(call, await request(call))).toEqual(["FAILED", expect.stringContaining("another migration")]);
  });
});

describe("a request", () => {
  const WRONG: readonly (readonly [field: string, changes: Changes])[] = [
    ["source.groupId", { source: { groupId: "shop" } }],
    ["source.groupId", { source: { groupId: undefined } }],
    ["source.clusterName", { source: { clusterName: "" } }],
    ["source.ssl", { source: { ssl: "yes" } }],
    ["source.ssl", { source: { ssl: undefined } }],
    ["source.managedAuthentication", { source: { managedAuthentication: undefined } }],
    ["source.username", { source: { username: "a", password: "b" } }],
    ["source.password", { source: { password: "b" } }],
    ["source.password", { source: { managedAuthentication: false, username: "a" } }],
    ["source.username", { source: { managedAuthentication: false, password: "a" } }],
    ["source.caCertificatePath", { source: { ssl: false, caCertificatePath: "/etc/ca.pem" } }],
    ["source.port", { source: { port: 27_017 } }],
    ["destination.groupId", { destination: { groupId: absent } }],
    ["destination.clusterName", { destination: { clusterName: "-no" } }],
    ["destination.clusterName", { destination: { clusterName: undefined } }],
    ["destination.hostnameSchemaType", { destination: { hostnameSchemaType: "PIGEON" } }],
    ["destination.hostnameSchemaType", { destination: { hostnameSchemaType: undefined } }],
    ["destination.privateLinkId", { destination: { privateLinkId: "vpce-1" } }],
    ["destination.privateLinkId", { destination: { hostnameSchemaType: "PRIVATE_LINK" } }],
    ["migrationHosts", { migrationHosts: [] }],
    ["migrationHosts", { migrationHosts: ["a", "b"] }],
    ["migrationHosts", { migrationHosts: undefined }],
    ["dropDestinationData", { dropDestinationData: "no" }],
    ["sharding.createSupportingIndexes", { sharding: { shardingEntries: [] } }],
    ["sharding.shardingEntries", { sharding: { createSupportingIndexes: true } }],
    ["_id", { _id: absent }],
    ["dropEnabled", { dropEnabled: true }],
  ];

  test.each(["", "/validate"])("with one wrong field is refused, and the field named, at %s", async (path) => {
    const call = await frozen();
    for (const [field, changes] of WRONG) {
      const reply = await call("POST", migrations(call, path), { body: await request(call, changes) });
      const fields = reply.rows("badRequestDetail", "fields").map((problem) => problem["field"]);
      expect([field, reply.status, reply.at("errorCode")]).toEqual([field, 400, "VALIDATION_ERROR"]);
      expect(fields).toContain(field);
    }
    for (const wrong of ["source", "destination"]) {
      const body = { ...(await request(call)), [wrong]: undefined };
      expect((await call("POST", migrations(call, path), { body })).status).toBe(400);
    }
    expect((await call("POST", migrations(call, path))).status).toBe(400);
  });

  test("names a collection, and a part of a key, once", async () => {
    const call = await frozen();
    const entry = (...key: object[]) => ({ database: "shop", collection: "orders", shardCollection: { key } });
    for (const [entries, field] of [
      [[entry({ a: 1 }), entry({ a: 1 })], "sharding.shardingEntries"],
      [[entry({ a: 1 }, { a: 1 })], "shardCollection.key"],
      [[entry()], "shardCollection.key"],
      [[entry({ a: 1 }, {})], "shardCollection.key"],
    ] as const) {
      const sharding = { createSupportingIndexes: true, shardingEntries: entries };
      const reply = await call("POST", migrations(call), { body: await request(call, { sharding }) });
      expect([reply.status, reply.str("badRequestDetail", "fields", 0, "field")]).toEqual([
        400,
        expect.stringContaining(field),
      ]);
    }
  });

  test("may be as long as a body can be: twenty thousand entries are judged, and not compared one by one", async () => {
    const call = await frozen();
    const sharding = { createSupportingIndexes: true, shardingEntries: [] };
    const text = JSON.stringify(await request(call, { sharding }));
    const long = text.replace('"shardingEntries":[]', `"shardingEntries":[${Array(19_900).fill("{}").join()}]`);
    const reply = await call("POST", migrations(call), { body: long });
    expect([reply.status, reply.at("errorCode")]).toEqual([400, "VALIDATION_ERROR"]);
  });

  test("names a key in any order of its fields, and that once", async () => {
    const call = await frozen();
    const key = [
      { a: 1, b: "hashed" },
      { b: "hashed", a: 1 },
    ];
    const entry = { database: "shop", collection: "orders", shardCollection: { key } };
    const sharding = { createSupportingIndexes: true, shardingEntries: [entry] };
    const reply = await call("POST", migrations(call), { body: await request(call, { sharding }) });
    expect([reply.status, reply.str("detail")]).toEqual([
      400,
      expect.stringContaining("this field is already part of the key"),
    ]);
  });

  test("may say everything that there is to say", async () => {
    const call = await frozen();
    const body = await request(call, {
      source: { caCertificatePath: "/etc/ssl/corp-ca.pem", managedAuthentication: false, username: "u", password: "p" },
      destination: { hostnameSchemaType: "PRIVATE_LINK", privateLinkId: "vpce-0a1b2c3d" },
      dropDestinationData: true,
      sharding: {
        createSupportingIndexes: true,
        shardingEntries: [{ database: "shop", collection: "orders", shardCollection: { key: [{ a: "hashed" }] } }],
      },
    });
    expect((await call("POST", migrations(call, "/validate"), { body })).status).toBe(200);
    expect((await call("POST", migrations(call), { body })).status).toBe(201);
  });

  test("without a login, as for a source that has none, is in form", async () => {
    const call = await frozen();
    const body = await request(call, { source: { managedAuthentication: false } });
    expect((await call("POST", migrations(call, "/validate"), { body })).status).toBe(200);
  });
});

describe("who may", () => {
  test("owners of the organisation write, its members read one migration", async () => {
    const call = await frozen();
    const id = await started(call);
    const body = await request(call, { destination: { clusterName: "prod-eu-side" } });
    const job = await call("POST", migrations(call, "/validate"), { body });
    const as = (role: "Organization Owner" | "Organization Member" | "Project Owner") =>
      clientWith(call.ready, {
        organizations: role === "Project Owner" ? {} : { [call.ready.orgId]: [role] },
        projects: { [call.groupId]: [role] },
      });
    for (const [role, reads, rest] of [
      ["Organization Member", 200, 401],
      ["Project Owner", 401, 401],
      ["Organization Owner", 200, null],
    ] as const) {
      const one = await as(role);
      expect([role, (await read(one, id)).status]).toEqual([role, reads]);
      const others = [
        await one("GET", migrations(call, `/validate/${job.str("_id")}`)),
        await one("POST", migrations(call, "/validate"), { body }),
        await one("POST", migrations(call), { body }),
        await one("PUT", migrations(call, `/${id}/cutover`)),
      ].map(({ status }) => status);
      expect([role, others]).toEqual([role, rest === null ? [200, 200, 201, 400] : [rest, rest, rest, rest]]);
    }
  });
});

describe("the sample", () => {
  test("has one that copies, one ready, one for each end, and one that catches up in the main project; the ready line names them", async () => {
    const call = await frozen();
    const target = call.ready.groups.find(({ name }) => name === "Legacy-Target")?.id;
    const answers = await Promise.all(call.ready.migrations.map(({ groupId, id }) => read(call, id, groupId)));
    expect(call.ready.migrations.map(({ groupId }) => groupId)).toEqual([...Array(5).fill(target), call.groupId]);
    expect(answers.map((reply) => [reply.at("status"), reply.at("readyForCutover")])).toEqual([
      ["WORKING", false],
      ["WORKING", true],
      ["COMPLETE", false],
      ["EXPIRED", false],
      ["FAILED", false],
      ["WORKING", false],
    ]);
    const number = expect.any(Number);
    expect(answers.map((reply) => reply.at("lagTimeSeconds"))).toEqual([null, number, null, null, null, number]);
    expect(answers.every((reply) => Migration.safeParse(reply.json).success)).toBe(true);
    await step(call, 109 * 3600 - 1);
    const [copying, waiting] = call.ready.migrations.map(({ groupId, id }) => read(call, id, groupId));
    expect((await waiting)?.at("status")).toBe("WORKING");
    expect((await copying)?.at("readyForCutover")).toBe(true);
    await step(call, 1);
    const [, over] = call.ready.migrations;
    expect((await read(call, over?.id ?? "", over?.groupId)).at("status")).toBe("EXPIRED");
  });

  test("outlives a start, and is laid anew by a reset", async () => {
    const call = await ready({ speed: 0 });
    expect((await control(call.ready, "GET", "/ready")).at("migrations")).toEqual(call.ready.migrations);
    const id = await started(call);
    await control(call.ready, "POST", "/reset");
    expect((await read(call, id)).status).toBe(404);
    const again = (await control(call.ready, "GET", "/ready")).rows("migrations");
    expect(again).toHaveLength(6);
    for (const { groupId, id: other } of again) {
      expect((await read(call, String(other), String(groupId))).status).toBe(200);
    }
  });
});
