import { expect, it } from "vitest";
import { textIn } from "../../src/app/list/columns.ts";
import { AREAS } from "../../src/areas/areas.ts";
import { Answers } from "./answers.ts";

/** Names of clusters, buckets and projects are often alike up to their ends (`…-1`, `…-2`): a narrow list tells them apart all the same. */

const NAMED = ["BUCKET", "CLUSTER", "DEPLOYMENT", "FROM → TO", "INDEX", "MIGRATION", "PROJECT", "ROLE", "WHERE"];

it("columns of names tell names apart that differ at their ends alone, at their narrowest", () => {
  const context = new Answers().context();
  const columns = AREAS.flatMap(({ id, screen }) =>
    (screen.columns?.(context) ?? []).map((column) => ({ area: id, column })),
  ).filter(({ column: { title } }) => NAMED.includes(title));
  const alike = columns.filter(({ column }) => {
    const [one, other] = [1, 2].map((end) => textIn(`customer-facing-database-${end}`, { column, width: column.min }));
    return one === other;
  });
  expect(columns.length).toBeGreaterThan(10);
  expect(alike.map(({ area, column }) => `${area}: ${column.title}`)).toEqual([]);
});
