import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { Stage } from "./stage.tsx";

const SIZES = [
  [80, 24],
  [120, 40],
] as const;

let state = "";
let stage: Stage | undefined;

beforeEach(() => {
  state = mkdtempSync(join(tmpdir(), "sextant-frames-"));
});

afterEach(async () => {
  await stage?.close();
  stage = undefined;
  rmSync(state, { recursive: true, force: true });
});

describe.each(SIZES)("at %ix%i", (columns, rows) => {
  const matches = (name: string) => expect(stage?.frame()).toMatchFileSnapshot(`text/${name}-${columns}x${rows}.txt`);

  /** The schedules of all clusters, that of the main one selected. */
  async function opened(): Promise<Stage> {
    const shown = await Stage.open({ columns, rows, place: "backup-schedules", state });
    stage = shown;
    await shown.until(/Schedules +\d+ schedules/u);
    await shown.until(/prod-eu-side +never/u);
    return shown;
  }

  it("shows when snapshots are taken next, how long they stay, and what is missing; and one schedule", async () => {
    const shown = await opened();
    await matches("schedules");
    shown.press("list.open");
    await shown.until("Later  ");
    await matches("schedule");
  });
});
