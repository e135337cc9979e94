import type { AreaId } from "../../contract/area-ids.ts";
import type { JsonObject } from "../../contract/json/json.ts";
import type { OperationId } from "../../contract/operations.ts";
import type { Cluster, ClusterKind } from "../../domain/cluster.ts";
import { isMissing, joined, type Lookup } from "../../state/answers/lookup.ts";
import type { Query } from "../../state/answers/query.ts";
import type { Place } from "../../state/navigation/place.ts";
import type { RunbookChange, RunbookRun, RunbookValueChanges } from "../../state/runbooks.ts";
import { dim } from "../builders/cells.ts";
import { clustersOfProject, pickClusterFor } from "../builders/clusters.ts";
import { clusterList, lookup, missingCell, READ } from "../builders/lookup.ts";
import { placeAfter } from "../builders/place-after.ts";
import type { Cell } from "../model/cell.ts";
import type { Context } from "../model/context.ts";
import type { Effect, FormSetup, Preflight } from "../model/effect.ts";

/**
 * A runbook: several writes of other areas in order (`domain.md` 18). A step opens the form or the write of its area; its status is read from the
 * service's answers wherever they give it, so that a step done elsewhere counts, and one that was undone does not.
 */

/**
 * Status of a step. `waiting`: it continues automatically, there is nothing to do; `blocked`: an earlier step is missing; `unread`: its queries are
 * loading.
 */
export type StepStatus = {
  readonly is: "done" | "waiting" | "open" | "blocked" | "left-out" | "unread";
  readonly words: Cell;
  /** The place that shows it. */
  readonly link?: Place;
  /** The status rests on something being absent: it counts only where all lists that could have it were read (`findings.md` 2.3). */
  readonly isAbsence?: true;
};

export type RunbookValues = RunbookRun["values"];

export type RunbookStep = {
  readonly id: string;
  readonly title: string;
  /** Instructions in a sentence or two; with the values chosen so far, once the runbook is started. */
  readonly about: string | ((values: RunbookValues) => string);
  /** Queries for its status, also made before the step is opened. */
  readonly queries?: (context: Context, values: RunbookValues) => readonly Query[];
  /** Status by the answers; null where they say nothing (yet), and the mark counts. */
  readonly seen?: (context: Context, values: RunbookValues) => StepStatus | null;
  /** The area whose form or write does the step; none where it is done outside this program and marked by a person. */
  readonly opens?: { readonly area: AreaId; readonly effect: (context: Context, values: RunbookValues) => Effect };
  /** Values from the answer of its write for later steps; null for those that the answer does not have. For a null answer: only the names. */
  readonly valuesFromAnswer?: (answer: JsonObject | null) => RunbookValueChanges;
  /** The value that names the thing of this step: when another thing replaces it, the step is open again. */
  readonly dependsOn?: string;
};

/** A runbook, with the texts to choose it by. */
export type Runbook = {
  readonly id: string;
  readonly title: string;
  /** When to use it, in one sentence. */
  readonly about: string;
  readonly steps: readonly RunbookStep[];
  /** Asks for the subject, then starts the runbook; one without steps does all of its work here. */
  readonly begin: (context: Context) => Effect;
};

const AREA = "runbooks";

export const placeOf = (run: string): Place => ({ area: AREA, ids: [run] });

/**
 * Starts a runbook about a subject: a second start within the same minute has the same id.
 *
 * @param title the subject as text
 */
export function startRunbook(runbook: string, context: Context, title: string, values: RunbookValues): Effect {
  const run = `${runbook}-${title.replaceAll(/[^\w]+/gu, "-")}-${Math.floor(context.now / 60_000).toString(36)}`;
  const { groupId } = context.scope;
  return {
    kind: "runbook",
    change: { does: "start", run, runbook, title, groupId, values },
    next: { kind: "place", place: placeOf(run) },
  };
}

/** Starts a runbook about one cluster, which is chosen first. */
export const beginInCluster =
  (runbook: string, kinds: readonly ClusterKind[], question: string): Runbook["begin"] =>
  (context) =>
    pickClusterFor(context, kinds, question, (name) => startRunbook(runbook, context, name, { cluster: name }));

