import { setTimeout as pause } from "node:timers/promises";
import type { Sextant } from "../../journeys/sextant.ts";
import type { Clock } from "./clock.ts";

/** The pictures of the documentation, and by which keys the console comes to what they show. */

export type Picture = {
  /** The file's name; `docs/pictures/NAME-dark.svg` and `-light.svg`. */
  readonly name: string;
  /** What it shows, for those who do not see it. */
  readonly title: string;
  readonly args: readonly string[];
  readonly cols: number;
  readonly rows: number;
  /** Presses keys until the picture is there. */
  readonly show: (sextant: Sextant, clock: Clock) => Promise<void>;
};

const READ_AGAIN_MS = 200;
const MOST_PRESSES = 100;
/** Everything that a list needs has come. */
const isRead = (rows: readonly string[]): boolean =>
  rows.some((row) => /as of \d\d:\d\d:\d\d/u.test(row)) && !rows.some((row) => row.includes("still loading"));

/** Minutes between two readings of a migration's lag, and how many of them: enough for a forecast; `checks` have a time. */
const LAG = { minutes: 2, readings: 7, checks: 2 } as const;

/** Opens the form or the review that a key of the area leads to, of the first row, and waits for what it shows once all is read. */
async function formBy(sextant: Sextant, key: string, brings: RegExp): Promise<void> {
  await sextant.waitFor(isRead);
  sextant.press("list.first");
  sextant.key(key);
  await sextant.waitFor(brings);
}

/**
 * Reads all again until it has come: what is still on its way from the last time is not asked for twice.
 *
 * @throws Error with the screen, where it does not come
 */
async function read(sextant: Sextant, isThere: (rows: readonly string[]) => boolean): Promise<void> {
  for (let presses = 0; !isThere(sextant.screen()); presses += 1) {
    if (presses === MOST_PRESSES) throw new Error(`Not all was read:\n${sextant.screen().join("\n")}`);
    sextant.key("r");
    await pause(READ_AGAIN_MS);
  }
}

async function opened(sextant: Sextant, row: string | RegExp, brings: string | RegExp): Promise<void> {
  await sextant.waitFor(isRead);
  await sextant.select(row);
  await sextant.do("list.open", brings);
}

export const PICTURES: readonly Picture[] = [
  {
    name: "overview",
    title: "Overview of a project: problems first, then what is in progress and what expires soon",
    args: ["overview"],
    cols: 110,
    rows: 32,
    show: async (sextant) => {
      await sextant.waitFor(isRead);
      await sextant.waitFor(/prod-eu-side .*no schedule/u);
      await sextant.waitFor(/export .* min left/u);
    },
  },
  {
    name: "alert",
    title: "An open alert beside the list of alerts",
    args: ["alerts"],
    cols: 120,
    rows: 28,
    show: (sextant) => opened(sextant, /disk \d/u, /DISK_PARTITION/u),
  },
  {
    name: "form",
    title: "The form of an alert configuration, with help for the field that has the keys",
    args: ["alert-configurations"],
    cols: 100,
    rows: 28,
    show: (sextant) => formBy(sextant, "e", /Edit alert config: connections used.*as of/u),
  },
  {
    name: "review",
    title: "The review of a deletion: what is lost, the request, and the name to type",
    args: ["snapshots"],
    cols: 100,
    rows: 26,
    show: (sextant) => formBy(sextant, "x", /type analytics exactly/u),
  },
  {
    name: "migration",
    title: "A live migration: its lag over time, the forecast, and what is checked before the cut-over",
    args: ["live-migration"],
    cols: 110,
    rows: 24,
    show: async (sextant, clock) => {
      await opened(sextant, /…/u, /catching up/u);
      for (let reading = 0; reading < LAG.readings; reading += 1) {
        const time = await clock.forward(LAG.minutes * 60_000);
        await read(sextant, (rows) => rows.filter((row) => row.endsWith(time)).length === LAG.checks);
      }
    },
  },
  {
    name: "restores",
    title: "Restores in a pane of 60 columns, without the sidebar",
    args: ["restore-jobs", "--pane"],
    cols: 60,
    rows: 20,
    show: (sextant) => sextant.waitFor((rows) => isRead(rows) && rows.some((row) => /~\d+ min left/u.test(row))),
  },
  {
    name: "schedule",
    title: "The form of a backup schedule: its rules, and the snapshots that follow from them",
    args: ["backup-schedules"],
    cols: 100,
    rows: 30,
    show: (sextant) => formBy(sextant, "e", /Edit schedule: .*as of/u),
  },
  {
    name: "search-index",
    title: "The form of a search index",
    args: ["search-indexes"],
    cols: 100,
    rows: 26,
    show: (sextant) => formBy(sextant, "e", /Edit search index .*as of/u),
  },
];
