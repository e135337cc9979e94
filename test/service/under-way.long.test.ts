/** What is on its way in the sample: at a first start, and at later ones when all of a kind has ended. */
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { startService } from "../../src/service/service.ts";
import { folder } from "../folder.ts";
import { backup, into, newest, refused } from "./backup-jobs-support.ts";
import { clusterPath, policyItem, snapshotsOf, stagingOf, USUAL_POLICY } from "./backups.ts";
import { type Client, clientOf, frozen, type Reply } from "./support.ts";

const DAY = 86_400_000;

const CLUSTERS = ["prod-eu", "analytics", "prod-eu-side", "paused-1", "wallet-eu"];

/** How many of each kind are on their way in the main project; the migrations by their lag. */
async function underWay(call: Client) {
  const project = `/groups/${call.groupId}`;
  const rowsOf = async (cluster: string, rest: string) =>
    (await call("GET", `${project}/clusters/${cluster}/${rest}`)).rows();
  const all = async (rest: string) => (await Promise.all(CLUSTERS.map((name) => rowsOf(name, rest)))).flat();
  const migrations = await Promise.all(
    call.ready.migrations
      .filter(({ groupId }) => groupId === call.groupId)
      .map(({ id }) => call("GET", `${project}/liveMigrations/${id}`)),
  );
  const restores = await all("backup/restoreJobs");
  const builds = await call("GET", `${project}/clusters/prod-eu/search/indexes`);
  return {
    catchingUp: migrations.filter((one) => one.at("status") === "WORKING" && Number(one.at("lagTimeSeconds")) > 1000)
      .length,
    restores: restores.filter(
      ({ finishedAt, cancelled, failed }) => !finishedAt && cancelled !== true && failed !== true,
    ).length,
    exports: (await all("backup/exports")).filter(({ state }) => state === "Queued" || state === "InProgress").length,
    snapshots: (await rowsOf("wallet-eu", "backup/snapshots")).filter(
      ({ status }) => status === "inProgress" || status === "queued",
    ).length,
    hasBuild: builds.text.includes('"BUILDING"'),
    main: (await rowsOf("prod-eu", "backup/restoreJobs")).filter(
      ({ finishedAt, cancelled }) => !finishedAt && !cancelled,
    ).length,
  };
}

const LIVELY = { catchingUp: 1, restores: 1, exports: 1, snapshots: 1, hasBuild: true, main: 0 };

/** What somebody does with a service on a file that was started at a time of the wall clock. */
async function startedFor<Result>(
  place: string,
  time: number,
  quiet: boolean,
  work: (call: Client) => Promise<Result>,
): Promise<Result> {
  const running = await startService({ place, quiet, wallClock: () => time });
  try {
    return await work(await clientOf(running.ready));
  } finally {
    await running.stop();
  }
}

/** What a service on a file tells at a time of the wall clock. */
const startedAt = (place: string, time: number, quiet: boolean) => startedFor(place, time, quiet, underWay);

const statusOf = async (reply: Promise<Reply>): Promise<number> => (await reply).status;

describe("what is on its way", () => {
  const first = Date.UTC(2026, 3, 14, 9, 40);

  test.each([true, false])(
    "is there at a first start, a quiet one (%s) too, and nothing of it on the main cluster",
    async (quiet) => {
      expect(await startedAt(":memory:", first, quiet)).toEqual(LIVELY);
    },
  );

  test("is left as it is at a start soon after", async () => {
    const place = join(folder(), "data.sqlite");
    await startedAt(place, first, false);
    expect(await startedAt(place, first + 60_000, false)).toEqual(LIVELY);
  });

  test("has ended at a quiet start a week later, and is there again at one that is not quiet", async () => {
    const place = join(folder(), "data.sqlite");
    await startedAt(place, first, true);
    const later = first + 7 * DAY;
    expect(await startedAt(place, later, true)).toMatchObject({
      catchingUp: 0,
      restores: 0,
      exports: 0,
      hasBuild: false,
    });
    expect(await startedAt(place, later, false)).toMatchObject({ ...LIVELY, snapshots: expect.any(Number) });
    expect(await startedAt(place, later + 1000, true)).toMatchObject({ catchingUp: 1, restores: 1 });
  });
});

