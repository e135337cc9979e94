import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { AREAS } from "../../../src/areas/areas.ts";
import { wrongOfProjects, wrongOfQuestions } from "./grid.ts";
import { FAULTS, type RecordedService, recordedService } from "./recorded-service.ts";

/** Every area, each of its questions, each way in which an answer does not come: what the screen says is so. */

let service: RecordedService;
beforeAll(async () => {
  service = await recordedService();
});
afterAll(() => service.stop());

const areas = AREAS.map(({ id }) => id);

describe.each(areas)("%s says what it knows and no more", (area) => {
  test.each(FAULTS)("of a question that is %s", async (fault) => {
    expect(await wrongOfQuestions(service, area, fault)).toBe("");
  });

  test.each(FAULTS)("while the list of projects is %s", async (fault) => {
    expect(await wrongOfProjects(service, area, fault)).toBe("");
  });
});
