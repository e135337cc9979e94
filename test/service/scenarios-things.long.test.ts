import { describe, expect, test } from "vitest";
import { backup, newest } from "./backup-jobs-support.ts";
import { migrations, request, started } from "./migration-support.ts";
import { changeExisting, switchOff, switchOn } from "./scenario-support.ts";
import { created, frozen, read, step, text } from "./search-support.ts";
import { type Client, control, type Row } from "./support.ts";

/** Scenarios of what the service keeps: the next thing of a kind, or one that is there. Time stands still but for steps. */

const MINUTE = 60;

describe("snapshots", () => {
  test("failed-snapshot fails the next one, on one cluster, so often as asked for", async () => {
    const call = await frozen();
    await switchOn(call, "failed-snapshot", { on: "**/clusters/prod-eu", times: 1 });
    const take = async (cluster: string): Promise<string> =>
      (await call("POST", backup(call, "snapshots", cluster), { body: { description: "x", retentionInDays: 2 } })).str(
        "id",
      );
    const status = async (cluster: string, id: string) =>
      (await call("GET", backup(call, `snapshots/${id}`, cluster))).at("status");
    const [first, other] = [await take("prod-eu"), await take("prod-eu-side")];
    await step(call, 10 * MINUTE);
    expect([await status("prod-eu", first), await status("prod-eu-side", other)]).toEqual(["failed", "completed"]);
    const second = await take("prod-eu");
    await step(call, 10 * MINUTE);
    expect(await status("prod-eu", second)).toBe("completed");
  });

  test("one that runs already fails too, and goes on if the scenario is switched off in time", async () => {
    const call = await frozen();
    const body = { description: "x", retentionInDays: 2 };
    const id = (await call("POST", backup(call, "snapshots"), { body })).str("id");
    await step(call, 30);
    expect(await changeExisting(call, "failed-snapshot", [id])).toBe(1);
    await switchOff(call, "failed-snapshot");
    await step(call, 10 * MINUTE);
    expect((await call("GET", backup(call, `snapshots/${id}`))).at("status")).toBe("completed");
    expect(await changeExisting(call, "failed-snapshot", [id])).toBe(0);
  });
});

describe("restores and exports", () => {
  async function restore(call: Client): Promise<string> {
    const snapshot = await newest(call);
    const reply = await call("POST", backup(call, "restoreJobs"), {
      body: {
        deliveryType: "automated",
        snapshotId: snapshot["id"],
        targetClusterName: "prod-eu-side",
        targetGroupId: call.groupId,
      },
    });
    if (reply.status !== 200) throw new Error(reply.text);
    return reply.str("id");
  }

  test("failed-restore fails at 70 per cent of its way, and the target is free again", async () => {
    const usual = await frozen();
    const whole = await restore(usual);
    await step(usual, 24 * 60 * MINUTE);
    const job = await usual("GET", backup(usual, `restoreJobs/${whole}`));
    const took = Date.parse(job.str("finishedAt")) / 1000 - Number.parseInt(whole.slice(0, 8), 16);

    const call = await frozen();
    await switchOn(call, "failed-restore", { times: 1 });
    const id = await restore(call);
    const one = () => call("GET", backup(call, `restoreJobs/${id}`));
    await step(call, Math.floor(took * 0.7) - 5);
    expect((await one()).json).toMatchObject({ failed: false, cancelled: false });
    const state = async () => (await call("GET", `/groups/${call.groupId}/clusters/prod-eu-side`)).at("stateName");
    expect(await state()).toBe("UPDATING");
    await step(call, 10);
    expect((await one()).json).toMatchObject({ failed: true, cancelled: false, finishedAt: expect.any(String) });
    expect(await state()).toBe("IDLE");
    expect(await restore(call)).toMatch(/^[0-9a-f]{24}$/u);
  });

  test("a download that fails has no link", async () => {
    const call = await frozen();
    await switchOn(call, "failed-restore");
    const { id: snapshotId } = await newest(call);
    const body = { deliveryType: "download", snapshotId };
    const id = (await call("POST", backup(call, "restoreJobs"), { body })).str("id");
    await step(call, 10 * MINUTE);
    expect((await call("GET", backup(call, `restoreJobs/${id}`))).json).toMatchObject({
      failed: true,
      deliveryUrl: [],
    });
  });

  test("cancel-refused refuses for a cluster, and lets a download be cancelled", async () => {
    const call = await frozen();
    await switchOn(call, "cancel-refused");
    const automated = await restore(call);
    const refused = await call("DELETE", backup(call, `restoreJobs/${automated}`));
    expect([refused.status, refused.at("errorCode")]).toEqual([400, "CANNOT_CANCEL_AUTOMATED_RESTORE"]);
    expect((await call("GET", backup(call, `restoreJobs/${automated}`))).at("cancelled")).toBe(false);
    const body = { deliveryType: "download", snapshotId: (await newest(call))["id"] };
    const download = (await call("POST", backup(call, "restoreJobs"), { body })).str("id");
    expect((await call("DELETE", backup(call, `restoreJobs/${download}`))).status).toBe(204);
    await switchOff(call);
    expect((await call("DELETE", backup(call, `restoreJobs/${automated}`))).status).toBe(204);
  });

  async function exported(call: Client): Promise<string> {
    const buckets = (await call("GET", `/groups/${call.groupId}/backup/exportBuckets`)).rows();
    for (const { _id, id = _id } of buckets) {
      const body = { exportBucketId: id, snapshotId: (await newest(call))["id"] };
      const reply = await call("POST", backup(call, "exports"), { body });
      if (reply.status === 200) return reply.str("id");
    }
    throw new Error("nothing could be exported");
  }

  test.each([
    ["failed-export", {}, "EXPORT_FAILED", 440, 880],
    ["failed-export", { part: 0.99, code: "DISK" }, "DISK", 871, 880],
    ["export-denied", {}, "ACCESS_DENIED", 0, 0],
  ])("%s %j ends as Failed with %s", async (scenario, options, code, done, total) => {
    const call = await frozen();
    await switchOn(call, scenario, { options });
    const id = await exported(call);
    expect((await call("GET", backup(call, `exports/${id}`))).at("state")).toBe("Queued");
    await step(call, 3 * 60 * MINUTE);
    expect((await call("GET", backup(call, `exports/${id}`))).json).toMatchObject({
      state: "Failed",
      stateReason: { errorCode: code, message: expect.any(String) },
      exportStatus: { exportedCollections: done, totalCollections: total },
      finishedAt: expect.any(String),
    });
  });
});

