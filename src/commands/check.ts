import manifest from "../../package.json" with { type: "json" };
import { notReadLines } from "../app/screen/not-read.ts";
import { AREAS } from "../areas/areas.ts";
import type { AreaCheck } from "../areas/model/check.ts";
import type { ListCounts } from "../areas/model/fields.ts";
import type { AreaId } from "../contract/area-ids.ts";
import { SECOND } from "../text/durations.ts";
import { didYouMeanElse } from "../text/nearest.ts";
import { messageOf } from "../text/thrown.ts";
import { CHECK_EXIT, judgedFigures, worstOf } from "./check/judge.ts";
import { type CheckFinding, pluginLines } from "./check/plugin-output.ts";
import { type FigureRanges, type KnownFigure, rangesOf } from "./check/thresholds.ts";
import { NOT_IN_TIME } from "./no-service.ts";
import { errorPrinter, print } from "./output.ts";
import { openUnattended, type PlaceResult, type Unattended } from "./show/unattended.ts";
import { CHECK } from "./table/check-command.ts";
import { helpOf } from "./table/help.ts";
import { parse } from "./table/parse.ts";
import { WrongUse } from "./wrong-use.ts";

/** `sextant check NAME`: a plugin for Nagios, Icinga and compatible monitoring. Errors are UNKNOWN, never OK. */

const MOST_SECONDS = 3600;
/** Waiting stops this long before the timeout: the output has to be read in time (ms). */
const TIME_TO_END = 150;
/** Before that, the answers so far are judged: critical figures count even when other answers are missing (ms). A busy machine needs longer. */
const TIME_TO_JUDGE = { least: 100, most: 2000 } as const;
/** Part of the timeout that judging takes, within these bounds. */
const PART_TO_JUDGE = 1 / 20;
/** Connections that are still open after this end with the process (ms). */
const PATIENCE = 500;

const complain = errorPrinter(CHECK);

/** An area that defines a check. */
type Checked = {
  readonly area: AreaId;
  readonly check: AreaCheck;
  readonly figures: readonly KnownFigure[];
  readonly counts: ListCounts;
};

type Wanted = Checked & {
  readonly ranges: ReadonlyMap<string, FigureRanges>;
  readonly ids: readonly string[];
  readonly profile: string | undefined;
  readonly isVerbose: boolean;
  /** Milliseconds since the start of the process. */
  readonly timeout: number;
};

/** All checks by name. */
export const checks = (): ReadonlyMap<string, Checked> =>
  new Map(
    AREAS.flatMap(({ id, screen }): readonly (readonly [string, Checked])[] => {
      const { check, counts } = screen;
      if (check === undefined || counts === undefined) return [];
      const infos = new Map(counts.infos.map((info) => [info.id, info]));
      const figures = check.figures.map((figure): KnownFigure => {
        const { kind = "count", isTimeLeft } = infos.get(figure.id) ?? {};
        return { ...figure, kind, ...(isTimeLeft === undefined ? {} : { isTimeLeft }) };
      });
      return [[check.name, { area: id, check, figures, counts }]];
    }),
  );

function checkedCalled(name: string | undefined): Checked {
  const found = checks().get(name ?? "");
  if (found !== undefined) return found;
  const names = CHECK.argument.choices;
  if (name === undefined) throw new WrongUse(`What to check is missing: ${names.join(", ")}.`);
  const instead = didYouMeanElse(name, names, `Use ${names.join(", ")}.`);
  throw new WrongUse(`There is no check ${JSON.stringify(name)}. ${instead}`);
}

type Parsed = ReturnType<typeof parsedOf>;

const parsedOf = (argv: readonly string[]) => parse(CHECK, argv);

function wantedOf(parsed: Parsed): Wanted {
  const [name, ...ids] = parsed.words;
  const checked = checkedCalled(name);
  const [extra] = ids;
  if (extra !== undefined && checked.check.named === undefined) {
    throw new WrongUse(`Unexpected argument ${JSON.stringify(extra)}: ${name} takes no ids.`);
  }
  const seconds = Number(parsed.text("timeout"));
  if (!(seconds > 0 && seconds <= MOST_SECONDS)) {
    throw new WrongUse(`--timeout requires a number of seconds up to ${MOST_SECONDS}.`);
  }
  return {
    ...checked,
    ranges: rangesOf(checked.figures, parsed.texts("warning"), parsed.texts("critical")),
    ids,
    profile: parsed.text("profile"),
    isVerbose: parsed.isOn("verbose"),
    timeout: seconds * SECOND,
  };
}

/** A finding without figures, with the reason. */
const unknownFinding = (name: string, reason: string): CheckFinding => ({
  name,
  status: "UNKNOWN",
  reasons: [reason],
  figures: [],
  nothing: "",
  problems: [],
});

/** A reason with the timeout's option as this command calls it. */
const withOption = (words: string): string => words.replace("--timeout", "-t");

/** Reasons why the answers are incomplete. */
function lackingIn({ fresh, values }: PlaceResult): readonly string[] {
  if (values.broken !== null) return [values.broken];
  const failed = notReadLines(fresh.notRead);
  if (failed.length > 0) return failed.map(({ text }) => withOption(text));
  return fresh.failure === null ? [] : [fresh.failure];
}

