import {
  formatAge,
  formatClock,
  formatDuration,
  formatTime,
  formatTimeAndAge,
  pluralize,
  shortHost,
  zoneName,
} from "../../text/format.ts";
import { memoize } from "../../text/memoize.ts";
import { foldAlike } from "../alike.ts";
import type { Context } from "../context.ts";
import type { Cell, Column, DetailLine, DetailModel, ListModel, Row } from "../view.ts";
import { type Attempt, attemptsOf, type Burst, burstsOf, inBurst } from "./attempts.ts";
import { cap, clusterArgs, hostArgs, withHistory } from "./questions.ts";

/** The list of attempts to log in (E1, E2; `domain.md` 2.6), whole or grouped by what they have in common. */

const COLUMNS: readonly Column[] = [
  { id: "time", title: "TIME", min: 8, grow: 0, max: 12, priority: 1, align: "left", truncate: "end" },
  { id: "result", title: "LOGIN", min: 5, grow: 0, priority: 1, align: "left", truncate: "end" },
  { id: "user", title: "USER", min: 10, grow: 2, max: 40, priority: 1, align: "left", truncate: "end" },
  { id: "address", title: "FROM", min: 15, grow: 0, max: 39, priority: 1, align: "left", truncate: "middle" },
  { id: "cluster", title: "CLUSTER", min: 8, grow: 1, max: 20, priority: 3, align: "left", truncate: "end" },
  { id: "host", title: "HOST", min: 12, grow: 1, max: 40, priority: 4, align: "left", truncate: "start" },
  { id: "reason", title: "WHY", min: 12, grow: 2, max: 40, priority: 2, align: "left", truncate: "end" },
];

/** What rows can be put together by. */
export const GROUPINGS = { user: "user", address: "address", reason: "reason of the failure" } as const;
export type Grouping = keyof typeof GROUPINGS;

const groupingOf = (text: string | undefined): Grouping | null =>
  text === "user" || text === "address" || text === "reason" ? text : null;

const attemptsMade = memoize<readonly Attempt[]>(1);
const burstsMade = memoize<readonly Burst[]>(1);
const rowsMade = memoize<readonly Row[]>(1);

/** The attempts that are held, newest first; made again only when an answer changed. */
export function cachedAttempts(context: Context): readonly Attempt[] {
  const { scope } = context;
  const { hostname } = scope.params;
  const lists =
    hostname === undefined
      ? withHistory(scope).map(({ name }) => ({
          cluster: name,
          cached: context.cached("listAccessLogsByClusterName", clusterArgs(scope, name)),
        }))
      : [{ cluster: "", cached: context.cached("listAccessLogsByHostname", hostArgs(scope, hostname)) }];
  const { show } = scope.params;
  return attemptsMade("", [show, ...lists.flatMap(({ cluster, cached }) => [cluster, cached])], () => {
    const all = attemptsOf(lists.map(({ cluster, cached }) => ({ cluster, rows: cached?.data.accessLogs ?? [] })));
    return show === "failures" ? all.filter(({ ok }) => ok !== true) : all;
  });
}

const heldBursts = (attempts: readonly Attempt[]): readonly Burst[] =>
  burstsMade("", [attempts], () => burstsOf(attempts));

/** Clusters whose answer was as long as it may be: older rows were left out. */
function cappedOf(context: Context): boolean {
  const { scope } = context;
  const most = cap(scope);
  const { hostname } = scope.params;
  const counts =
    hostname === undefined
      ? withHistory(scope).map(({ name }) => context.cached("listAccessLogsByClusterName", clusterArgs(scope, name)))
      : [context.cached("listAccessLogsByHostname", hostArgs(scope, hostname))];
  return counts.some((cached) => (cached?.data.accessLogs ?? []).length >= most);
}

/**
 * Rows go by the quarter of an hour, at one of which every zone's day begins: going by the minute they would all be made anew for nothing.
 */
const QUARTER = 15 * 60_000;

type Time = Pick<Context, "now" | "zone">;

const byTheQuarter = ({ now, zone }: Context): Time => ({ now: Math.floor(now / QUARTER) * QUARTER, zone });

const timeCell = ({ at }: Attempt, { now, zone }: Time): string =>
  now - at < 12 * 60 * 60_000 ? formatClock(at, zone) : formatTime(at, now, zone);

function resultCell({ ok }: Attempt, isBurst: boolean): Cell {
  if (ok === null) return { text: "?", tone: "warn" };
  return ok ? { text: "ok", tone: "good" } : { text: isBurst ? "FAIL!" : "FAIL", tone: "bad" };
}

