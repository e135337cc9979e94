import { appliedBefore, rememberApplied } from "../app/settings-files/applied.ts";
import { applySettings } from "../app/settings-files/apply.ts";
import { kindsIn, problemLine } from "../app/settings-files/files.ts";
import { planOf, type SettingsPlan } from "../app/settings-files/plan.ts";
import { highestRisk, prepareAll, withObstacles } from "../app/settings-files/prepare.ts";
import { type ProjectSettings, readProject, storedIds, unreadTexts } from "../app/settings-files/project.ts";
import { planningSource } from "../app/settings-files/source.ts";
import {
  type AppliedSetting,
  isApplied,
  type PlannedSetting,
  type PreparedSetting,
  type SettingsSource,
} from "../app/settings-files/types.ts";
import type { Risk } from "../contract/operation.ts";
import type { FileDocument } from "../forms/settings-file/kind.ts";
import type { ReadFile } from "../forms/settings-file/read-documents.ts";
import { settingTitle } from "../forms/settings-file/setting-title.ts";
import { settingsPaths } from "../settings/paths.ts";
import type { ProjectEntry } from "../state/session/session.ts";
import { MINUTE } from "../text/durations.ts";
import { pluralize } from "../text/format.ts";
import { printableLines } from "../text/printable.ts";
import { EXIT } from "./exit.ts";
import { errorPrinter, print, printFileProblem } from "./output.ts";
import { runParsed } from "./run-parsed.ts";
import { type Asking, isConfirmed, terminalAsking } from "./settings/confirm.ts";
import { awaitInterruption } from "./settings/interruption.ts";
import { readNamedFiles } from "./settings/named-files.ts";
import { turnAt } from "./settings/one-at-a-time.ts";
import { differenceLines, PLAN_LABELS, type PrintedSetting, printedOf, summaryLine } from "./settings/printed-plan.ts";
import { explainedByService, openSession, type SettingsSession, timeoutIn } from "./settings/session.ts";
import type { ParsedArguments } from "./table/parse.ts";
import { APPLY } from "./table/settings-commands.ts";
import { WrongUse } from "./wrong-use.ts";

/** `sextant apply`: changes a project to match settings files, with the same reviews and the same way of sending writes as on screen. */

/** A production profile stays unlocked this long for one apply. */
const UNLOCKED = 15 * MINUTE;

const complain = errorPrinter(APPLY);

type Parsed = ParsedArguments<typeof APPLY.options>;

const printLines = async (lines: readonly string[]): Promise<void> => {
  await print(lines.map((line) => `${printableLines(line)}\n`).join(""));
};

/** Input of a plan, and the plan itself. */
type Work = {
  readonly parsed: Parsed;
  readonly session: SettingsSession;
  readonly project: ProjectEntry;
  readonly source: SettingsSource;
  readonly read: ProjectSettings;
  readonly files: ReadFile;
  readonly asking: Asking;
};

/** Allows writes where a person may lift the rule against them. @throws WrongUse where nobody may */
async function unlock({ store }: SettingsSession, { question }: Asking): Promise<void> {
  const { readOnly, profile } = store.getState().session;
  if (readOnly === null) return;
  const refusal = `Profile ${profile} is read-only (${readOnly.because}): changes are blocked.`;
  if (!readOnly.unlockable || question === null) throw new WrongUse(refusal);
  const typed = await question(`${refusal} Type ${profile} to allow changes for 15 minutes: `);
  if (typed !== profile) throw new WrongUse(refusal);
  store.session.unlock(UNLOCKED);
}

/** The plan, after asking the person which stored setting each ambiguous document means. */
async function planned(work: Work): Promise<SettingsPlan> {
  const { parsed, source, read, files, asking } = work;
  const { documents, none } = files;
  const before = await appliedBefore(source, documents);
  const options = { prune: parsed.isOn("prune"), none, before, env: source.env() };
  const plan = planOf(documents, read, source.scope, { ...options, answers: new Map() });
  const unclear = plan.items.filter((item) => item.action === "unclear");
  if (unclear.length === 0 || asking.question === null || plan.problems.length > 0) return plan;
  const answers = new Map<FileDocument, string | null>();
  for (const item of unclear) answers.set(item.document, await answerTo(item, asking.question));
  return planOf(documents, read, source.scope, { ...options, answers });
}

async function answerTo(
  item: Extract<PlannedSetting, { action: "unclear" }>,
  question: NonNullable<Asking["question"]>,
): Promise<string | null> {
  const { file } = item.document;
  await printLines([
    `${item.name} (${file}:${item.document.spotOf([]).line}) may be one of these:`,
    ...item.candidates.map(({ id, settings }, index) => `  ${index + 1}  ${item.of.file.nameOf(settings)}  ${id}`),
  ]);
  for (;;) {
    const answer = await question(`Which one is it? 1 to ${item.candidates.length}, or n for a new one: `);
    if (/^n(?:ew)?$/iu.test(answer)) return null;
    const chosen = /^\d+$/u.test(answer) ? item.candidates[Number(answer) - 1] : undefined;
    if (chosen !== undefined) return chosen.id;
    if (answer === "") throw new WrongUse("Nothing was sent.");
  }
}

/** The lines of a review below its changes. */
const notesOf = ({ item, sentence, warnings, facts, obstacles }: PreparedSetting): readonly string[] => [
  ...(item.action === "delete" ? [sentence] : []),
  ...warnings.map((warning) => `! ${warning}`),
  ...facts.filter(({ label }) => label !== "").map(({ label, value }) => `${label}: ${value}`),
  ...obstacles.map((obstacle) => `! Cannot be sent now: ${obstacle}`),
];

