import { describe, expect, it } from "vitest";
import { ClusterName } from "../../src/contract/schema/ids.ts";
import { type Sextant, SIZES } from "./sextant.ts";
import { Stage } from "./stage.ts";
import { objectOf, type World } from "./world.ts";

/** A review shows all that is lost, also of several things and of values too long for a line, and asks again for what costs far more. */

/** A stored audit filter by its lines, as a person reads it. */
async function filterOf(world: World): Promise<readonly string[]> {
  const { data } = await world.client.call("getAuditingConfiguration", { params: { groupId: world.main } });
  return JSON.stringify(JSON.parse(data.auditFilter ?? ""), null, 2).split("\n");
}

/** All rows of a review, from its first to its last, whatever the height of the screen. */
async function allRows(sextant: Sextant): Promise<readonly string[]> {
  const rows = [...sextant.pane()];
  const more = (): number => Number(/↓ (\d+) more/u.exec(sextant.text())?.[1] ?? 0);
  for (let left = more(); left > 0; left = more()) {
    const before = left;
    await sextant.do("review.page-down", () => more() < before);
    rows.push(...sextant.pane());
  }
  return rows;
}

/** The two columns under a row of two heads, as lines without what is empty. */
function columnsUnder(
  rows: readonly string[],
  [left, right]: readonly [string, string],
): readonly (readonly string[])[] {
  const head = rows.findIndex((row) => row.includes(left) && row.includes(right));
  const [from, middle] = [rows[head]?.indexOf(left) ?? 0, rows[head]?.indexOf(right) ?? 0];
  const end = rows.findIndex((row, index) => index > head && row.trim() === "");
  const under = rows.slice(head + 1, end);
  const cells = [under.map((row) => row.slice(from, middle)), under.map((row) => row.slice(middle))];
  return cells.map((column) => column.map((cell) => cell.trimEnd()).filter((cell) => cell !== ""));
}

describe.concurrent.each(SIZES)("a review at $cols x $rows, $dialect", (setting) => {
  it("of several alerts shows the end of each silence that is there, beside the new one", async () => {
    await using stage = await Stage.set(setting);
    const { world } = stage;
    // In the zone of the screen, which is UTC.
    const ends = (await world.alerts("OPEN")).flatMap(({ acknowledgedUntil: until }) =>
      // A time on a full minute is shown without its seconds.
      typeof until === "string" ? [until.slice(11, 19).replace(/:00$/u, "")] : [],
    );
    expect(ends).toHaveLength(2);
    const sextant = await stage.alerts();
    await sextant.select("snapshot late");
    await sextant.do("list.mark", "1 selected");
    await sextant.select("oplog behind");
    await sextant.do("list.mark", "2 selected");
    await sextant.select("read tickets");
    await sextant.do("list.mark", "3 selected");
    await sextant.act("Acknowledge…", "▌Acknowledge 3 alerts");
    await sextant.field("Acknowledge until");
    sextant.type("+2h");
    await sextant.waitFor(/\+2h.*UTC/u);
    await sextant.review({ offers: "Acknowledge 3 alerts" });
    const said = (await allRows(sextant)).join(" ").replaceAll(/ +/gu, " ");
    const [, next = ""] = /Acknowledge until \+ (?:today|tomorrow) (\d\d:\d\d(?::\d\d)?) UTC/u.exec(said) ?? [];
    for (const name of ["oplog behind > 1 h on project", "read tickets < 30 on prod-eu · shard-00-02"]) {
      expect(said).toMatch(new RegExp(`${name} \\w+ \\d\\d:\\d\\d(?::\\d\\d)? UTC → \\w+ ${next} UTC`, "u"));
    }
    for (const time of ends) expect(said).toContain(`${time} UTC →`);
    // It had no silence: nothing of it is replaced.
    expect(said).not.toMatch(/snapshot late > 12 h on project \w+ \d\d:\d\d/u);
    expect(await world.writes()).toEqual([]);
  });

  it("of an audit filter shows the former and the new JSON whole on a key", async () => {
    await using stage = await Stage.set(setting);
    const { world } = stage;
    const former = await filterOf(world);
    const sextant = await stage.at("auditing", /▌Auditing +on/u);
    await sextant.do("action.edit", "▌Edit auditing");
    await sextant.waitFor(/› ?Audit log/u);
    await sextant.field("Audit filter");
    await sextant.do("form.suggest-always", "▌Audit filter");
    await sextant.takeFound(/^Changes of collections and in/u, /Audits changes of collections and/u, "changes of coll");
    await sextant.review({ asks: "" });
    await sextant.do("review.whole", /^.*│ *\{/u);
    const rows = await allRows(sextant);
    await sextant.yes();
    await sextant.do("review.send", /▌Auditing +on/u);
    const next = await filterOf(world);
    expect(next).not.toEqual(former);
    if (setting.cols >= 120) {
      expect(columnsUnder(rows, ["Before", "After"])).toEqual([former, next]);
      return;
    }
    const shown = rows.map((row) => row.trimEnd());
    for (const [mark, lines, others] of [["–", former, next] as const, ["+", next, former] as const]) {
      for (const line of lines.filter((one) => !others.includes(one))) expect(shown).toContain(`    ${mark} ${line}`);
    }
  });

  it("of far more search nodes asks for their number, and the first digit typed takes the place of what stood there", async () => {
    await using stage = await Stage.set(setting);
    const { world } = stage;
    const sextant = await stage.at("search-nodes", /▌Search nodes +1 of 5 clusters/u);
    await sextant.select(/^ *•?analytics /u);
    await sextant.do("action.new", "▌Add search nodes to analytics");
    await sextant.on(/^ *Node size/u);
    await sextant.pick("form.suggest", "Node size", "S30_LOWCPU_NVME");
    await sextant.field("Nodes +\\[2 ");
    sextant.type("3");
    await sextant.on(/^ *Nodes +\[3 /u);
    sextant.type("1");
    await sextant.on(/^ *Nodes +\[31 /u);
    await sextant.review();
    await sextant.waitForSaid(/type 93 exactly to.*31 per shard, 93 nodes in 3 shards, all billed, instead of 6/u);
    // The number of the field is not the number of the machines.
    sextant.type("31");
    await sextant.waitFor(/> 31/u);
    sextant.press("review.send");
    await sextant.waitForSaid(/type 93/u);
    expect(await world.writes()).toEqual([]);
    await sextant.do("review.back", "▌Add search nodes to analytics");
    await sextant.review();
    await sextant.typeName("93");
    await sextant.doSaying("review.send", /Status changing/u);
    expect((await world.writesDone()).map(({ body }) => body)).toEqual([
      { specs: [{ instanceSize: "S30_LOWCPU_NVME", nodeCount: 31 }] },
    ]);
    const params = { groupId: world.main, clusterName: ClusterName.parse("analytics") };
    const { raw } = await world.client.call("getServiceSearchDeployment", { params });
    expect(objectOf(raw)).toMatchObject({ specs: [{ nodeCount: 31 }] });
  });
});
