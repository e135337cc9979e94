import { setTimeout as wait } from "node:timers/promises";
import { isFullyRead } from "../app/screen/freshness.ts";
import { notReadLines } from "../app/screen/not-read.ts";
import { printPlace } from "../state/navigation/place.ts";
import { serverNow } from "../state/session/session.ts";
import { SECOND } from "../text/durations.ts";
import { joinTexts } from "../text/present.ts";
import { EXIT } from "./exit.ts";
import { NOT_IN_TIME, NoService } from "./no-service.ts";
import { errorPrinter, print } from "./output.ts";
import { runParsed } from "./run-parsed.ts";
import { missingItem } from "./show/missing.ts";
import { paintingFor } from "./show/painting.ts";
import {
  doesNotExist,
  incompleteReason,
  isMissingClustersOnly,
  isRefused,
  isRefusedForGood,
  openUnattended,
  type PlaceResult,
  type ReadFailure,
  type Unattended,
} from "./show/unattended.ts";
import { WATCH } from "./table/commands.ts";
import { type WatchArguments, watchArguments } from "./watch/arguments.ts";
import { changesIn, observePlace, type PlaceObservation, titleOf } from "./watch/changes.ts";
import { watchDrift } from "./watch/drift.ts";
import {
  awaitEnding,
  type Ending,
  endingOf,
  outputEnding,
  sayEnding,
  undecidedEnding,
  unreachableEnding,
  unreadEnding,
  untilEnded,
} from "./watch/ending.ts";
import { createOutage, troubleOf } from "./watch/outage.ts";
import { createReport, eventLine, type Report } from "./watch/report.ts";
import { statusOf } from "./watch/status.ts";
import { createJudge } from "./watch/waiting.ts";

/** `sextant watch PLACE`: prints a line for each change, until a condition holds. */

/** Maximum wait for the first answers (ms). */
const FIRST_ANSWERS = 60 * SECOND;

/** Interval of the screen's clock (ms). */
const STEP = 5 * SECOND;

const complain = errorPrinter(WATCH);

/** Parts of a running watch. */
type Watch = {
  readonly wanted: WatchArguments;
  readonly unattended: Unattended;
  readonly report: Report;
  readonly end: (ending: Ending) => void;
  readonly known: WatchedSoFar;
};

/** State of a watch that decides how it ends at its timeout. */
type WatchedSoFar = {
  isBegun: boolean;
  /** Reason why the newest look cannot decide the condition; null where it can. */
  lacking: string | null;
};

/** Title of the place: that of the item, or the label of the list's area. */
const titleAt = ({ unattended }: Watch, look: PlaceObservation): string =>
  look.found.thing === null ? look.found.list.area.label : titleOf(unattended, look, look.found.thing.id);

/**
 * Reason why a list cannot be judged: an incomplete list proves neither a condition on all rows nor a count. Rows that a filter has found are those
 * that are meant: they are waited for whatever the service refuses of other clusters.
 */
function unjudgeable({ list, context, fresh, values }: PlaceResult, areFound: boolean): string | null {
  if (values.broken !== null) return values.broken;
  if (areFound && isMissingClustersOnly(fresh)) return null;
  const { counts } = list.screen;
  const isRead = counts === undefined || (context !== null && counts.isRead(context));
  return isRead && isFullyRead(fresh) ? null : (nothingIn(fresh) ?? NOT_IN_TIME);
}

/** Follows the place from its first look on. @returns the function to call after each change of the store */
function follow(watch: Watch, first: PlaceObservation): (found: PlaceResult) => void {
  const { wanted, unattended, report, end, known } = watch;
  const { awaited } = wanted;
  const item = first.found.thing?.id ?? null;
  const judge = createJudge(awaited);
  const until = awaited?.text ?? "";
  let before = first;
  let title = titleAt(watch, first);
  const judged = (look: PlaceObservation): Ending | null => {
    const { values } = look;
    const areFound = awaited?.about === "rows" && wanted.filter !== "" && look.rows.size > 0;
    const why = item === null ? unjudgeable(look.found, areFound) : look.found.values.broken;
    known.lacking = awaited === null ? null : why;
    if (known.lacking !== null) {
      return isRefusedForGood(look.found.fresh)
        ? unreachableEnding(`Cannot be known: ${until}. ${known.lacking}`, EXIT.refused)
        : null;
    }
    const itemOf = (id: string) => ({
      id,
      values: values.get(id) ?? {},
      // Computed only when it is printed.
      get title(): string {
        return titleOf(unattended, look, id);
      },
    });
    const verdict = judge({
      item: item === null ? null : itemOf(item),
      rows: [...look.rows.keys()].map(itemOf),
      counts: look.found.values.list,
      now: serverNow(look.state, Date.now()),
    });
    return endingOf(verdict, until);
  };
  const finish = (ending: Ending | null): void => {
    if (ending !== null) end(ending);
  };
  known.isBegun = true;
  report.begin(statusOf(first, item, title));
  finish(judged(first));
  return (found) => {
    if (item !== null && doesNotExist(found)) {
      end(unreachableEnding(`${title} is gone.`, EXIT.refused));
      return;
    }
    const look = observePlace(unattended.store.getState(), found, wanted.filter, before);
    const changes = changesIn(unattended, before, look, item);
    before = look;
    title = titleAt(watch, look);
    report.changed(changes, statusOf(look, item, title));
    finish(judged(look));
  };
}

