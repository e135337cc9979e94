import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../src/contract/json/json.ts";
import { ClusterName, SnapshotId } from "../../src/contract/schema/ids.ts";
import { type Sextant, SIZES } from "./sextant.ts";
import { Stage } from "./stage.ts";
import { listOf, objectOf, type World } from "./world.ts";

const params = (world: World, name: string) => ({ groupId: world.main, clusterName: ClusterName.parse(name) });

/** The restores of a cluster as another client reads them. */
const jobs = async (world: World, name = "prod-eu"): Promise<readonly JsonObject[]> =>
  listOf(objectOf((await world.client.call("listBackupRestoreJobs", { params: params(world, name) })).raw), "results");

const jobOf = async (world: World, id: unknown): Promise<JsonObject | undefined> =>
  (await jobs(world)).find((job) => job["id"] === id);

/** Starts a restore of the newest snapshot as another client does, and gives its id. */
async function restore(world: World, deliveryType: "automated" | "download"): Promise<string> {
  const { raw } = await world.client.call("listReplicaSetBackups", { params: params(world, "prod-eu") });
  const newest = listOf(objectOf(raw), "results").findLast(({ status }) => status === "completed");
  const target = deliveryType === "download" ? {} : { targetClusterName: "prod-eu-side", targetGroupId: world.main };
  const body = { deliveryType, snapshotId: SnapshotId.parse(newest?.["id"]), ...target };
  const made = await world.client.call("createBackupRestoreJob", { params: params(world, "prod-eu") }, { body });
  return String(objectOf(made.raw)["id"]);
}

/** Puts the keys on the first row, which says something. */
async function first(sextant: Sextant, wanted: RegExp): Promise<void> {
  sextant.press("list.first");
  await sextant.waitFor(() => wanted.test(sextant.selected()?.text.trim() ?? ""), { what: String(wanted) });
}

/** A console that shows the restores of all clusters. */
async function opened(stage: Stage, title: RegExp, env: Readonly<Record<string, string>> = {}): Promise<Sextant> {
  const sextant = await stage.at("restore-jobs", title, env);
  await sextant.waitFor(() => sextant.selected() !== undefined, { what: "a selected restore" });
  return sextant;
}

describe.each(SIZES)("restores at $cols x $rows, $dialect", (setting) => {
  it("shows a link with what is left of it, gives the command that fetches it, and sees it go", async () => {
    await using stage = await Stage.set(setting);
    const { world } = stage;
    const [url] = (await jobs(world)).flatMap((job) => (Array.isArray(job["deliveryUrl"]) ? job["deliveryUrl"] : []));
    const sextant = await opened(stage, /Restores +1 running · 1 to download/u);
    await sextant.select(/^ *ready +prod-eu → download +expires in [56]m !/u);
    await sextant.do("list.open", /Status +ready/u);
    await sextant.waitForSaid(/Download link expires in [56]m/u);
    await sextant.act("Show download link", "▌Download of prod-eu");
    await sextant.waitForSaid(
      /curl --fail --location --proto '=http,https' --proto-redir '=https' --globoff --output/u,
    );
    expect(sextant.rightmost()).toMatch(/can be used once/u);
    // However it is wrapped.
    expect(sextant.rightmost().replaceAll(" ", "")).toContain(String(url));
    await sextant.do("page.copy", "▌Copy");
    await sextant.do("menu.choose", /Copied through the terminal/u);
    await sextant.do("page.close", /Status +ready/u);
    await world.step(600);
    // A console learns of a clock that was set with its next answer: one that is opened now sees it gone.
    const later = await opened(stage, /Restores +1 running/u);
    expect(later.text()).not.toContain("to download");
    expect(await world.writes()).toEqual([]);
  });

  it("cancels a download that runs", async () => {
    await using stage = await Stage.set(setting);
    const { world } = stage;
    const id = await restore(world, "download");
    const sextant = await opened(stage, /Restores +2 running/u);
    await first(sextant, /^running +prod-eu → download/u);
    await sextant.do("action.delete", "▌Review");
    await sextant.waitFor(/Cancel download\? +y\/N/u);
    expect(sextant.rightmost()).toMatch(/Status +running/u);
    expect(sextant.rightmost()).not.toMatch(/usually refuses/u);
    await sextant.yes("Cancel download");
    await sextant.doSaying("review.send", /Status cancelled/u);
    expect(await jobOf(world, id)).toMatchObject({ cancelled: true });
    expect((await world.writesDone()).at(-1)).toMatchObject({ method: "DELETE", operation: "cancelBackupRestoreJob" });
  });

  it("says that a restore into a cluster is usually not cancelled, shows the refusal, and sees it end", async () => {
    await using stage = await Stage.set(setting);
    const { world } = stage;
    await world.control("POST", "/scenarios", { faults: "cancel-refused" });
    const id = await restore(world, "automated");
    const sextant = await opened(stage, /Restores +2 running/u);
    await first(sextant, /^running +prod-eu → prod-eu-s/u);
    await sextant.do("action.delete", "▌Review");
    await sextant.waitFor(/Cancel restore\? +y\/N/u);
    expect(sextant.rightmost()).toMatch(/The service usually refuses to cancel a restore to a cluster/u);
    await sextant.yes("Cancel restore");
    await sextant.doSaying("review.send", /refused by the service/u);
    expect((await jobOf(world, id))?.["cancelled"]).not.toBe(true);
    await sextant.do("review.back", /Restores +2 running/u);
    await world.step(3600);
    await sextant.waitFor(/Restores +none running/u);
    expect((await jobOf(world, id))?.["finishedAt"]).toEqual(expect.any(String));

    // What has ended is not cancelled, and nothing is sent for it.
    const before = (await world.writes()).length;
    await sextant.do("action.delete", /nothing to cancel/u);
    expect((await world.writes()).length).toBe(before);
  });
});
