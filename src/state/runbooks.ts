import { weakMapMemoize } from "reselect";
import * as z from "zod";
import type { FileKind } from "../settings/files.ts";
import type { Core } from "./core.ts";
import { createMergedList } from "./files/merged-list.ts";

/**
 * Runbooks that were begun (`domain.md` 18): several writes in their order, over hours and restarts, each through its own
 * review. What is remembered is where one is and what was chosen; what is done is seen in the service's answers wherever they can
 * tell it.
 */

/** How a step came to its end: by a write from here, because a person said so, or it was left out. */
export type StepMark = { readonly at: number; readonly how: "sent" | "said" | "skipped" };

/** What an answer brings for a runbook; null for what is not known any more. */
export type LearntValues = Readonly<Record<string, string | null>>;

/** What happens to a runbook. */
export type RunbookChange =
  | {
      readonly does: "start";
      readonly run: string;
      readonly runbook: string;
      readonly title: string;
      readonly groupId: string;
      readonly values: Readonly<Record<string, string>>;
    }
  | {
      readonly does: "mark";
      readonly run: string;
      readonly step: string;
      readonly how: StepMark["how"];
      readonly values: LearntValues;
      /** The steps that were marked for what this one replaces. */
      readonly reopens?: readonly string[];
    }
  /** A step is open again. */
  | { readonly does: "unmark"; readonly run: string; readonly step: string }
  /** Nothing is undone by it; it can be taken up again. */
  | { readonly does: "end"; readonly run: string }
  | { readonly does: "resume"; readonly run: string };

export type RunbooksState = readonly RunbookRun[];

/** The runbooks of one project; the same list while none of all changed. */
export const runbooksIn = weakMapMemoize(
  (runbooks: RunbooksState, groupId: string): RunbooksState => runbooks.filter((run) => run.groupId === groupId),
);

export type RunbookActions = {
  readonly change: (change: RunbookChange) => void;
  /** Resolves when all that was changed is on disk, or could not be written. */
  readonly settled: () => Promise<void>;
};

export const NO_RUNBOOKS: RunbooksState = [];

/** So many are remembered; of those that ended, the oldest go first. */
const MOST_RUNS = 100;

const StoredRun = z.object({
  id: z.string(),
  runbook: z.string(),
  title: z.string(),
  groupId: z.string(),
  begunAt: z.number(),
  changedAt: z.number(),
  endedAt: z.number().nullable(),
  values: z.record(z.string(), z.string()).readonly(),
  steps: z.record(z.string(), z.object({ at: z.number(), how: z.enum(["sent", "said", "skipped"]) })).readonly(),
});

/** A runbook that was begun. Times in ms. */
export type RunbookRun = Readonly<z.output<typeof StoredRun>>;

const RunbooksFile = {
  what: "the runbooks",
  version: 1,
  schema: z.object({ runs: z.array(StoredRun).readonly() }),
} satisfies FileKind;

/** Two memories as one: of a runbook that both know, the one that was changed last counts. The newest come first. */
export function mergedRuns(left: RunbooksState, right: RunbooksState): RunbooksState {
  const all = new Map(left.map((run) => [run.id, run]));
  for (const run of right) {
    const known = all.get(run.id);
    if (known === undefined || run.changedAt > known.changedAt) all.set(run.id, run);
  }
  const newest = [...all.values()].sort((one, other) => other.begunAt - one.begunAt || (one.id < other.id ? -1 : 1));
  if (newest.length <= MOST_RUNS) return newest;
  const open = newest.filter(({ endedAt }) => endedAt === null);
  const kept = new Set(
    [...open, ...newest.filter(({ endedAt }) => endedAt !== null)].slice(0, MOST_RUNS).map(({ id }) => id),
  );
  return newest.filter(({ id }) => kept.has(id));
}

/** The runbooks after a change; the same list where there is nothing to change. */
export function changedRuns(runs: RunbooksState, change: RunbookChange, now: number): RunbooksState {
  if (change.does === "start") {
    const { run: id, runbook, title, groupId, values } = change;
    if (runs.some((run) => run.id === id)) return runs;
    return mergedRuns(runs, [
      { id, runbook, title, groupId, values, begunAt: now, changedAt: now, endedAt: null, steps: {} },
    ]);
  }
  return runs.map((run) => (run.id === change.run ? { ...run, ...partOf(run, change, now), changedAt: now } : run));
}

const known = (values: LearntValues): RunbookRun["values"] =>
  Object.fromEntries(Object.entries(values).flatMap(([name, value]) => (value === null ? [] : [[name, value]])));

const without = (steps: RunbookRun["steps"], left: readonly string[]): RunbookRun["steps"] =>
  Object.fromEntries(Object.entries(steps).filter(([step]) => !left.includes(step)));

function partOf(run: RunbookRun, change: Exclude<RunbookChange, { does: "start" }>, now: number): Partial<RunbookRun> {
  switch (change.does) {
    case "mark":
      return {
        values: known({ ...run.values, ...change.values }),
        steps: { ...without(run.steps, change.reopens ?? []), [change.step]: { at: now, how: change.how } },
      };
    case "unmark":
      return { steps: without(run.steps, [change.step]) };
    case "end":
      return { endedAt: now };
    case "resume":
      return { endedAt: null };
  }
}

export type RunbookStore = {
  readonly actions: RunbookActions;
  readonly load: () => Promise<void>;
  readonly flushSync: () => void;
};

export function createRunbooks(core: Core): RunbookStore {
  const known = (): RunbooksState => core.get().runbooks ?? NO_RUNBOOKS;
  const { put, load, flushSync, settled } = createMergedList(core, {
    folder: "runbooks",
    notSaved: "Runbooks are not saved",
    kind: RunbooksFile,
    itemsIn: ({ runs }) => runs,
    contentOf: (runs) => ({ runs }),
    merged: mergedRuns,
    known,
    take: (runbooks) => core.set({ runbooks }),
  });
  return {
    actions: { change: (change) => put(changedRuns(known(), change, core.clock.now())), settled },
    load,
    flushSync,
  };
}
