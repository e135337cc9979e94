import { setTimeout as wait } from "node:timers/promises";
import { errorText } from "../../app/error-text.ts";
import type { ComparedRow, SettingsComparison } from "../../app/settings-files/compared-rows.ts";
import { comparedWithFiles } from "../../app/settings-files/comparing.ts";
import { formatDifference } from "../../app/settings-files/comparison-table.ts";
import { DRIFT_PARTS, driftCounts } from "../../app/settings-files/drift.ts";
import { problemLine } from "../../app/settings-files/files.ts";
import { ServiceError } from "../../client/errors/service-error.ts";
import { isLastingStatus } from "../../client/retry.ts";
import { encodeBody, writeJson } from "../../contract/json/json.ts";
import { DRIFT_LABELS, type DriftCounts, formatDriftCounts } from "../../domain/drift.ts";
import type { FieldValues } from "../../domain/field-value.ts";
import { KEEP } from "../../forms/settings-file/kind.ts";
import { settingTitle } from "../../forms/settings-file/setting-title.ts";
import { typedPath } from "../../settings/settings-folder.ts";
import type { ProjectEntry } from "../../state/session/session.ts";
import { SECOND } from "../../text/durations.ts";
import { joinedByDots, span } from "../../text/spans.ts";
import { EXIT } from "../exit.ts";
import { NOT_IN_TIME, NoService } from "../no-service.ts";
import { createSession, type NewSession, type SettingsSession } from "../settings/session.ts";
import { paintingFor } from "../show/painting.ts";
import type { DriftArguments } from "./arguments.ts";
import type { PlaceChange } from "./changes.ts";
import {
  awaitEnding,
  type Ending,
  endingOf,
  outputEnding,
  sayEnding,
  unreachableEnding,
  unreadEnding,
  untilEnded,
} from "./ending.ts";
import { createOutage } from "./outage.ts";
import { createReport, type Report } from "./report.ts";
import { dim, type WatchStatus } from "./status.ts";
import { createJudge } from "./waiting.ts";

/** `sextant watch --drift PATH`: prints a line for each setting that starts to differ from its file, or is the same again. */

/** Maximum wait for the first answers (ms). */
const FIRST_ANSWERS = 60 * SECOND;

/** The differences of a look, by a key of the setting. */
type Differences = ReadonlyMap<string, ComparedRow>;

type Look = {
  readonly differences: Differences;
  readonly counts: DriftCounts;
  /** Number of equal settings. */
  readonly same: number;
  readonly at: number;
};

/** Reason why a look failed; `isLasting`: a retry is useless. */
type NoLook = { readonly words: readonly string[]; readonly isLasting: boolean; readonly exit: number };

/** Identity of a row between looks: the id of its setting, or its name, where the setting does not exist here. */
const keyOf = ({ kind, cluster, hereId, name, origin }: ComparedRow): string =>
  [kind, cluster ?? "", hereId ?? origin?.kind.nameOf(origin.settings) ?? name].join("/");

/** Content of a setting that does not exist here. */
const contentOf = ({ hereId, origin }: ComparedRow): string =>
  hereId !== null || origin === null ? "" : writeJson(encodeBody(origin.settings, () => KEEP));

/**
 * The differing rows by keys that stay between looks. Several may have one name (a bucket with two roles): of these each keeps the key of the row
 * that said the same at the look before, and the rest take what is left.
 */
export function differencesIn(rows: readonly ComparedRow[], before: Differences): Differences {
  const found = new Map<string, ComparedRow>();
  const differing = rows.filter(({ state }) => state !== "same");
  const formerIdOf = (row: ComparedRow, isWanted: (old: ComparedRow) => boolean): string | undefined =>
    [...before].find(([id, old]) => !found.has(id) && keyOf(old) === keyOf(row) && isWanted(old))?.[0];
  for (const row of differing) {
    const id = formerIdOf(row, (old) => contentOf(old) === contentOf(row));
    if (id !== undefined) found.set(id, row);
  }
  const placed = new Set(found.values());
  for (const row of differing) {
    if (placed.has(row)) continue;
    let id = formerIdOf(row, () => true) ?? keyOf(row);
    for (let alike = 2; found.has(id); alike += 1) id = `${keyOf(row)}#${alike}`;
    found.set(id, row);
  }
  return found;
}

