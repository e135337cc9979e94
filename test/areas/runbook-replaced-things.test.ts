import { describe, expect, test } from "vitest";
import { migrationArgs } from "../../src/areas/live-migration/queries.ts";
import { cellText } from "../../src/areas/model/cell.ts";
import type { Context } from "../../src/areas/model/context.ts";
import { NO_PREFLIGHT, type WritePlan } from "../../src/areas/model/effect.ts";
import { runbookOf } from "../../src/areas/runbooks/all.ts";
import { asStep, currentStep, stepStatusOf } from "../../src/areas/runbooks/runbook.ts";
import type { JsonObject } from "../../src/contract/json/json.ts";
import { Migration } from "../../src/contract/live-migration.ts";
import { CUT_OVER } from "../../src/domain/cut-over-state.ts";
import { changedRuns, type RunbookRun } from "../../src/state/runbooks.ts";
import { lagKey } from "../../src/state/samples/measured.ts";
import { Answers, GROUP, id, NOW } from "./answers.ts";

/** What a runbook knows of a thing ends with that thing: with another migration, restore or index its steps begin again. */

const FIRST = id(1);
const SECOND = id(2);

const runOf = (runbook: string, change: Partial<RunbookRun>): RunbookRun => ({
  id: "run",
  runbook,
  title: "prod-eu",
  groupId: GROUP,
  begunAt: NOW - 3_600_000,
  changedAt: NOW - 600_000,
  endedAt: null,
  values: {},
  steps: {},
  ...change,
});

const SENT = { at: NOW, how: "sent" } as const;
const SAID = { at: NOW, how: "said" } as const;
const SKIPPED = { at: NOW, how: "skipped" } as const;

const PLAN: WritePlan = {
  operation: "createPushMigration",
  title: "A write",
  sentence: "Writes.",
  button: "Write",
  targets: [],
  body: () => null,
  risk: "reversible",
  confirmName: "",
  changes: [],
  preflight: async () => NO_PREFLIGHT,
};

/** A run after the write of one of its steps was answered. */
function sent(run: RunbookRun, stepId: string, answer: JsonObject): RunbookRun {
  const runbook = runbookOf(run.runbook);
  const step = runbook?.steps.find((one) => one.id === stepId);
  if (runbook === undefined || step === undefined) throw new Error(`no step ${stepId}`);
  const effect = asStep({ kind: "write", plan: PLAN }, { runbook, run }, step);
  const change = effect.kind === "write" ? effect.plan.marks?.(answer) : undefined;
  if (change === undefined || change === null) throw new Error("the step is not marked");
  const [after] = changedRuns([run], change, NOW);
  if (after === undefined) throw new Error("the run is gone");
  return after;
}