function findingIn(
  found: PlaceResult,
  { check, figures, counts, ranges, ids }: Wanted,
  isSample: boolean,
): CheckFinding {
  const { context, values } = found;
  const held = context === null ? {} : counts.ofCached(context);
  const judged = judgedFigures(figures, ranges, values.list, held);
  const unknown = context === null ? NOT_IN_TIME : (check.unknown?.(context, ids) ?? null);
  const lacking = unknown === null ? lackingIn(found) : [unknown];
  return {
    name: check.name,
    status: worstOf([...judged.map(({ status }) => status), lacking.length === 0 ? "OK" : "UNKNOWN"]),
    reasons: [...(isSample ? ["Sample data:"] : []), ...lacking],
    figures: judged,
    nothing: lacking.length === 0 ? check.nothing : "",
    problems: context === null ? [] : check.problems(context),
  };
}

/** Things that the service does not list are known by the ids on the command line, once their project is known. */
function rememberNamed({ store }: Unattended, { check: { named }, ids }: Wanted): void {
  if (named === undefined || ids.length === 0) return;
  const remember = (): boolean => {
    const { groupId } = store.getState().session;
    if (groupId === null) return false;
    for (const id of ids) {
      store.names.remember({ kind: named, name: id, id, project: groupId, source: "named on the command line" });
    }
    return true;
  };
  if (remember()) return;
  const stop = store.subscribe(() => {
    if (remember()) stop();
  });
}

type Read = { readonly finding: CheckFinding; readonly close: () => Promise<void> };

async function read(wanted: Wanted, remaining: () => number): Promise<Read> {
  const place = { area: wanted.area, ids: [] };
  // A line for machines carries no messages about other failures.
  const unattended = await openUnattended(
    { place, profile: wanted.profile, allProjects: false, isFigures: true },
    process.env,
    () => undefined,
  );
  rememberNamed(unattended, wanted);
  const { least, most } = TIME_TO_JUDGE;
  const timeToJudge = Math.min(most, Math.max(least, wanted.timeout * PART_TO_JUDGE));
  const found = await unattended.read({ timeout: Math.max(1, remaining() - timeToJudge) });
  const { sandbox } = unattended.store.getState().session;
  const finding =
    "words" in found
      ? unknownFinding(wanted.check.name, withOption(found.words.replace(NOT_IN_TIME, lateText(wanted))))
      : findingIn(found, wanted, sandbox);
  return { finding, close: unattended.close };
}

const lateText = ({ timeout }: Wanted): string => `No answer within ${timeout / SECOND} s. -t waits longer.`;

/** True when the line is written, or its reader has closed the pipe. If it is not, OK becomes UNKNOWN; other findings keep their exit code. */
async function isPrinted(text: string): Promise<boolean> {
  try {
    await print(text);
    return true;
  } catch (error) {
    complain(messageOf(error));
    return false;
  }
}

/** Prints the finding and makes sure that the process ends. */
async function end(finding: CheckFinding, isVerbose: boolean): Promise<number> {
  const lines = pluginLines(finding, isVerbose).map((line) => `${line}\n`);
  const code = CHECK_EXIT[(await isPrinted(lines.join(""))) || finding.status !== "OK" ? finding.status : "UNKNOWN"];
  // Open connections must not keep the process alive.
  setTimeout(() => process.exit(code), TIME_TO_END / 2).unref();
  return code;
}

async function inTime(wanted: Wanted): Promise<CheckFinding> {
  const { name } = wanted.check;
  const until = wanted.timeout - TIME_TO_END;
  const remaining = (): number => Math.max(1, until - process.uptime() * SECOND);
  const { promise: late, resolve } = Promise.withResolvers<Read>();
  const nothing: Read = { finding: unknownFinding(name, lateText(wanted)), close: async () => undefined };
  const giveUp = setTimeout(() => resolve(nothing), remaining());
  try {
    const { finding, close } = await Promise.race([late, read(wanted, remaining)]);
    const patience = new Promise((done) => setTimeout(done, Math.min(PATIENCE, remaining())).unref());
    await Promise.race([close(), patience]);
    return finding;
  } catch (error) {
    return unknownFinding(name, messageOf(error));
  } finally {
    clearTimeout(giveUp);
  }
}

/**
 * Runs `sextant check`.
 *
 * @param argv the arguments after `check`
 * @returns the exit code of a monitoring plugin: 0 OK, 1 WARNING, 2 CRITICAL, 3 UNKNOWN
 */
export async function runCheck(argv: readonly string[]): Promise<number> {
  const named = argv.find((word) => CHECK.argument.choices.some((name) => name === word)) ?? "check";
  // An uncaught error would otherwise exit with the code of WARNING.
  process.on("uncaughtException", (error) => {
    void end(unknownFinding(named, messageOf(error)), false).then((code) => process.exit(code));
  });
  let parsed: Parsed;
  let wanted: Wanted;
  try {
    parsed = parsedOf(argv);
    if (parsed.help || parsed.isOn("version")) {
      await print(parsed.help ? helpOf(CHECK) : `sextant check ${manifest.version}\n`);
      return CHECK_EXIT.UNKNOWN;
    }
    wanted = wantedOf(parsed);
  } catch (error) {
    return end(unknownFinding(named, messageOf(error)), false);
  }
  return end(await inTime(wanted), wanted.isVerbose);
}
