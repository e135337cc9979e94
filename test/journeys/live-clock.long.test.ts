import { describe, expect, it } from "vitest";
import { ClusterName, SearchIndexId, SnapshotId } from "../../src/contract/schema/ids.ts";
import type { CurrentGenerationIndex } from "../../src/contract/search-indexes/answers.ts";
import { indexStatusOf } from "../../src/domain/search/search-index-status.ts";
import { isInTime, lookUntil, said } from "./look-again.ts";
import { type Sextant, SIZES } from "./sextant.ts";
import { Stage } from "./stage.ts";
import { listOf, objectOf, type World } from "./world.ts";

/** What changes with the service's time alone, with its clock in the test's hand: links, silences, builds host by host. */

const params = (world: World) => ({ groupId: world.main, clusterName: ClusterName.parse("prod-eu") });

/** The service's time, in milliseconds. */
async function clockOf(world: World): Promise<number> {
  return Date.parse(String((await world.control("GET", "/clock"))["now"]));
}

/** How many requests have come to the service. */
async function requests(world: World): Promise<number> {
  const { entries } = await world.control("GET", "/journal");
  return Array.isArray(entries) ? entries.length : Number.NaN;
}

/** The texts that match, in the order in which they were on screen, each once. */
function countdown(sextant: Sextant, pattern: RegExp): { readonly seen: readonly string[]; look(): boolean } {
  const seen: string[] = [];
  return {
    seen,
    look: () => {
      const found = pattern.exec(said(sextant))?.[1];
      if (found !== undefined && seen.at(-1) !== found) seen.push(found);
      return found !== undefined;
    },
  };
}

describe.concurrent.each(SIZES)("a download link at $cols x $rows, $dialect", (setting) => {
  it("appears when the files are there, counts down by the minute and in its last minute by the second, and is gone without a call", async () => {
    // The service's time goes on: an answer to any question during the countdown must not set the clock back.
    await using stage = await Stage.set(setting, { speed: 1 });
    const { world } = stage;
    // The restores and the link of the sample are over: a list in which nothing runs is not asked for every few seconds.
    await world.step(7200);
    const { raw } = await world.client.call("listReplicaSetBackups", { params: params(world) });
    const newest = listOf(objectOf(raw), "results").findLast(({ status }) => status === "completed");
    const body = { deliveryType: "download", snapshotId: SnapshotId.parse(newest?.["id"]) };
    const made = await world.client.call("createBackupRestoreJob", { params: params(world) }, { body });
    const id = String(objectOf(made.raw)["id"]);
    const sextant = await stage.at("restore-jobs", /Restores +1 running/u);
    await lookUntil(sextant, () => isInTime(sextant), "all of it");

    await world.step(400);
    await lookUntil(sextant, /Restores 1 to download/u);
    await lookUntil(sextant, /ready prod-eu → download expires in 5\dm/u);
    const jobs = await world.client.call("listBackupRestoreJobs", { params: params(world) });
    const job = listOf(objectOf(jobs.raw), "results").find((each) => each["id"] === id);
    const left = Date.parse(String(job?.["expiresAt"])) - (await clockOf(world));

    await world.step(left / 1000 - 130);
    await lookUntil(sextant, /ready prod-eu → download expires in [12]m !/u);
    await world.step(112);
    const seconds = countdown(sextant, /ready prod-eu → download expires in (\d+s) !/u);
    await lookUntil(sextant, () => seconds.look());
    // What was asked for by hand has come before two more seconds are over.
    await sextant.waitFor(() => seconds.look() && seconds.seen.length > 2, { what: "two seconds more" });
    const before = await requests(world);
    await sextant.waitFor(() => {
      seconds.look();
      return /Restores none running/u.test(said(sextant));
    });
    expect(said(sextant)).toMatch(/expired prod-eu → download/u);
    expect(seconds.seen.length).toBeGreaterThan(2);
    expect(seconds.seen).toEqual(
      seconds.seen.toSorted((one, other) => Number.parseInt(other, 10) - Number.parseInt(one, 10)),
    );
    // Alerts are read for the count in the sidebar; nobody asked for restores.
    const { entries } = await world.control("GET", "/journal");
    const since = (Array.isArray(entries) ? entries.map(objectOf) : []).slice(before);
    expect(since.filter(({ target }) => /restoreJobs/u.test(String(target)))).toEqual([]);
    expect(await world.writesDone()).toHaveLength(1);
  });
});