const RESULT_LABELS = {
  done: "done",
  already: "already as wanted",
  conflict: "conflict",
  refused: "refused",
  unknown: "may have happened",
  "not-sent": "not sent",
} as const;

const resultLines = ({ prepared: { item }, result }: AppliedSetting): readonly string[] => [
  `${RESULT_LABELS[result.kind]}: ${settingTitle(printedOf(item))}`,
  ...("words" in result ? [`    ${result.words}`] : []),
  ...(result.kind === "conflict" ? result.fields.map((line) => `    ${line}`) : []),
  ...(result.kind === "unknown" ? ["    Check the current state, then run this again: nothing is sent twice."] : []),
];

async function send(work: Work, prepared: readonly PreparedSetting[]): Promise<number> {
  const { session, source, project, read } = work;
  const interruption = awaitInterruption(() =>
    complain("Interrupted: the change under way is waited for. Ctrl-C again ends without its result."),
  );
  const applied = await applySettings(prepared, {
    source,
    send: session.store.send,
    known: storedIds(read),
    isInterrupted: interruption.hasCome,
    onResult: async (one) => {
      await rememberApplied(source, one);
      await printLines(resultLines(one));
    },
  }).finally(interruption.stop);
  const ok = applied.filter(({ result }) => isApplied(result)).length;
  if (ok === applied.length) {
    await printLines([`${pluralize(ok, "change")} applied to ${project.name}.`]);
    return EXIT.done;
  }
  const isWhole = applied.every(({ result }) => ["done", "already", "not-sent"].includes(result.kind));
  const next = isWhole ? "Run this again for the rest." : "Mend what stands above, then run this again.";
  await printLines([`${ok} of ${applied.length} applied to ${project.name}. ${next}`]);
  return EXIT.refused;
}

async function applyTo(work: Work): Promise<number> {
  const { parsed, session, project, source, asking } = work;
  const plan = await planned(work);
  if (plan.problems.length > 0) {
    for (const problem of plan.problems) printFileProblem(problemLine(problem));
    return EXIT.wrongUse;
  }
  const unclear = plan.items.filter(({ action }) => action === "unclear");
  const changing = plan.items.filter(({ action }) => action !== "same" && action !== "unclear");
  const prepared =
    unclear.length > 0 ? [] : await prepareAll(changing, work.read.named, planningSource(source, session.store));
  const printed = plan.items.map((item): PrintedSetting => {
    const review = prepared.find((one) => one.item === item);
    return review === undefined ? printedOf(item) : { ...printedOf(item), notes: notesOf(review) };
  });
  await printLines([...differenceLines(printed), summaryLine(printed, PLAN_LABELS)]);
  if (unclear.length > 0)
    throw new WrongUse("Nothing was sent: say which ones are meant at a terminal, or make them differ.");
  if (prepared.length === 0) return EXIT.done;
  if (withObstacles(prepared).length > 0) {
    complain("Nothing was sent: not all of it can be.");
    return EXIT.refused;
  }
  if (parsed.isOn("dry-run")) return EXIT.done;
  const confirmation = { name: project.name, given: parsed.text("confirm"), most: riskIn(parsed) };
  if (!(await isConfirmed(highestRisk(prepared), confirmation, asking))) {
    complain("Nothing was sent.");
    return EXIT.wrongUse;
  }
  return send(work, prepared);
}

const riskIn = (parsed: Parsed): Risk =>
  APPLY.options.risk.choices.find((risk) => risk === parsed.text("risk")) ?? "disruptive";

async function withProject(
  parsed: Parsed,
  files: ReadFile,
  session: SettingsSession,
  project: ProjectEntry,
): Promise<number> {
  const asking = terminalAsking();
  if (!parsed.isOn("dry-run")) await unlock(session, asking);
  const source = await session.source(project);
  const read = await readProject(planningSource(source, session.store), kindsIn(files));
  if (read.unread.length > 0) {
    for (const words of unreadTexts(read)) complain(words);
    return EXIT.unreached;
  }
  return applyTo({ parsed, session, project, source, read, files, asking });
}

async function apply(parsed: Parsed): Promise<number> {
  const { words } = parsed;
  if (words.length === 0)
    throw new WrongUse("What to apply is missing: sextant apply FILE, or a folder, or - for standard input.");
  const timeout = timeoutIn(parsed);
  const files = await readNamedFiles(words);
  if (files.problems.length > 0) {
    for (const problem of files.problems) printFileProblem(problemLine(problem));
    return EXIT.wrongUse;
  }
  const isDry = parsed.isOn("dry-run");
  const session = await openSession(
    { profile: parsed.text("profile"), readOnly: isDry || parsed.isOn("read-only"), isTraceless: isDry, timeout },
    process.env,
    complain,
  );
  try {
    const project = session.project(parsed.text("project"));
    const { id, name } = project;
    if (isDry) return await withProject(parsed, files, session, project);
    const turn = await turnAt(settingsPaths(process.env), id, timeout, (pid) =>
      complain(`Waiting for another apply to ${name} (process ${pid}).`),
    );
    if (!turn.isOurs) {
      complain(`Nothing was sent: another apply to ${name} is under way (process ${turn.pid}).`);
      return EXIT.refused;
    }
    if (turn.trouble !== null) complain(turn.trouble);
    try {
      return await withProject(parsed, files, session, project);
    } finally {
      turn.end();
    }
  } finally {
    await session.close();
  }
}

/**
 * Runs `sextant apply`.
 *
 * @param argv the arguments after `apply`
 * @returns the exit code: 0 applied or nothing to do, 1 partly applied, 2 a file is wrong or not confirmed, 3 could not be read
 */
export const runApply = (argv: readonly string[]): Promise<number> => runParsed(APPLY, argv, apply, explainedByService);
