import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setImmediate, setTimeout } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { closeLayer } from "../../src/app/app.ts";
import { openSetup } from "../../src/app/form/open.ts";
import { show } from "../../src/app/screen/visit.ts";
import { AREAS } from "../../src/areas/areas.ts";
import type { WalkedForm } from "../areas/walk.ts";
import { walkEverywhere } from "../areas/walk-everywhere.ts";
import { isWhole } from "../extent.ts";
import { Stage } from "./stage.ts";

/**
 * Every place with its first detail, and every form, page by page. With SEXTANT_FRAMES=DIRECTORY the frames are written there, one
 * file a screen: two runs, before and after a change of the code's order, are then compared with `diff -r`.
 */

const BOTH = [
  [80, 24],
  [160, 50],
] as const;

/** What must not be on any screen: what a program says that lost a value on its way. */
const LOST = /undefined|NaN|\[object|Invalid Date/u;

const kept = process.env["SEXTANT_FRAMES"];
const SIZES = isWhole || kept !== undefined ? BOTH : BOTH.slice(0, 1);

function keep(name: string, { columns, rows }: Stage["size"], frame: string): void {
  expect(frame, name).not.toMatch(LOST);
  if (kept === undefined) return;
  mkdirSync(kept, { recursive: true });
  writeFileSync(join(kept, `${name}-${columns}x${rows}.txt`), frame);
}

/** The frame once nothing more comes: the same after several looks. */
async function stableFrame(stage: Stage): Promise<string> {
  let before = stage.frame();
  for (let alike = 0; alike < 3; ) {
    await setTimeout(20);
    const now = stage.frame();
    alike = now === before && !/Loading…|loading…|still loading/u.test(now) ? alike + 1 : 0;
    before = now;
  }
  return before;
}

/** All of a form that is longer than the screen. */
async function pagesOf(stage: Stage): Promise<string> {
  const pages = [await stableFrame(stage)];
  for (;;) {
    stage.type("\u001b[6~");
    const page = await stableFrame(stage);
    if (pages.includes(page)) return pages.join("\n");
    pages.push(page);
  }
}

describe.each(SIZES)("at %i x %i", (columns, rows) => {
  let stage: Stage;
  let state: string;
  let forms: readonly WalkedForm[];
  beforeAll(async () => {
    state = mkdtempSync(join(tmpdir(), "sextant-frames-"));
    stage = await Stage.open({ columns, rows, state });
    forms = (await walkEverywhere()).flatMap((walked) => walked.forms);
  });
  afterAll(async () => {
    await stage.close();
    rmSync(state, { recursive: true, force: true });
  });

  it.each(AREAS.map(({ id }) => id))("draws %s and what its first row tells", async (area) => {
    show(stage.app, { area, ids: [] });
    keep(area, stage.size, await stableFrame(stage));
    const [first] = stage.app.selectors.list(stage.app.store.getState())?.arranged.ids ?? [];
    if (first === undefined) return;
    show(stage.app, { area, ids: [first] });
    keep(`${area}-detail`, stage.size, await stableFrame(stage));
  });

  it("draws every form", async () => {
    const seen = new Map<string, number>();
    for (const { area, setup, stored } of forms) {
      const base = async () => ({ document: stored ?? {}, at: Date.now() });
      openSetup(stage.app, { ...setup, ...(setup.base === undefined ? {} : { base }), variant: `frames ${seen.size}` });
      const id = `form-${area}-${setup.plan.operation.id}`;
      const number = (seen.get(id) ?? 0) + 1;
      seen.set(id, number);
      keep(number === 1 ? id : `${id}-${number}`, stage.size, await pagesOf(stage));
      closeLayer(stage.app, "form");
      await setImmediate();
    }
    expect(seen.size).toBeGreaterThan(30);
  });
});
