import { describe, expect, it } from "vitest";
import { openWrite } from "../../../src/app/review/open.ts";
import { openDesk } from "../form/desk.ts";
import { togglePlan } from "../form/setups.ts";

/** What is too long for a review is shown whole on a key: what is lost as well as what is sent. */

const lines = [
  { kind: "same", text: '{ "users": [' },
  { kind: "removed", text: '  "the former user who is lost"' },
  { kind: "added", text: '  "the new user"' },
  { kind: "same", text: "] }" },
] as const;

const plan = togglePlan({
  changes: [{ label: "Filter", from: "{ …", to: "{ …", kind: "changed", lines }],
});

describe("old and new in full", () => {
  it("stand below each other where the screen is narrow", async () => {
    const desk = await openDesk({ columns: 80, rows: 24 });
    openWrite(desk.app, plan);
    await desk.until("Enter  Turn off");
    await desk.press("v");
    const frame = await desk.until(/\{ "users"/u);
    expect(frame).toMatch(/– {3}"the former user who is lost" *\n *\+ {3}"the new user"/u);
    expect(frame).toContain('{ "users": [');
  });

  it("stand side by side where it is wide, and go away again", async () => {
    const desk = await openDesk({ columns: 160, rows: 40 });
    openWrite(desk.app, plan);
    await desk.until("Enter  Turn off");
    await desk.press("v");
    const frame = await desk.until("Before");
    expect(frame).toMatch(/"the former user who is lost" +"the new user"/u);
    const columnOf = (text: string): number =>
      frame
        .split("\n")
        .find((row) => row.includes(text))
        ?.indexOf(text) ?? -1;
    expect(columnOf('"the former') - columnOf("Before")).toBe(2);
    expect(columnOf('"the new') - columnOf("After")).toBe(2);
    await desk.press("v");
    await desk.until("Before", { absent: true });
  });
});
