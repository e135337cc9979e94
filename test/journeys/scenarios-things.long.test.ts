import { describe, expect, it } from "vitest";
import { ClusterName, LiveMigrationId, SnapshotId } from "../../src/contract/schema/ids.ts";
import { goWell, goWrong, isInTime, lookUntil, said } from "./look-again.ts";
import type { Setting } from "./sextant.ts";
import { Stage } from "./stage.ts";
import { listOf, objectOf, type World } from "./world.ts";

/** Things that go wrong at the service (`domain.md` 17.4) while they are watched: failed is not done, stuck is said, storms are folded. */

const SMALL: Setting = { cols: 80, rows: 24, dialect: "specification" };
const LARGE: Setting = { cols: 120, rows: 40, dialect: "atlas" };

const params = (world: World) => ({ groupId: world.main, clusterName: ClusterName.parse("prod-eu") });

async function newestSnapshot(world: World): Promise<string> {
  const { raw } = await world.client.call("listReplicaSetBackups", { params: params(world) });
  const done = listOf(objectOf(raw), "results").findLast(({ status }) => status === "completed");
  return SnapshotId.parse(done?.["id"]);
}

describe.concurrent("a job that fails", () => {
  it("is a snapshot that is not called done, in its list and on the overview", async () => {
    await using stage = await Stage.set(LARGE);
    const { world } = stage;
    await goWrong(world, { scenario: "failed-snapshot" });
    const body = { retentionInDays: 7, description: "before CHG-2001" };
    await world.client.call("takeSnapshot", { params: params(world) }, { body });
    const sextant = await stage.at("snapshots", /Snapshots +.*2 running/u);
    await world.step(900);
    await lookUntil(
      sextant,
      () => sextant.row(/Snapshots +! .*no snapshot .* 2 failed/u) !== undefined,
      "none running, one more failed",
    );
    const overview = await stage.at("overview", /Overview +2 crit/iu);
    await overview.waitFor(() => /snapshot \d+\w prod-eu failed: on demand, no later success/u.test(said(overview)), {
      what: "the failed snapshot",
    });
    expect((await world.writesDone()).length).toBe(1);
  });

  it("is a restore that has failed, with its target in use again", async () => {
    await using stage = await Stage.set(SMALL);
    const { world } = stage;
    await goWrong(world, { scenario: "failed-restore" });
    const body = {
      deliveryType: "automated",
      snapshotId: await newestSnapshot(world),
      targetClusterName: "prod-eu-side",
      targetGroupId: world.main,
    };
    await world.client.call("createBackupRestoreJob", { params: params(world) }, { body });
    const sextant = await stage.at("restore-jobs", /Restores +2 running/u);
    await lookUntil(sextant, () => isInTime(sextant), "all of it");
    const failures = (): number => sextant.pane().filter((row) => /failed +prod-eu → prod-eu-s/u.test(row)).length;
    const before = failures();
    await world.step(3600);
    await lookUntil(sextant, /Restores +(none running|1 failed)/u);
    expect(failures()).toBe(before + 1);
  });

  it("is an export with its reason, at once where the bucket is denied", async () => {
    await using stage = await Stage.set(LARGE);
    const { world } = stage;
    const sextant = await stage.at("export-jobs", /Exports +1 running · 1 failed/u);
    await goWrong(world, { scenario: "failed-export", existing: "all" });
    await world.step(36_000);
    await lookUntil(sextant, /failed analytics The upload of a collection/u);
    expect(said(sextant)).toMatch(/Exports none running · 2 failed|Exports .*2 failed/u);

    await goWrong(world, { scenario: "export-denied" });
    const { raw } = await world.client.call("listExportBuckets", { params: { groupId: world.main } });
    const bucket = listOf(objectOf(raw), "results").find(({ bucketName }) => bucketName === "acme-db-exports");
    const body = { snapshotId: await newestSnapshot(world), exportBucketId: String(bucket?.["_id"]) };
    await world.client.call("createBackupExportJob", { params: params(world) }, { body });
    await lookUntil(sextant, /queued prod-eu/u);
    await world.step(120);
    await lookUntil(sextant, /Exports .*3 failed/u);
    expect(said(sextant)).toMatch(/failed prod-eu access denied acme-db-exports/u);
  });
});

