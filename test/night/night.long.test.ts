import { expect, test } from "vitest";
import { isWhole } from "../extent.ts";
import { nightOf } from "./figures.ts";
import { growth, MOST_A_MINUTE, MOST_OF_REFILL, minutes, shares, tableOf, tokensOf, tokensWanted } from "./page.ts";

/** Hours of the night that is held to the goals; `npm run bench:night` runs a whole day and writes its figures to docs/night.md. */
const HOURS = isWhole ? 8 : 3;
/** What the heap of a console may differ by between two hours without having grown (bytes). */
const NOISE = 2_000_000;

test("a night on the overview of all projects stays within the budgets, asks for no token twice, and does not grow", async () => {
  const lively = await nightOf({ hours: HOURS, quiet: false, projects: 3 });
  const calm = await nightOf({ hours: 1, quiet: true, projects: 3 });
  process.stdout.write(`${HOURS} hours at speed:\n${tableOf(lively, calm)}\n`);

  // It was awake: every project was asked all night, and the screen stands at the last minute.
  expect(minutes(lively).size).toBe(lively.projects.length);
  for (const { requests } of lively.hours) expect(requests).toBeGreaterThan(1000);
  // At this width the title has no room for its time with so much in it: the first heading below has it then.
  const asOf = /as of (\d\d:\d\d:\d\d)/u.exec(lively.screen)?.[1] ?? "";
  const late = Date.parse(lively.ended) - Date.parse(`${lively.ended.slice(0, 11)}${asOf}Z`);
  expect(late).toBeLessThan(90_000);
  expect(lively.screen).not.toMatch(/\d+\w old/u);

  for (const [project, most] of minutes(lively)) expect(most, project).toBeLessThanOrEqual(MOST_A_MINUTE);
  for (const [bucket, share] of shares(lively)) expect(share, bucket).toBeLessThanOrEqual(MOST_OF_REFILL);
  expect(tokensOf(lively)).toBeLessThanOrEqual(tokensWanted(lively));
  expect(tokensOf(lively)).toBeGreaterThan(HOURS / 2);
  expect(growth(lively)).toBeLessThan(NOISE);
  // Less than a title a second would be, which is what a screen that ticks writes.
  for (const { bytes } of calm.hours) expect(bytes).toBeLessThan(3600 * 20);
});
