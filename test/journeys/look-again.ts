import { isJsonObject, type JsonObject } from "../../src/contract/json/json.ts";
import type { Sextant } from "./sextant.ts";
import type { World } from "./world.ts";

/** What journeys share that watch a view while the service's time is stepped, or while something goes wrong there. */

/**
 * What was read less than a second ago is not read again: who does not want to wait presses once more, as people do, but not so often
 * that the console's own limit is reached (a hundred calls a minute; a view reads a dozen lists and more at once).
 */
const PATIENCE = 2500;

/** Reads again until something holds of the screen. */
export async function lookUntil(
  sextant: Sextant,
  shows: RegExp | (() => boolean),
  what = String(shows),
): Promise<void> {
  const isSo = typeof shows === "function" ? shows : (): boolean => shows.test(said(sextant));
  sextant.press("refresh");
  const again = setInterval(() => sextant.press("refresh"), PATIENCE);
  try {
    await sextant.waitFor(isSo, { what });
  } finally {
    clearInterval(again);
  }
}

/** The panes and the last line as one text, however they are wrapped. */
export const said = (sextant: Sextant): string => sextant.pane().join(" ").replace(/ +/gu, " ");

/** The title of the list or of the thing, with its time. */
const IN_TIME = /▌.* as of \d\d:\d\d:\d\d( \S.*)?$/u;
const OUTDATED = /as of \d\d:\d\d:\d\d(?: UTC| local)?, (?:<10s|\d+\w) old/u;

export const isInTime = (sextant: Sextant): boolean =>
  sextant.row(IN_TIME) !== undefined && !OUTDATED.test(said(sextant));
export const isOutdated = (sextant: Sextant): boolean => OUTDATED.test(said(sextant));

/** Switches scenarios on. */
export async function goWrong(world: World, ...wishes: readonly JsonObject[]): Promise<void> {
  for (const wish of wishes) await world.control("POST", "/scenarios", wish);
}

/** Switches all of them off. */
export const goWell = (world: World): Promise<JsonObject> => world.control("DELETE", "/scenarios");

/** How often a scenario that is on was triggered so far, or how many of those that it is about were seen. */
export async function countOf(world: World, scenario: string, field: "seen" | "triggered"): Promise<number> {
  const { on } = await world.control("GET", "/scenarios");
  const rows = Array.isArray(on) ? on.filter(isJsonObject) : [];
  return rows.filter((row) => row["scenario"] === scenario).reduce((sum, row) => sum + Number(row[field]), 0);
}
