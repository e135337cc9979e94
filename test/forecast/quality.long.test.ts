/** The forecast against curves whose future is known, with fixed seeds; the page in docs/ says the same. */
import { resolve } from "node:path";
import { expect, test } from "vitest";
import { directionTable } from "./directions.ts";
import { byCourse, pageOf } from "./page.ts";
import { qualityTable } from "./quality.ts";

const { rows, all } = qualityTable();
const directions = directionTable();
const shareContained = (name: string): number => {
  const quality = rows.find(([kind]) => kind === name)?.[1];
  return quality === undefined ? 0 : quality.contained / quality.said;
};

test("the range holds what came four times of five, and more often than the rivals' do", () => {
  expect(all.said).toBeGreaterThan(2000);
  expect(all.contained / all.said).toBeGreaterThan(0.8);
  expect(all.contained).toBeGreaterThan(1.4 * all.lastSlopeContained);
  expect(all.contained).toBeGreaterThan(all.leastSquaresContained);
});

test.each(["noise", "bumps", "plateaus", "sawtooth"])("it does so on curves with %s", (name) => {
  expect(shareContained(name)).toBeGreaterThan(0.85);
});

test("silence is right three times of four", () => {
  expect(all.silent).toBeGreaterThan(500);
  expect(all.rightlySilent / all.silent).toBeGreaterThan(0.75);
});

test.each(byCourse(directions))("where the lag goes is said right on courses of kind %s", (_, found) => {
  expect(found.right / found.forecasts).toBeGreaterThanOrEqual(0.97);
  expect(found.right).toBeGreaterThan(found.rivalRight);
  expect(found.contained / found.said).toBeGreaterThanOrEqual(0.8);
  expect(found.contained).toBeGreaterThan(found.rivalContained);
});

test("however it is read, 97 of 100 words are right, give or take what chance does to one line", () => {
  for (const { found } of directions) {
    const chance = Math.sqrt((0.97 * 0.03) / found.forecasts);
    expect(found.right / found.forecasts).toBeGreaterThanOrEqual(0.97 - chance);
  }
});

test("docs/forecast.md is this table (npm run bench:forecast writes it anew)", async () => {
  await expect(pageOf({ rows, all }, directions)).toMatchFileSnapshot(
    resolve(import.meta.dirname, "../../docs/forecast.md"),
  );
});
