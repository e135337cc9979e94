/** Sentences of forms that must not say what is not so. */
import { expect, test } from "vitest";
import { filterWords } from "../../src/areas/auditing/filter.ts";
import { update as updateAuditing } from "../../src/areas/auditing/form.ts";
import { windowWords } from "../../src/areas/backup-schedules/words.ts";
import { updatePlan } from "../../src/areas/search-indexes/form.ts";
import { updatePlan as firstGeneration } from "../../src/areas/search-indexes-first-generation/form.ts";
import { setText } from "../../src/forms/edit.ts";
import { openForm } from "../../src/forms/open.ts";
import { sentenceOf } from "../../src/forms/sentence.ts";
import type { SentenceContext } from "../../src/forms/types.ts";
import { Answers } from "./answers.ts";

const seen: SentenceContext = {
  body: {},
  base: null,
  mode: "replace",
  env: { now: 0, timeZone: "UTC" },
  names: () => undefined,
};

test("an index that serves nothing is not said to go on serving", () => {
  for (const planOf of [
    (serves: boolean) => updatePlan("shop.names", true, serves),
    (serves: boolean) => firstGeneration("shop.names", "an end", serves),
  ]) {
    expect(planOf(true).sentence(seen)).toContain("What serves now goes on until it is built.");
    expect(planOf(false).sentence(seen)).toContain("Nothing serves until it is built.");
    expect(planOf(false).sentence(seen)).not.toContain("goes on");
  }
});

test("a filter that cannot be read is not said to record everything, whether there was one before or not", () => {
  const { plan } = updateAuditing(new Answers().context());
  for (const before of ["", '{"atype":"authenticate"}']) {
    const base = { enabled: true, auditFilter: before, auditAuthorizationSuccess: false };
    const opened = openForm(plan, { mode: "replace", received: base });
    const typed = setText(plan, opened, ["auditFilter"], "{oops", seen.env);
    expect(sentenceOf(plan, typed, seen)).toBe("What this does is said here once every field has a valid value.");
    const cleared = setText(plan, typed, ["auditFilter"], "{}", seen.env);
    expect(sentenceOf(plan, cleared, seen)).toContain("Records everything");
  }
  expect(filterWords("{oops")).toBe("not JSON");
});

test("point-in-time that is off or is switched on does not tell of the last 0 days", () => {
  for (const [before, after] of [
    [0, 0],
    [0, 3],
    [3, 0],
    [7, 2],
  ] as const) {
    expect(windowWords(before, after).join(" ")).not.toMatch(/\b0 days/u);
  }
});