const NOTHING: Differences = new Map();

function lookOf({ rows }: SettingsComparison, before: Differences): Look {
  const differences = differencesIn(rows, before);
  const same = rows.length - differences.size;
  return { differences, counts: driftCounts(rows), same, at: Date.now() };
}

/** Counts for conditions and programs. */
const countsOf = ({ differences, counts, same }: Look): FieldValues => ({
  differences: differences.size,
  ...counts,
  same,
});

/** A refusal is lasting; a busy or unreachable service is not. */
function failureOf(error: unknown): Pick<NoLook, "isLasting" | "exit"> {
  const isLasting = isLastingStatus(error instanceof ServiceError ? error.status : null);
  return { isLasting, exit: isLasting ? EXIT.refused : EXIT.unreached };
}

async function lookNow(
  session: SettingsSession,
  project: ProjectEntry,
  path: string,
  before: Differences = NOTHING,
): Promise<Look | NoLook> {
  try {
    const source = await session.source(project);
    const found = await comparedWithFiles(source, path, { isOwn: true, first: [] });
    if (found.problems.length > 0) {
      return { words: found.problems.map(problemLine), isLasting: true, exit: EXIT.wrongUse };
    }
    if (found.unread.length > 0) {
      const words = found.unread.map((one) => one.words);
      // One refusal makes the whole look lasting, whatever the other errors are.
      const failures = found.unread.map(({ error }) => failureOf(error));
      return { words, ...(failures.find(({ isLasting }) => isLasting) ?? failureOf(null)) };
    }
    if (found.kinds.length === 0) {
      const words = [`${path} has no settings for ${project.name}.`];
      return { words, isLasting: true, exit: EXIT.wrongUse };
    }
    return lookOf(found, before);
  } catch (error) {
    return { words: [errorText(error)], ...failureOf(error) };
  }
}

const isLook = (found: Look | NoLook): found is Look => "differences" in found;

/** Label of a row's state. */
const stateOf = ({ state }: ComparedRow): string => (state === "same" ? "the same" : DRIFT_LABELS[DRIFT_PARTS[state]]);

/** Text printed for a difference. */
function saidOf(row: ComparedRow): string {
  const state = stateOf(row);
  const difference = formatDifference(row);
  return difference === "" ? state : `${state}: ${difference}`;
}

const valuesOf = (row: ComparedRow): FieldValues => ({
  kind: row.kind,
  cluster: row.cluster,
  name: row.name,
  state: stateOf(row),
  difference: formatDifference(row),
});

/** The setting is not new, or gone: its difference is. */
const NEWS: Readonly<Record<PlaceChange["kind"], string>> = {
  new: "differs now",
  changed: "differs in another way",
  gone: "no longer differs",
};

function changesIn(before: Differences, after: Differences): readonly PlaceChange[] {
  const madeOf = (kind: PlaceChange["kind"], id: string, row: ComparedRow): PlaceChange => ({
    kind,
    id,
    title: settingTitle(row),
    values: valuesOf(row),
    texts: [],
    said: { news: NEWS[kind], status: kind === "gone" ? "" : saidOf(row) },
  });
  const gone = [...before].filter(([id]) => !after.has(id)).map(([id, row]) => madeOf("gone", id, row));
  const come = [...after].flatMap(([id, row]): readonly PlaceChange[] => {
    const old = before.get(id);
    if (old === undefined) return [madeOf("new", id, row)];
    const [from, to] = [saidOf(old), saidOf(row)];
    if (from === to) return [];
    return [{ ...madeOf("changed", id, row), texts: [{ name: "difference", title: "difference", from, to }] }];
  });
  return [...come, ...gone];
}