function loginCell({ ok }: Attempt): Cell {
  if (ok === null) return { text: "the service does not say whether it succeeded", tone: "warn" };
  return ok ? { text: "succeeded", tone: "good" } : { text: "FAILED", tone: "bad" };
}

function rowOf(attempt: Attempt, time: Time, bursts: readonly Burst[]): Row {
  const isBurst = inBurst(attempt, bursts);
  return {
    id: attempt.id,
    cells: {
      time: timeCell(attempt, time),
      result: resultCell(attempt, isBurst),
      user: attempt.user === "" ? { text: "–", tone: "dim" } : attempt.user,
      address: attempt.address === "" ? { text: "–", tone: "dim" } : attempt.address,
      cluster: attempt.cluster,
      host: shortHost(attempt.host),
      reason: attempt.reason,
    },
    sort: { time: attempt.at, result: attempt.ok === true ? 2 : attempt.ok === null ? 1 : 0 },
  };
}

const plainText: Readonly<Record<Grouping, (attempt: Attempt) => string>> = {
  user: ({ user }) => user || "no user named",
  address: ({ address }) => address || "no address named",
  reason: ({ ok, reason }) => (ok ? "succeeded" : reason || "failed, no reason told"),
};

/** Rows put together: each group says how many of its attempts failed, and when the newest was. */
function groupedRows(attempts: readonly Attempt[], grouping: Grouping, time: Time, bursts: readonly Burst[]): Row[] {
  const groups = new Map<string, Attempt[]>();
  for (const attempt of attempts) {
    const name = plainText[grouping](attempt);
    const own = groups.get(name);
    if (own === undefined) groups.set(name, [attempt]);
    else own.push(attempt);
  }
  return [...groups].map(([name, own]) => groupRow(name, own, grouping, time, bursts));
}

function groupRow(
  name: string,
  own: readonly Attempt[],
  grouping: Grouping,
  time: Time,
  bursts: readonly Burst[],
): Row {
  const failed = own.filter(({ ok }) => ok === false).length;
  const distinct = (of: (attempt: Attempt) => string, one: string): string => {
    const values = new Set(own.map(of));
    return values.size === 1
      ? ([...values][0] ?? "")
      : pluralize(values.size, one, one === "address" ? "addresses" : `${one}s`);
  };
  const hasBurst = own.some((attempt) => inBurst(attempt, bursts));
  const [newest] = own;
  return {
    id: `group:${grouping}:${name}`,
    cells: {
      time: newest === undefined ? "" : timeCell(newest, time),
      result: failed === 0 ? { text: "ok", tone: "good" } : { text: hasBurst ? "FAIL!" : "FAIL", tone: "bad" },
      user: grouping === "user" ? `×${own.length} ${name}` : distinct(({ user }) => user, "user"),
      address: grouping === "address" ? `×${own.length} ${name}` : distinct(({ address }) => address, "address"),
      cluster: distinct(({ cluster }) => cluster, "cluster"),
      host: distinct(({ host }) => shortHost(host), "host"),
      reason:
        grouping === "reason" ? `×${own.length} ${name}` : failed === 0 ? "" : `${failed} of ${own.length} failed`,
    },
    sort: { time: newest?.at ?? 0, result: -failed, user: -own.length, address: -own.length, reason: -own.length },
    members: own.map((attempt) => rowOf(attempt, time, bursts)),
  };
}

/** What the list is narrowed to, for its title. */
function askedCells({ params: asked }: Context["scope"]): Cell[] {
  const parts = [
    asked["follow"] === "on" ? "following" : "",
    asked["show"] === undefined || asked["show"] === "all" ? "" : (asked["show"] ?? ""),
    asked["ipAddress"] === undefined ? "" : `from ${asked["ipAddress"]}`,
    asked["hostname"] ?? "",
    asked["from"] === undefined ? "" : "a time range",
  ];
  return parts.filter((part) => part !== "").map((text) => ({ text, tone: "accent" }));
}

const burstCells = (bursts: readonly Burst[]): Cell[] => {
  const [newest] = bursts;
  if (newest === undefined) return [];
  const more = bursts.length > 1 ? `, ${bursts.length - 1} more` : "";
  const often = `${newest.failures} failures in ${formatDuration(newest.to - newest.from)}${more}`;
  // Two parts: where there is little room, who it is stays.
  return [
    { text: `! burst: ${newest.address}`, tone: "bad" },
    { text: often, tone: "bad" },
  ];
};

const SECTIONS = [
  { id: "failed", title: "" },
  { id: "succeeded", title: "succeeded" },
];

