import { describe, expect, it } from "vitest";
import { GroupId } from "../../src/contract/schema/ids.ts";
import { Sextant, SIZES } from "./sextant.ts";
import { interactiveShell } from "./shell.ts";
import { Stage } from "./stage.ts";

/** Nothing that is typed, pasted, edited or done to the terminal ends the console, stops it or breaks its picture. */

/** Whether the picture is one of the terminal's own size: the header and the list's title end where it ends, and the last row has the hints. */
function isWhole(sextant: Sextant): boolean {
  const [header = "", ...rows] = sextant.screen();
  const hints = rows.pop() ?? "";
  const edges = rows.filter((row) => row[19] === "│").length;
  const title = rows.find((row) => row.includes("▌")) ?? "";
  const ends = [header, title].map(({ length }) => length);
  const isFramed = edges === rows.length || (edges === 0 && sextant.cols < 80);
  return isFramed && ends.every((end) => end >= sextant.cols - 1) && /SANDBOX$/u.test(header) && hints.trim() !== "";
}

/** Goes to another area, where everything is as ever. */
async function worksElsewhere(sextant: Sextant): Promise<void> {
  await sextant.do("palette.open", "Commands");
  sextant.type("go alert conf");
  await sextant.waitFor(/› Go to Alert configs/u);
  await sextant.do("palette.choose", /▌Alert configs +12 on/u);
}

describe.concurrent.each(SIZES)("a place that is none at $cols x $rows, $dialect", (setting) => {
  it.each([
    [
      "an id of an alert that is none",
      "alerts/zzz",
      /Not in this list: zzz .*Not loaded: Alert.*alertId: 24 hexadecimal/u,
    ],
    ["a name of a cluster that is none", "backup-schedules/z_z", /Not in this list: z_z Esc returns to the list/u],
    ["ten thousand characters", `alerts/${"z".repeat(10_000)}`, /Not in this list: z+.*Esc returns to the list/u],
  ] as const)("%s: a sentence beside the list, and the rest works", async (_what, place, says) => {
    await using stage = await Stage.set(setting);
    const sextant = stage.console([place]);
    await sextant.waitForSaid(says);
    await sextant.waitFor("Acme › Payments");
    expect(sextant.rightmost()).not.toMatch(/ZodError|invalid_format|undefined/u);
    expect(isWhole(sextant)).toBe(true);
    await sextant.do("detail.back", () => sextant.selected() !== undefined);
    await worksElsewhere(sextant);
    expect(await stage.world.writes()).toEqual([]);
  });
});

describe.concurrent.each(SIZES)("a thing of another project at $cols x $rows, $dialect", (setting) => {
  it("is not looked at in this one: it says so, and the rest works", async () => {
    await using stage = await Stage.set(setting);
    const { world } = stage;
    const other = world.ready.groups.find(({ id }) => id !== world.main);
    const [configuration] = await world.configurations(GroupId.parse(other?.id));
    const id = String(configuration?.["id"]);
    const sextant = stage.console([`alert-configurations/${id}`]);
    await sextant.waitForSaid(new RegExp(`Not in this list: ${id} .*Esc returns to the list`, "u"));
    expect(isWhole(sextant)).toBe(true);
    await sextant.do("detail.back", () => sextant.selected() !== undefined);
    expect(await world.writes()).toEqual([]);
  });
});

describe.concurrent.each(SIZES)("a console at $cols x $rows, $dialect", (setting) => {
  it("is painted for the size that the terminal was given while it was stopped", async () => {
    await using stage = await Stage.set(setting);
    const { cols, rows } = setting;
    const env = { ...stage.home.env, ...stage.world.env() };
    await using shell = new Sextant({ ...interactiveShell(env), cols, rows });
    await shell.waitFor("shell>");
    const before = shell.modes();
    shell.type('"$NODE" dist/main.js alerts\r');
    await shell.waitFor(() => shell.has(/CRIT/u) && isWhole(shell), { what: "the whole picture" });
    shell.key("ctrl+z");
    await shell.waitForModes(before);
    shell.resize(cols - 12, rows - 5);
    // The shell has its terminal again when it says what it computed.
    shell.type("echo here $((1 + 1))\r");
    await shell.waitFor("here 2");
    shell.type("fg\r");
    await shell.waitForModes({ alternateScreen: true });
    await shell.waitFor(() => shell.has(/CRIT/u) && isWhole(shell), { what: "the whole picture at the new size" });
    await shell.do("list.down", () => shell.has(/disk/u));
    expect(isWhole(shell)).toBe(true);
    shell.press("quit");
    await shell.waitForModes(before);
    shell.type("exit\r");
    expect(await shell.exit()).toEqual({ code: 0, signal: 0 });
  });

  it("takes Escape and what follows it in one packet as Escape, and then as what follows", async () => {
    await using stage = await Stage.set(setting);
    const sextant = await stage.alerts();
    const first = sextant.selected()?.text.trim().slice(0, 4);
    await sextant.do("list.open", /Acknowledged +no/u);
    sextant.send("\u001b:alert");
    await sextant.waitFor(/: alert$/u);
    await sextant.waitFor(/› Go to Alerts/u);
    // The detail was closed below it.
    await sextant.do("palette.close", /▌Alerts +\d+ open/u);
    expect(sextant.selected()?.text.trim().slice(0, 4)).toBe(first);
    await sextant.do("list.open", /Acknowledged +no/u);
    sextant.send("\u001bj");
    await sextant.waitFor(() => sextant.row(/▌Alerts +\d+ open/u) !== undefined && sextant.has(/disk/u), {
      what: "the list again, one row further",
    });
    expect(await stage.world.writes()).toEqual([]);
  });

  it("goes on with a unit of time that nobody knows in a schedule that is edited as JSON, and Ctrl-C ends it", async () => {
    await using stage = await Stage.set(setting);
    const EDITOR = `sed -i 's/"retentionUnit": "days"/"retentionUnit": "day"/'`;
    const sextant = await stage.at("backup-schedules", /▌Schedules +(?:\d|!)/u, { EDITOR });
    const before = sextant.modes();
    await sextant.select(/^ *analytics /u);
    await sextant.do("action.edit", "▌Edit schedule: analytics");
    await sextant.waitFor(/Daily start/u);
    await sextant.do("form.editor", /Every 6 hours +• retention 7 day /u);
    await sextant.waitForSaid(
      /Problems in the edited text: line \d+: Every 6 hours › Retention unit: must be days, weeks, months or years/u,
    );
    await sextant.do("form.review", /Retention unit +• (?:← )?day\b/u);
    await sextant.do("form.next", () => sextant.has(/^ *(?!Retention unit)\S/u));
    sextant.key("ctrl+c");
    expect(await sextant.exit()).toEqual({ code: 0, signal: 0 });
    expect(before).toMatchObject({ alternateScreen: true });
    expect(sextant.modes()).toMatchObject({ alternateScreen: false, cursorVisible: true, bracketedPaste: false });
    expect(await stage.world.writes()).toEqual([]);
    // What was edited is there at the next start, and is no trap then either.
    const next = await stage.at("backup-schedules", /▌Schedules +(?:\d|!)/u);
    await next.select(/^ *analytics /u);
    await next.do("action.edit", /Draft restored/u);
    await next.waitFor(/Every 6 hours +• retention 7 day /u);
    await next.do("form.leave", /▌Schedules/u);
  });
});
