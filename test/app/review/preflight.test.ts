import { expect, test } from "vitest";
import { runPreflight } from "../../../src/app/review/preflight.ts";
import { readData } from "../../../src/client/answers/answer.ts";
import type { Json } from "../../../src/contract/json/json.ts";
import { operations } from "../../../src/contract/operations.ts";
import { Answers, askFrom, GROUP, id } from "../../areas/answers.ts";

/** What a review says of facts that were made of half a list. */

const ARGS = { params: { groupId: GROUP }, query: { status: "OPEN" } } as const;
const alert = (number: number, change = {}): Json => ({ id: id(number), status: "OPEN", ...change });

async function warningsOf(results: readonly Json[]): Promise<readonly string[]> {
  const read = readData(operations.listAlerts.response, { results: [...results] });
  if (!read.ok) throw new Error(read.problem);
  const answers = new Answers().add("listAlerts", ARGS, read.data, read.raw, read.misfits);
  const sources = { ask: askFrom(answers), context: answers.context() };
  const { warnings } = await runPreflight(
    () => sources,
    async ({ ask }) => {
      await ask("listAlerts", ARGS);
      return { warnings: ["its own"], facts: [] };
    },
  );
  return warnings;
}

test("rows that could not be read are named above all else, parts of rows are not", async () => {
  expect(await warningsOf([alert(1)])).toEqual(["its own"]);
  expect(await warningsOf([alert(1, { acknowledgedUntil: 5 })])).toEqual(["its own"]);
  expect(await warningsOf([alert(1), alert(2, { id: null })])).toEqual([
    "Not everything could be checked. Alerts: 1 row unreadable.",
    "its own",
  ]);
});
