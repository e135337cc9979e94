import type { AreaId } from "../../contract/area-ids.ts";
import type { JsonObject } from "../../contract/json/json.ts";
import type { OperationId } from "../../contract/operations.ts";
import type { Cluster, ClusterKind } from "../../domain/cluster.ts";
import { isMissing, joined, type Lookup } from "../../state/answers/lookup.ts";
import type { Query } from "../../state/answers/query.ts";
import type { Place } from "../../state/navigation/place.ts";
import type { LearntValues, RunbookChange, RunbookRun } from "../../state/runbooks.ts";
import { dim } from "../builders/cells.ts";
import { clustersOfProject, inCluster } from "../builders/clusters.ts";
import { clusterList, lookup, missingCell, READ } from "../builders/lookup.ts";
import { placeAfter } from "../builders/place-after.ts";
import type { Context } from "../model/context.ts";
import type { Effect } from "../model/effect.ts";
import type { Cell } from "../model/view.ts";

/**
 * What a runbook is: several writes of other areas in their order (`domain.md` 18). A step opens the form or the write of the
 * area that it belongs to; how it stands is read from the service's answers wherever they can tell it, so that a step that was done
 * elsewhere counts, and one that was undone does not.
 */

/**
 * How a step stands. `waiting`: it goes on by itself, there is nothing to do; `blocked`: something before it is missing; `unread`:
 * what would tell it is starting.
 */
export type StepStatus = {
  readonly is: "done" | "waiting" | "open" | "blocked" | "left-out" | "unread";
  readonly words: Cell;
  /** Where it is seen. */
  readonly link?: Place;
  /** It stands on there being none of something: it counts only where all that could have one was read (`findings.md` 2.3). */
  readonly isAbsence?: true;
};

export type RunbookValues = RunbookRun["values"];

export type RunbookStep = {
  readonly id: string;
  readonly title: string;
  /** What there is to do, in a sentence or two; with what was chosen so far, once the runbook is begun. */
  readonly about: string | ((values: RunbookValues) => string);
  /** What has to be asked to know how it stands, and before it is done. */
  readonly queries?: (context: Context, values: RunbookValues) => readonly Query[];
  /** How it stands as answers tell; null where they tell nothing (yet), and what was marked counts. */
  readonly seen?: (context: Context, values: RunbookValues) => StepStatus | null;
  /** The area whose form or write does it; none where it is done outside this program, and a person says so. */
  readonly opens?: { readonly area: AreaId; readonly effect: (context: Context, values: RunbookValues) => Effect };
  /** What the answer of its write brings for the steps after it; null for what it does not tell. Of no answer: the names alone. */
  readonly learn?: (answer: JsonObject | null) => LearntValues;
  /** The name of the value whose thing it is about: once another thing replaces that one, it is open again. */
  readonly dependsOn?: string;
};

/** A runbook, and what it is chosen by. */
export type Runbook = {
  readonly id: string;
  readonly title: string;
  /** When one takes it, in one sentence. */
  readonly about: string;
  readonly steps: readonly RunbookStep[];
  /** Asks what it is about, and begins it; a runbook without steps does all that it does here. */
  readonly begin: (context: Context) => Effect;
};

const AREA = "runbooks";

export const placeOf = (run: string): Place => ({ area: AREA, ids: [run] });

/**
 * Begins a runbook about something: the same one within a minute is the same one.
 *
 * @param title what it is about, in words
 */
export function begun(runbook: string, context: Context, title: string, values: RunbookValues): Effect {
  const run = `${runbook}-${title.replaceAll(/[^\w]+/gu, "-")}-${Math.floor(context.now / 60_000).toString(36)}`;
  const { groupId } = context.scope;
  return {
    kind: "runbook",
    change: { does: "start", run, runbook, title, groupId, values },
    next: { kind: "place", place: placeOf(run) },
  };
}

/** Begins a runbook about one cluster, which is chosen first. */
export const beginInCluster =
  (runbook: string, kinds: readonly ClusterKind[], question: string): Runbook["begin"] =>
  (context) =>
    inCluster(context, kinds, question, (name) => begun(runbook, context, name, { cluster: name }));

/** A runbook on its way. */
export type StartedRunbook = { readonly runbook: Runbook; readonly run: RunbookRun };

/** Marks a step whose write was answered. What was marked and learnt of a thing that it replaces says nothing of the new one. */
function markSent({ runbook, run }: StartedRunbook, step: RunbookStep, answer: JsonObject | null): RunbookChange {
  const learnt = step.learn?.(answer) ?? {};
  const isReplaced = (name: string): boolean =>
    run.values[name] !== undefined && learnt[name] !== undefined && run.values[name] !== learnt[name];
  const outdated = runbook.steps.filter(({ dependsOn }) => dependsOn !== undefined && isReplaced(dependsOn));
  const forgotten = outdated.flatMap(({ learn }) => Object.keys(learn?.(null) ?? {}));
  return {
    does: "mark",
    run: run.id,
    step: step.id,
    how: "sent",
    values: { ...Object.fromEntries(forgotten.map((name) => [name, null])), ...learnt },
    ...(outdated.length === 0 ? {} : { reopens: outdated.map(({ id }) => id) }),
  };
}

