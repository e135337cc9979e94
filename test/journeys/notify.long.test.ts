import { it } from "vitest";
import { ClusterName, SnapshotId } from "../../src/contract/schema/ids.ts";
import { SIZES } from "./sextant.ts";
import { Stage } from "./stage.ts";
import { listOf, objectOf, type World } from "./world.ts";

/** Starts a restore of the newest snapshot into another cluster, as another client does. */
async function restore(world: World): Promise<void> {
  const params = { groupId: world.main, clusterName: ClusterName.parse("prod-eu") };
  const { raw } = await world.client.call("listReplicaSetBackups", { params });
  const newest = listOf(objectOf(raw), "results").findLast(({ status }) => status === "completed");
  const body = {
    deliveryType: "automated" as const,
    snapshotId: SnapshotId.parse(newest?.["id"]),
    targetClusterName: "prod-eu-side",
    targetGroupId: world.main,
  };
  await world.client.call("createBackupRestoreJob", { params }, { body });
}

it.each(SIZES)(
  "tells that a restore has ended while another area is looked at, also after a restart ($cols x $rows)",
  async (setting) => {
    await using stage = await Stage.set(setting);
    const { world } = stage;
    await restore(world);
    const sextant = await stage.at("restore-jobs", /Restores +2 running/u);
    await sextant.select(/^ *running +prod-eu → prod-eu-s/u);
    await sextant.do("notify", /▌Notify me of prod-eu → prod-eu-side/u);
    await sextant.select(/when it ends/u, "menu.down");
    await sextant.do("menu.choose", /You will be notified of prod-eu → prod-eu-side/u);
    sextant.press("quit");
    await sextant.exit();

    const again = await stage.at("alert-configurations", /Alert configs +\d+ on/u);
    await again.do("notify", /▌Notify me in Alert configs/u);
    await again.do("menu.close", /Alert configs +\d+ on/u);
    await world.step(3600);
    await again.waitFor(/prod-eu → prod-eu-side: completed/u);
    await again.do("activity", /prod-eu → prod-eu-side: completed \(Restores, /u);
    // It is told once.
    await again.do("activity.close", /Alert configs/u);
    await again.do("notify", /All notifications… .*none wanted/u);
  },
);
