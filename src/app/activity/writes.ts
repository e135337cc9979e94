import { weakMapMemoize } from "reselect";
import type { Table } from "../../areas/builders/table.ts";
import type { Cell } from "../../areas/model/cell.ts";
import type { Column, Row } from "../../areas/model/view.ts";
import type { JournalEntry, JournalOutcome } from "../../state/journal/journal-file.ts";
import { formatClock, formatDay, formatNumber, shortId, type Zone } from "../../text/format.ts";
import { type Arranged, arrange } from "../list/arrange.ts";

/** The writes of all runs as a list, newest first. */

const OUTCOMES: Readonly<Record<JournalOutcome, { readonly word: string; readonly tone: "good" | "bad" | "warn" }>> = {
  done: { word: "done", tone: "good" },
  refused: { word: "refused", tone: "bad" },
  "not-sent": { word: "not sent", tone: "bad" },
  unknown: { word: "not known", tone: "warn" },
  sending: { word: "waiting", tone: "warn" },
};

/** Result of a write: `200 done`, `409 refused`, `not known`. */
export function resultCell({ outcome, status }: Pick<JournalEntry, "outcome" | "status">): Cell {
  const { word, tone } = OUTCOMES[outcome];
  return { text: status === null ? word : `${status} ${word}`, tone };
}

/** `24 Nov 2026 14:06:12` */
export const writeTime = (at: number, zone: Zone): string => `${formatDay(at, zone)} ${formatClock(at, zone)}`;

/** Name of the project, or its short id if the name is unknown; empty for a write without a project. */
export const projectOf = ({ groupId, groupName }: Pick<JournalEntry, "groupId" | "groupName">): string =>
  groupName ?? (groupId === null ? "" : shortId(groupId));

export const formatBy = ({ by }: Pick<JournalEntry, "by">): string => (by === "console" ? by : `sextant ${by}`);

export const formatTook = ({ milliseconds }: Pick<JournalEntry, "milliseconds">): string =>
  milliseconds === null ? "" : `${formatNumber(milliseconds)} ms`;

const COLUMNS: readonly Column[] = [
  { id: "time", title: "TIME", min: 14, grow: 0, max: 15, priority: 0, align: "left", truncate: "start" },
  { id: "result", title: "RESULT", min: 9, grow: 0, max: 11, priority: 0, align: "left", truncate: "end" },
  { id: "what", title: "WHAT", min: 24, grow: 4, priority: 0, align: "left", truncate: "end" },
  { id: "project", title: "PROJECT", min: 8, grow: 1, priority: 2, align: "left", truncate: "middle" },
  { id: "profile", title: "PROFILE", min: 8, grow: 1, priority: 1, align: "left", truncate: "end" },
  { id: "by", title: "BY", min: 7, grow: 0, max: 11, priority: 4, align: "left", truncate: "end" },
  { id: "took", title: "TOOK", min: 6, grow: 0, max: 10, priority: 3, align: "right", truncate: "end" },
];

const rowOf = (entry: JournalEntry, place: number, zone: Zone): Row => ({
  id: entry.id,
  cells: {
    // Without the year: entries older than a year have been rotated out.
    time: writeTime(entry.at, zone).replace(/ \d{4} /u, " "),
    result: entry.undoneBy === null ? resultCell(entry) : { text: `${entry.status ?? ""} undone`, tone: "dim" },
    what: entry.title,
    project: projectOf(entry),
    profile: entry.profile,
    by: formatBy(entry),
    took: formatTook(entry),
  },
  // By the order of sending, not by the clock, which may have been changed.
  sort: { time: place, took: entry.milliseconds ?? -1 },
});

/** The list of writes. @param entries in the order in which they were sent */
export const writesTable = weakMapMemoize(
  (entries: readonly JournalEntry[], zone: Zone): Table => ({
    columns: COLUMNS,
    rows: entries.map((entry, place) => rowOf(entry, place, zone)),
    summary: [],
    sections: [],
    defaultSort: { column: "time", descending: true },
    empty: "Nothing was sent from this machine yet.",
  }),
);

const NOT_FOLDED: ReadonlyMap<string, boolean> = new Map();

/** The writes that match a filter, newest first. */
export const arrangedWrites = weakMapMemoize(
  (entries: readonly JournalEntry[], zone: Zone, filter: string): Arranged => {
    const table = writesTable(entries, zone);
    return arrange(table, { sort: table.defaultSort, filter, folds: NOT_FOLDED });
  },
);
