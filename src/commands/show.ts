import { notReadLines } from "../app/screen/not-read.ts";
import { noThingWords } from "../app/screen/thing.ts";
import { ASCII, asciiText, UNICODE } from "../app/symbols.ts";
import { loadTheme } from "../app/theme.ts";
import { AREAS } from "../areas/areas.ts";
import { SettingsError } from "../settings/settings-error.ts";
import type { Place } from "../state/place.ts";
import { capabilitiesOf } from "../terminal/capabilities.ts";
import { printable, printableLines } from "../text/printable.ts";
import { NoService } from "./no-service.ts";
import { readPlace } from "./places.ts";
import { FORMATS, type Format, listText, type Printing, thingText } from "./show/printed.ts";
import { type Choice, chosenList } from "./show/rows.ts";
import { type Found, openUnattended, type Unattended } from "./show/unattended.ts";
import { paintedLine } from "./start/paint.ts";
import { SHOW } from "./table/commands.ts";
import { helpOf } from "./table/help.ts";
import { checkWords, parse } from "./table/parse.ts";
import { WrongUse } from "./wrong-use.ts";

/** `sextant show PLACE`: a list or one thing, once, to standard output. */

const DONE = 0;
const INCOMPLETE = 1;
const WRONG_USE = 2;
const UNREACHED = 3;

const LEAST_WIDTH = 20;
const MOST_SECONDS = 3600;

type Wanted = {
  readonly place: Place;
  readonly profile: string | undefined;
  readonly format: Format;
  readonly choice: Choice;
  /** Cells; null: as wide as the terminal, or as it takes. */
  readonly width: number | null;
  /** Milliseconds. */
  readonly timeout: number;
};

function wholeNumber(name: string, text: string | undefined, least: number, most: number): number | null {
  if (text === undefined) return null;
  const value = /^\d+$/u.test(text) ? Number(text) : Number.NaN;
  if (value >= least && value <= most) return value;
  throw new WrongUse(`--${name} requires a whole number from ${least} to ${most}.`);
}

function placeOf(word: string | undefined): Place {
  if (word === undefined) throw new WrongUse("What to show is missing: sextant show PLACE (an area, or area/id).");
  const parsed = readPlace(word, AREAS);
  if (parsed.ok) return parsed.place;
  throw new WrongUse(parsed.message);
}

/** What is wanted; null: help. */
function wantedOf(argv: readonly string[]): Wanted | null {
  const parsed = parse(SHOW, argv);
  if (parsed.help) return null;
  checkWords(SHOW, parsed.words);
  const format = FORMATS.find((name) => name === parsed.text("format")) ?? "table";
  return {
    place: placeOf(parsed.words[0]),
    profile: parsed.text("profile"),
    format,
    choice: { filter: parsed.text("filter") ?? "", sort: parsed.text("sort"), columns: parsed.text("columns") },
    width: wholeNumber("width", parsed.text("width"), LEAST_WIDTH, 10_000),
    timeout: (wholeNumber("timeout", parsed.text("timeout"), 1, MOST_SECONDS) ?? 0) * 1000,
  };
}

function printingOf({ store }: Unattended, { place, width }: Wanted): Printing {
  const { stdout, env } = process;
  const isTerminal = stdout.isTTY === true;
  const { colour, symbols } = capabilitiesOf(env);
  const { session, preferences } = store.getState();
  const isAscii = isTerminal && (preferences.symbols === "ascii" || symbols === "ascii");
  const level = isTerminal ? colour : "none";
  const theme = loadTheme("terminal", level !== "none");
  return {
    place,
    project: { id: session.groupId, name: session.groupName },
    zone: session.zone,
    width: width ?? (isTerminal ? stdout.columns : null),
    symbols: isAscii ? ASCII : UNICODE,
    painted: isTerminal
      ? (line) =>
          paintedLine(line, { looks: theme.looks, level, spell: isAscii ? asciiText : (text: string): string => text })
      : (line) => printable(line.map(({ text }) => text).join("")),
    isForPeople: isTerminal,
  };
}

const complain = (words: string): void => void process.stderr.write(`sextant show: ${printable(words)}\n`);

/** Writes all of it; whoever reads may go away before the end (`| head`), which is no error. */
const write = (text: string): Promise<void> =>
  new Promise((resolve, reject) => {
    const { stdout } = process;
    stdout.once("error", (error: NodeJS.ErrnoException) => (error.code === "EPIPE" ? resolve() : reject(error)));
    stdout.write(text, () => resolve());
  });

/** What was found as lines; null where the thing is not there. */
function linesOf(found: Found, wanted: Wanted, printing: Printing): readonly string[] | null {
  const { list, fresh, thing } = found;
  if (thing === null)
    return listText(wanted.format, found, chosenList(list, wanted.choice), wanted.choice.filter, printing);
  return thing.model === null
    ? null
    : thingText(wanted.format, thing.model, thing.fresh.asOf === null ? fresh : thing.fresh, printing);
}

async function show(wanted: Wanted): Promise<number> {
  const console = await openUnattended(wanted.place, wanted.profile, process.env, complain);
  try {
    const found = await console.read(wanted.timeout);
    if ("words" in found) {
      complain(found.words);
      return found.isUnreached ? UNREACHED : INCOMPLETE;
    }
    const { list, fresh, thing } = found;
    const lines = linesOf(found, wanted, printingOf(console, wanted));
    if (lines === null) {
      const [reason] = noThingWords(thing?.id ?? null, list, fresh, thing?.fresh ?? fresh);
      complain(`${reason?.text ?? "Not found"}.`);
      return INCOMPLETE;
    }
    // The lines of a table are made printable where they are painted.
    const safe = wanted.format === "table" ? lines : lines.map(printableLines);
    await write(safe.map((line) => `${line}\n`).join(""));
    const notRead = notReadLines(fresh.notRead);
    for (const { text } of notRead) complain(text);
    if (fresh.failure !== null && notRead.length === 0) complain(fresh.failure);
    return notRead.length === 0 && fresh.failure === null ? DONE : INCOMPLETE;
  } finally {
    await console.close();
  }
}

/**
 * Runs `sextant show`.
 *
 * @param argv the arguments after `show`
 * @returns the exit code: 0 all of it, 1 not all of it could be read, or it is not there, 2 wrong usage, 3 service not reachable
 */
export async function runShow(argv: readonly string[]): Promise<number> {
  try {
    const wanted = wantedOf(argv);
    if (wanted === null) {
      await write(helpOf(SHOW));
      return DONE;
    }
    return await show(wanted);
  } catch (error) {
    if (error instanceof WrongUse || error instanceof SettingsError) {
      complain(error.message);
      return WRONG_USE;
    }
    if (error instanceof NoService) {
      complain(error.message);
      return UNREACHED;
    }
    throw error;
  }
}