const haveSucceeded = (attempts: readonly Attempt[]): boolean => attempts.every(({ ok }) => ok === true);

/** Failures stand by themselves, above one row of the many that succeeded; where nothing failed each stands by itself. */
function singleRows(attempts: readonly Attempt[], time: Time, bursts: readonly Burst[]): readonly Row[] {
  if (haveSucceeded(attempts)) return attempts.map((attempt) => rowOf(attempt, time, bursts));
  return foldAlike(attempts, ({ id, ok }) => (ok === true ? "succeeded" : id)).map((found) =>
    found.kind === "fold"
      ? { ...groupRow("succeeded", found.members, "reason", time, bursts), section: "succeeded" }
      : { ...rowOf(found.one, time, bursts), section: found.one.ok === true ? "succeeded" : "failed" },
  );
}

/** The rows, the same array until an answer or a quarter of an hour changes one. */
function rowsOf(attempts: readonly Attempt[], grouping: Grouping | null, context: Context): readonly Row[] {
  const time = byTheQuarter(context);
  const bursts = heldBursts(attempts);
  return rowsMade("", [attempts, grouping, time.now, time.zone], () =>
    grouping === null ? singleRows(attempts, time, bursts) : groupedRows(attempts, grouping, time, bursts),
  );
}

export function list(context: Context): ListModel {
  const attempts = cachedAttempts(context);
  const bursts = heldBursts(attempts);
  const failed = attempts.filter(({ ok }) => ok === false).length;
  const grouping = groupingOf(context.scope.params["group"]);
  return {
    summary: [
      ...burstCells(bursts),
      ...askedCells(context.scope),
      pluralize(attempts.length, "attempt"),
      ...(failed === 0 ? [] : [{ text: `${failed} failed`, tone: "warn" } as const]),
      ...(cappedOf(context) ? [{ text: "older ones left out", tone: "dim" } as const] : []),
    ],
    columns: COLUMNS,
    rows: rowsOf(attempts, grouping, context),
    sections: grouping !== null || haveSucceeded(attempts) ? [] : SECTIONS,
    defaultSort: { column: "time", descending: true },
    empty:
      Object.keys(context.scope.params).length > 0
        ? "No attempt to log in is known for what was asked. a, Filter changes it; a, Show everything takes it back."
        : "No attempt to log in is known. Seven days are kept, they come with a delay of minutes, and a new cluster has none.",
  };
}

const field = (label: string, value: Cell): DetailLine => ({ kind: "field", label, value });

export function detail(context: Context, id: string): DetailModel | null {
  const attempts = cachedAttempts(context);
  const attempt = attempts.find((each) => each.id === id);
  if (attempt === undefined) return null;
  const { now, zone } = context;
  const burst = heldBursts(attempts).find(
    ({ address, from, to }) => address === attempt.address && attempt.at >= from && attempt.at <= to,
  );
  const same = (of: (each: Attempt) => string): readonly Attempt[] =>
    attempts.filter((each) => of(each) === of(attempt));
  const byUser = same(({ user }) => user);
  const byAddress = same(({ address }) => address);
  const failures = (all: readonly Attempt[]): string =>
    `${pluralize(all.length, "attempt")}, ${all.filter(({ ok }) => ok === false).length} failed, first ${formatAge(now - (all.at(-1)?.at ?? now))} ago`;
  return {
    title: `${attempt.user || "no user"} from ${attempt.address || "no address"}`,
    raw: attempt.record,
    lines: [
      field("Login", loginCell(attempt)),
      ...(attempt.reason === "" ? [] : [field("Why", { text: attempt.reason, tone: "bad" })]),
      field("When", formatTimeAndAge(attempt.at, now, zone)),
      field("User", attempt.user || "–"),
      ...(attempt.record.authSource === null || attempt.record.authSource === undefined
        ? []
        : [field("Of database", attempt.record.authSource)]),
      field("From", attempt.address || "–"),
      ...(attempt.cluster === "" ? [] : [field("Cluster", attempt.cluster)]),
      field("Host", attempt.host || "–"),
      ...(burst === undefined
        ? []
        : [
            field("Burst", {
              text: `one of ${burst.failures} failures of ${pluralize(burst.users, "user")} within ${formatDuration(burst.to - burst.from)}, from ${formatClock(burst.from, zone)} ${zoneName(zone)}`,
              tone: "bad",
            }),
          ]),
      { kind: "heading", text: "In what is shown" },
      field("This user", failures(byUser)),
      field("This address", failures(byAddress)),
      { kind: "heading", text: "Line of the database log" },
      { kind: "text", value: attempt.record.logLine ?? "not told" },
    ],
  };
}