describe("a migration that failed while it was cut over, started again", () => {
  const moving = runOf("move-cluster", {
    values: { token: "made", validation: id(9), migration: FIRST, cutOver: "sent" },
    steps: { start: SENT, "cut-over": SENT, "clean-up": SAID },
  });
  const contextOf = (run: RunbookRun, status: Partial<Migration>, isCutOver = false): Context => {
    const answers = new Answers();
    const { scope } = answers.context();
    answers.add("getPushMigration", migrationArgs(scope, FIRST), Migration.parse({ _id: FIRST, status: "FAILED" }));
    answers.add("getPushMigration", migrationArgs(scope, SECOND), Migration.parse({ _id: SECOND, ...status }));
    const cutOver = [{ at: NOW - 60_000, value: null, state: CUT_OVER }];
    const cutOverKeys = [lagKey(GROUP, FIRST), ...(isCutOver ? [lagKey(GROUP, SECOND)] : [])];
    return answers.context({ runbooks: [run], ring: (key) => (cutOverKeys.includes(key) ? cutOver : []) });
  };
  const statusOf = (run: RunbookRun, stepId: string, context: Context) => {
    const step = runbookOf("move-cluster")?.steps.find((one) => one.id === stepId);
    if (step === undefined) throw new Error(`no step ${stepId}`);
    const { is, words } = stepStatusOf(step, context, run);
    return [is, cellText(words)];
  };
  const again = sent(moving, "start", { _id: SECOND });

  test("is not cut over before it was told to", () => {
    const copying = contextOf(again, { status: "WORKING", lagTimeSeconds: null });
    expect(statusOf(again, "cut-over", copying)).toEqual(["blocked", "migration not ready"]);
    const ready = contextOf(again, { status: "WORKING", lagTimeSeconds: 2, readyForCutover: true });
    const runbook = runbookOf("move-cluster");
    const steps = { ...again.steps, link: SKIPPED, validate: SKIPPED };
    expect(runbook && currentStep(runbook, ready, { ...again, steps })).toMatchObject({
      step: { id: "cut-over" },
      status: { is: "open" },
    });
  });

  test("is cutting over once that was accepted, in the runbook or in Live migration", () => {
    const status = { status: "WORKING", lagTimeSeconds: 2, readyForCutover: true };
    expect(statusOf(again, "cut-over", contextOf(again, status, true))).toEqual(["waiting", "cutting over"]);
  });

  test("reopens the steps after it, which were done for the one before", () => {
    expect(again.steps["start"]).toMatchObject(SENT);
    expect(Object.keys(again.steps)).toEqual(["start"]);
    expect(again.values).toMatchObject({ token: "made", validation: id(9), migration: SECOND });
  });

  test("goes on in a runbook that an earlier version of the console left stuck", () => {
    const stuck = { ...moving, values: { ...moving.values, migration: SECOND } };
    const ready = contextOf(stuck, { status: "WORKING", lagTimeSeconds: 2, readyForCutover: true });
    expect(statusOf(stuck, "cut-over", ready)[0]).toBe("open");
  });
});

test("the first thing reopens nothing: steps that were left out before stay left out", () => {
  const run = runOf("move-cluster", { steps: { "clean-up": SKIPPED } });
  expect(sent(run, "start", { _id: FIRST }).steps).toMatchObject({ "clean-up": SKIPPED, start: SENT });
});

test("a restore that is started again is checked again, and needs a snapshot of its own", () => {
  const run = runOf("recover-data", {
    values: { cluster: "prod-eu", job: FIRST, target: "stage-1", project: id(8), snapshot: id(7) },
    steps: { restore: SENT, look: SAID, snapshot: SENT, search: SAID },
  });
  const again = sent(run, "restore", { id: SECOND, targetClusterName: "stage-2" });
  // Where the answer names no project, the one of the restore before is not its own.
  expect(again.values).toEqual({ cluster: "prod-eu", job: SECOND, target: "stage-2" });
  expect(Object.keys(again.steps)).toEqual(["restore"]);
});

test("an index that is created again is not the one that the application was switched to", () => {
  const run = runOf("rebuild-index", {
    values: { cluster: "prod-eu", old: id(5), oldName: "default", new: FIRST, newName: "next" },
    steps: { copy: SENT, ready: SAID, switch: SAID },
  });
  const again = sent(run, "copy", { indexID: SECOND, name: "after-next" });
  expect(again.values).toMatchObject({ old: id(5), new: SECOND, newName: "after-next" });
  expect(Object.keys(again.steps)).toEqual(["copy"]);
});

test("a bucket that replaces another is not yet exported to", () => {
  const run = runOf("export-monthly", {
    values: { cluster: "prod-eu", bucket: FIRST },
    steps: { role: SAID, bucket: SENT, schedule: SENT, first: SAID },
  });
  expect(Object.keys(sent(run, "bucket", { _id: SECOND }).steps)).toEqual(["role", "bucket"]);
});

test("a snapshot that replaces another has still to be deleted; a change that was made stays made", () => {
  const run = runOf("safe-change", {
    values: { cluster: "prod-eu", snapshot: FIRST },
    steps: { snapshot: SENT, change: SAID, drop: SAID },
  });
  expect(Object.keys(sent(run, "snapshot", { id: SECOND }).steps)).toEqual(["snapshot", "change"]);
});