/** Status of a project compared with its files. */
function statusOf(look: Look, { name }: ProjectEntry, path: string): WatchStatus {
  const { differences, counts, same, at } = look;
  const title = `${name} and ${path}`;
  const found =
    differences.size === 0
      ? [[span("no difference", "good")]]
      : formatDriftCounts(counts).map((words) => [span(words)]);
  return {
    title,
    spans: [span(title, "title"), span("  "), ...joinedByDots([...found, dim(`${same} the same`)])],
    asOf: at,
    values: { counts: countsOf(look) },
  };
}

/** Parts of a running watch. */
type Watch = {
  readonly wanted: DriftArguments;
  readonly session: NewSession;
  readonly report: Report;
  /** Called with the reason why nothing was read yet, and with null after the first success. */
  readonly onFirst: (why: string | null) => void;
};

/** Compares until the awaited condition holds. Before the first success, a busy or failing service is retried for a while. */
async function follow({ wanted, session, report, onFirst }: Watch, signal: AbortSignal): Promise<Ending> {
  const { drift, awaited, every } = wanted;
  const path = typedPath(drift);
  const pause = (milliseconds: number): Promise<void> => wait(milliseconds, undefined, { signal });
  const until = Date.now() + FIRST_ANSWERS;
  try {
    await session.learn({ timeout: FIRST_ANSWERS, signal });
  } catch (error) {
    if (error instanceof NoService) return unreachableEnding(error.message, EXIT.unreached);
    throw error;
  }
  const project = session.project(wanted.project);
  let found = await lookNow(session, project, path);
  while (!isLook(found) && !found.isLasting && Date.now() < until) {
    onFirst(found.words[0] ?? NOT_IN_TIME);
    await pause(SECOND);
    found = await lookNow(session, project, path);
  }
  if (!isLook(found)) {
    for (const words of found.words.slice(0, -1)) report.complain(words);
    return unreachableEnding(found.words.at(-1) ?? "", found.exit);
  }
  onFirst(null);
  const outage = createOutage(session.store.getState().session.zone, report.complain);
  const judge = createJudge(awaited);
  const judged = (look: Look): Ending | null =>
    endingOf(judge({ item: null, rows: [], counts: countsOf(look), now: look.at }), awaited?.text ?? "");
  report.begin(statusOf(found, project, drift));
  report.changed(changesIn(NOTHING, found.differences), statusOf(found, project, drift));
  let before = found;
  for (let ending = judged(found); ; ending = judged(before)) {
    if (ending !== null) return ending;
    await pause(every);
    const next = await lookNow(session, project, path, before.differences);
    outage(isLook(next) ? null : { words: next.words[0] ?? "", since: null });
    if (!isLook(next)) continue;
    report.changed(changesIn(before.differences, next.differences), statusOf(next, project, drift));
    before = next;
  }
}

/**
 * Watches until the end or an interruption.
 *
 * @returns the exit code
 * @throws SettingsError, NoService and WrongUse as a new session does
 */
export async function watchDrift(wanted: DriftArguments, complain: (words: string) => void): Promise<number> {
  const { drift, awaited, isJson } = wanted;
  const session = await createSession(
    { profile: wanted.profile, readOnly: true, isTraceless: true, timeout: FIRST_ANSWERS },
    process.env,
    complain,
  );
  let unread: string | null = NOT_IN_TIME;
  const { ended, end, stop } = awaitEnding(wanted, () => (unread === null ? null : unreadEnding(unread)));
  const onFirst = (why: string | null): void => {
    unread = why;
  };
  const report = createReport({
    isJson,
    place: drift,
    isItem: false,
    until: awaited?.text ?? null,
    zone: session.store.getState().session.zone,
    painting: paintingFor(session.store.getState().preferences),
    now: Date.now,
    complain,
    onClosed: (why) => end(outputEnding(why, complain)),
  });
  try {
    const ending = await untilEnded(ended, (over) => follow({ wanted, session, report, onFirst }, over));
    return await sayEnding(ending, report, wanted, drift, complain);
  } finally {
    stop();
    await session.close();
  }
}
