import type { AccessLog } from "../contract/access-history.ts";
import { timeOf } from "../text/format.ts";

/** A login attempt in readable form: user, address, result (`domain.md` 2.6). */
export type Attempt = {
  /** Stable while the row is the same: a hash of its fields. */
  readonly id: string;
  readonly cluster: string;
  readonly at: number;
  /** Null when the service does not say. */
  readonly ok: boolean | null;
  readonly user: string;
  readonly address: string;
  readonly host: string;
  readonly reason: string;
  readonly record: AccessLog;
};

/** FNV-1a over UTF-16 units: short and the same on every machine. It identifies rows and protects nothing. */
function shortHash(text: string): string {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) {
    hash ^= text.charCodeAt(index);
    hash = Math.imul(hash, 0x01000193);
  }
  return (hash >>> 0).toString(16).padStart(8, "0");
}

/** Attempts by row: computing an id reads the whole text of a row. */
const made = new WeakMap<AccessLog, Attempt | null>();

/** Converts a row to an attempt; null when the row has no time. */
function attemptOf(cluster: string, record: AccessLog): Attempt | null {
  const before = made.get(record);
  if (before !== undefined && (before === null || before.cluster === cluster)) return before;
  const { timestamp, hostname, ipAddress, username, logLine } = record;
  const at = timeOf(timestamp);
  const attempt =
    at === null
      ? null
      : {
          id: shortHash([timestamp, hostname, ipAddress, username, logLine].join("\u0000")),
          cluster,
          at,
          ok: record.authResult ?? null,
          user: username ?? "",
          address: ipAddress ?? "",
          host: hostname ?? "",
          reason: record.failureReason ?? "",
          record,
        };
  made.set(record, attempt);
  return attempt;
}

const newestFirst = (left: Attempt, right: Attempt): number => right.at - left.at;

/** Sorted attempts by cached list: usually only one of several lists has changed. */
const sorted = new WeakMap<readonly AccessLog[], { readonly cluster: string; readonly attempts: readonly Attempt[] }>();

function attemptsOfCluster(cluster: string, rows: readonly AccessLog[]): readonly Attempt[] {
  const before = sorted.get(rows);
  if (before?.cluster === cluster) return before.attempts;
  const attempts = rows.flatMap((record) => attemptOf(cluster, record) ?? []).sort(newestFirst);
  sorted.set(rows, { cluster, attempts });
  return attempts;
}

/** Number of rows without a readable time: they have no place among the attempts. */
export const undatedIn = (cluster: string, rows: readonly AccessLog[]): number =>
  rows.length - attemptsOfCluster(cluster, rows).length;

/** Converts rows to attempts, newest first. Overlapping time ranges may return the same event twice: it is kept once. */
export function attemptsOf(
  lists: readonly { readonly cluster: string; readonly rows: readonly AccessLog[] }[],
): readonly Attempt[] {
  const all = lists.flatMap(({ cluster, rows }) => attemptsOfCluster(cluster, rows)).sort(newestFirst);
  // Duplicates have the same time: only attempts that share their time with another are compared.
  let seen = new Set<string>();
  return all.filter(({ at, id }, index) => {
    const isFirst = all[index - 1]?.at !== at;
    if (isFirst && all[index + 1]?.at !== at) return true;
    if (isFirst) seen = new Set();
    if (seen.has(id)) return false;
    seen.add(id);
    return true;
  });
}

/** Failures from one address that look like password guessing. Times in ms. */
export type Burst = {
  readonly address: string;
  readonly from: number;
  readonly to: number;
  readonly failures: number;
  readonly users: number;
};

const WINDOW = 5 * 60_000;
/** Failures from one address within the window, or users tried, that make a burst (`domain.md` 2.6). */
const FAILURES = 10;
const USERS = 5;

/** Bursts, most recent first: overlapping windows of one address count as one. */
export function burstsOf(attempts: readonly Attempt[]): readonly Burst[] {
  const byAddress = new Map<string, Attempt[]>();
  for (const attempt of attempts) {
    if (attempt.ok !== false || attempt.address === "") continue;
    const own = byAddress.get(attempt.address);
    if (own === undefined) byAddress.set(attempt.address, [attempt]);
    else own.push(attempt);
  }
  return [...byAddress.values()].flatMap(burstsOfOne).sort((left, right) => right.to - left.to);
}

/** Bursts of one address, from its failures, newest first. */
function burstsOfOne(failures: readonly Attempt[]): readonly Burst[] {
  const ordered = failures.toReversed();
  const bursts: Burst[] = [];
  let start = 0;
  for (const [end, last] of ordered.entries()) {
    while ((ordered[start]?.at ?? last.at) < last.at - WINDOW) start += 1;
    const within = ordered.slice(start, end + 1);
    const users = new Set(within.map(({ user }) => user)).size;
    const isBurst = within.length >= FAILURES || users >= USERS;
    const [first] = within;
    if (!isBurst || first === undefined) continue;
    const before = bursts.at(-1);
    if (before !== undefined && first.at <= before.to) bursts[bursts.length - 1] = grown(before, ordered, last);
    else bursts.push({ address: last.address, from: first.at, to: last.at, failures: within.length, users });
  }
  return bursts;
}

function grown(burst: Burst, ordered: readonly Attempt[], last: Attempt): Burst {
  const within = ordered.filter(({ at }) => at >= burst.from && at <= last.at);
  return { ...burst, to: last.at, failures: within.length, users: new Set(within.map(({ user }) => user)).size };
}

/** True for a failure that belongs to a burst. */
export const inBurst = (attempt: Attempt, bursts: readonly Burst[]): boolean =>
  attempt.ok === false &&
  bursts.some(({ address, from, to }) => address === attempt.address && attempt.at >= from && attempt.at <= to);