describe("migrations", () => {
  const one = (call: Client, id: string) => call("GET", migrations(call, `/${id}`));
  const lag = async (call: Client, id: string) => (await one(call, id)).at("lagTimeSeconds");
  const REPLICATES = 620;

  test("stuck-migration lets the lag of the next one grow, and it is never ready; switched off, it goes on", async () => {
    const call = await frozen();
    await switchOn(call, "stuck-migration", { options: { after: 600 } });
    const id = await started(call);
    await step(call, REPLICATES + 600);
    const first = Number(await lag(call, id));
    await step(call, 900);
    expect(await lag(call, id)).toBe(first + 900);
    await step(call, 24 * 60 * MINUTE);
    expect((await one(call, id)).json).toMatchObject({ status: "WORKING", readyForCutover: false });
    await switchOff(call);
    expect((await one(call, id)).json).toMatchObject({ status: "WORKING", readyForCutover: true });
    expect(Number(await lag(call, id))).toBeLessThan(10);
  });

  test("an existing one gets stuck from now on, and only the one that is named", async () => {
    const call = await frozen();
    const [first, second] = call.ready.migrations;
    const other = (migration: typeof first) => call("GET", migrations(call, `/${migration?.id}`, migration?.groupId));
    const before = (await other(second)).json;
    await step(call, REPLICATES);
    expect(await changeExisting(call, "stuck-migration", [first?.id ?? ""])).toBe(1);
    const lagThen = Number((await other(first)).at("lagTimeSeconds"));
    await step(call, 100);
    expect((await other(first)).at("lagTimeSeconds")).toBe(lagThen + 100);
    expect((await other(second)).at("status")).toBe(Object(before).status);
  });

  test("migration-failed fails in the middle of the copy", async () => {
    const call = await frozen();
    await switchOn(call, "migration-failed");
    const id = await started(call);
    await step(call, 20 + 350);
    expect((await one(call, id)).at("status")).toBe("WORKING");
    await step(call, 20);
    expect((await one(call, id)).json).toMatchObject({ status: "FAILED", lagTimeSeconds: null });
  });

  test("migration-expired ends the time of a ready one", async () => {
    const call = await frozen();
    await switchOn(call, "migration-expired", { options: { left: 60 } });
    const id = await started(call);
    await step(call, REPLICATES + 2400 + 60 + 30);
    expect((await one(call, id)).at("readyForCutover")).toBe(true);
    await step(call, 40);
    expect((await one(call, id)).json).toMatchObject({ status: "EXPIRED", readyForCutover: false });
    const secondCutOver = await call("PUT", migrations(call, `/${id}/cutover`));
    expect(secondCutOver.status).toBe(400);
  });

  test("lag-null, lag-bump and lag-sawtooth bend the lag, and leave the rest as it is", async () => {
    const call = await frozen();
    const id = await started(call);
    await step(call, REPLICATES + 2460);
    const ready = Number(await lag(call, id));
    expect(await changeExisting(call, "lag-null", [id])).toBe(1);
    expect([await lag(call, id), (await one(call, id)).at("readyForCutover")]).toEqual([null, true]);
    await switchOff(call);
    expect(await lag(call, id)).toBe(ready);

    await control(call.ready, "POST", "/scenarios", {
      scenario: "lag-bump",
      existing: [id],
      options: { lasts: 600, height: 1800 },
    });
    await step(call, 300);
    expect(Number(await lag(call, id))).toBeGreaterThan(1790);
    await step(call, 301);
    expect(Number(await lag(call, id))).toBeLessThan(10);
    await switchOff(call);

    await control(call.ready, "POST", "/scenarios", { scenario: "lag-sawtooth", existing: "all" });
    const seen: number[] = [];
    for (let number = 0; number < 7; number += 1) {
      await step(call, 99);
      seen.push(Number(await lag(call, id)));
    }
    const falls = seen.filter((value, index) => index > 0 && value < Number(seen[index - 1]) - 100);
    expect(falls).toHaveLength(2);
  });

  test("validation-failed ends as FAILED in the words that are given", async () => {
    const call = await frozen();
    await switchOn(call, "validation-failed", { options: { message: "No route to the source." } });
    const id = (await call("POST", migrations(call, "/validate"), { body: await request(call) })).str("_id");
    await step(call, 30);
    expect((await call("GET", migrations(call, `/validate/${id}`))).json).toMatchObject({
      status: "FAILED",
      errorMessage: "No route to the source.",
    });
  });
});