describe("the restore that is on its way", () => {
  test("has its target out of use: no second restore goes there, nobody can log in, and it is told of", async () => {
    const call = await frozen();
    const staging = stagingOf(call);
    const cluster = `/groups/${staging}/clusters/stage-1`;
    const [running] = (await call("GET", backup(call, "restoreJobs", "paused-1"))).rows();
    const { id: snapshotId } = await newest(call);
    const second = { deliveryType: "automated", snapshotId, ...into(call, "stage-1", staging) };
    const again = () => call("POST", backup(call, "restoreJobs"), { body: second });

    expect((await call("GET", cluster)).at("stateName")).toBe("UPDATING");
    expect(refused(await again())).toEqual([409, "ATLAS_CLUSTER_RESTORE_IN_PROGRESS"]);
    const begun = Number.parseInt(String(running?.["id"]).slice(0, 8), 16) * 1000;
    const since = { query: `start=${begun}&end=${begun + 12 * 60_000}` };
    const logins = (await call("GET", `/groups/${staging}/dbAccessHistory/clusters/stage-1`, since)).rows("accessLogs");
    expect(new Set(logins.map(({ authResult }) => authResult))).toEqual(new Set([false]));
    const open = await call("GET", `/groups/${staging}/alerts`, { query: "status=OPEN" });
    const began = new Date(begun).toISOString().replace(".000Z", "Z");
    expect(open.rows()).toContainEqual(
      expect.objectContaining({ eventTypeName: "NO_PRIMARY", clusterName: "stage-1", created: began }),
    );

    expect(await statusOf(call("DELETE", backup(call, `restoreJobs/${running?.["id"]}`, "paused-1")))).toBe(204);
    expect((await call("GET", cluster)).at("stateName")).toBe("IDLE");
    expect((await again()).status).toBe(200);
  });
});

describe("what a later start adds goes by the rules of a request", () => {
  const first = Date.UTC(2026, 3, 14, 9, 40);
  const later = first + 7 * DAY;

  /** What is on its way at a start a week after the first, between which somebody did something. */
  async function startedAfter<Result>(
    change: (call: Client) => Promise<void>,
    look: (call: Client) => Promise<Result>,
  ) {
    const place = join(folder(), "data.sqlite");
    await startedAt(place, first, false);
    await startedFor(place, later, true, change);
    return startedFor(place, later + 60_000, false, look);
  }

  const schedule = (call: Client) => `${clusterPath(call, "analytics")}/schedule`;

  test.each([
    [true, /^exported_snapshots\/Acme\/Payments\/analytics\//u],
    [false, /^exported_snapshots\/[0-9a-f]{24}\/[0-9a-f]{24}\/analytics\//u],
  ])("an export has the path that the schedule asks for, by names: %s", async (byNames, path) => {
    const added = await startedAfter(
      async (call) => {
        const body = { useOrgAndGroupNamesInExportPrefix: byNames };
        expect(await statusOf(call("PATCH", schedule(call), { body }))).toBe(200);
      },
      async (call) => (await call("GET", backup(call, "exports", "analytics"))).rows().at(-1),
    );
    expect(added).toMatchObject({ state: "Queued", prefix: expect.stringMatching(path) });
  });

  test.each(["kept", "deleted"])("no export is added where they are switched off, the bucket %s", async (bucket) => {
    const { exports } = await startedAfter(async (call) => {
      const { exportBucketId } = Object((await call("GET", schedule(call))).at("export"));
      expect(await statusOf(call("PATCH", schedule(call), { body: { autoExportEnabled: false } }))).toBe(200);
      if (bucket === "kept") return;
      const path = `/groups/${call.groupId}/backup/exportBuckets/${exportBucketId}`;
      expect(await statusOf(call("DELETE", path))).toBe(204);
    }, underWay);
    expect(exports).toBe(0);
  });

  test("a snapshot is kept as long as the compliance policy asks for", async () => {
    const added = await startedAfter(
      async (call) => {
        const body = { ...USUAL_POLICY, onDemandPolicyItem: policyItem("ondemand", 0, 30) };
        expect(await statusOf(call("PUT", `/groups/${call.groupId}/backupCompliancePolicy`, { body }))).toBe(200);
      },
      async (call) =>
        (await snapshotsOf(call, "wallet-eu")).findLast(({ description }) => description === "before the cut-over"),
    );
    expect(added?.["status"]).toBe("inProgress");
    expect(Date.parse(String(added?.["expiresAt"]))).toBeGreaterThan(later + 29 * DAY);
  });

  test("no migration is added where the organisation is linked no more", async () => {
    const { catchingUp } = await startedAfter(async (call) => {
      expect(await statusOf(call("DELETE", `/orgs/${call.ready.orgId}/liveMigrations/linkTokens`))).toBe(204);
    }, underWay);
    expect(catchingUp).toBe(0);
  });

  test("no migration is added into a cluster that is being restored", async () => {
    const found = await startedAfter(async (call) => {
      const { id: snapshotId } = await newest(call, "paused-1");
      const body = { deliveryType: "automated", snapshotId, ...into(call, "wallet-eu") };
      expect(await statusOf(call("POST", backup(call, "restoreJobs", "paused-1"), { body }))).toBe(200);
    }, underWay);
    expect(found).toMatchObject({ catchingUp: 0, restores: 1 });
  });

  test("no restore is added into a cluster that receives one", async () => {
    const restores = await startedAfter(
      async (call) => {
        const { id: snapshotId } = await newest(call);
        const body = { deliveryType: "automated", snapshotId, ...into(call, "stage-1", stagingOf(call)) };
        expect(await statusOf(call("POST", backup(call, "restoreJobs"), { body }))).toBe(200);
      },
      async (call) => (await call("GET", backup(call, "restoreJobs", "paused-1"))).rows(),
    );
    expect(restores.every(({ finishedAt }) => finishedAt !== undefined)).toBe(true);
  });
});
