import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { changedRuns, mergedRuns, NO_RUNBOOKS, type RunbookChange, type RunbookRun } from "../../src/state/runbooks.ts";
import { PROJECT, storeOn, testConsole } from "./console.ts";

const begin = (run: string): RunbookChange => ({
  does: "start",
  run,
  runbook: "safe-change",
  title: "prod-eu",
  groupId: PROJECT,
  values: { cluster: "prod-eu" },
});

const names = fc.constantFrom("one", "two", "three");
const changes: fc.Arbitrary<RunbookChange> = fc.oneof(
  names.map(begin),
  fc.record({
    does: fc.constant("mark" as const),
    run: names,
    step: fc.constantFrom("a", "b"),
    how: fc.constantFrom("sent" as const, "said" as const, "skipped" as const),
    values: fc.dictionary(fc.constantFrom("job", "index"), fc.string({ maxLength: 3 })),
  }),
  fc.record({ does: fc.constant("unmark" as const), run: names, step: fc.constantFrom("a", "b") }),
  fc.record({ does: fc.constantFrom("end" as const, "resume" as const), run: names }),
);

describe("the memory of runbooks", () => {
  test("forgets no runbook that is on its way, whatever is done with it, and keeps each once", () => {
    fc.assert(
      fc.property(fc.array(changes), (list) => {
        const runs = list.reduce((state, change, at) => changedRuns(state, change, at), NO_RUNBOOKS);
        const begun = new Set(list.flatMap((change) => (change.does === "start" ? [change.run] : [])));
        expect(runs.map(({ id }) => id).toSorted()).toEqual([...begun].toSorted());
      }),
    );
  });

  test("of two consoles is one, whoever comes first: of each runbook what was changed last", () => {
    const runs = fc
      .array(changes)
      .map((list) => list.reduce((state, change, at) => changedRuns(state, change, at), NO_RUNBOOKS));
    fc.assert(
      fc.property(runs, runs, (left, right) => {
        const one = mergedRuns(left, right);
        for (const run of [...left, ...right]) {
          const kept = one.find(({ id }) => id === run.id);
          expect(kept?.changedAt).toBeGreaterThanOrEqual(run.changedAt);
        }
        expect(mergedRuns(one, right)).toEqual(one);
      }),
    );
  });

  test("is bounded: what ended longest ago goes first, what is on its way stays", () => {
    const runs = Array.from({ length: 150 }, (_, at): RunbookRun => {
      const endedAt = at % 2 === 0 ? at : null;
      return {
        id: String(at),
        runbook: "p",
        title: "t",
        groupId: PROJECT,
        begunAt: at,
        changedAt: at,
        endedAt,
        values: {},
        steps: {},
      };
    });
    const kept = mergedRuns(NO_RUNBOOKS, runs);
    expect(kept).toHaveLength(100);
    expect(kept.filter(({ endedAt }) => endedAt === null)).toHaveLength(75);
    expect(Math.min(...kept.flatMap(({ endedAt }) => endedAt ?? []))).toBe(100);
  });
});

test("a runbook that was begun is there after a restart, with what was marked", async () => {
  const first = testConsole();
  await first.store.start();
  first.store.runbooks.change(begin("one"));
  first.store.runbooks.change({ does: "mark", run: "one", step: "snapshot", how: "sent", values: { snapshot: "s" } });
  await first.store.stop();
  const second = storeOn(first.client, first.clock, first.files, {}, "process-2");
  await second.start();
  expect(second.getState().runbooks).toMatchObject([
    { id: "one", values: { cluster: "prod-eu", snapshot: "s" }, steps: { snapshot: { how: "sent" } }, endedAt: null },
  ]);
  await second.stop();
});

test("two consoles keep each other's runbooks", async () => {
  const first = testConsole();
  const second = storeOn(first.client, first.clock, first.files, {}, "process-2");
  await Promise.all([first.store.start(), second.start()]);
  first.store.runbooks.change(begin("one"));
  await first.store.stop();
  second.runbooks.change(begin("two"));
  await second.stop();
  const third = storeOn(first.client, first.clock, first.files, {}, "process-3");
  await third.start();
  expect(
    third
      .getState()
      .runbooks?.map(({ id }) => id)
      .toSorted(),
  ).toEqual(["one", "two"]);
  await third.stop();
});