describe.concurrent("an index", () => {
  it("whose build fails says what serves meanwhile; one that falls behind serves and says so", async () => {
    await using stage = await Stage.set(LARGE);
    const { world } = stage;
    const sextant = await stage.at("search-indexes", /Indexes +\d+ · \d+ not serving/u);
    await lookUntil(sextant, /shop\.products · facets serving/u);
    await goWrong(world, { scenario: "index-failed", existing: "all" });
    await world.step(900);
    await lookUntil(sextant, /shop\.products · facets failed, (still serving|serving v\d)/u);

    await using other = await Stage.set(SMALL);
    const behind = await other.at("search-indexes", /Indexes +\d+ · \d+ not serving/u);
    await goWrong(other.world, { scenario: "index-stale", existing: "all" });
    await other.world.step(900);
    await lookUntil(behind, /facets serving(?: v\d)?, behind/u);
  });
});

describe.concurrent("search nodes", () => {
  it("that say for a while that nothing changes are said to change as soon as they say so, and are ready after that", async () => {
    await using stage = await Stage.set(SMALL);
    const { world } = stage;
    await goWrong(world, { scenario: "stale-idle", options: { seconds: 60 } });
    const body = { specs: [{ instanceSize: "S30_HIGHCPU_NVME", nodeCount: 2 }] };
    await world.client.call("updateServiceSearchDeployment", { params: params(world) }, { body });
    const sextant = await stage.at("search-nodes/prod-eu", /Status +ready/u);
    await world.step(61);
    await lookUntil(sextant, /Status changing/u);
    await world.step(900);
    await lookUntil(sextant, /Status ready/u);
    expect(await world.writesDone()).toHaveLength(1);
  });
});

/** A migration of the sample, and its project. */
function sample(world: World, which: "copying" | "ready"): { readonly groupId: string; readonly id: LiveMigrationId } {
  const found = world.ready.migrations[which === "copying" ? 0 : 1];
  return { groupId: found?.groupId ?? "", id: LiveMigrationId.parse(found?.id) };
}

describe.concurrent("a migration", () => {
  it("that gets stuck is said to be, with why, when it has not gained for long, and not to be ready", async () => {
    await using stage = await Stage.set(LARGE);
    const { world } = stage;
    const { groupId, id } = sample(world, "copying");
    const sextant = await stage.at(`live-migration/${id}`, /copying/u, { SEXTANT_PROJECT_ID: groupId });
    await goWrong(world, { scenario: "stuck-migration", existing: [id], options: { after: 300 } });
    await world.step(420);
    await lookUntil(sextant, () => /· catching up/u.test(sextant.rightmost()), "catching up");
    const readAt = (): string => /ready .*?(\d\d:\d\d:\d\d)/u.exec(sextant.rightmost())?.[1] ?? "";
    const heard: string[] = [];
    for (let minutes = 0; minutes < 40 && !/for 1[5-9] min/u.test(heard.at(-1) ?? ""); minutes += 2) {
      const before = readAt();
      await world.step(120);
      await lookUntil(sextant, () => readAt() !== before && readAt() !== "", "another reading");
      heard.push(/Lag (.*?) \d+[smh] +⣿/u.exec(sextant.rightmost())?.[1] ?? "nothing yet");
    }
    process.stdout.write(`a migration that gets stuck, every two minutes:\n  ${heard.join("\n  ")}\n`);
    expect(heard.join("\n")).toMatch(/rising/u);
    expect(heard.at(-1)).toMatch(
      /rising 1\.\d s per second for \d+ min: writes on the source are faster than copying/u,
    );
    expect(sextant.rightmost()).toMatch(/ready .*not yet reported by the service/u);
    expect(await world.writes()).toEqual([]);
  });

  it("that is not cut over in time counts down to its end by the second, and has expired", async () => {
    await using stage = await Stage.set(SMALL);
    const { world } = stage;
    const { groupId, id } = sample(world, "ready");
    const sextant = await stage.at(`live-migration/${id}`, /· ready/u, { SEXTANT_PROJECT_ID: groupId });
    await lookUntil(sextant, /Migration expires in [45] days/u);
    await goWrong(world, { scenario: "migration-expired", existing: [id], options: { left: 300 } });
    await world.step(310);
    await lookUntil(sextant, /· expired/u);
    await lookUntil(sextant, /no cut-over within 120 h/u);
    sextant.press("action.menu");
    await sextant.waitFor(/Cut over… +the migration has ended/u);
    expect(await world.writes()).toEqual([]);
  });

  it("that fails in its copy says what stays, and what to do", async () => {
    await using stage = await Stage.set(SMALL);
    const { world } = stage;
    const { groupId, id } = sample(world, "copying");
    const sextant = await stage.at(`live-migration/${id}`, /· copying/u, { SEXTANT_PROJECT_ID: groupId });
    await goWrong(world, { scenario: "migration-failed", existing: [id] });
    await world.step(600);
    await lookUntil(sextant, /· failed/u);
    await lookUntil(sextant, /The migration failed and will not continue.*Validate the same request/u);
    expect(await world.writes()).toEqual([]);
  });
});

