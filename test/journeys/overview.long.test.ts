import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../src/contract/json/json.ts";
import { type Sextant, SIZES } from "./sextant.ts";
import { Stage } from "./stage.ts";
import type { World } from "./world.ts";

/** A console that shows the overview, and has read all of it. */
async function opened(stage: Stage, env: Readonly<Record<string, string>> = {}): Promise<Sextant> {
  const sextant = stage.console(["overview"], env);
  await sextant.waitFor(/Overview +2 crit/iu);
  await sextant.waitFor(() => sextant.selected() !== undefined, { what: "a selected row" });
  return sextant;
}

/** Shows the overview again, from wherever one is. */
async function backToWall(sextant: Sextant, title: RegExp): Promise<void> {
  await sextant.do("palette.open", "Commands");
  sextant.type("go overview");
  await sextant.waitFor(/› Go to Overview/u);
  await sextant.do("palette.choose", title);
}

const SEVERITIES = [
  ["CRITICAL", "critical", "critical"],
  ["ERROR", "error", "errors"],
  ["WARNING", "warning", "warnings"],
] as const;

/** The open alerts that nobody silenced, by severity in the words of the title. */
async function severities(world: World): Promise<readonly string[]> {
  const configurations = new Map(
    (await world.configurations()).map(({ id, severityOverride }) => [id, severityOverride]),
  );
  const now = String((await world.control("GET", "/clock"))["now"]);
  const open = (await world.alerts("OPEN")).filter(({ acknowledgedUntil }) => String(acknowledgedUntil ?? "") <= now);
  return SEVERITIES.flatMap(([severity, one, several]) => {
    const count = open.filter(({ alertConfigId }) => configurations.get(alertConfigId ?? null) === severity).length;
    return count === 0 ? [] : [`${count} ${count === 1 ? one : several}`];
  });
}

/** The title with these counts, in words or in short; where there is little room the last ones give way, and a mark says so. */
function titled(counts: readonly string[]): RegExp {
  const [first = "", ...others] = counts.map((count) => count.replace(/([a-z]{3})[a-z]*$/u, "$1\\w*"));
  const rest = others.reduceRight((tail, count) => `(?: · ${count}${tail}| …)`, "");
  return new RegExp(`Overview +${first}${rest}`, "iu");
}

/** The rows under a heading of the overview, as far as they are on screen. */
function under(sextant: Sextant, heading: string): readonly string[] {
  const rows = sextant.pane();
  const from = rows.findIndex((row) => row.trim().startsWith(heading));
  const rest = from === -1 ? [] : rows.slice(from + 1);
  const end = rest.findIndex(
    (row) =>
      /^ {3}\S/u.test(row) &&
      /(Problems|In progress|Expiring soon|Recently ended|Latest backups|Unavailable)/u.test(row),
  );
  return end === -1 ? rest : rest.slice(0, end);
}

describe.each(SIZES)("the overview at $cols x $rows, $dialect", (setting) => {
  it("shows an alert that opens, by itself", async () => {
    await using stage = await Stage.set(setting, { quiet: false });
    const { world } = stage;
    const sextant = await opened(stage);
    const before = new Set((await world.alerts("OPEN")).map(({ id }) => String(id)));
    let opens: JsonObject | undefined;
    for (let steps = 0; opens === undefined && steps < 60; steps += 1) {
      await world.step(60);
      opens = (await world.alerts("OPEN")).find(({ id }) => !before.has(String(id)));
    }
    expect(opens).toBeDefined();
    const counts = await severities(world);
    await sextant.waitFor(titled(counts));
  });

  it("leads to an alert to silence it, counts the silence down, and sees its end", async () => {
    await using stage = await Stage.set(setting);
    const { world } = stage;
    const sextant = await opened(stage);
    await sextant.select(/^ *CRIT +\d+m +prod-eu-side/u);
    await sextant.do("list.open", /Acknowledged +no/u);
    await sextant.act("Acknowledge…", "▌Acknowledge no primary");
    await sextant.field("Acknowledge until");
    sextant.type("+1h");
    await sextant.waitFor(/\+1h.*UTC/u);
    await sextant.review();
    await sextant.doSaying("review.send", /Acknowledged for (59m|1h) more/u);
    expect((await world.writesDone()).map(({ method, operation }) => [method, operation])).toEqual([
      ["PATCH", "acknowledgeAlert"],
    ]);

    await backToWall(sextant, /Overview +1 crit\w* · 1 err/iu);
    // What ends is last of all, below the fold of a small terminal.
    sextant.press("list.last");
    await sextant.waitFor(() => under(sextant, "Expiring soon").some((row) => /ack +(59m|1h) /u.test(row)), {
      what: "the silence that ends",
    });

    // Two end: this one, and one of the sample.
    await world.step(3700);
    await sextant.do("refresh", titled(["2 critical", "1 error", "3 warnings"]));
    expect(under(sextant, "Expiring soon").filter((row) => /ack +(59m|1h) /u.test(row))).toEqual([]);
  });

  it("shows all projects of the profile, goes into one of them, and comes back to all", async () => {
    await using stage = await Stage.set(setting);
    const sextant = await opened(stage);
    await sextant.do("all-projects", /KIND +TIME +PROJECT/u);
    // Each project's answers come when they come: a row that comes above where one has walked to is not come to any more.
    await sextant.waitFor(/Staging +stage-1 +no primary/u);
    await sextant.select(/Staging +stage-1 +no primary/u);
    await sextant.do("list.open", /Acknowledged +no/u);
    await sextant.waitFor(() => (sextant.screen()[0] ?? "").includes("Acme › Staging"), { what: "the other project" });
    expect(sextant.rightmost()).toContain("Cluster stage-1");

    await backToWall(sextant, /KIND +TIME +PROJECT/u);
    expect(sextant.screen()[0]).toContain("Acme › all projects");
    await sextant.do("all-projects", /Overview +1 warn/iu);
    expect(sextant.pane().join("\n")).not.toContain("Payments");
  });

  it("says what it may not read instead of showing nothing, and sends nothing but questions", async () => {
    await using stage = await Stage.set(setting);
    const { world } = stage;
    const sextant = stage.console(["overview"], world.env(await world.key(["Project Monitoring Admin"])));
    await sextant.waitFor(/Overview +! alerts unavailable/u);
    await sextant.waitFor(() => under(sextant, "Unavailable").some((row) => /It requires the role/u.test(row)), {
      what: "the role that is needed",
    });
    expect(await world.writes()).toEqual([]);
  });
});

describe.each(SIZES)("what is new on the overview at $cols x $rows, $dialect", (setting) => {
  it("is counted against the last look, also after a restart", async () => {
    await using stage = await Stage.set(setting);
    const { world } = stage;
    const first = await opened(stage);
    expect(first.text()).not.toMatch(/new +\d+\w +since/u);
    first.press("quit");
    await first.exit();
    const again = await opened(stage);
    await again.waitFor(/Overview +2 crit/iu);
    await again.waitFor(/new +\d+\w +since \d+:\d+ +nothing/u);
    again.press("quit");
    await again.exit();

    await world.step(300);
    const later = stage.console(["overview"]);
    await later.waitFor(/new +\d+\w +since \d+:\d+ +1 new alert/u);
    // Unfolded it shows what is new, and leads to it.
    await later.waitFor(() => later.selected() !== undefined, { what: "a selected row" });
    await later.select(/new +\d+\w +since/u, "list.first");
    await later.do("list.open", /›- new/u);
    await later.select(/^[ •]*WARN/u);
    await later.do("list.open", /Acknowledged +ended/u);
  });
});
