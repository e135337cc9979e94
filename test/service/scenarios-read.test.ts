import { expect, test } from "vitest";
import { Faults } from "../../src/service/faults/faults.ts";
import { processState } from "../../src/service/instances/process-state.ts";

test("of two reads at once the one that was begun later counts, also while the first still loads the scenarios", async () => {
  const state = processState(Date.now);
  const { id } = await state.addFault({ scenario: "slow" }, null);
  const faults = new Faults(state, "specification", Date.now);
  const first = faults.refresh();
  await state.removeFaults([id]);
  await Promise.all([first, faults.refresh()]);
  expect(faults.active()).toEqual([]);
});
