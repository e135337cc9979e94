import { mkdtempSync, readdirSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { startService } from "../../src/service/service.ts";
import { killWriters } from "./kill-writers.ts";

/** Two programs write to one service over HTTP and to one journal, and are killed in the middle of it, so often that it is put aside on the way. */
test("what was acknowledged stands in the journal after 120 kills", async () => {
  const folder = mkdtempSync(join(tmpdir(), "journal-"));
  const service = await startService({ place: ":memory:", quiet: true, size: { alerts: 40 }, budgetFactor: 1000 });
  try {
    const done = new Set<string>();
    for (let round = 0; round < 60; round += 1) await killWriters(folder, service.ready, 1 + ((round * 7) % 30), done);
    expect(done.size).toBeGreaterThan(800);
    for (const name of readdirSync(folder)) expect(statSync(join(folder, name)).mode & 0o777).toBe(0o600);
  } finally {
    await service.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}, 1_800_000);
