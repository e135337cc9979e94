import { weakMapMemoize } from "reselect";
import * as z from "zod";
import type { FileKind } from "../settings/files.ts";
import type { Core } from "./core.ts";
import { profileFile } from "./files/file-names.ts";
import { createMergedList, latestOf, type MergedList } from "./files/merged-list.ts";

/**
 * Started runbooks (`domain.md` 18): several writes in order, over hours and restarts, each with its own review. Stored are the current step and the
 * choices; whether a step is done is read from the service's answers wherever they show it.
 */

/** End of a step: sent from here, declared done by a person, or skipped. */
type StepMark = { readonly at: number; readonly how: "sent" | "said" | "skipped" };

/** Values that an answer adds to a runbook; null removes a value. */
export type RunbookValueChanges = Readonly<Record<string, string | null>>;

/** A change of a runbook. */
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
      readonly values: RunbookValueChanges;
      /** Marked steps that this one replaces. */
      readonly reopens?: readonly string[];
    }
  /** Opens a step again. */
  | { readonly does: "unmark"; readonly run: string; readonly step: string }
  /** Ends the runbook: it undoes nothing, and the runbook can be resumed. */
  | { readonly does: "end"; readonly run: string }
  | { readonly does: "resume"; readonly run: string };

type RunbooksState = readonly RunbookRun[];

/** Runbooks of one project; the same list object until any runbook changes. */
export const runbooksIn = weakMapMemoize(
  (runbooks: RunbooksState, groupId: string): RunbooksState => runbooks.filter((run) => run.groupId === groupId),
);

/** Null before they are read from disk. */
export type RunbooksSlice = { readonly runbooks: RunbooksState | null };

export type RunbookActions = {
  readonly change: (change: RunbookChange) => void;
  /** Resolves when all changes are on disk, or could not be written. */
  readonly settled: () => Promise<void>;
};

export const NO_RUNBOOKS: RunbooksState = [];

/** Upper bound of stored runbooks; the oldest ended ones are dropped first. */
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

/** A started runbook. Times in ms. */
export type RunbookRun = Readonly<z.output<typeof StoredRun>>;

const RunbooksFile = {
  what: "the runbooks",
  version: 1,
  schema: z.object({ runs: z.array(StoredRun).readonly() }),
} satisfies FileKind;

/** Merges two lists: the last change of each runbook wins. Newest first. */
export function mergedRuns(left: RunbooksState, right: RunbooksState): RunbooksState {
  const newest = latestOf(left, right).toSorted(
    (one, other) => other.begunAt - one.begunAt || (one.id < other.id ? -1 : 1),
  );
  if (newest.length <= MOST_RUNS) return newest;
  const open = newest.filter(({ endedAt }) => endedAt === null);
  const kept = new Set(
    [...open, ...newest.filter(({ endedAt }) => endedAt !== null)].slice(0, MOST_RUNS).map(({ id }) => id),
  );
  return newest.filter(({ id }) => kept.has(id));
}

/** The runbooks after a change; the same list when nothing changes. */
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

const known = (values: RunbookValueChanges): RunbookRun["values"] =>
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

type RunbookStore = Pick<MergedList<RunbookRun>, "load" | "flushSync"> & { readonly actions: RunbookActions };

export function createRunbooks(core: Core<RunbooksSlice>): RunbookStore {
  const known = (): RunbooksState => core.get().runbooks ?? NO_RUNBOOKS;
  const { put, settled, ...list } = createMergedList(core, {
    file: ({ profile }) => profileFile("runbooks", profile),
    notSaved: "Runbooks are not saved",
    kind: RunbooksFile,
    itemsIn: ({ runs }) => runs,
    contentOf: (runs) => ({ runs }),
    merged: mergedRuns,
    known,
    take: (runbooks) => core.set({ runbooks }),
  });
  return { ...list, actions: { change: (change) => put(changedRuns(known(), change, core.clock.now())), settled } };
}
