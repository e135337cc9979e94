import { describe, expect, it } from "vitest";
import { ClusterName } from "../../src/contract/schema/ids.ts";
import { goWell, goWrong, lookUntil, said } from "./look-again.ts";
import { Stage } from "./stage.ts";
import { listOf, objectOf, type World } from "./world.ts";

/** One thing says how old its own answer is, which is not that of the list that it stands in. */

const CLUSTER = ClusterName.parse("analytics");

/** The export that runs. */
async function running(world: World): Promise<string> {
  const params = { groupId: world.main, clusterName: CLUSTER };
  const { raw } = await world.client.call("listBackupExportJobs", { params });
  return String(listOf(objectOf(raw), "results").find(({ state }) => state === "InProgress")?.["id"]);
}

/** Until the service has told the record of one export. */
async function isAnswered(world: World): Promise<void> {
  for (let answered = false; !answered; ) {
    const { entries } = await world.control("GET", "/journal");
    const rows = Array.isArray(entries) ? entries.map(objectOf) : [];
    answered = rows.some(({ operation, status }) => operation === "getBackupExportJob" && status === 200);
  }
}

const FAILS = { scenario: "server-error", on: ["getBackupExportJob"], times: 99 } as const;
const OUTDATED = /(?:<10|\d+)s old/u;

describe.concurrent("an export whose own answer fails", () => {
  it("is late beside a list that is in time, and the last line says why", async () => {
    await using stage = await Stage.set({ cols: 120, rows: 40, dialect: "specification" });
    const { world } = stage;
    const sextant = await stage.at(`export-jobs/${await running(world)}`, /Status +running/u);
    await isAnswered(world);
    await goWrong(world, FAILS);
    await lookUntil(sextant, () => OUTDATED.test(sextant.rightmost()), "a detail that is late");
    expect(sextant.rightmost()).toMatch(/Status running/u);
    const [list = ""] = sextant.pane()[1]?.split("│") ?? [];
    expect(list).toMatch(/Exports .*as of [\d:]{8}(?: local| UTC)? *$/u);
    // Neither title has room for when it is tried again.
    await lookUntil(sextant, () => / next try in \d+s/u.test(sextant.screen().at(-1) ?? ""), "when it is tried again");
    expect(sextant.screen().at(-1)).toMatch(/export.*: the service failed/u);
    await goWell(world);
    await lookUntil(sextant, () => !OUTDATED.test(sextant.rightmost()), "a detail that is in time");
    expect(await world.writes()).toEqual([]);
  });

  it("tells it in a pane alone, in its title", async () => {
    await using stage = await Stage.set({ cols: 60, rows: 15, dialect: "atlas" });
    const { world } = stage;
    const sextant = stage.console([`export-jobs/${await running(world)}`, "--pane"]);
    await sextant.waitFor(/Status +running/u);
    await lookUntil(
      sextant,
      () => /as of [\d:]{8}(?: local| UTC)? · Payments/u.test(sextant.screen()[0] ?? ""),
      "its time",
    );
    await goWrong(world, FAILS);
    await lookUntil(sextant, () => OUTDATED.test(sextant.screen()[0] ?? ""), "a pane that is late");
    expect(said(sextant)).toMatch(/the service failed/u);
    await goWell(world);
    await lookUntil(sextant, () => !OUTDATED.test(sextant.screen()[0] ?? ""), "a pane that is in time");
  });
});