/** Reason why a first result cannot be used; null where it can. */
const failureOf = (found: PlaceResult | ReadFailure): string | null =>
  "words" in found ? found.words : found.fresh.asOf === null ? nothingIn(found.fresh) : null;

/** Reason why nothing was read, or not everything: a refusal with its query, or a failure. */
const nothingIn = ({ failure, notRead }: PlaceResult["fresh"]): string | null =>
  notReadLines(notRead.filter(({ missing }) => missing.kind !== "asking"))[0]?.text ?? failure;

/**
 * Reads the place for the first time, once all of it has loaded. A busy or failing service is retried for a while; an unreachable or refusing one is
 * not.
 */
async function firstLook(
  { unattended, wanted, report }: Watch,
  signal: AbortSignal,
): Promise<PlaceObservation | Ending> {
  const timeout = Math.min(FIRST_ANSWERS, wanted.timeout ?? FIRST_ANSWERS);
  const until = performance.now() + timeout;
  let found: PlaceResult | ReadFailure = await unattended.read({ timeout, signal, goesOn: true });
  for (let words = failureOf(found); words !== null; words = failureOf(found)) {
    if ("words" in found && found.isUnreached) return unreachableEnding(words, EXIT.unreached);
    if ("words" in found ? found.isRefused : isRefused(found.fresh)) return unreachableEnding(words, EXIT.refused);
    if (performance.now() > until) return unreachableEnding(words, EXIT.unreached);
    await wait(SECOND, undefined, { signal });
    found = unattended.look() ?? found;
  }
  if ("words" in found) return unreachableEnding(found.words, EXIT.unreached);
  const lacking = incompleteReason(found);
  if (wanted.item !== null && (doesNotExist(found) || lacking !== null)) {
    const { words, exit } = missingItem(unattended, found, `Not found: ${wanted.item}`);
    const [why = "", ...candidates] = words.split("\n");
    for (const line of candidates) report.complain(line);
    return unreachableEnding(joinTexts(" ", why, lacking), exit);
  }
  return observePlace(unattended.store.getState(), found, wanted.filter);
}

const isEnding = (value: PlaceObservation | Ending): value is Ending => "kind" in value;

/** Runs a watch until it ends by itself or is interrupted. */
async function run(watch: Watch, ended: Promise<Ending>): Promise<Ending> {
  const { unattended, report, wanted } = watch;
  const first = await untilEnded(ended, (over) => firstLook(watch, over));
  if (isEnding(first)) return first;
  const { store } = unattended;
  const lookAgain = follow(watch, first);
  const outage = createOutage(store.getState().session.zone, report.complain);
  const look = (): void => {
    const found: PlaceResult | ReadFailure | undefined = unattended.look();
    if (found === undefined) return;
    outage(troubleOf(found));
    if (!("words" in found)) lookAgain(found);
  };
  const stopLooking = store.subscribe(look);
  unattended.keepAsking(wanted.every);
  // Keeps the process alive, and updates ages and countdowns in conditions.
  const clock = setInterval(() => store.setState({ minute: Date.now() }), STEP);
  try {
    look();
    return await ended;
  } finally {
    stopLooking();
    clearInterval(clock);
  }
}

async function watch(wanted: WatchArguments): Promise<number> {
  const unattended = await openUnattended(
    { place: wanted.place, profile: wanted.profile, allProjects: false },
    process.env,
    complain,
  );
  const known: WatchedSoFar = { isBegun: false, lacking: null };
  const { ended, end, stop } = awaitEnding(wanted, () => {
    if (known.isBegun)
      return known.lacking === null ? null : undecidedEnding(wanted.awaited?.text ?? "", known.lacking);
    const found = unattended.look(true);
    const why = found === undefined ? null : "words" in found ? found.words : nothingIn(found.fresh);
    // Seconds have a unit here.
    return unreadEnding((why ?? NOT_IN_TIME).replace(/--timeout \d+/u, "$&s"));
  });
  const { session, preferences } = unattended.store.getState();
  const place = printPlace(wanted.place);
  const report = createReport({
    isJson: wanted.isJson,
    place,
    isItem: wanted.item !== null,
    until: wanted.awaited?.text ?? null,
    zone: session.zone,
    painting: paintingFor(preferences),
    now: Date.now,
    complain,
    onClosed: (why) => end(outputEnding(why, complain)),
  });
  try {
    const ending = await run({ wanted, unattended, report, end, known }, ended);
    return await sayEnding(ending, report, wanted, place, complain);
  } finally {
    stop();
    await unattended.close();
  }
}

/**
 * Runs `sextant watch`.
 *
 * @param argv the arguments after `watch`
 * @returns the exit code: 0 the condition holds, 1 it can no longer hold, 124 time is up, 2 wrong usage, 3 service not reachable
 */
export const runWatch = (argv: readonly string[]): Promise<number> =>
  runParsed(WATCH, argv, async (parsed) => {
    const wanted = watchArguments(parsed);
    try {
      return "drift" in wanted ? await watchDrift(wanted, complain) : await watch(wanted);
    } catch (error) {
      // A program that reads the events waits for an end, also where nothing has begun.
      if (wanted.isJson && error instanceof NoService) {
        const end = { result: "never", reason: error.message, exit: EXIT.unreached };
        await print(eventLine(Date.now(), "end", end));
      }
      throw error;
    }
  });