/**
 * What opens an area's own form or write, as a step of a runbook: done, it is marked, and one is back on the runbook. Of what nobody knows
 * whether it happened, the area's own place tells, not the runbook.
 */
export function asStep(effect: Effect, started: StartedRunbook, step: RunbookStep): Effect {
  const { run } = started;
  const marks = (answer: JsonObject | null) => markSent(started, step, answer);
  switch (effect.kind) {
    case "form": {
      const { setup } = effect;
      const { applies } = setup;
      if (applies !== undefined)
        return {
          kind: "form",
          setup: { ...setup, applies: (body, base) => asStep(applies(body, base), started, step) },
        };
      return { kind: "form", setup: { ...setup, marks, after: placeOf(run.id), look: placeAfter(effect, null) } };
    }
    case "write":
      return {
        kind: "write",
        plan: { ...effect.plan, marks, after: placeOf(run.id), look: placeAfter(effect, null) },
      };
    case "pick":
      return { ...effect, take: (value) => asStep(effect.take(value), started, step) };
    case "asking":
      return { ...effect, load: async (ask) => asStep(await effect.load(ask), started, step) };
    case "action":
      return { ...effect, change: (opened) => asStep(effect.change?.(opened) ?? opened, started, step) };
    default:
      return effect;
  }
}

/** The context of a runbook about one cluster: areas ask and offer that one only, whether it is listed (any more) or not. */
export const within = (context: Context, cluster: string): Context => {
  const listed = context.scope.clusters.find(({ name }) => name === cluster);
  const clusters: readonly Cluster[] = [listed ?? { name: cluster, kind: "unknown", paused: null }];
  return { ...context, scope: { ...context.scope, cluster, clusters, params: {} } };
};

/** The context of runbooks: a runbook is about the whole project, whatever cluster one has narrowed to. */
export function ofProject(context: Context): Context {
  const { scope } = context;
  if (scope.cluster === null) return context;
  return { ...context, scope: { ...scope, cluster: null, clusters: clustersOfProject(scope) } };
}

/** What there is to do in a step, in words. */
export const aboutOf = ({ about }: RunbookStep, values: RunbookValues): string =>
  typeof about === "string" ? about : about(values);

/** What is known of what a step stands on; what was held before a write tells nothing of it. */
function lookupOfStep({ queries }: RunbookStep, context: Context, values: RunbookValues): Lookup {
  if (queries === undefined) return READ;
  return joined([
    clusterList(context.scope),
    ...queries(context, values).map((query): Lookup => {
      const found = lookup(context, query);
      const isConfirmed = context.asOf<OperationId>(query.operation, query.args) !== null;
      return found.kind === "read" && !isConfirmed ? { kind: "asking" } : found;
    }),
  ]);
}

/** How a step stands as answers tell it; null where they tell nothing: what could not be read is not "none". */
export function reportedStatus(
  step: RunbookStep,
  context: Context,
  values: RunbookValues,
  stepLookup = lookupOfStep(step, context, values),
): StepStatus | null {
  const seen = step.seen?.(context, values) ?? null;
  return seen?.isAbsence === true && isMissing(stepLookup) ? null : seen;
}

/** How a step stands: as answers tell it, else as it was marked; neither while they are on their way. */
export function stepStatusOf(step: RunbookStep, context: Context, run: RunbookRun): StepStatus {
  const mark = run.steps[step.id];
  if (mark?.how === "skipped") return { is: "left-out", words: dim("skipped") };
  const stepLookup = lookupOfStep(step, context, run.values);
  if (stepLookup.kind === "asking") return { is: "unread", words: dim("loading …") };
  const reported = reportedStatus(step, context, run.values, stepLookup);
  if (reported !== null) return reported;
  if (mark === undefined) return { is: "open", words: isMissing(stepLookup) ? missingCell(stepLookup) : "" };
  return { is: "done", words: mark.how === "sent" ? "done in this runbook" : "done, confirmed by you" };
}

/** The first step that is neither done nor left out; none when all are. */
export function currentStep(
  runbook: Runbook,
  context: Context,
  run: RunbookRun,
): { readonly step: RunbookStep; readonly status: StepStatus } | undefined {
  return runbook.steps
    .map((step) => ({ step, status: stepStatusOf(step, context, run) }))
    .find(({ status }) => status.is !== "done" && status.is !== "left-out");
}