describe.concurrent.each(SIZES)("a silence at $cols x $rows, $dialect", (setting) => {
  it("is warned of before it ends, counted down by the second, and over without a call", async () => {
    // The service's time goes on: an answer that comes during the countdown must not set the clock back to its start.
    await using stage = await Stage.set(setting, { speed: 1 });
    const { world } = stage;
    const sextant = await stage.alerts();
    await lookUntil(sextant, /Alerts 6 open · 2 acknowledged/u);
    const silenced = (await world.alerts("OPEN")).flatMap(({ acknowledgedUntil }) =>
      typeof acknowledgedUntil === "string" ? Date.parse(acknowledgedUntil) : [],
    );
    const left = Math.min(...silenced) - (await clockOf(world));
    await world.step(left / 1000 - 20);
    await sextant.select("read tickets");
    await sextant.do("list.open", /read tickets/u);
    const seconds = countdown(sextant, /Acknowledged for (\d+s) more/u);
    await lookUntil(sextant, () => seconds.look());
    await sextant.waitFor(
      () => {
        seconds.look();
        return /Acknowledged ended/u.test(said(sextant));
      },
      { what: "the end of the silence" },
    );
    expect(seconds.seen.length).toBeGreaterThan(2);
    await sextant.do("detail.back", /Alerts +7 open · 1 acknowledged/u);
    expect(await world.writes()).toEqual([]);
  });
});

/** An index of prod-eu as another client reads it. */
async function facets(world: World): Promise<CurrentGenerationIndex> {
  const { data } = await world.client.call("listServiceSearchIndexesCluster", { params: params(world) });
  const found = data.find(({ name }) => name === "facets");
  if (found === undefined) throw new Error("the sample has no index facets");
  return found;
}

describe.concurrent.each(SIZES)("another definition of an index at $cols x $rows, $dialect", (setting) => {
  it("is built beside the old one and taken over host by host, which goes on serving", async () => {
    await using stage = await Stage.set(setting);
    const { world } = stage;
    const indexId = SearchIndexId.parse((await facets(world)).indexID);
    const sextant = await stage.at(`search-indexes/${indexId}`, /Indexes/u);
    await lookUntil(sextant, () => /Status Serving/u.test(sextant.rightmost()), "that it serves");
    // Time goes by the test's steps alone: a host that takes over must not be over when somebody looks.
    await world.control("PUT", "/clock", { speed: 0 });
    const body = { definition: { mappings: { dynamic: true } } };
    await world.client.call("updateServiceSearchIndex", { params: { ...params(world), indexId } }, { body });

    const heard: string[] = [];
    for (let steps = 0; steps < 160 && !/^Serving v\d+$/u.test(heard.at(-1) ?? ""); steps += 1) {
      await world.step(1);
      // The screen says of it what another client reads, host by host.
      const { words } = indexStatusOf(await facets(world));
      await lookUntil(sextant, () => sextant.rightmost().includes(`Status ${words} `), words);
      if (words !== heard.at(-1)) heard.push(words);
    }
    process.stdout.write(`another definition, second by second:\n  ${heard.join("\n  ")}\n`);
    expect(heard.filter((words) => /building v\d+ on \d of 3/u.test(words)).length).toBeGreaterThan(0);
    expect(heard).toContain("Serving the old definition on 2 of 3 hosts");
    expect(heard).toContain("Serving the old definition on 1 of 3 hosts");
    expect(heard.join("\n")).not.toMatch(/Not serving/u);
    expect(await world.writesDone()).toHaveLength(1);
  });
});