describe.concurrent("alerts", () => {
  it("that storm are folded on the overview where they are alike, and all of them are counted there and in the list", async () => {
    await using stage = await Stage.set(LARGE);
    const { world } = stage;
    const overview = await stage.at("overview", /Overview +2 crit/iu);
    const sextant = await stage.alerts();
    await goWrong(world, { scenario: "alert-storm", options: { count: 40, over: 30 } });
    await world.step(40);
    await lookUntil(sextant, /Alerts 46 open/u);
    await lookUntil(overview, /Overview 42 crit/iu);
    const critical = overview.pane().filter((row) => /CRIT/u.test(row));
    // Alike is one event on one cluster: nothing else is behind a row, and no group is there twice.
    const groups = critical.flatMap((row) => {
      const [, where, count, event] = /\+ CRIT +\d+\w +(\S+)(?: · \d+ hosts)? +×(\d+) (.*\S)/u.exec(row) ?? [];
      return where === undefined ? [] : [{ name: `${where} ${event}`, count: Number(count) }];
    });
    expect(groups.length).toBeGreaterThan(1);
    expect(new Set(groups.map(({ name }) => name)).size).toBe(groups.length);
    const alone = critical.filter((row) => /^[ ›]*CRIT/u.test(row)).length;
    expect(groups.reduce((sum, { count }) => sum + count, alone)).toBe(42);
    expect(await world.writes()).toEqual([]);
  });

  it("that come and go are marked as flapping", async () => {
    await using stage = await Stage.set(LARGE);
    const { world } = stage;
    const sextant = await stage.alerts();
    await goWrong(world, { scenario: "flapping" });
    for (let turns = 0; turns < 60 && !/flapping ×[3-9]/u.test(said(sextant)); turns += 1) {
      const before = sextant.row("as of")?.text;
      await world.step(30);
      await lookUntil(sextant, () => sextant.row("as of")?.text !== before, "a later reading");
    }
    expect(said(sextant)).toMatch(/flapping ×[3-9] · /u);
  });

  it("that come in between two pages are neither shown twice nor lost", async () => {
    await using stage = await Stage.set(LARGE);
    const { world } = stage;
    const sextant = await stage.alerts();
    await goWrong(world, { scenario: "alert-storm", options: { count: 600, over: 0 } });
    await world.step(30);
    await lookUntil(sextant, /Alerts 606 open/u);
    await goWrong(world, { scenario: "paging-shift", options: { by: 3 } });
    // The last three of the second page fall off its end; none of the first is there twice.
    await lookUntil(sextant, /Alerts 60[3-6] open/u);
    await goWell(world);
    await world.step(1);
    await lookUntil(sextant, /Alerts 606 open/u);
  });
});

const PLACES = [
  ["overview", /Overview +2 crit/iu, /quiesc/iu],
  ["alerts", /Alerts +6 open/u, /quiesc/iu],
  ["restore-jobs", /Restores +1 running · 1 to download/u, /Restores/u],
  ["export-jobs", /Exports +1 running/u, /quiesc/iu],
  ["snapshots", /Snapshots +.*! .*no snapshot/u, /quiesc/iu],
  ["search-indexes", /Indexes +\d+ · \d+ not serving/u, /quiesc/iu],
] as const;

describe.concurrent("values, fields and numbers that nobody knows", () => {
  it.each(PLACES)("are shown as they are in %s, and nothing stops", async (place, title, shows) => {
    // Whoever looks again and again is held to the calls of a minute, and waits for the next one.
    await using stage = await Stage.set(LARGE);
    const { world } = stage;
    const sextant = await stage.at(place, title);
    await lookUntil(sextant, () => isInTime(sextant) && sextant.selected() !== undefined, "all of it");
    await goWrong(world, { scenario: "unknown-things" });
    await lookUntil(sextant, shows);
    expect(said(sextant)).not.toMatch(/undefined|NaN|\[object/u);
    await sextant.do("help.open", "▌Keys");
    sextant.press("help.close");
    await sextant.waitUntilAbsent("▌Keys");
    await goWell(world);
    await lookUntil(sextant, () => isInTime(sextant) && title.test(sextant.text()), "as it was before");
    expect(await world.writes()).toEqual([]);
  });
});
