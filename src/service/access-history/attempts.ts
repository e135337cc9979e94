import { DAY, HOUR, SECOND } from "../../text/durations.ts";
import { hostOf, NODES } from "../clusters.ts";
import { type Random, randomOf } from "../random.ts";

/**
 * Login attempts: a function of the seed, the cluster and the time, computed in blocks of ten minutes. Nothing is stored, so that a week of rows
 * costs nothing, a short range costs only its blocks, and every process and every restart returns the same rows.
 */

const BLOCK = 600 * SECOND;

/** Parameters that determine the attempts of one cluster. */
export type LoginTraffic = {
  readonly seed: string;
  /** Creation time of the sample, in whole seconds as milliseconds: history before it, new rows after it. */
  readonly start: number;
  readonly cluster: string;
  readonly shards: number;
  /** Load relative to the busiest cluster (1). */
  readonly rate: number;
};

/** Failure reasons of a login. */
const FAILURE_REASONS = ["AuthenticationFailed", "UserNotFound", "MechanismUnavailable"] as const;
type AuthFailureReason = (typeof FAILURE_REASONS)[number];

/** One login attempt. */
export type StoredAttempt = {
  /** Whole seconds, as milliseconds. */
  readonly at: number;
  readonly username: string;
  readonly ipAddress: string;
  readonly authSource: string;
  readonly mechanism: string;
  readonly hostname: string;
  /** Null for a success. */
  readonly failure: AuthFailureReason | null;
  readonly connection: number;
};

type Person = Pick<StoredAttempt, "username" | "ipAddress" | "authSource" | "mechanism">;

const by = (username: string, ipAddress: string): Person => ({
  username,
  ipAddress,
  authSource: "admin",
  mechanism: "SCRAM-SHA-256",
});

const SERVICES = [
  by("svc-checkout", "10.20.4.11"),
  by("svc-orders", "10.20.4.12"),
  { ...by("CN=svc-search-sync,OU=platform", "10.20.5.7"), authSource: "$external", mechanism: "MONGODB-X509" },
];
const PEOPLE = [
  by("ann.keller", "198.51.100.23"),
  by("ben.osei", "198.51.100.24"),
  by("chris.wu", "192.0.2.45"),
  by("ann.keller", "192.0.2.45"),
];
/** Connects over IPv6, written as eight groups. */
const OVER_IPV6 = by("svc-backup-check", "2001:db8:4f:1:0:0:0:2a");
/** In use until two days before the sample. */
const RETIRED = by("svc-reports", "10.20.6.30");
const RETIRED_FOR = (2 * DAY) / BLOCK;
/** A name as a hostile or buggy program may send it: with an escape sequence and a change of text direction. */
const ODD = by("ops\u001b[2J\u202Egnp.exe", "198.51.100.77");

/** A burst of failures: one address, 140 attempts in four minutes, many names. */
const BURST_ADDRESS = "203.0.113.66";
const BURST_BLOCK = (-26 * HOUR) / BLOCK;
const BURST_ROWS = 140;
const BURST_SECONDS = 240;
const BURST_NAMES = ["admin", "root", "svc-checkout", "test", "backup", "mongo", "ann.keller", "postgres"];
const KNOWN_NAMES: ReadonlySet<string> = new Set([...SERVICES, ...PEOPLE].map(({ username }) => username));

/** Rows of services per block, in the history and after it (one every six seconds). */
const SERVICE_ROWS = { before: 10, after: 100 } as const;
const PEOPLE_ROWS = 8;

const blockAt = (traffic: LoginTraffic, time: number): number => Math.floor((time - traffic.start) / BLOCK);

/** Rounds a fractional number of rows up or down at random. */
const rowsOf = (wanted: number, random: Random): number => Math.floor(wanted) + (random.next() < wanted % 1 ? 1 : 0);

const isOfficeTime = (time: number): boolean => {
  const date = new Date(time);
  const [day, hour] = [date.getUTCDay(), date.getUTCHours()];
  return day >= 1 && day <= 5 && hour >= 7 && hour < 18;
};

/** The attempts of one block, earliest first. */
function attemptsOf(traffic: LoginTraffic, block: number): readonly StoredAttempt[] {
  const { seed, cluster, shards, rate, start } = traffic;
  const random = randomOf(seed, cluster, block, "access");
  const begin = start + block * BLOCK;
  const attempts: StoredAttempt[] = [];
  const host = (): string => {
    const node = random.next() < 0.7 ? 0 : random.whole(1, NODES - 1);
    return hostOf(cluster, random.whole(0, shards - 1), node);
  };
  const add = (person: Person, second: number, failure: AuthFailureReason | null, hostname: string = host()): void => {
    const at = begin + Math.floor(second) * SECOND;
    attempts.push({ ...person, at, failure, hostname, connection: random.whole(1000, 99_999) });
  };
  const services = rowsOf(rate * (block < 0 ? SERVICE_ROWS.before : SERVICE_ROWS.after), random);
  for (let row = 0; row < services; row += 1) {
    const second = ((row + random.next()) * 600) / services;
    add(random.pick(SERVICES), second, random.next() < 0.012 ? "AuthenticationFailed" : null);
  }
  const people = isOfficeTime(begin) ? rowsOf(rate * random.whole(0, PEOPLE_ROWS), random) : 0;
  for (let row = 0; row < people; row += 1) {
    const fails = random.next() < 0.04;
    const reason = random.pick(["AuthenticationFailed", "AuthenticationFailed", "MechanismUnavailable"] as const);
    add(random.pick(PEOPLE), random.whole(0, 599), fails ? reason : null);
  }
  if (rate === 1 && block < -RETIRED_FOR && block % 3 === 0) add(RETIRED, random.whole(0, 599), null);
  if (rate === 1 && block % 97 === 0) add(ODD, random.whole(0, 599), "UserNotFound");
  if (rate === 1 && block === BURST_BLOCK) {
    for (let row = 0; row < BURST_ROWS; row += 1) {
      const username = random.pick(BURST_NAMES);
      const reason = KNOWN_NAMES.has(username) ? "AuthenticationFailed" : "UserNotFound";
      add(by(username, BURST_ADDRESS), (row * BURST_SECONDS) / BURST_ROWS, reason, hostOf(cluster, 0, 0));
    }
  }
  if (rate === 1 && block % 6 === 0) {
    const [second, hostname] = [random.whole(0, 599), host()];
    // A service follows in the same second at the same host: the newest row is IPv4, whatever the filter.
    add(OVER_IPV6, second, null, hostname);
    add(SERVICES[0] ?? OVER_IPV6, second, null, hostname);
  }
  // A stable sort: of two rows in one second, the one added later is the newer one.
  return attempts.toSorted((left, right) => left.at - right.at);
}

/** The attempts of a time range, both ends included, newest first. Only blocks that are read are computed. */
export function* attemptsBetween(
  traffic: LoginTraffic,
  from: number,
  to: number,
): Generator<StoredAttempt, void, undefined> {
  if (from > to) return;
  const first = blockAt(traffic, from);
  for (let block = blockAt(traffic, to); block >= first; block -= 1) {
    for (const attempt of attemptsOf(traffic, block).toReversed()) {
      if (attempt.at >= from && attempt.at <= to) yield attempt;
    }
  }
}
