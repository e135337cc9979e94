import { describe, expect, it } from "vitest";
import { ClusterName } from "../../src/contract/ids.ts";
import type { JsonObject } from "../../src/contract/json.ts";
import { type Sextant, SIZES } from "./sextant.ts";
import { Stage } from "./stage.ts";
import { listOf, objectOf, type World } from "./world.ts";

const params = (world: World, name: string) => ({ groupId: world.main, clusterName: ClusterName.parse(name) });

const snapshots = async (world: World, name = "prod-eu"): Promise<readonly JsonObject[]> =>
  listOf(objectOf((await world.client.call("listReplicaSetBackups", { params: params(world, name) })).raw), "results");

/** A console that shows the guided paths. */
async function opened(stage: Stage): Promise<Sextant> {
  const sextant = await stage.at("guided-paths", /Guided paths +none begun|on the way/u);
  await sextant.waitFor(() => sextant.selected() !== undefined, { what: "a selected path" });
  return sextant;
}

/** Begins a path about a thing that is picked by name. */
async function begun(sextant: Sextant, path: RegExp, question: string, thing: string): Promise<void> {
  await sextant.select(path);
  await sextant.do("action.new", `▌${question}`);
  sextant.type(thing);
  await sextant.waitFor(() => sextant.selected()?.text.startsWith(thing) === true, { what: thing });
  await sextant.do("picker.take", /Begun/u);
}

describe.each(SIZES)("guided paths at $cols x $rows, $dialect", (setting) => {
  it("makes a safe change: snapshot, wait, the change, and the snapshot goes; left and taken up again on the way", async () => {
    await using stage = await Stage.set(setting);
    const { world } = stage;
    const before = await snapshots(world);
    const first = await opened(stage);
    await begun(first, /^ *Safe change/u, "A change to which cluster", "prod-eu");
    await first.waitFor(/1 now +Take a snapshot/u);
    await first.do("action.new", "▌Take a snapshot of prod-eu");
    await first.do("form.review", /Enter +Take a snapshot of prod-eu/u);
    await first.doSaying("review.send", /being taken: wait until it is done/u);
    const made = (await snapshots(world)).find(({ id }) => !before.some((other) => other["id"] === id));
    expect(made).toMatchObject({ snapshotType: "onDemand" });
    // There is nothing to do but wait, and it says so.
    await first.doSaying("action.new", /Take a snapshot: being taken/u);
    await first.close();

    const sextant = await opened(stage);
    await sextant.waitFor(/1 on the way/u);
    sextant.press("list.first");
    await sextant.waitFor(() => /prod-eu +1 of 3/u.test(sextant.selected()?.text ?? ""), { what: "the path begun" });
    await sextant.do("list.open", /Now +step 1 of 3, goes on by itself/u);
    await world.step(900);
    await sextant.waitFor(/1 done +Take a snapshot/u);
    await sextant.waitFor(/2 now +Make the change/u);
    await sextant.do("action.new", "▌Make the change");
    await sextant.do("picker.take", /2 done +Make the change/u);
    await sextant.doSaying("action.new", /type prod-eu to go on/u);
    sextant.type("prod-eu");
    await sextant.waitFor(/> prod-eu/u);
    await sextant.do("review.send", /all done: put it away/u);
    expect((await snapshots(world)).some(({ id }) => id === made?.["id"])).toBe(false);
    expect((await world.writesDone()).map(({ operation }) => operation)).toEqual([
      "takeSnapshot",
      "deleteReplicaSetBackup",
    ]);
    await sextant.act("Put it away; nothing is undone", /put away; nothing of it was/u);
    await sextant.do("detail.back", /none begun/u);
  });
});
