import { isMissing } from "../../state/answers/lookup.ts";
import type { RunbookChange, RunbookRun } from "../../state/runbooks.ts";
import { present } from "../../text/present.ts";
import { askClusters } from "../builders/clusters.ts";
import { clusterList, READ } from "../builders/lookup.ts";
import type { Action } from "../model/area.ts";
import { cellText } from "../model/cell.ts";
import type { Context } from "../model/context.ts";
import { asking, type Effect, goTo } from "../model/effect.ts";
import { runbookOf } from "./all.ts";
import { askAgain } from "./ask-again.ts";
import {
  asStep,
  currentStep,
  placeOf,
  type RunbookStep,
  reportedStatus,
  type StartedRunbook,
  stepStatusOf,
} from "./runbook.ts";

/** Actions on a runbook: start it, open its next or any other step, archive it, resume it. */

function found(context: Context, ids: readonly string[]): StartedRunbook | null {
  const run = context.runbooks?.find(({ id }) => id === ids[0]);
  const runbook = run === undefined ? undefined : runbookOf(run.runbook);
  return run === undefined || runbook === undefined ? null : { runbook, run };
}

const then = (run: RunbookRun, change: RunbookChange): Effect => ({
  kind: "runbook",
  change,
  next: { kind: "place", place: placeOf(run.id) },
});

/** Marks a step that is done outside this program, or skipped. A step whose status the service reports need not be marked. */
function say(context: Context, { run }: StartedRunbook, step: RunbookStep): Effect {
  const isMarked = run.steps[step.id] !== undefined;
  const isReported = reportedStatus(step, context, run.values) !== null;
  return {
    kind: "pick",
    title: step.title,
    suggest: async () =>
      present(
        !isReported && { value: "said", label: "Mark as done", note: "confirmed by you; nothing is sent" },
        { value: "skipped", label: "Skip", note: "nothing is sent" },
        isMarked && { value: "open", label: "Mark as not done", note: "nothing is undone" },
      ),
    take: (value) => {
      if (value === "open") return then(run, { does: "unmark", run: run.id, step: step.id });
      const how = value === "skipped" ? "skipped" : "said";
      return then(run, { does: "mark", run: run.id, step: step.id, how, values: {} });
    },
  };
}

const doStep = (context: Context, { runbook, run }: StartedRunbook, step: RunbookStep): Effect =>
  step.opens === undefined
    ? say(context, { runbook, run }, step)
    : asStep(step.opens.effect(context, run.values), { runbook, run }, step);

/** The reason why there is no next step to open now, or null. */
function cannotGoOn(context: Context, ids: readonly string[]): string | null {
  const [id] = ids;
  const now = found(context, ids);
  if (now === null) return runbookOf(id ?? "") === undefined ? "from another version of this console" : null;
  if (now.run.endedAt !== null) return "archived: resume it first";
  const current = currentStep(now.runbook, context, now.run);
  if (current === undefined) return `all steps done: press ${context.key("action.menu")} to archive it`;
  const { is, words } = current.status;
  return is === "waiting" || is === "blocked" ? cellText(words) : null;
}

/** The list does not request the status of a runbook: it is read first, and shown where there is nothing to do. */
const readFirst = (context: Context, now: StartedRunbook): Effect =>
  asking(now.runbook.title, async (ask) => {
    const { runbook, run } = now;
    const { scope } = context;
    const known = isMissing(clusterList(scope))
      ? { ...context, scope: { ...scope, clusters: await askClusters(ask, scope), clusterList: READ } }
      : context;
    const queries = runbook.steps.flatMap((step) => step.queries?.(known, run.values) ?? []);
    const read = await askAgain(ask, known, queries);
    const current = currentStep(runbook, read, run);
    return current?.status.is === "open" ? doStep(read, now, current.step) : { kind: "place", place: placeOf(run.id) };
  });

function goOn(context: Context, ids: readonly string[]): Effect {
  const now = found(context, ids);
  if (now !== null) {
    const current = currentStep(now.runbook, context, now.run);
    if (current === undefined) return { kind: "place", place: placeOf(now.run.id) };
    return current.status.is === "unread" ? readFirst(context, now) : doStep(context, now, current.step);
  }
  const runbook = runbookOf(ids[0] ?? "");
  return runbook === undefined ? goTo("runbooks") : runbook.begin(context);
}

/** Picks another step than the next one, from a list with the status of each. */
const anyStep = (
  context: Context,
  now: StartedRunbook,
  title: string,
  take: (step: RunbookStep) => Effect,
): Effect => ({
  kind: "pick",
  title,
  suggest: async () =>
    now.runbook.steps.map((step, index) => {
      const status = stepStatusOf(step, context, now.run);
      return { value: step.id, label: `${index + 1}  ${step.title}`, note: cellText(status.words) || status.is };
    }),
  take: (id) => {
    const step = now.runbook.steps.find((one) => one.id === id);
    return step === undefined ? { kind: "place", place: placeOf(now.run.id) } : take(step);
  },
});

const onRun = (context: Context, ids: readonly string[], open: (now: StartedRunbook) => Effect): Effect => {
  const now = found(context, ids);
  return now === null ? goTo("runbooks") : open(now);
};

/** Picks a step of a run, then opens an effect for it. */
const onAnyStep =
  (title: string, take: (context: Context, now: StartedRunbook, step: RunbookStep) => Effect): Action["open"] =>
  (context, ids) =>
    onRun(context, ids, (now) => anyStep(context, now, title, (step) => take(context, now, step)));

const notBegun = (context: Context, ids: readonly string[]): string | null =>
  found(context, ids) === null ? `not started: press ${context.key("action.new")} to start it` : null;

/** Archives a runbook, or resumes an archived one. */
const archiving = (does: "end" | "resume", title: string, already: string): Action => ({
  id: `runbooks.${does}`,
  title,
  operation: "getProject",
  on: "one",
  disabled: (context, ids) =>
    notBegun(context, ids) ?? ((found(context, ids)?.run.endedAt === null) === (does === "end") ? null : already),
  open: (context, ids) => onRun(context, ids, ({ run }) => then(run, { does, run: run.id })),
});

export const actions: readonly Action[] = [
  {
    id: "runbooks.next",
    title: "Start, or run next step…",
    operation: "getProject",
    standard: "new",
    hint: "next step",
    on: "one",
    disabled: cannotGoOn,
    open: goOn,
  },
  {
    id: "runbooks.step",
    title: "Run another step…",
    operation: "getProject",
    on: "one",
    disabled: notBegun,
    open: onAnyStep("Step to run", doStep),
  },
  {
    id: "runbooks.say",
    title: "Mark a step as done or skipped…",
    operation: "getProject",
    standard: "edit",
    hint: "mark step",
    on: "one",
    disabled: notBegun,
    open: onAnyStep("Step to mark", say),
  },
  archiving("end", "Archive (undoes nothing)", "archived"),
  archiving("resume", "Resume", "not archived"),
];
