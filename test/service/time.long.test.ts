import { expect, test } from "vitest";
import { moving, step } from "./support.ts";

const HOUR = 3600;

test("old alerts make way: a service that runs for ever does not grow for ever", async () => {
  const call = await moving();
  for (let round = 0; round < 30; round += 1) await step(call, 3 * HOUR);
  const before = Number((await call("GET", `/groups/${call.groupId}/alerts`)).at("totalCount"));
  for (let round = 0; round < 30; round += 1) await step(call, 3 * HOUR);
  const after = Number((await call("GET", `/groups/${call.groupId}/alerts`)).at("totalCount"));
  expect(before).toBeGreaterThan(2000);
  expect(after).toBeLessThan(220 + 2 * 2000 + 300);
  expect((await call("GET", `/groups/${call.groupId}/alerts`, { query: "itemsPerPage=3" })).rows()).toHaveLength(3);
});
