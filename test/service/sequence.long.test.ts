import { expect, test } from "vitest";
import { isWrite } from "../../src/contract/operation.ts";
import { allOperations } from "../../src/contract/operations.ts";
import { runSequences } from "./sequences/run.ts";

test("hundreds of sequences leave the service sound, and every write is carried out and refused among them", async () => {
  const tally = await runSequences(800);
  const rare = allOperations()
    .filter((operation) => isWrite(operation))
    .filter(({ id }) => (tally.get(id)?.done ?? 0) === 0)
    .map(({ id }) => id);
  expect(rare).toEqual([]);
}, 3_600_000);