/** A runbook that was started. */
export type StartedRunbook = { readonly runbook: Runbook; readonly run: RunbookRun };

/** Marks a step whose write was answered. Marks and values of a replaced thing are dropped, as they say nothing about the new one. */
function markSent({ runbook, run }: StartedRunbook, step: RunbookStep, answer: JsonObject | null): RunbookChange {
  const added = step.valuesFromAnswer?.(answer) ?? {};
  const isReplaced = (name: string): boolean =>
    run.values[name] !== undefined && added[name] !== undefined && run.values[name] !== added[name];
  const outdated = runbook.steps.filter(({ dependsOn }) => dependsOn !== undefined && isReplaced(dependsOn));
  const forgotten = outdated.flatMap(({ valuesFromAnswer }) => Object.keys(valuesFromAnswer?.(null) ?? {}));
  return {
    does: "mark",
    run: run.id,
    step: step.id,
    how: "sent",
    values: { ...Object.fromEntries(forgotten.map((name) => [name, null])), ...added },
    ...(outdated.length === 0 ? {} : { reopens: outdated.map(({ id }) => id) }),
  };
}

/** Safer ways that do the same job are the step too. */
function saferAsStep({ safer, ...found }: Preflight, started: StartedRunbook, step: RunbookStep): Preflight {
  if (safer === undefined) return found;
  const ways = safer.map((way) =>
    way.isSameJob === true ? { ...way, effect: asStep(way.effect, started, step) } : way,
  );
  return { ...found, safer: ways };
}

/**
 * The effect that opens an area's form or write as a step of a runbook: when it is done, the step is marked and the runbook is shown again. For a
 * write of unknown outcome, the area's own place is shown instead.
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
      const preflight: FormSetup["preflight"] = async (review, body) =>
        saferAsStep(await setup.preflight(review, body), started, step);
      const look = placeAfter(effect, null);
      return { kind: "form", setup: { ...setup, preflight, marks, after: placeOf(run.id), look } };
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

/** The context of a runbook about one cluster: areas query and offer that one only, even if it is not listed (any more). */
export const contextOfCluster = (context: Context, cluster: string): Context => {
  const listed = context.scope.clusters.find(({ name }) => name === cluster);
  const clusters: readonly Cluster[] = [listed ?? { name: cluster, kind: "unknown", paused: null }];
  return { ...context, scope: { ...context.scope, cluster, clusters, params: {} } };
};

/** The context of runbooks: a runbook covers the whole project, whichever cluster the scope is narrowed to. */
export function ofProject(context: Context): Context {
  const { scope } = context;
  if (scope.cluster === null) return context;
  return { ...context, scope: { ...scope, cluster: null, clusters: clustersOfProject(scope) } };
}

/** Instructions of a step as text. */
export const instructionsOf = ({ about }: RunbookStep, values: RunbookValues): string =>
  typeof about === "string" ? about : about(values);

/** State of the queries of a step; answers from before a write do not count. */
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

/** Status of a step by the answers; null where they say nothing: unread data does not count as "none". */
export function reportedStatus(
  step: RunbookStep,
  context: Context,
  values: RunbookValues,
  stepLookup = lookupOfStep(step, context, values),
): StepStatus | null {
  const seen = step.seen?.(context, values) ?? null;
  return seen?.isAbsence === true && isMissing(stepLookup) ? null : seen;
}

/** Status of a step: by the answers, otherwise by its mark; neither while the answers are loading. */
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

/** The first step that is neither done nor skipped; undefined when there is none. */
export function currentStep(
  runbook: Runbook,
  context: Context,
  run: RunbookRun,
): { readonly step: RunbookStep; readonly status: StepStatus } | undefined {
  return runbook.steps
    .map((step) => ({ step, status: stepStatusOf(step, context, run) }))
    .find(({ status }) => status.is !== "done" && status.is !== "left-out");
}
