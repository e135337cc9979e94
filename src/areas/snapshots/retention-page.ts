import {
  expiries,
  isWithin,
  type KindRetention,
  type RetentionRecord,
  restorableAt,
  retentionByKind,
} from "../../domain/backup/retention.ts";
import { isRestorable, nameOf, type Snapshot } from "../../domain/backup/snapshot.ts";
import { formatKindCounts, kindLabel } from "../../domain/backup/snapshot-days.ts";
import { DAY } from "../../text/durations.ts";
import {
  formatDay,
  formatExpiresIn,
  formatTime,
  formatTimeAndAge,
  formatTimeInZone,
  pluralize,
  type Zone,
  zoneName,
} from "../../text/format.ts";
import { present } from "../../text/present.ts";
import { hung } from "../../text/width.ts";
import { accent, dim, good, lineEach, warn } from "../builders/cells.ts";
import { type Cell, cellText, cellTone } from "../model/cell.ts";
import type { Times } from "../model/context.ts";
import type { Page } from "../model/effect.ts";
import type { RestorePoints } from "./restore-points.ts";

/** Retention of a cluster's snapshots: what can be restored on days ahead. */

/** The days ahead, with their labels. The timeline has parts of equal width between them. */
const AHEAD = [
  { days: 0, name: "now", words: "Now" },
  { days: 7, name: "7d", words: "In 7 days" },
  { days: 30, name: "30d", words: "In 30 days" },
  { days: 90, name: "90d", words: "In 90 days" },
  { days: 365, name: "1y", words: "In 1 year" },
] as const;

const LAST = 365;

type Shown = { readonly points: RestorePoints; readonly now: number };

const recordOf = ({ points, now }: Shown): RetentionRecord => ({
  snapshots: points.snapshots,
  plan: points.plan,
  windowDays: points.windowDays ?? 0,
  now,
});

/** A day ahead, and what can be restored then: `1 Dec 2026: 4 weekly, 1 monthly, oldest 1 Nov 2026`. */
function formatAhead(record: RetentionRecord, zone: Zone): readonly { readonly lead: string; readonly said: Cell }[] {
  const { now } = record;
  return AHEAD.map(({ days, words: lead }) => {
    const at = now + days * DAY;
    const day = days === 0 ? "" : `${formatDay(at, zone)}: `;
    const { counts, oldest, windowFrom } = restorableAt(record, at);
    if (oldest === null) return { lead, said: warn(`${day}nothing can be restored`) };
    const since = windowFrom === null ? "" : `; point in time since ${formatTime(windowFrom, at, zone)}`;
    return { lead, said: `${day}${formatKindCounts(counts)}, oldest ${formatDay(oldest, zone)}${since}` };
  });
}

const WIDEST_LEAD = Math.max(...AHEAD.map(({ words }) => words.length)) + 2;

const MOST_PART = 20;

/** A kind over time: existing snapshots until they expire, then scheduled ones. */
function bar({ existingSpans, plannedSpans }: KindRetention, now: number, cells: number): readonly Cell[] {
  return AHEAD.slice(1).flatMap(({ days }, part) => {
    const from = now + (AHEAD[part]?.days ?? 0) * DAY;
    const step = (now + days * DAY - from) / cells;
    return Array.from({ length: cells }, (_, index): Cell => {
      const time = from + (index + 0.5) * step;
      if (isWithin(existingSpans, time)) return good("█");
      return isWithin(plannedSpans, time) ? dim("░") : dim("·");
    });
  });
}

/** One bar per kind, with the days below. */
function timeline(kinds: readonly KindRetention[], now: number, width: number): readonly (readonly Cell[])[] {
  const beside = Math.max(0, ...kinds.map(({ kind }) => kindLabel(kind).length)) + 2;
  const part = Math.min(MOST_PART, Math.floor((width - beside) / (AHEAD.length - 1)));
  if (kinds.length === 0 || part < 1) return [];
  const names = AHEAD.slice(0, -1).map(({ name }) => name.slice(0, part).padEnd(part));
  const last = AHEAD.at(-1)?.name ?? "";
  // The last label ends where the bars do.
  const axis = `${names.join("").slice(0, Math.max(0, part * names.length - last.length))}${last}`;
  return [
    ...kinds.map((kind): readonly Cell[] => [kindLabel(kind.kind).padEnd(beside), ...bar(kind, now, part)]),
    [" ".repeat(beside), dim(axis)],
    [dim("█ existing snapshots  ░ scheduled snapshots  · none")],
  ];
}

