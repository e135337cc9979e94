import { expect, test } from "vitest";
import { AREAS } from "../../src/areas/areas.ts";
import { parseCondition } from "../../src/domain/condition/parse.ts";

const offered = AREAS.flatMap(({ id, screen }) =>
  (screen.conditions ?? []).map((condition) => ({ id, ...condition, screen })),
);

test.each(offered)("$id: $title", ({ about, condition, title, screen }) => {
  const infos = (about === "list" ? screen.counts : screen.fields)?.infos ?? [];
  expect(parseCondition(condition, infos)).toMatchObject({ ok: true });
  expect(title).toMatch(/^when /u);
});

test("every job can be watched until it ends and until it fails", () => {
  const jobs = AREAS.filter(({ screen }) => screen.fields?.infos.some(({ id }) => id === "ended") === true);
  expect(jobs.length).toBeGreaterThan(5);
  for (const { id, screen } of jobs) {
    const things = (screen.conditions ?? []).filter(({ about }) => about === "thing").map(({ condition }) => condition);
    expect([id, things.some((condition) => ["ended", "closed"].includes(condition))]).toEqual([id, true]);
  }
});
