import type { Query } from "../../state/answers/query.ts";
import type { RunbookRun } from "../../state/runbooks.ts";
import { formatTimeAndAge } from "../../text/format.ts";
import { present } from "../../text/present.ts";
import { dim, good } from "../builders/cells.ts";
import { field, heading, textLine } from "../builders/lines.ts";
import { type Cell, cellText, type Tone } from "../model/cell.ts";
import type { Context } from "../model/context.ts";
import type { DetailLine, DetailModel } from "../model/view.ts";
import { runbookOf } from "./all.ts";
import {
  currentStep,
  instructionsOf,
  type Runbook,
  type RunbookStep,
  type RunbookValues,
  type StepStatus,
  stepStatusOf,
} from "./runbook.ts";

/** Progress of a runbook, step by step; its steps before it is started. */

const STATUS_LABELS: Readonly<Record<StepStatus["is"], { readonly word: string; readonly tone: Tone }>> = {
  done: { word: "done", tone: "good" },
  unread: { word: "?", tone: "dim" },
  waiting: { word: "waiting", tone: "accent" },
  open: { word: "to do", tone: "plain" },
  blocked: { word: "blocked", tone: "dim" },
  "left-out": { word: "skipped", tone: "dim" },
};

/** A step with the area that it opens: `Take a snapshot · Snapshots`. */
const titleOf = ({ title, opens }: RunbookStep, { areaLabel }: Context): string =>
  opens === undefined ? title : `${title} · ${areaLabel(opens.area)}`;

/** One step: number, status and title, and below them its state or instructions. */
function stepLines(
  step: RunbookStep,
  context: Context,
  order: number,
  status: StepStatus,
  isCurrent: boolean,
  values: RunbookValues,
): readonly DetailLine[] {
  const { word, tone } = STATUS_LABELS[status.is];
  const isNow = isCurrent && status.is === "open";
  const words = status.words === "" && isCurrent ? instructionsOf(step, values) : status.words;
  const under: Cell = typeof words === "string" ? dim(words) : words;
  return present(
    field(`${order} ${isNow ? "now" : word}`, { text: titleOf(step, context), tone: isNow ? "accent" : tone }),
    cellText(under) !== "" && field("", under, status.link),
  );
}

export function detailQueries(context: Context, id: string): readonly Query[] {
  const run = context.runbooks?.find((one) => one.id === id);
  const runbook = run === undefined ? undefined : runbookOf(run.runbook);
  if (run === undefined || runbook === undefined) return [];
  return runbook.steps.flatMap((step) => step.queries?.(context, run.values) ?? []);
}

/** Suffix for the current step, by its status. */
const NOW: Readonly<Record<StepStatus["is"], (step: RunbookStep, context: Context) => string>> = {
  done: () => "",
  "left-out": () => "",
  unread: () => "",
  waiting: () => ", continues automatically",
  blocked: () => ", blocked",
  open: ({ opens }, { areaLabel, key }) =>
    `, ${key("action.new")} ${opens === undefined ? "marks it as done" : `opens ${areaLabel(opens.area)}`}`,
};

function runLines(runbook: Runbook, run: RunbookRun, context: Context): readonly DetailLine[] {
  const current = currentStep(runbook, context, run);
  const begun = formatTimeAndAge(run.begunAt, Math.max(context.now, run.begunAt), context.zone);
  return [
    field("For", run.title),
    field("Started", begun),
    field(
      "Progress",
      run.endedAt !== null
        ? dim("archived; nothing was undone")
        : current === undefined
          ? good(`all steps done: press ${context.key("action.menu")} to archive`)
          : `step ${runbook.steps.indexOf(current.step) + 1} of ${runbook.steps.length}${NOW[current.status.is](current.step, context)}`,
    ),
    heading("Steps"),
    ...runbook.steps.flatMap((step, index) =>
      stepLines(step, context, index + 1, stepStatusOf(step, context, run), step === current?.step, run.values),
    ),
  ];
}

const startText = ({ steps }: Runbook, { key }: Context): string =>
  steps.length === 0
    ? `Press ${key("action.new")} to create the text. Nothing is changed; the text can be copied or saved to a file.`
    : `Press ${key("action.new")} to start. Every change is reviewed; you can leave at any step.`;

const offeredLines = (runbook: Runbook, context: Context): readonly DetailLine[] => {
  const { about, steps } = runbook;
  return present(
    textLine(about),
    textLine(dim(startText(runbook, context))),
    steps.length !== 0 && heading("Steps"),
    ...steps.flatMap((step, index): DetailLine[] => [
      textLine(`${index + 1}  ${titleOf(step, context)}`),
      textLine(dim(instructionsOf(step, {}))),
    ]),
  );
};

export function detail(context: Context, id: string): DetailModel | null {
  const run = context.runbooks?.find((one) => one.id === id);
  const runbook = runbookOf(run?.runbook ?? id);
  if (runbook === undefined) {
    if (run === undefined) return null;
    const lines = [textLine("This runbook is from another version of this console.")] as const;
    return { title: run.title, lines, raw: run };
  }
  return run === undefined
    ? { title: runbook.title, lines: offeredLines(runbook, context), raw: null }
    : { title: runbook.title, lines: runLines(runbook, run, context), raw: run };
}
