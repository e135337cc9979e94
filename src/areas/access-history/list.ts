import { lruMemoize } from "reselect";
import type { AnswerOf } from "../../contract/operations.ts";
import { type Attempt, attemptsOf, type Burst, burstsOf, inBurst } from "../../domain/login-attempts.ts";
import { calendarDayOf, WEEKDAYS } from "../../text/calendar.ts";
import { DAY, HOUR } from "../../text/durations.ts";
import {
  formatAge,
  formatClock,
  formatDuration,
  formatHourMinute,
  formatLongDuration,
  formatTime,
  pluralize,
  shortHost,
  zoneName,
} from "../../text/format.ts";
import { present } from "../../text/present.ts";
import { areSameItems } from "../../text/same-items.ts";
import { foldAlike } from "../builders/alike.ts";
import { accent, bad, DASH, dim, good, warn } from "../builders/cells.ts";
import { column, type ListColumn, rowOf } from "../builders/columns.ts";
import { field, fieldIfAny, heading, textLine, timeField } from "../builders/lines.ts";
import type { Cell } from "../model/cell.ts";
import type { Context } from "../model/context.ts";
import type { DetailModel, ListModel, Row } from "../model/view.ts";
import { cap, clusterArgs, hostArgs, withHistory } from "./questions.ts";

/** The list of login attempts (E1, E2; `domain.md` 2.6), single or grouped. */

/** Properties that rows can be grouped by. */
export const GROUPINGS = { user: "user", address: "address", reason: "failure reason" } as const;
export type Grouping = keyof typeof GROUPINGS;

const groupingOf = (text: string | undefined): Grouping | null =>
  text === "user" || text === "address" || text === "reason" ? text : null;

/** The answer for one cluster, or for a host of unknown cluster. */
type Log = { readonly cluster: string; readonly answer: AnswerOf<"listAccessLogsByClusterName"> | undefined };

const areSameLogs = (one: readonly Log[], other: readonly Log[]): boolean =>
  areSameItems(one, other, (left, right) => left.cluster === right.cluster && left.answer === right.answer);

/** The cached answers; the same array until one of them changes. */
const logsIn = lruMemoize(
  ({ scope, cached }: Context): readonly Log[] => {
    const { hostname } = scope.params;
    if (hostname !== undefined) {
      return [{ cluster: "", answer: cached("listAccessLogsByHostname", hostArgs(scope, hostname))?.data }];
    }
    return withHistory(scope).map(({ name }) => ({
      cluster: name,
      answer: cached("listAccessLogsByClusterName", clusterArgs(scope, name))?.data,
    }));
  },
  { resultEqualityCheck: areSameLogs },
);

const rowsIn = ({ answer }: Log) => answer?.accessLogs ?? [];

const attemptsIn = lruMemoize((logs: readonly Log[], show: string | undefined): readonly Attempt[] => {
  const all = attemptsOf(logs.map((log) => ({ cluster: log.cluster, rows: rowsIn(log) })));
  return show === "failures" ? all.filter(({ ok }) => ok !== true) : all;
});

/** The cached attempts, newest first; recomputed only when an answer changes. */
export const cachedAttempts = (context: Context): readonly Attempt[] =>
  attemptsIn(logsIn(context), context.scope.params["show"]);

const memoizedBursts = lruMemoize(burstsOf);

/** True when an answer has as many rows as allowed: older rows were left out. */
const isCapped = (context: Context): boolean => logsIn(context).some((log) => rowsIn(log).length >= cap(context.scope));

/**
 * Rows are recomputed every quarter of an hour, which includes the start of the day in every time zone: recomputing them every minute would change
 * nothing.
 */
const QUARTER = 15 * 60_000;

const byTheQuarter = lruMemoize(
  (context: Context): Context => ({ ...context, now: Math.floor(context.now / QUARTER) * QUARTER }),
  { resultEqualityCheck: (one: Context, other: Context) => one.now === other.now && one.zone === other.zone },
);

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

