import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { AREAS } from "../../../src/areas/areas.ts";
import type { OperationId } from "../../../src/contract/operations.ts";
import { FAULTS, type RecordedService, recordedService } from "./recorded-service.ts";
import { seenAt } from "./screen-text.ts";
import { oneOf, operationsIn, wrongIn } from "./statements.ts";

/** Every area, each of its questions, each way in which an answer does not come: what the screen says is so. */

let service: RecordedService;
beforeAll(async () => {
  service = await recordedService();
});
afterAll(() => service.stop());

/** All that tells which clusters there are. */
const CLUSTER_LISTS: readonly OperationId[] = ["listClusters", "listFlexClusters", "listClustersOfAllProjects"];

const areas = AREAS.filter(({ screen }) => screen !== null).map(({ id }) => id);

describe.each(areas)("%s says what it knows and no more", (area) => {
  test.each(FAULTS)("of a question that is %s", { timeout: 300_000 }, async (fault) => {
    const list = await seenAt(service, { area });
    const wrong: string[] = [];
    for (const id of [undefined, list.ids[0], list.ids.at(-1)]) {
      if (id === undefined && wrong.length > 0) continue;
      const place = { area, ...(id === undefined ? {} : { id }) };
      const whole = await seenAt(service, place);
      if (fault !== "empty" && whole.queries.some(({ operation }) => CLUSTER_LISTS.includes(operation))) {
        const faulty = { operations: CLUSTER_LISTS, key: null, fault };
        const found = wrongIn(whole, await seenAt(service, place, faulty), faulty);
        if (found.length > 0)
          wrong.push(`${id ?? "list"} which clusters there are\n    ${found.slice(0, 6).join("\n    ")}`);
      }
      for (const operation of operationsIn(whole.queries)) {
        for (const key of [null, oneOf(whole.queries, operation)]) {
          if (key === null || fault !== "empty") {
            const faulty = { operations: [operation], key, fault };
            const seen = await seenAt(service, place, faulty);
            const found = wrongIn(whole, seen, faulty);
            if (found.length > 0)
              wrong.push(
                `${id ?? "list"} ${operation} ${key === null ? "all" : "one"}\n    ${found.slice(0, 6).join("\n    ")}`,
              );
          }
        }
      }
    }
    expect(wrong.join("\n")).toBe("");
  });
});
