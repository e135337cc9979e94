import { expect, it } from "vitest";
import { withoutRepeatedIds } from "../../src/state/answers/repeated-ids.ts";

it("keeps one row for each id of a list of any length, and says which were left out", () => {
  const rowAt = (index: number) => ({ id: `65f0000000000000${String(index).padStart(8, "0")}`, place: index });
  const rows = Array.from({ length: 300_000 }, (_, index) => rowAt(index));
  const other = { ...rowAt(7), place: -1 };
  const raw = [...rows, other, rowAt(8)];
  const { data, misfits } = withoutRepeatedIds("listBackupExportJobs", { data: [...raw], raw, misfits: [] });
  expect(data).toEqual(rows);
  expect(misfits?.map(({ row }) => row)).toEqual([other]);
});
