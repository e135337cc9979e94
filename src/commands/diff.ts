import { appliedBefore } from "../app/settings-files/applied.ts";
import { asClusters, comparedProjects } from "../app/settings-files/comparison.ts";
import { kindsIn, problemLine } from "../app/settings-files/files.ts";
import { planOf } from "../app/settings-files/plan.ts";
import { type ProjectSettings, readProject, unreadTexts } from "../app/settings-files/project.ts";
import { planningSource } from "../app/settings-files/source.ts";
import type { FileProblem } from "../forms/settings-file/kind.ts";
import type { ReadFile } from "../forms/settings-file/read-documents.ts";
import type { ProjectEntry } from "../state/session/session.ts";
import { printableLines } from "../text/printable.ts";
import { EXIT } from "./exit.ts";
import { outputJson } from "./json-text.ts";
import { errorPrinter, print, printFileProblem } from "./output.ts";
import { runParsed } from "./run-parsed.ts";
import { clusterPairs } from "./settings/cluster-pairs.ts";
import { kindsCalled } from "./settings/kinds.ts";
import { readNamedFiles } from "./settings/named-files.ts";
import {
  isDifferent,
  PLAN_LABELS,
  type PrintedSetting,
  planJson,
  planLines,
  printedOf,
  type SummaryLabels,
} from "./settings/printed-plan.ts";
import { explainedByService, openSession, type SettingsSession, timeoutIn } from "./settings/session.ts";
import type { ParsedArguments } from "./table/parse.ts";
import { DIFF } from "./table/settings-commands.ts";
import { WrongUse } from "./wrong-use.ts";

/** `sextant diff`: changes that files would make in a project, or differences of two projects. Sends no writes. */

const complain = errorPrinter(DIFF);

type Parsed = ParsedArguments<typeof DIFF.options>;

/** Output of the command. */
type Printed = {
  readonly project: { readonly id: string; readonly name: string };
  readonly other: string | null;
  readonly items: readonly PrintedSetting[];
  readonly problems: readonly FileProblem[];
  readonly words: SummaryLabels;
};

const NOWHERE = { id: "", name: "" };

async function end(parsed: Parsed, { project, other, items, problems, words }: Printed): Promise<number> {
  for (const problem of problems) printFileProblem(problemLine(problem));
  if (parsed.text("format") === "json") {
    await print(outputJson(planJson(project, other, items, problems)));
  } else if (problems.length === 0) {
    await print(
      planLines(items, words)
        .map((line) => `${printableLines(line)}\n`)
        .join(""),
    );
  }
  if (problems.length > 0) return EXIT.wrongUse;
  return isDifferent(items) ? EXIT.refused : EXIT.done;
}

/** Reports settings that could not be read: a plan without them would say that they are to be created. */
function isUnread(read: ProjectSettings): boolean {
  for (const words of unreadTexts(read)) complain(words);
  return read.unread.length > 0;
}

async function withFiles(parsed: Parsed, { documents, none }: ReadFile, session: SettingsSession): Promise<number> {
  const project = session.project(parsed.text("project"));
  const source = planningSource(await session.source(project), session.store);
  const read = await readProject(source, kindsIn({ documents, none }));
  if (isUnread(read)) return EXIT.unreached;
  const { items, problems } = planOf(documents, read, source.scope, {
    prune: parsed.isOn("prune"),
    none,
    before: await appliedBefore(source, documents),
    answers: new Map(),
    env: source.env(),
  });
  return end(parsed, { project, other: null, items: items.map(printedOf), problems, words: PLAN_LABELS });
}

async function withProject(parsed: Parsed, name: string, session: SettingsSession): Promise<number> {
  const kinds = kindsCalled(parsed.words.length === 0 ? ["all"] : parsed.words);
  const [here, there] = [session.project(parsed.text("project")), session.project(name)];
  if (here.id === there.id) throw new WrongUse(`--with: ${there.name} would be compared with itself.`);
  const readNow = async (project: ProjectEntry) => {
    const source = planningSource(await session.source(project), session.store);
    return { source, read: await readProject(source, kinds) };
  };
  const [ours, theirs] = await Promise.all([readNow(here), readNow(there)]);
  const clusters = clusterPairs(parsed.texts("cluster"), ours.source.scope, theirs.source.scope);
  if ([ours, theirs].filter(({ read }) => isUnread(read)).length > 0) return EXIT.unreached;
  const items = comparedProjects(ours.read, asClusters(theirs.read, clusters), there.name, ours.source.env()).map(
    (one): PrintedSetting => ({
      action: one.action,
      kind: one.of.file.name,
      title: one.of.file.title,
      cluster: one.cluster,
      name: one.name,
      id: one.here?.id ?? one.there?.id ?? null,
      file: null,
      line: null,
      changes: one.changes,
      notes: [],
    }),
  );
  return end(parsed, {
    project: here,
    other: there.name,
    items,
    problems: [],
    words: labelsFor(here.name, there.name),
  });
}

const labelsFor = (here: string, there: string): SummaryLabels => ({
  create: `only in ${there}`,
  change: "different",
  delete: `only in ${here}`,
  unclear: "not clear",
  same: "the same",
});

async function diff(parsed: Parsed): Promise<number> {
  const other = parsed.text("with");
  const { words } = parsed;
  if (other === undefined && words.length === 0) {
    throw new WrongUse(
      "What to compare is missing: sextant diff FILE, or a folder, - for standard input, or --with PROJECT.",
    );
  }
  if (other === undefined && parsed.texts("cluster").length > 0) throw new WrongUse("--cluster is for --with.");
  if (other !== undefined && parsed.isOn("prune")) throw new WrongUse("--prune is for files, not for --with.");
  const files = other === undefined ? await readNamedFiles(words) : null;
  if (files !== null && files.problems.length > 0) {
    return end(parsed, { project: NOWHERE, other: null, items: [], problems: files.problems, words: PLAN_LABELS });
  }
  const session = await openSession(
    { profile: parsed.text("profile"), readOnly: true, isTraceless: true, timeout: timeoutIn(parsed) },
    process.env,
    complain,
  );
  try {
    return files === null ? await withProject(parsed, other ?? "", session) : await withFiles(parsed, files, session);
  } finally {
    await session.close();
  }
}

/**
 * Runs `sextant diff`.
 *
 * @param argv the arguments after `diff`
 * @returns the exit code: 0 the same, 1 different, 2 a file is wrong or wrong usage, 3 could not be read
 */
export const runDiff = (argv: readonly string[]): Promise<number> => runParsed(DIFF, argv, diff, explainedByService);
