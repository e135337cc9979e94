import { afterAll, beforeAll, expect, test } from "vitest";
import { wrongOfProjects, wrongOfQuestions } from "./grid.ts";
import { FAULTS, type RecordedService, recordedService } from "./recorded-service.ts";
import { seenAt } from "./screen-text.ts";

/** A fixed part of the grid of `not-read.long.test.ts`: an area of the project, and the list of projects. */

let service: RecordedService;
beforeAll(async () => {
  service = await recordedService();
});
afterAll(() => service.stop());

test.each(FAULTS)("alert configurations say what is known and no more of a question that is %s", async (fault) => {
  expect(await wrongOfQuestions(service, "alert-configurations", fault)).toBe("");
});

test.each([
  ["overview", "failed"],
  ["overview", "hanging"],
  ["backup-schedules", "forbidden"],
  ["backup-schedules", "unreadable"],
  ["backup-schedules", "empty"],
] as const)("%s says what it knows and no more while the list of projects is %s", async (area, fault) => {
  expect(await wrongOfProjects(service, area, fault)).toBe("");
});

test.each([
  ["failed", "not loaded: "],
  ["forbidden", "not allowed: "],
  ["hanging", "not loaded yet"],
  ["unreadable", "not loaded: "],
] as const)(
  "the menus of clusters and projects say that there may be others, where a list is %s",
  async (fault, words) => {
    const operations = ["listProjects", "listClusters", "listFlexClusters"] as const;
    const whole = await seenAt(service, { area: "overview" });
    const { menus } = await seenAt(service, { area: "overview" }, { operations, key: null, fault });
    for (const other of ["other clusters", "Another project"]) {
      const of = (texts: readonly string[]) => texts.filter((text) => text.startsWith(`menu: ${other}: `));
      expect([of(whole.menus), of(menus)]).toEqual([[], [expect.stringContaining(`: ${words}`)]]);
    }
  },
);
