import { mkdtempSync, readdirSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { startService } from "../../src/service/service.ts";
import { bundledProgram } from "../bundled-program.ts";
import { isWhole } from "../extent.ts";
import { killWriters } from "./kill-writers.ts";

const writer = await bundledProgram(join(import.meta.dirname, "journal-writer.ts"));

const ROUNDS = isWhole ? 60 : 20;

/** Writes of a round: enough in all that the journal is put aside on the way. */
const MEAN = isWhole ? 15 : 60;

/** Two programs write to one service over HTTP and to one journal, and are killed in the middle of it, so often that it is put aside on the way. */
test(`what was acknowledged stands in the journal after ${2 * ROUNDS} kills`, async () => {
  const folder = mkdtempSync(join(tmpdir(), "journal-"));
  const service = await startService({ place: ":memory:", quiet: true, size: { alerts: 40 }, budgetFactor: 1000 });
  try {
    const done = new Set<string>();
    for (let round = 0; round < ROUNDS; round += 1) {
      await killWriters(writer, folder, service.ready, 1 + ((round * 7) % (2 * MEAN)), done);
    }
    expect(done.size).toBeGreaterThan(800);
    expect(readdirSync(folder).length).toBeGreaterThan(1);
    for (const name of readdirSync(folder)) expect(statSync(join(folder, name)).mode & 0o777).toBe(0o600);
  } finally {
    await service.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}, 1_800_000);
