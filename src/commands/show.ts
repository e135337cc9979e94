import { shownColumns } from "../app/preferences/columns.ts";
import { isWhole } from "../app/screen/freshness.ts";
import { notReadLines } from "../app/screen/not-read.ts";
import { canShowAll } from "../app/screen/scope.ts";
import { loadTheme } from "../app/theme.ts";
import { AREAS, areaOf } from "../areas/areas.ts";
import type { Preferences } from "../settings/preferences.ts";
import type { Place } from "../state/navigation/place.ts";
import { printableLines } from "../text/printable.ts";
import type { Span } from "../text/spans.ts";
import { EXIT } from "./exit.ts";
import { errorPrinter, print } from "./output.ts";
import { placeNamed, thingNamed } from "./places.ts";
import { runParsed } from "./run-parsed.ts";
import { missingItem } from "./show/missing.ts";
import { hasFigures, metricLines } from "./show/openmetrics.ts";
import { paintingFor } from "./show/painting.ts";
import { type Format, listText, type Printing, type StatusFormat, thingText } from "./show/printed.ts";
import { type Choice, chosenList } from "./show/rows.ts";
import { promptLine, statusSpans, tmuxLine, unknownSpans } from "./show/status-line.ts";
import { openUnattended, type PlaceResult, type Unattended } from "./show/unattended.ts";
import { SHOW } from "./table/commands.ts";
import { checkPositionals, type ParsedArguments } from "./table/parse.ts";
import { wholeNumber } from "./whole-number.ts";
import { WrongUse } from "./wrong-use.ts";

/** `sextant show PLACE`: prints a list or one thing, once, to standard output. */

const LEAST_WIDTH = 20;
const MOST_SECONDS = 3600;

type Wanted = {
  readonly place: Place;
  readonly profile: string | undefined;
  readonly format: Format | StatusFormat | "openmetrics";
  readonly choice: Choice;
  /** Width in cells; null: that of the terminal, or unlimited. */
  readonly width: number | null;
  readonly allProjects: boolean;
  /** Milliseconds. */
  readonly timeout: number;
};

const MISSING = "What to show is missing: sextant show PLACE (an area, or area/id).";

function wantedOf(parsed: ParsedArguments<typeof SHOW.options>): Wanted {
  checkPositionals(SHOW, parsed.words);
  const format = SHOW.options.format.choices.find((name) => name === parsed.text("format")) ?? "table";
  const place = placeNamed(parsed.words[0], AREAS, MISSING);
  if (parsed.isOn("all-projects") && !canShowAll(place.area)) {
    throw new WrongUse(`--all-projects: ${areaOf(place.area).label} is of one project.`);
  }
  const isOfOne = thingNamed(place, areaOf(place.area).screen.single ?? null) !== null;
  const misplaced = (["filter", "sort", "columns"] as const).find((name) => parsed.text(name) !== undefined);
  if (isOfOne && misplaced !== undefined) throw new WrongUse(`--${misplaced} is for the rows of a list.`);
  if (misplaced !== undefined && (isStatus(format) || format === "openmetrics")) {
    throw new WrongUse(`--${misplaced} is for the rows of a list: --format ${format} prints its counts.`);
  }
  return {
    place,
    profile: parsed.text("profile"),
    format,
    choice: { filter: parsed.text("filter") ?? "", sort: parsed.text("sort"), columns: parsed.text("columns") },
    width: wholeNumber("width", parsed.text("width"), LEAST_WIDTH, 10_000),
    allProjects: parsed.isOn("all-projects"),
    timeout: (wholeNumber("timeout", parsed.text("timeout"), 1, MOST_SECONDS) ?? 0) * 1000,
  };
}

function printingOf({ store }: Unattended, { width }: Wanted): Printing {
  const { session, preferences, navigation } = store.getState();
  return {
    place: navigation.place,
    project: { id: session.groupId, name: session.groupName },
    zone: session.zone,
    ...paintingFor(preferences, width),
  };
}

const complain = errorPrinter(SHOW);

const isStatus = (format: Wanted["format"]): format is StatusFormat => format === "line" || format === "tmux";

/** A status line in the colours of tmux, or without colours. */
const statusLine = (format: StatusFormat, spans: readonly Span[]): string =>
  format === "line" ? promptLine(spans) : tmuxLine(spans, loadTheme("terminal", "16").looks);

/** The lines of a result; null where the thing does not exist. */
function linesOf(
  found: PlaceResult,
  { format, choice, width }: Wanted,
  { columns }: Preferences,
  printing: Printing,
  oldSince: number | null,
): readonly string[] | null {
  const { list, thing, fresh } = found;
  if (thing !== null && (thing.model === null || thing.model.absent !== undefined)) return null;
  if (isStatus(format)) {
    const when = { now: Date.now(), oldSince };
    return [statusLine(format, statusSpans(found, width ?? Number.POSITIVE_INFINITY, when))];
  }
  if (format === "openmetrics") {
    if (thing !== null || !hasFigures(found)) throw new WrongUse(`${list.area.label} has no figures for openmetrics.`);
    return metricLines(found, printing.project.name ?? printing.project.id ?? "");
  }
  if (thing === null) {
    // Formats for people show the columns of the screen; programs get every column, whatever a person has chosen.
    const isForPeople = format === "table" || format === "markdown";
    const usual = isForPeople
      ? shownColumns(list.model.columns, columns[list.area.id])
      : list.model.columns.filter(({ drawn }) => drawn !== true);
    return listText(format, found, chosenList(list, choice, usual), choice.filter, printing);
  }
  const values = found.values.rows.get(thing.id) ?? {};
  return thing.model === null ? null : thingText(format, thing.model, values, fresh, printing);
}

/** Reports what could not be read. @returns the exit code */
function exitOf({ fresh, list }: PlaceResult, say: (words: string) => void): number {
  const failed = notReadLines(fresh.notRead, list.scope);
  for (const { text } of failed) say(text);
  if (fresh.failure !== null && failed.length === 0) say(fresh.failure);
  return isWhole(fresh) ? EXIT.done : EXIT.refused;
}

async function show(wanted: Wanted): Promise<number> {
  const { format } = wanted;
  const unattended = await openUnattended(wanted, process.env, complain, isStatus(format));
  try {
    const found = await unattended.read(wanted);
    if ("words" in found) {
      const { width } = wanted;
      // A status line only shows what is printed to it.
      if (isStatus(format)) {
        await print(`${statusLine(format, unknownSpans(found.words, width ?? Number.POSITIVE_INFINITY))}\n`);
      } else complain(found.words);
      return found.isUnreached ? EXIT.unreached : EXIT.refused;
    }
    const { preferences } = unattended.store.getState();
    const oldSince = unattended.oldSince();
    const lines = linesOf(found, wanted, preferences, printingOf(unattended, wanted), oldSince);
    if (lines === null) {
      const { words, exit } = missingItem(unattended, found);
      complain(words);
      return exit;
    }
    // The lines of a table are made printable when they are painted.
    const safe = format === "table" ? lines : lines.map(printableLines);
    await print(safe.map((line) => `${line}\n`).join(""));
    const exit = exitOf(found, isStatus(format) ? () => undefined : complain);
    return oldSince === null ? exit : EXIT.refused;
  } finally {
    await unattended.close();
  }
}

/**
 * Runs `sextant show`.
 *
 * @param argv the arguments after `show`
 * @returns the exit code: 0 complete, 1 partly read or not found, 2 wrong usage, 3 service not reachable
 */
export const runShow = (argv: readonly string[]): Promise<number> =>
  runParsed(SHOW, argv, (parsed) => show(wantedOf(parsed)));
