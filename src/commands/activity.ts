import { runCommand } from "../app/activity/commands.ts";
import { runbookText } from "../app/activity/runbook.ts";
import { arrangedWrites, writesTable, writeTime } from "../app/activity/writes.ts";
import { millisecondsIn } from "../domain/condition/quantities.ts";
import { settingsPaths } from "../settings/paths.ts";
import { readPreferences } from "../settings/preferences.ts";
import { systemClock } from "../state/clock.ts";
import { diskFiles } from "../state/files/disk-files.ts";
import { createJournal } from "../state/journal/journal.ts";
import type { JournalEntry } from "../state/journal/journal-file.ts";
import { MINUTE } from "../text/durations.ts";
import { pluralize, type Zone, zoneName } from "../text/format.ts";
import { printableLines } from "../text/printable.ts";
import { span } from "../text/spans.ts";
import { EXIT } from "./exit.ts";
import { jsonText } from "./json-text.ts";
import { errorPrinter, print } from "./output.ts";
import { runParsed } from "./run-parsed.ts";
import { paintingFor } from "./show/painting.ts";
import { tableLines } from "./show/printed.ts";
import { zoneHere } from "./start/service.ts";
import { ACTIVITY } from "./table/commands.ts";
import { checkPositionals, type ParsedArguments } from "./table/parse.ts";
import { wholeNumber } from "./whole-number.ts";
import { WrongUse } from "./wrong-use.ts";

/** `sextant activity`: the writes sent from this machine, by all runs. */

type WantedWrites = {
  /** Milliseconds before now; null: all. */
  readonly since: number | null;
  readonly format: (typeof ACTIVITY.options.format.choices)[number];
  readonly filter: string;
  readonly profile: string | undefined;
  readonly width: number | null;
};

function sinceOf(text: string): number | null {
  if (text === "all") return null;
  const milliseconds = millisecondsIn(text);
  if (milliseconds === null || milliseconds <= 0) {
    throw new WrongUse(`--since requires a time such as 30m, 24h or 7d, or all, not ${JSON.stringify(text)}.`);
  }
  return milliseconds;
}

function wantedOf(parsed: ParsedArguments<typeof ACTIVITY.options>): WantedWrites {
  checkPositionals(ACTIVITY, parsed.words);
  return {
    since: sinceOf(parsed.text("since") ?? ACTIVITY.options.since.default),
    format: ACTIVITY.options.format.choices.find((name) => name === parsed.text("format")) ?? "table",
    filter: parsed.text("filter") ?? "",
    profile: parsed.text("profile"),
    width: wholeNumber("width", parsed.text("width"), 20, 10_000),
  };
}

/** Clock times that differ by less count as equal. */
const SAME_TIME = MINUTE;

/**
 * The writes since a time. Every write that the journal lists after the first of them is included, whatever its timestamp, and so is one with a
 * timestamp in the future: a clock that jumps must not hide a write.
 */
function writesSince(entries: readonly JournalEntry[], from: number, now: number): readonly JournalEntry[] {
  const first = entries.findIndex(({ at }) => at >= from && at <= now + SAME_TIME);
  return entries.filter(({ at }, index) => (first !== -1 && index >= first) || at > now);
}

/** A write as the JSON format prints it. */
function documentOf(entry: JournalEntry) {
  const { id, at, by, process: pid, profile, groupId, groupName, operation, title, method, path, body } = entry;
  const { outcome, status, errorCode, words, requestId, milliseconds, created, changes, undoes, undoneBy } = entry;
  const command = runCommand(entry);
  return {
    ...{ id, at: new Date(at).toISOString(), by, process: pid, profile, project: { id: groupId, name: groupName } },
    ...{ operation, title, method, path, body, result: outcome, status, errorCode, message: words },
    ...{ requestId, milliseconds, created, undoes, undoneBy },
    changes: changes.map(({ label, kind, from, to }) => ({ label, kind, from, to })),
    command: "text" in command ? command.text : null,
  };
}

function runbookTitle(entries: readonly JournalEntry[], from: number | null, now: number, zone: Zone): string {
  const first = from ?? entries[0]?.at ?? now;
  return `Changes from ${writeTime(first, zone)} to ${writeTime(now, zone)} ${zoneName(zone)}`;
}

/** Text for people where no write matches, with advice. */
function formatNothing(all: readonly JournalEntry[], { filter, profile, since }: WantedWrites, zone: Zone): string {
  const last = all.at(-1);
  if (last === undefined) return "Nothing was sent from this machine yet.";
  const latest = `The last change was sent ${writeTime(last.at, zone)} ${zoneName(zone)}.`;
  if (filter !== "" || profile !== undefined) return `No change matches. ${latest}`;
  return since === null ? latest : `No change in this time. ${latest} --since 7d or --since all goes further back.`;
}

const complain = errorPrinter(ACTIVITY);

async function activity(wanted: WantedWrites): Promise<number> {
  const { since, format, filter, profile, width } = wanted;
  const now = Date.now();
  const paths = settingsPaths(process.env);
  const { preferences, warnings } = await readPreferences(paths);
  const zone = zoneHere(preferences, now);
  const report = (_tone: string, words: string): void => complain(words);
  const files = diskFiles(paths.state);
  const journal = await createJournal({ files, clock: systemClock, process: `${process.pid}`, report }).readAll();
  for (const words of [...warnings, ...journal.warnings]) complain(words);
  const from = since === null ? null : now - since;
  const recent = from === null ? journal.entries : writesSince(journal.entries, from, now);
  const own = recent.filter((entry) => profile === undefined || entry.profile === profile);
  const arranged = arrangedWrites(own, zone, filter);
  const kept = new Set(arranged.ids);
  const chosen = own.filter(({ id }) => kept.has(id));
  if (journal.isCut && (from === null || (journal.entries[0]?.at ?? 0) > from)) {
    complain("Older changes are not read: the journal is too long.");
  }
  if (chosen.length === 0) complain(formatNothing(journal.entries, wanted, zone));
  const painting = paintingFor(preferences, width);
  switch (format) {
    case "table": {
      const count = [span(`Changes  ${pluralize(chosen.length, "change")}, times in ${zoneName(zone)}`, "title")];
      const lines = tableLines(arranged, writesTable(own, zone).columns, painting.width);
      if (chosen.length > 0)
        await print([count, ...lines].map((line) => `${painting.painted(line).trimEnd()}\n`).join(""));
      break;
    }
    case "json": {
      const { warnings: unread, isCut } = journal;
      const document = {
        since: from === null ? null : new Date(from).toISOString(),
        complete: unread.length === 0 && !isCut,
        changes: chosen.map(documentOf),
      };
      await print(`${printableLines(jsonText(document, painting.isForPeople))}\n`);
      break;
    }
    case "runbook":
      await print(printableLines(runbookText(runbookTitle(chosen, from, now, zone), chosen, zone)));
  }
  return EXIT.done;
}

/**
 * Runs `sextant activity`.
 *
 * @param argv the arguments after `activity`
 * @returns the exit code: 0 printed, 2 wrong usage, or the journal cannot be read
 */
export const runActivity = (argv: readonly string[]): Promise<number> =>
  runParsed(ACTIVITY, argv, (parsed) => activity(wantedOf(parsed)));