/** The existing snapshots of a kind, and their expiry. */
function formatKind({ kind, existing, plannedSpans }: KindRetention, context: Times): Cell {
  const lead = `${kindLabel(kind)}: `;
  const follows = plannedSpans.length > 0;
  if (existing.length === 0) return dim(`${lead}none yet, scheduled`);
  const ends = existing.map(({ until }) => until ?? Number.POSITIVE_INFINITY).toSorted((left, right) => left - right);
  const [first = 0, last = 0] = [ends.at(0), ends.at(-1)];
  const end = last === Number.POSITIVE_INFINITY ? "without expiry" : formatTimeInZone(last, context);
  const words =
    existing.length === 1 || first === Number.POSITIVE_INFINITY
      ? `${last === Number.POSITIVE_INFINITY ? "" : "expires "}${end}`
      : `first expires ${formatTimeInZone(first, context)}, last ${end}`;
  return `${lead}${existing.length}, ${words}${follows ? "; new ones are scheduled" : ""}`;
}

/** Up to this many are listed. */
const MOST_NAMED = 8;

const named = (snapshots: readonly Snapshot[], context: Times): string => {
  const more = snapshots.length - MOST_NAMED;
  const names = snapshots.slice(0, MOST_NAMED).map((snapshot) => nameOf(snapshot, context));
  return `${names.join(", ")}${more > 0 ? `, and ${more} more` : ""}`;
};

function formatExpiries(snapshots: readonly Snapshot[], context: Times): readonly Cell[] {
  const { now } = context;
  const all = expiries(snapshots, now);
  const lasting = snapshots.filter((snapshot) => isRestorable(snapshot) && snapshot.expiresAt === null);
  const more = all.length - MOST_NAMED;
  return present(
    ...all.slice(0, MOST_NAMED).map(({ snapshot, at }): Cell => {
      const words = `${formatExpiresIn(at, now)}, ${formatTimeInZone(at, context)}: ${nameOf(snapshot, context)}`;
      return at - now < DAY ? warn(words) : words;
    }),
    more > 0 && dim(`and ${more} more`),
    lasting.length > 0 && `Without expiry: ${named(lasting, context)}`,
  );
}

function formatWindow(
  { windowDays, snapshots, plan }: RestorePoints,
  record: RetentionRecord,
  zone: Zone,
): Cell | null {
  const { now } = record;
  if (windowDays === null) return null;
  if (windowDays === 0) return dim("Point-in-time restore is off: only snapshots can be restored.");
  const { windowFrom } = restorableAt(record, now);
  const days = `Point-in-time window: ${pluralize(windowDays, "day")}`;
  if (windowFrom === null)
    return warn(`${days}; no snapshot to start from${snapshots.length === 0 || plan === null ? "" : " yet"}.`);
  return `${days}, since ${formatTimeAndAge(windowFrom, now, zone)}.`;
}

const ASSUMED =
  "Assumes that the schedule does not change, that every scheduled snapshot completes, and that nobody deletes a snapshot or changes its retention.";
const ASSUMED_WITHOUT = "Assumes that nobody takes or deletes a snapshot, or changes its retention.";

/** Retention by days ahead, by kind, and the next snapshots to expire. */
export function retentionPage(shown: Shown, zone: Zone): Page {
  const { points, now } = shown;
  const record = recordOf(shown);
  const context = { now, zone };
  const kinds = retentionByKind(record, now + LAST * DAY);
  const expiring = formatExpiries(points.snapshots, context);
  const before = lineEach([
    ...present(formatWindow(points, record, zone)),
    ...points.notes,
    dim(points.plan === null ? ASSUMED_WITHOUT : ASSUMED),
  ]);
  const after = [
    ...lineEach(kinds.map((kind) => formatKind(kind, context))),
    ...(expiring.length === 0 ? [] : [[accent("Next to expire")], ...lineEach(expiring)]),
  ];
  const ahead = formatAhead(record, zone);
  const lines = [
    [accent("Can be restored")],
    ...ahead.map(({ lead, said }) => [{ text: `${lead}: ${cellText(said)}`, tone: cellTone(said) }]),
    ...before,
    [accent("By type")],
    ...after,
  ];
  const title = `Retention of ${points.cluster}, ${zoneName(zone)}`;
  return {
    title,
    lines,
    drawn: (width) => [
      [accent("Can be restored")],
      ...ahead.flatMap(({ lead, said }) =>
        hung(lead.padEnd(WIDEST_LEAD), cellText(said), width).map((text) => [{ text, tone: cellTone(said) }]),
      ),
      ...before,
      [],
      [accent("Expires")],
      ...timeline(kinds, now, width),
      ...after,
    ],
    inZone: (other) => retentionPage(shown, other),
    copies: [{ title: "Retention as text", text: `${[title, ...lines.flat().map(cellText)].join("\n")}\n` }],
  };
}