describe("search", () => {
  test.each([
    ["index-failed", "FAILED", false],
    ["index-stale", "STALE", true],
  ])("%s ends the next build as %s", async (scenario, status, queryable) => {
    const call = await frozen();
    await switchOn(call, scenario, { times: 1, options: { message: "As asked." } });
    const id = await created(call, text("first"));
    await step(call, 5 * MINUTE);
    const reply = await read(call, id);
    expect(reply.json).toMatchObject({ status, queryable });
    expect(reply.at("statusDetail", 0, "mainIndex", "message")).toBe("As asked.");
    const next = await created(call, text("second"));
    await step(call, 5 * MINUTE);
    expect((await read(call, next)).at("status")).toBe("READY");
  });

  test("an index that serves goes stale, and is as before when it is switched off", async () => {
    const call = await frozen();
    const id = await created(call, text("first"));
    await step(call, 5 * MINUTE);
    expect(await changeExisting(call, "index-stale", [id])).toBe(1);
    expect((await read(call, id)).json).toMatchObject({ status: "STALE", queryable: true });
    await switchOff(call);
    expect((await read(call, id)).json).toMatchObject({ status: "READY", queryable: true });
  });

  test("stale-idle says IDLE while the nodes are being changed", async () => {
    const call = await frozen();
    const path = `/groups/${call.groupId}/clusters/prod-eu/search/deployment`;
    await switchOn(call, "stale-idle", { options: { seconds: 90 } });
    await call("PATCH", path, { body: { specs: [{ instanceSize: "S30_HIGHCPU_NVME", nodeCount: 3 }] } });
    const states: unknown[] = [];
    for (const seconds of [60, 60, 600, 600]) {
      await step(call, seconds);
      states.push((await call("GET", path)).at("stateName"));
    }
    expect(states).toEqual(["IDLE", "UPDATING", "UPDATING", "IDLE"]);
  });
});

describe("alerts", () => {
  const open = async (call: Client): Promise<readonly Row[]> => {
    const rows: Row[] = [];
    for (let page = 1; ; page += 1) {
      const query = `status=OPEN&itemsPerPage=500&pageNum=${page}`;
      const some = (await call("GET", `/groups/${call.groupId}/alerts`, { query })).rows();
      rows.push(...some);
      if (some.length < 500) return rows;
    }
  };

  test("alert-storm brings 40 alerts within 30 seconds, of many things, while the service is quiet", async () => {
    const call = await frozen();
    const before = (await open(call)).length;
    await switchOn(call, "alert-storm");
    await step(call, 15);
    const half = (await open(call)).length - before;
    expect([half > 15, half < 25]).toEqual([true, true]);
    await step(call, 15);
    const all = await open(call);
    expect(all.length - before).toBe(40);
    expect(new Set(all.map(({ alertConfigId }) => alertConfigId)).size).toBeGreaterThan(3);
    await step(call, 3600);
    expect((await open(call)).length).toBe(before);
  });

  test("2,000 alerts at once, and a storm that is stopped in the middle", async () => {
    const call = await frozen();
    const before = (await open(call)).length;
    await switchOn(call, "alert-storm", { options: { count: 2000, over: 0 } });
    await step(call, 3);
    expect((await open(call)).length - before).toBe(2000);
    await switchOn(call, "alert-storm", { options: { count: 100, over: 100 } });
    await step(call, 10);
    await switchOff(call, "alert-storm");
    await step(call, 100);
    expect((await open(call)).length - before).toBe(2011);
  });

  test("flapping opens the same condition again and again", async () => {
    const call = await frozen();
    const known = new Set((await open(call)).map(({ id }) => id));
    await switchOn(call, "flapping", { options: { period: 60, open: 20 } });
    const seen: Row[][] = [];
    for (let number = 0; number < 6; number += 1) {
      await step(call, number === 0 ? 10 : 30);
      seen.push((await open(call)).filter(({ id }) => !known.has(id)));
    }
    expect(seen.map((rows) => rows.length)).toEqual([1, 0, 1, 0, 1, 0]);
    const about = seen.flat().map(({ alertConfigId, hostnameAndPort }) => `${alertConfigId} ${hostnameAndPort}`);
    expect(new Set(about).size).toBe(1);
    expect(new Set(seen.flat().map(({ id }) => id)).size).toBe(3);
  });
});
