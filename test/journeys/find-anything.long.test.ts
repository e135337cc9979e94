import { describe, expect, it } from "vitest";
import { textIn } from "../../src/contract/json/json.ts";
import { ClusterName } from "../../src/contract/schema/ids.ts";
import { type Sextant, SIZES } from "./sextant.ts";
import { Stage } from "./stage.ts";

/** Anything that is known is found by its id, name or address; pins are kept. */

const header = (sextant: Sextant): string => sextant.screen()[0] ?? "";

async function find(sextant: Sextant, text: string, first: RegExp): Promise<void> {
  await sextant.do("palette.open", "▌Commands");
  sextant.type(text);
  await sextant.waitFor(() => sextant.has(first), { what: `${String(first)} found first` });
}

/** The id of a snapshot of a cluster that no console has read. */
async function snapshotOf({ world }: Stage, clusterName: string): Promise<string> {
  const params = { groupId: world.main, clusterName: ClusterName.parse(clusterName) };
  const { data } = await world.client.call("listReplicaSetBackups", { params });
  return data.results[0]?.id ?? "";
}

describe.each(SIZES)("finding anything at $cols x $rows, $dialect", (setting) => {
  it("finds a pasted id of an alert from another area, and a host", async () => {
    await using stage = await Stage.set(setting);
    const sextant = await stage.alerts();
    const [alert] = await stage.world.alerts("OPEN");
    const alertId = textIn(alert, "id") ?? "";
    await find(sextant, "Go to Restores", /^Go to Restores/u);
    await sextant.do("palette.choose", /▌Restores/u);
    await find(sextant, alertId, /alert$/u);
    await sextant.do("palette.choose", /Acknowledged +/u);
    await find(sextant, "prod-eu-shard-00-00", /^prod-eu-shard-00-00\S+.*host/u);
    await sextant.do("palette.choose", /▌Access history/u);
  });

  it("looks up a snapshot that is not known", async () => {
    await using stage = await Stage.set(setting);
    const sextant = await stage.alerts();
    const snapshot = await snapshotOf(stage, "prod-eu");
    await sextant.do("palette.open", "▌Commands");
    sextant.type(snapshot);
    await sextant.waitFor(/Look up \S+ as alert/u);
    await sextant.do("palette.down", () => sextant.has(/^Look up \S+ as search index/u));
    await sextant.do("palette.choose", snapshot);
  });

  it("keeps pins of two consoles over a restart, at the top of the overview and the palette, until b is pressed again", async () => {
    await using stage = await Stage.set(setting);
    const one = await stage.alerts();
    const other = await stage.alerts();
    await one.do("pin", "Pinned:");
    const first = other.selected()?.text;
    await other.do("list.down", () => ![undefined, first].includes(other.selected()?.text));
    await other.do("pin", "Pinned:");
    for (const console of [one, other]) {
      console.press("quit");
      await console.exit();
    }
    const again = stage.console(["overview"]);
    await again.waitFor(/Pinned/u);
    await again.waitFor(() => again.pane().filter((row) => /^[ ›]*alert /u.test(row)).length === 2, {
      what: "two pins",
    });
    await again.do("palette.open", /pinned · alert/u);
    await again.do("palette.close", /▌Overview/u);
    await again.do("list.first", () => again.selected()?.text.trimStart().startsWith("alert") === true);
    await again.do("pin", "Unpinned:");
    await again.waitFor(() => again.pane().filter((row) => /^[ ›]*alert /u.test(row)).length === 1, {
      what: "one pin",
    });
    expect(header(again)).toContain("sextant");
  });
});