function loginCell({ ok }: Attempt): Cell {
  if (ok === null) return warn("result not reported by the service");
  return ok ? good("succeeded") : bad("FAILED");
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
    { id: "cluster", title: "CLUSTER", min: 8, grow: 1, max: 20, priority: 3, enough: 20 },
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
function resultsOf(attempts: readonly Attempt[]): { readonly failed: number; readonly unknown: number } {
  let [failed, unknown] = [0, 0];
  for (const { ok } of attempts) {
    if (ok === false) failed += 1;
    else if (ok === null) unknown += 1;
  }
  return { failed, unknown };
}

const formatNotReported = (unknown: number): string => `${pluralize(unknown, "result")} not reported`;

function groupResultCell({ failed, unknown }: ReturnType<typeof resultsOf>, hasBurst: boolean): Cell {
  if (failed > 0) return bad(hasBurst ? "FAIL!" : "FAIL");
  return unknown > 0 ? warn("?") : good("ok");
}

/** Grouped rows: each group gives its number of failed attempts, and the time of the newest one. */
function groupedRows(attempts: readonly Attempt[], grouping: Grouping, time: Context, bursts: readonly Burst[]): Row[] {
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

/** The filters of the list, for its title. */
function paramCells({ params: { follow, show, ipAddress, hostname, from } }: Context["scope"]): Cell[] {
  const parts = present(
    follow === "on" && "following",
    show !== "all" && show,
    ipAddress !== undefined && `from ${ipAddress}`,
    hostname,
    from !== undefined && "time range",
  );
  return parts.map((text) => accent(text));
}

const burstCells = (bursts: readonly Burst[]): Cell[] => {
  const [newest] = bursts;
  if (newest === undefined) return [];
  const more = bursts.length > 1 ? `, ${bursts.length - 1} more` : "";
  const often = `${newest.failures} failures in ${formatDuration(newest.to - newest.from)}${more}`;
  // In two parts: where there is little room, the address stays.
  return [bad(`! burst: ${newest.address}`), bad(often)];
};

const SECTIONS = [
  { id: "failed", title: "" },
  { id: "succeeded", title: "succeeded" },
];

const haveSucceeded = (attempts: readonly Attempt[]): boolean => attempts.every(({ ok }) => ok === true);

/** Single failures, above one row that folds the many successful attempts; without failures, every attempt has its own row. */
function singleRows(attempts: readonly Attempt[], time: Context, bursts: readonly Burst[]): readonly Row[] {
  if (haveSucceeded(attempts)) return attempts.map((attempt) => attemptRow(attempt, time, bursts));
  return foldAlike(attempts, ({ id, ok }) => (ok === true ? "succeeded" : id)).map((found) =>
    found.kind === "fold"
      ? { ...groupRow("succeeded", found.members, "reason", time, bursts), section: "succeeded" }
      : attemptRow(found.one, time, bursts, found.one.ok === true ? "succeeded" : "failed"),
  );
}

/** The rows; the same array until an answer or the quarter of an hour changes. */
const rowsOf = lruMemoize((attempts: readonly Attempt[], grouping: Grouping | null, time: Context): readonly Row[] => {
  const bursts = memoizedBursts(attempts);
  return grouping === null ? singleRows(attempts, time, bursts) : groupedRows(attempts, grouping, time, bursts);
});

export function list(context: Context): ListModel {
  const attempts = cachedAttempts(context);
  const bursts = memoizedBursts(attempts);
  const { failed, unknown } = resultsOf(attempts);
  const grouping = groupingOf(context.scope.params["group"]);
  return {
    summary: present(
      ...burstCells(bursts),
      ...paramCells(context.scope),
      pluralize(attempts.length, "attempt"),
      failed !== 0 && warn(`${failed} failed`),
      unknown !== 0 && warn(formatNotReported(unknown)),
      isCapped(context) && dim("older attempts omitted"),
    ),
    rows: rowsOf(attempts, grouping, byTheQuarter(context)),
    sections: grouping !== null || haveSucceeded(attempts) ? [] : SECTIONS,
    defaultSort: { column: "time", descending: true },
    empty:
      Object.keys(context.scope.params).length > 0
        ? "No login attempts match this filter. Press a to change or clear the filter."
        : "No login attempts. The history covers 7 days and lags by minutes; a new cluster has none.",
  };
}

export function detail(context: Context, id: string): DetailModel | null {
  const attempts = cachedAttempts(context);
  const attempt = attempts.find((each) => each.id === id);
  if (attempt === undefined) return null;
  const { now, zone } = context;
  const burst = memoizedBursts(attempts).find(
    ({ address, from, to }) => address === attempt.address && attempt.at >= from && attempt.at <= to,
  );
  const same = (of: (each: Attempt) => string): readonly Attempt[] =>
    attempts.filter((each) => of(each) === of(attempt));
  const byUser = same(({ user }) => user);
  const byAddress = same(({ address }) => address);
  const failures = (all: readonly Attempt[]): string => {
    const { failed, unknown } = resultsOf(all);
    return present(
      pluralize(all.length, "attempt"),
      `${failed} failed`,
      unknown > 0 && formatNotReported(unknown),
      `first ${formatAge(now - (all.at(-1)?.at ?? now))} ago`,
    ).join(", ");
  };
  return {
    title: `${attempt.user || "no user"} from ${attempt.address || "no address"}`,
    raw: attempt.record,
    lines: present(
      field("Login", loginCell(attempt)),
      attempt.reason !== "" && field("Reason", bad(attempt.reason)),
      timeField("Time", attempt.at, context),
      field("User", attempt.user || "–"),
      fieldIfAny("Auth database", attempt.record.authSource),
      field("From", attempt.address || "–"),
      fieldIfAny("Cluster", attempt.cluster),
      field("Host", attempt.host || "–"),
      burst !== undefined &&
        field(
          "Burst",
          bad(
            `1 of ${burst.failures} failures for ${pluralize(burst.users, "user")} within ${formatLongDuration(burst.to - burst.from)}, from ${formatClock(burst.from, zone)} ${zoneName(zone)}`,
          ),
        ),
      heading("In this list"),
      field("This user", failures(byUser)),
      field("This address", failures(byAddress)),
      heading("Database log line"),
      textLine(attempt.record.logLine ?? "unknown"),
    ),
  };
}
