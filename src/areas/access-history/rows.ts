import { type Attempt, type Burst, inBurst } from "../../domain/login-attempts.ts";
import { calendarDayOf, WEEKDAYS } from "../../text/calendar.ts";
import { DAY, HOUR } from "../../text/durations.ts";
import { formatClock, formatHourMinute, formatTime, pluralize, shortHost } from "../../text/format.ts";
import { present } from "../../text/present.ts";
import { foldAlike } from "../builders/alike.ts";
import { bad, DASH, good, warn } from "../builders/cells.ts";
import { column, type ListColumn, rowOf } from "../builders/columns.ts";
import type { Cell } from "../model/cell.ts";
import type { Context } from "../model/context.ts";
import type { Row } from "../model/view.ts";

/** Rows of login attempts, single or grouped. */

/** Properties that rows can be grouped by. */
export const GROUPINGS = { user: "user", address: "address", reason: "failure reason" } as const;
export type Grouping = keyof typeof GROUPINGS;

/** Attempts are stored for this long (ms). */
const STORED_FOR = 7 * DAY;

/** The clock, or the day; in short the day of the week, of which there is only one. */
function timeCell({ at }: Attempt, { now, zone }: Context): Cell {
  if (now - at < 12 * HOUR) return formatClock(at, zone);
  const text = formatTime(at, now, zone);
  if (now - at >= STORED_FOR) return text;
  const weekday = WEEKDAYS[calendarDayOf(at, zone).weekday]?.slice(0, 2) ?? "";
  return { text, tone: "plain", short: `${weekday} ${formatHourMinute(at, zone)}` };
}

function resultCell({ ok }: Attempt, isBurst: boolean): Cell {
  if (ok === null) return warn("?");
  return ok ? good("ok") : bad(isBurst ? "FAIL!" : "FAIL");
}

/** The reason, and where the service gives none, what is known: in a narrow list it is all that is said of the result. */
function reasonCell({ ok, reason }: Attempt): Cell {
  if (ok === null) return warn(reason || "not reported");
  return ok ? reason : bad(reason || "no reason given");
}

/** An attempt; `isBurst`: it belongs to a burst. */
type Listed = { readonly attempt: Attempt; readonly isBurst: boolean };

export const COLUMNS: readonly ListColumn<Listed>[] = [
  column(
    { id: "time", title: "TIME", min: 8, max: 8, priority: 1, sort: ({ attempt }) => attempt.at },
    ({ attempt }, time) => timeCell(attempt, time),
  ),
  column(
    {
      id: "result",
      title: "LOGIN",
      min: 5,
      priority: 2,
      sort: ({ attempt: { ok } }) => (ok === true ? 2 : ok === null ? 1 : 0),
    },
    ({ attempt, isBurst }) => resultCell(attempt, isBurst),
  ),
  column(
    { id: "user", title: "USER", min: 8, grow: 2, max: 40, priority: 1, enough: 20 },
    ({ attempt: { user } }) => user || DASH,
  ),
  column(
    { id: "address", title: "FROM", min: 15, grow: 1, max: 39, priority: 1, truncate: "middle" },
    ({ attempt: { address } }) => address || DASH,
  ),
  column(
    { id: "cluster", title: "CLUSTER", min: 8, grow: 1, max: 20, priority: 3, enough: 20, truncate: "middle" },
    ({ attempt }) => attempt.cluster,
  ),
  column({ id: "host", title: "HOST", min: 12, grow: 1, max: 40, priority: 4, truncate: "middle" }, ({ attempt }) =>
    shortHost(attempt.host),
  ),
  // At 80 columns the reason has the room of the result, which it implies, beside the whole address.
  column({ id: "reason", title: "REASON", min: 9, grow: 2, max: 20, priority: 1, whole: true }, ({ attempt }) =>
    reasonCell(attempt),
  ),
];

/** The last row of an attempt, with the values that it was made from. */
type MadeRow = {
  readonly time: Context;
  readonly isBurst: boolean;
  readonly section: string | undefined;
  readonly row: Row;
};
const madeRows = new WeakMap<Attempt, MadeRow>();

function attemptRow(attempt: Attempt, time: Context, bursts: readonly Burst[], section?: string): Row {
  const isBurst = inBurst(attempt, bursts);
  const made = madeRows.get(attempt);
  if (made?.time === time && made.isBurst === isBurst && made.section === section) return made.row;
  const row = rowOf(COLUMNS, { attempt, isBurst }, time, { id: attempt.id, section });
  madeRows.set(attempt, { time, isBurst, section, row });
  return row;
}

