import { readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { Sextant } from "./sextant.ts";
import { SIZES } from "./sextant.ts";
import { Stage } from "./stage.ts";

/** Opens something that is done with the settings of the project, by its name in the palette. */
async function settings(sextant: Sextant, title: string, brings: string): Promise<void> {
  await sextant.do("palette.open", "▌Commands");
  sextant.type(title);
  await sextant.waitFor(() => sextant.selected()?.text.includes(title) === true, { what: title });
  await sextant.do("palette.choose", brings);
}

describe.each(SIZES)("settings of two projects, at $cols x $rows, $dialect", (setting) => {
  it("are compared, copied here through one review, and are the same in files afterwards", async () => {
    await using stage = await Stage.set(setting);
    const { world, home } = stage;
    const sextant = await stage.configurations();
    // Before its name has come, a title says "this project".
    await sextant.waitFor("Acme › Payments");
    await sextant.act("Compare with project…", "▌Compare Payments with");
    await sextant.takeFound("Staging", "Payments beside Staging", "Staging");
    await sextant.waitFor(/1 different, 1 missing here/u);
    await sextant.on("different      no primary");
    await sextant.do("comparison.mark", "1 marked");
    await sextant.do("comparison.filter", " / text");
    sextant.type("Auditing");
    await sextant.waitFor("/Auditing");
    await sextant.do("filter.keep", /Space select/u);
    await sextant.do("comparison.open", "fields differ");
    expect(sextant.rightmost()).toMatch(/Audit log/u);
    await sextant.do("difference.close", /Space select/u);
    await sextant.do("comparison.mark", "2 marked");
    await sextant.do("comparison.copy", "Copies 2 settings from Staging to Payments.");
    expect(await world.writesDone()).toHaveLength(0);
    if (sextant.screen().some((row) => row.includes("y/N"))) await sextant.do("copying.yes", /\? +yes/u);
    await sextant.do("copying.send", "2 of 2 done");
    expect(await world.writesDone()).toHaveLength(2);
    await sextant.do("copying.done", /different +Auditing/u);
    await sextant.do("comparison.close", /Export buckets: 3 missing there/u);
    await sextant.do("comparison.first", /Alert configurations: 1 missing here/u);
    await sextant.do("comparison.close", /▌Alert configs/u);

    const folder = join(home.directory, "written");
    await settings(sextant, "Export settings of this project…", "▌Folder for the settings");
    sextant.type(folder);
    await sextant.waitFor(folder.slice(-20));
    await sextant.do("picker.take", "written to");
    expect(readdirSync(folder)).toContain("alert-configuration.yaml");
    await sextant.do("page.close", /▌Alert configs/u);
    await settings(sextant, "Compare with file…", "▌Compare Payments with a file");
    sextant.type(folder);
    await sextant.waitFor(folder.slice(-20));
    await sextant.do("picker.take", "No difference");
    expect(await world.writesDone()).toHaveLength(2);
  });
});

describe.each(SIZES)("settings of a project with other clusters, at $cols x $rows, $dialect", (setting) => {
  it("are copied: three alert configurations, and a schedule for the cluster that is said to be compared", async () => {
    await using stage = await Stage.set(setting);
    const { world } = stage;
    const common = {
      enabled: true,
      notifications: [{ typeName: "EMAIL", emailAddress: "dba@example.com", delayMin: 5, intervalMin: 60 }],
    };
    const params = { groupId: world.project("Staging") };
    for (const eventTypeName of ["CLUSTER_MONGOS_IS_MISSING", "HOST_EXPOSED"]) {
      await world.client.call("createAlertConfiguration", { params }, { body: { ...common, eventTypeName } });
    }
    const before = (await world.writesDone()).length;
    const sextant = await stage.configurations();
    // Before its name has come, a title says "this project".
    await sextant.waitFor("Acme › Payments");
    await sextant.act("Compare with project…", "▌Compare Payments with");
    await sextant.takeFound("Staging", "Payments beside Staging", "Staging");
    await sextant.waitFor(/1 different, 3 missing here/u);
    await sextant.on("different      no primary");
    await sextant.do("comparison.mark", "1 marked");
    // One that the service keeps and would not take: it is left out.
    await sextant.on(/missing here +host down/u);
    await sextant.do("list.down", () => !sextant.has(/missing here +host down/u));
    await sextant.on(/missing here +(mongos missing|host open)/u);
    await sextant.do("comparison.mark", "2 marked");
    await sextant.on(/missing here +(mongos missing|host open)/u);
    await sextant.do("comparison.mark", "3 marked");

    await sextant.do("comparison.filter", " / text");
    sextant.type("Backup sch");
    await sextant.waitFor("/Backup sch");
    await sextant.do("filter.keep", /Space select/u);
    await sextant.on(/missing here +Backup schedule/u);
    await sextant.do("comparison.open", /There is no cluster stage-1 here/u);
    await sextant.do("difference.close", "3 marked");
    await sextant.do("comparison.mark", "▌Cluster to compare with stage-1");
    await sextant.takeFound("prod-eu", "Cluster stage-1 of Staging is compared with prod-eu.", "prod-eu");
    // What was marked stays so, and the schedule is one that both have.
    await sextant.waitFor("3 marked");
    await sextant.waitFor(/Backup schedules: 1 different/u);
    await sextant.do("comparison.first", () => sextant.has(/different +Backup schedule/u));
    await sextant.do("comparison.mark", "4 marked");
    await sextant.do("comparison.copy", "Copies 4 settings from Staging to Payments.");
    expect(await world.writesDone()).toHaveLength(before);
    await sextant.waitFor(/Copy 4 settings/u);
    if (sextant.screen().some((row) => row.includes("y/N"))) await sextant.do("copying.yes", /\? +yes/u);
    await sextant.do("copying.send", "4 of 4 done");
    const done = (await world.writesDone()).slice(before);
    expect(done.map(({ operation }) => operation).toSorted()).toEqual([
      "createAlertConfiguration",
      "createAlertConfiguration",
      "updateAlertConfiguration",
      "updateBackupSchedule",
    ]);
    expect(done.find(({ operation }) => operation === "updateBackupSchedule")?.target).toContain("/prod-eu/");
    await sextant.do("copying.done", "Cluster stage-1 of Staging is compared with prod-eu.");
    // A window for restores to a point in time is set here alone, and a copy leaves it.
    await sextant.do("comparison.first", () => sextant.has(/different +Backup schedule/u));
    await sextant.do("comparison.open", /1 field differs\./u);
    expect(sextant.rightmost()).toContain("They are set here alone: there is nothing to copy.");
  });
});
