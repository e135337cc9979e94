import { AREAS, areaOf } from "../../areas/areas.ts";
import { millisecondsIn } from "../../domain/condition/quantities.ts";
import type { Place } from "../../state/place.ts";
import { DAY, SECOND } from "../../text/durations.ts";
import { readPlace } from "../places.ts";
import { WATCH } from "../table/commands.ts";
import { parse } from "../table/parse.ts";
import { WrongUse } from "../wrong-use.ts";
import type { EndNotice } from "./notify.ts";
import { type AwaitedCondition, awaitedAt } from "./waiting.ts";

/** What `sextant watch` was asked for. */

export type WatchWanted = {
  readonly place: Place;
  /** The one item that is watched; null: a list. */
  readonly item: string | null;
  readonly awaited: AwaitedCondition | null;
  readonly profile: string | undefined;
  readonly filter: string;
  readonly isJson: boolean;
  /** Milliseconds between two reads of the same, at least; 0: as the console. */
  readonly every: number;
  /** Milliseconds; null: without end. */
  readonly timeout: number | null;
  readonly notify: EndNotice;
};

/** A timer is not set for longer. */
const LONGEST = 20 * DAY;

function durationOf(name: string, text: string | undefined): number | null {
  if (text === undefined) return null;
  const ms = millisecondsIn(text);
  if (ms !== null && ms >= SECOND && ms <= LONGEST) return ms;
  throw new WrongUse(`--${name} requires a length of time from 1s to ${LONGEST / DAY}d, such as 90s, 30m or 2h.`);
}

function placeOf(word: string | undefined): Place {
  if (word === undefined) throw new WrongUse("What to watch is missing: sextant watch PLACE (an area, or area/id).");
  const parsed = readPlace(word, AREAS);
  if (parsed.ok) return parsed.place;
  throw new WrongUse(parsed.message);
}

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

/** @returns what is wanted; null: help. @throws WrongUse */
export function watchWanted(argv: readonly string[]): WatchWanted | null {
  const parsed = parse(WATCH, argv);
  if (parsed.help) return null;
  const [word, ...command] = parsed.words;
  const place = placeOf(word);
  const { screen } = areaOf(place.area);
  const item = place.ids[0] ?? screen?.single ?? null;
  const filter = parsed.text("filter") ?? "";
  const awaited = awaitedAt(screen ?? {}, item !== null, parsed.text("until"));
  if (filter !== "" && item !== null) throw new WrongUse("--filter is for the rows of a list.");
  if (filter !== "" && awaited?.about === "counts") {
    throw new WrongUse(
      `--until ${awaited.text} counts the whole list: leave out --filter, or name a field of its rows.`,
    );
  }
  return {
    place,
    item,
    awaited,
    profile: parsed.text("profile"),
    filter,
    isJson: parsed.text("format") === "json",
    every: durationOf("every", parsed.text("every")) ?? 0,
    timeout: durationOf("timeout", parsed.text("timeout")),
    notify: notifyOf(parsed.texts("notify"), command),
  };
}
