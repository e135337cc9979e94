import { describe, expect, it } from "vitest";
import { openSetup } from "../../../src/app/form/open.ts";
import { openWrite } from "../../../src/app/review/open.ts";
import { widthOf } from "../../../src/text/width.ts";
import { type Desk, json, openDesk } from "./desk.ts";
import { editSetup, noteSetup, stored, togglePlan } from "./setups.ts";

/** Frames of forms, reviews and suggestions at the sizes that have to work: each row where it belongs, none too wide. */

async function open(columns: number, rows: number): Promise<Desk> {
  const desk = await openDesk({ columns, rows });
  desk.answer({ getAlertConfiguration: json(stored()) });
  return desk;
}

/** What every frame keeps: the terminal's rows, the title first (a pane alone has no header), the hints last, nothing beyond the edge. */
function expectWhole(desk: Desk, columns: number, rows: number): string {
  const lines = desk.frame().split("\n");
  expect(lines).toHaveLength(rows);
  for (const line of lines) expect(widthOf(line)).toBeLessThanOrEqual(columns);
  expect(lines[0]).toMatch(/^▌|│▌/u);
  expect(lines.at(-1)).toMatch(/Esc|Enter/u);
  return desk.frame();
}

const SIZES = [
  [60, 15],
  [80, 24],
  [120, 40],
  [200, 60],
] as const;

describe.each(SIZES)("at %ix%i", (columns, rows) => {
  it("a form is whole, wherever the keys are", async () => {
    const desk = await open(columns, rows);
    openSetup(desk.app, editSetup());
    await desk.until("as of");
    expect(expectWhole(desk, columns, rows)).toContain("Raises an alert for no primary");
    for (let step = 0; step < 30; step += 1) {
      await desk.press(step % 4 === 1 ? "enter" : "down");
      if (desk.top?.kind !== "form") await desk.press("escape");
      const { focus } = desk.layer("form");
      const row = await desk.until(/^(›|.*│ )/mu);
      expect(row, focus).toBeDefined();
      expectWhole(desk, columns, rows);
    }
  });

  it("a review is whole, with its button always in sight", async () => {
    const desk = await open(columns, rows);
    openSetup(desk.app, editSetup());
    await desk.until("as of");
    while (desk.layer("form").focus !== "enabled") await desk.press("down");
    await desk.press("space", "ctrl+s");
    await desk.until("Update alert configuration?");
    for (const key of ["down", "down", "pagedown", "v", "pagedown", "up"] as const) {
      await desk.press(key);
      expect(expectWhole(desk, columns, rows)).toContain("Update alert configuration?");
    }
  });

  it("a name to be typed has its line", async () => {
    const desk = await open(columns, rows);
    openWrite(desk.app, togglePlan({ risk: "destructive", confirmName: "prod-eu" }));
    await desk.type("prod");
    await desk.until("> prod");
    expect(expectWhole(desk, columns, rows)).toContain("type prod-eu exactly to confirm");
  });

  it("a long text is whole", async () => {
    const desk = await open(columns, rows);
    openSetup(desk.app, noteSetup(1));
    await desk.paste(`${"long words ".repeat(30)}\nend`);
    await desk.until("334/200");
    expectWhole(desk, columns, rows);
  });

  it("suggestions are whole", async () => {
    const desk = await open(columns, rows);
    openSetup(desk.app, editSetup());
    await desk.until("as of");
    await desk.press("enter");
    await desk.until("type to search");
    const frame = expectWhole(desk, columns, rows);
    // Where there is room, what they are for stands beside them.
    if (columns >= 120) expect(frame).toContain("Raises an alert for no primary");
    else expect(frame).not.toContain("Raises an alert for no primary");
  });

  it("a form says how much of it is out of sight, above and below", async () => {
    const desk = await open(columns, rows);
    openSetup(desk.app, editSetup());
    await desk.until("as of");
    const isWhole = rows > 20;
    expect(/↓ \d+ more/u.test(desk.frame())).toBe(!isWhole);
    await desk.press("ctrl+end");
    await desk.until("› fieldOfTomorrow");
    expect(/↑ \d+ /u.test(desk.frame())).toBe(!isWhole);
  });
});

describe("a new entry at the foot of a form", () => {
  it("is shown with its heading and all of its fields", async () => {
    const desk = await open(60, 15);
    openSetup(desk.app, editSetup());
    await desk.until("as of");
    while (!desk.layer("form").focus.startsWith("notifications+")) await desk.press("down");
    await desk.press("enter");
    await desk.until(/Notification 3[\s\S]*› +Channel[\s\S]*Repeat every +60 min/u);
  });
});

describe("a form that is scrolled up again", () => {
  it("stands still while the keys move inside of what is seen", async () => {
    const desk = await open(60, 15);
    openSetup(desk.app, editSetup());
    await desk.until("as of");
    for (let step = 0; step < 12; step += 1) await desk.press("down");
    await desk.until("› fieldOfTomorrow");
    await desk.press("up");
    const before = await desk.until(/^› +\+ Add notification/mu);
    await desk.press("up");
    const after = await desk.until(/^› +Notification 2/mu);
    expect(after.split("\n").findIndex((line) => line.includes("Notification 1"))).toBe(
      before.split("\n").findIndex((line) => line.includes("Notification 1")),
    );
  });
});
