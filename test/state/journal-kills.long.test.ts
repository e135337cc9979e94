import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { startService } from "../../src/service/service.ts";
import { killWriters } from "./kill-writers.ts";

/** The same as in `journal-kills.test.ts`, so often that the journal is put aside on the way. */
test("what was acknowledged stands in the journal after 120 kills", async () => {
  const folder = mkdtempSync(join(tmpdir(), "journal-"));
  const service = await startService({ place: ":memory:", quiet: true, size: { alerts: 40 }, budgetFactor: 1000 });
  try {
    const done = new Set<string>();
    for (let round = 0; round < 60; round += 1) await killWriters(folder, service.ready, 1 + ((round * 7) % 30), done);
    expect(done.size).toBeGreaterThan(800);
  } finally {
    await service.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}, 1_800_000);
