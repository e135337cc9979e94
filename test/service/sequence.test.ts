import { expect, test } from "vitest";
import { isWhole } from "../extent.ts";
import { runSequences } from "./sequences/run.ts";

test("any sequence of operations, with time in between, leaves the service sound", async () => {
  const tally = await runSequences(isWhole ? 90 : 20);
  // A sequence that never gets anywhere would prove nothing.
  const writes = ["createAlertConfiguration", "takeSnapshot", "createServiceSearchIndex", "createPushMigration"];
  for (const id of writes) expect([id, (tally.get(id)?.done ?? 0) > 0]).toEqual([id, true]);
}, 300_000);
