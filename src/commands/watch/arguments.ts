import { STANDARD_INPUT } from "../../app/settings-files/files.ts";
import { AREAS, areaOf } from "../../areas/areas.ts";
import { millisecondsIn } from "../../domain/condition/quantities.ts";
import type { Place } from "../../state/navigation/place.ts";
import { DAY, MINUTE, SECOND } from "../../text/durations.ts";
import { placeNamed, thingNamed } from "../places.ts";
import type { WATCH } from "../table/commands.ts";
import type { ParsedArguments } from "../table/parse.ts";
import { WrongUse } from "../wrong-use.ts";
import { DRIFT_COUNTS } from "./drift-counts.ts";
import type { EndNotice } from "./notify.ts";
import { type AwaitedCondition, awaitedConditionAt } from "./waiting.ts";

/** Parsed arguments of `sextant watch`. */

/** Options of all kinds of watch. */
export type WatchCommon = {
  readonly awaited: AwaitedCondition | null;
  readonly profile: string | undefined;
  readonly isJson: boolean;
  /** Minimum time between two reads of the same resource (ms); 0: as in the console. */
  readonly every: number;
  /** Milliseconds; null: no limit. */
  readonly timeout: number | null;
  readonly notify: EndNotice;
};

export type WatchArguments = WatchCommon & {
  readonly place: Place;
  /** The item that is watched; null: a list. */
  readonly item: string | null;
  readonly filter: string;
};

/** A watch that compares a project with settings files. */
export type DriftArguments = WatchCommon & {
  /** A file or a folder. */
  readonly drift: string;
  /** Name or id; left out: the profile's project. */
  readonly project: string | undefined;
};

/** Longest timer that can be set. */
const LONGEST = 20 * DAY;

function durationOf(name: string, text: string | undefined): number | null {
  if (text === undefined) return null;
  const ms = millisecondsIn(text);
  if (ms !== null && ms >= SECOND && ms <= LONGEST) return ms;
  throw new WrongUse(`--${name} requires a length of time from 1s to ${LONGEST / DAY}d, such as 90s, 30m or 2h.`);
}

const MISSING = "What to watch is missing: sextant watch PLACE (an area, or area/id), or --drift PATH.";

function notifyOf(hows: readonly string[], command: readonly string[]): EndNotice {
  const isCommand = hows.includes("command");
  if (isCommand && command.length === 0) {
    throw new WrongUse("The command of --notify command is missing: sextant watch PLACE --notify command -- COMMAND …");
  }
  if (!isCommand && command.length > 0) {
    throw new WrongUse(`Unexpected argument ${JSON.stringify(command[0])}: only --notify command takes a command.`);
  }
  return { bell: hows.includes("bell"), osc: hows.includes("osc"), command: isCommand ? command : null };
}

/** Default interval between comparisons of files and project: settings are changed by people. */
const DRIFT_EVERY = 5 * MINUTE;
/** Minimum interval: reading all settings takes many calls. */
const DRIFT_EVERY_AT_LEAST = 10 * SECOND;

const commonOf = (parsed: Parsed, awaited: AwaitedCondition | null, command: readonly string[]): WatchCommon => ({
  awaited,
  profile: parsed.text("profile"),
  isJson: parsed.text("format") === "json",
  every: durationOf("every", parsed.text("every")) ?? 0,
  timeout: durationOf("timeout", parsed.text("timeout")),
  notify: notifyOf(parsed.texts("notify"), command),
});

type Parsed = ParsedArguments<typeof WATCH.options>;

function driftArguments(parsed: Parsed, drift: string): DriftArguments {
  if (drift === STANDARD_INPUT.path) {
    throw new WrongUse("--drift reads files again and again, which standard input cannot be: name a file or a folder.");
  }
  if (parsed.text("filter") !== undefined) throw new WrongUse("--filter is for the rows of a list.");
  const [word] = parsed.words;
  if (word !== undefined && !parsed.texts("notify").includes("command")) {
    throw new WrongUse(`--drift takes the place of PLACE: leave out ${JSON.stringify(word)}.`);
  }
  const awaited = awaitedConditionAt({ counts: { infos: DRIFT_COUNTS } }, false, parsed.text("until"));
  const common = commonOf(parsed, awaited, parsed.words);
  const every = common.every === 0 ? DRIFT_EVERY : common.every;
  if (every < DRIFT_EVERY_AT_LEAST) {
    throw new WrongUse(`--every is ${DRIFT_EVERY_AT_LEAST / SECOND}s at least where settings are compared.`);
  }
  return { ...common, every, drift, project: parsed.text("project") };
}

/** @throws WrongUse */
export function watchArguments(parsed: Parsed): WatchArguments | DriftArguments {
  const drift = parsed.text("drift");
  if (drift !== undefined) return driftArguments(parsed, drift);
  if (parsed.text("project") !== undefined) throw new WrongUse("--project is for --drift.");
  const [word, ...command] = parsed.words;
  const place = placeNamed(word, AREAS, MISSING);
  const { screen } = areaOf(place.area);
  const item = thingNamed(place, screen.single ?? null);
  const filter = parsed.text("filter") ?? "";
  const awaited = awaitedConditionAt(screen, item !== null, parsed.text("until"));
  if (filter !== "" && item !== null) throw new WrongUse("--filter is for the rows of a list.");
  if (filter !== "" && awaited?.about === "counts") {
    throw new WrongUse(
      `--until ${awaited.text} counts the whole list: leave out --filter, or name a field of its rows.`,
    );
  }
  return { ...commonOf(parsed, awaited, command), place, item, filter };
}
