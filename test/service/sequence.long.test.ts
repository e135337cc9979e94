import { expect, test } from "vitest";
import { isWrite } from "../../src/contract/operation.ts";
import { allOperations } from "../../src/contract/operations.ts";
import { isWhole } from "../extent.ts";
import { runSequences } from "./sequences/run.ts";

test("hundreds of sequences leave the service sound, and every write is carried out in enough of them", async () => {
  const tally = await runSequences(isWhole ? 800 : 60);
  // In a sample, which is another one every time, a rare write may be missing.
  if (!isWhole) return;
  const rare = allOperations()
    .filter((operation) => isWrite(operation))
    .filter(({ id }) => (tally.get(id)?.done ?? 0) === 0)
    .map(({ id }) => id);
  expect(rare).toEqual([]);
}, 3_600_000);