const plainText: Readonly<Record<Grouping, (attempt: Attempt) => string>> = {
  user: ({ user }) => user || "no user",
  address: ({ address }) => address || "no address",
  reason: ({ ok, reason }) => {
    if (ok === true) return "succeeded";
    return reason || (ok === null ? "result not reported" : "failed, no reason given");
  },
};

/** Number of failed attempts, and of those without a result, which count as neither failed nor successful. */
export function resultsOf(attempts: readonly Attempt[]): { readonly failed: number; readonly unknown: number } {
  let [failed, unknown] = [0, 0];
  for (const { ok } of attempts) {
    if (ok === false) failed += 1;
    else if (ok === null) unknown += 1;
  }
  return { failed, unknown };
}

export const formatNotReported = (unknown: number): string => `${pluralize(unknown, "result")} not reported`;

function groupResultCell({ failed, unknown }: ReturnType<typeof resultsOf>, hasBurst: boolean): Cell {
  if (failed > 0) return bad(hasBurst ? "FAIL!" : "FAIL");
  return unknown > 0 ? warn("?") : good("ok");
}

/** Grouped rows: each group gives its number of failed attempts, and the time of the newest one. */
export function groupedRows(
  attempts: readonly Attempt[],
  grouping: Grouping,
  time: Context,
  bursts: readonly Burst[],
): Row[] {
  const groups = Map.groupBy(attempts, (attempt) => plainText[grouping](attempt));
  return [...groups].map(([name, own]) => groupRow(name, own, grouping, time, bursts));
}

/** The distinct names in thousands of attempts, collected in one pass. */
function namesIn(attempts: readonly Attempt[]) {
  const names = {
    users: new Set<string>(),
    addresses: new Set<string>(),
    clusters: new Set<string>(),
    hosts: new Set<string>(),
  };
  for (const { user, address, cluster, host } of attempts) {
    names.users.add(user);
    names.addresses.add(address);
    names.clusters.add(cluster);
    names.hosts.add(host);
  }
  return names;
}

/** The only name, or the number of names. */
const nameOrCount = (names: Iterable<string>, one: string, several = `${one}s`): string => {
  const [first = "", ...others] = names;
  return others.length === 0 ? first : pluralize(others.length + 1, one, several);
};

function groupRow(
  name: string,
  own: readonly Attempt[],
  grouping: Grouping,
  time: Context,
  bursts: readonly Burst[],
): Row {
  const results = resultsOf(own);
  const { failed, unknown } = results;
  const summary = present(failed > 0 && `${failed} of ${own.length} failed`, unknown > 0 && formatNotReported(unknown));
  const { users, addresses, clusters, hosts } = namesIn(own);
  const hasBurst = own.some((attempt) => inBurst(attempt, bursts));
  const [newest] = own;
  return {
    id: `group:${grouping}:${name}`,
    cells: {
      time: newest === undefined ? "" : timeCell(newest, time),
      result: groupResultCell(results, hasBurst),
      user: grouping === "user" ? `×${own.length} ${name}` : nameOrCount(users, "user"),
      address: grouping === "address" ? `×${own.length} ${name}` : nameOrCount(addresses, "address", "addresses"),
      cluster: nameOrCount(clusters, "cluster"),
      host: nameOrCount(new Set([...hosts].map(shortHost)), "host"),
      reason: grouping === "reason" ? `×${own.length} ${name}` : summary.join(", "),
    },
    sort: {
      time: newest?.at ?? 0,
      result: failed > 0 ? -failed : unknown > 0 ? -0.5 : 0,
      user: -own.length,
      address: -own.length,
      reason: -own.length,
    },
    members: own.map((attempt) => attemptRow(attempt, time, bursts)),
  };
}

export const haveSucceeded = (attempts: readonly Attempt[]): boolean => attempts.every(({ ok }) => ok === true);

/** Single failures, above one row that folds the many successful attempts; without failures, every attempt has its own row. */
export function singleRows(attempts: readonly Attempt[], time: Context, bursts: readonly Burst[]): readonly Row[] {
  if (haveSucceeded(attempts)) return attempts.map((attempt) => attemptRow(attempt, time, bursts));
  return foldAlike(attempts, ({ id, ok }) => (ok === true ? "succeeded" : id)).map((found) =>
    found.kind === "fold"
      ? { ...groupRow("succeeded", found.members, "reason", time, bursts), section: "succeeded" }
      : attemptRow(found.one, time, bursts, found.one.ok === true ? "succeeded" : "failed"),
  );
}
