import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { wrongOfProjects, wrongOfQuestions } from "./grid.ts";
import { FAULTS, type RecordedService, recordedService } from "./recorded-service.ts";

/** A fixed part of the grid of `not-read.long.test.ts`: an area of the project, one of its clusters, and the overview. */

let service: RecordedService;
beforeAll(async () => {
  service = await recordedService();
});
afterAll(() => service.stop());

describe.each(["alert-configurations", "search-nodes"] as const)("%s says what it knows and no more", (area) => {
  test.each(FAULTS)("of a question that is %s", async (fault) => {
    expect(await wrongOfQuestions(service, area, fault)).toBe("");
  });
});

describe.each(["overview", "backup-schedules"] as const)("%s says what it knows and no more", (area) => {
  test.each(FAULTS)("while the list of projects is %s", async (fault) => {
    expect(await wrongOfProjects(service, area, fault)).toBe("");
  });
});
