import type { AlertConfiguration } from "../../contract/alert-configurations.ts";
import type { Alert } from "../../contract/alerts.ts";
import type { AlertConfigId } from "../../contract/schema/ids.ts";
import { type SeverityKind, severityOf } from "../../domain/alerts/alert.ts";
import { newestRestorable } from "../../domain/backup/missing-snapshots.ts";
import type { Snapshot } from "../../domain/backup/snapshot.ts";
import { formatLag } from "../../domain/labels.ts";
import { CAUGHT_UP } from "../../domain/live-migration/lag.ts";
import { lowLag } from "../../domain/live-migration/migration.ts";
import type { Query } from "../../state/answers/query.ts";
import { MINUTE } from "../../text/durations.ts";
import { formatAge, formatClock, formatOld, pluralize } from "../../text/format.ts";
import { present } from "../../text/present.ts";
import { listArgs } from "../alerts/list.ts";
import { bad, dim, good, warn } from "../builders/cells.ts";
import { clusterNamed, isKnownCluster } from "../builders/clusters.ts";
import type { Cell, Tone } from "../model/cell.ts";
import type { Ask, Context, Scope } from "../model/context.ts";
import { projectArgs, projectQuery } from "../queries/args.ts";
import { cachedSnapshots, snapshotQueries } from "../queries/snapshots.ts";
import { migrationArgs } from "./queries.ts";
import type { MigrationStatus } from "./status.ts";

/** Preconditions of a cut-over, line by line, each with its source and the time of its reading (`domain.md` 14.4). */

export type Check = {
  /** `yours`: only the person can tell. `unknown`: it could not be requested. */
  readonly state: "ok" | "no" | "warn" | "yours" | "unknown";
  readonly label: string;
  readonly words: string;
  /** When it was read (service time, ms); null where it is not read at all. */
  readonly at: number | null;
  /** While it is not met, a cut-over loses data or is refused. */
  readonly blocks: boolean;
};

/** Input of the checks. */
export type CheckFacts = {
  readonly current: Pick<MigrationStatus, "migration" | "ring" | "lag" | "cutOverAt" | "unknownCutOver">;
  readonly readAt: number | null;
  /** Open alerts of the destination by severity; null where they could not be read. */
  readonly alerts: OpenAlerts | null;
  /** The newest restorable snapshot of the destination; undefined where there is none, null where that is not known. */
  readonly snapshot: { readonly newest: Snapshot | undefined; readonly at: number | null } | null;
  readonly destination: string | null;
  /** The project has a cluster of this name, as far as its clusters were read: nothing open on a misspelt name is no good sign. */
  readonly isKnown: boolean;
  readonly now: number;
};

type OpenAlerts = {
  readonly open: number;
  readonly critical: number;
  readonly errors: number;
  /** Alerts of unknown severity: their configuration has none, or was not read. */
  readonly unknown: number;
  readonly areSeveritiesRead: boolean;
  readonly at: number | null;
};

/** A snapshot older than this should be renewed first (ms). */
const FRESH = 6 * 3_600_000;

/** Only after an earlier cut-over that was accepted or whose outcome is unknown: sending it again may repeat it. */
function earlierCheck({ current: { cutOverAt, unknownCutOver }, now }: CheckFacts): Check | null {
  const at = cutOverAt ?? unknownCutOver?.at;
  if (at === undefined) return null;
  const age = formatAge(Math.max(0, now - at));
  const words = cutOverAt === null ? `sent ${age} ago, outcome unknown` : `accepted ${age} ago`;
  return { state: "no", label: "not cut over yet", words, at, blocks: true };
}

function readyCheck({ current, readAt }: CheckFacts): Check {
  const isReady = current.migration.readyForCutover === true;
  return {
    state: isReady ? "ok" : "no",
    label: "ready",
    words: isReady ? "reported by the service" : "not yet reported by the service",
    at: readAt,
    blocks: true,
  };
}

function lagCheck({ current, readAt }: CheckFacts): Check {
  const { isLow, inARow, needed, newest } = lowLag(current.ring);
  const common = { label: `lag ${CAUGHT_UP} s or less`, at: newest?.at ?? readAt, blocks: true } as const;
  if (current.lag === null || newest === null) {
    return { ...common, state: "no", words: "not reported (not zero)" };
  }
  if (isLow)
    return { ...common, state: "ok", words: `${formatLag(newest.value)}, ${pluralize(inARow, "reading")} in a row` };
  const short = newest.value <= CAUGHT_UP ? `, ${inARow} of ${needed} readings` : `, ${needed} readings required`;
  return { ...common, state: "no", words: `${formatLag(newest.value)}${short}` };
}

/** Why the destination cannot be checked; null where it can. */
function unknownDestination({ destination, isKnown }: CheckFacts): string | null {
  if (destination === null) return "destination unknown to this console";
  return isKnown ? null : `no cluster ${destination} is known`;
}

function alertsCheck(facts: CheckFacts): Check {
  const { alerts, destination } = facts;
  const common = { label: "no critical alert", at: alerts?.at ?? null, blocks: false } as const;
  const why = unknownDestination(facts);
  if (why !== null) return { ...common, at: null, state: "unknown", words: why };
  if (alerts === null) return { ...common, state: "unknown", words: `alerts of ${destination} not loaded` };
  const { critical, errors, unknown, areSeveritiesRead } = alerts;
  if (alerts.open === 0) return { ...common, state: "ok", words: `none open on ${destination}` };
  const open = `${alerts.open} open on ${destination}`;
  const severe = present(critical > 0 && `${critical} critical`, errors > 0 && pluralize(errors, "error"));
  if (severe.length > 0) return { ...common, state: "warn", words: [...severe, open].join(", ") };
  if (unknown === 0) return { ...common, state: "ok", words: `${open}, none critical` };
  const withoutSeverity = areSeveritiesRead ? `${unknown} without severity` : "severity not loaded";
  return { ...common, state: "unknown", words: `${open}, ${withoutSeverity}` };
}

function snapshotCheck(facts: CheckFacts): Check {
  const { snapshot, destination, now } = facts;
  const common = { label: "recent snapshot", at: snapshot?.at ?? null, blocks: false } as const;
  const why = unknownDestination(facts);
  if (why !== null) return { ...common, at: null, state: "unknown", words: why };
  if (snapshot === null) return { ...common, state: "unknown", words: `snapshots of ${destination} not loaded` };
  const { newest } = snapshot;
  if (newest === undefined) return { ...common, state: "warn", words: `${destination} has no snapshot` };
  const old = now - newest.takenAt;
  return { ...common, state: old > FRESH || old < -MINUTE ? "warn" : "ok", words: `latest is ${formatOld(old)}` };
}

const yours = (label: string, words: string): Check => ({ state: "yours", label, words, at: null, blocks: false });

/** All checks, blocking ones first. */
export const checksOf = (facts: CheckFacts): readonly Check[] =>
  present(
    earlierCheck(facts),
    readyCheck(facts),
    lagCheck(facts),
    alertsCheck(facts),
    snapshotCheck(facts),
    yours("writes stopped", "on the source: to be confirmed by you"),
    yours("source kept", "for a rollback: to be confirmed by you"),
  );

const UNMET: readonly Check["state"][] = ["no", "warn", "unknown"];

/** Unmet checks first, for a decision: where there is no room for all, the last ones may be cut. The person's own checks are left out. */
export const unmetFirst = (checks: readonly Check[]): readonly Check[] => [
  ...UNMET.flatMap((unmet) => checks.filter(({ state }) => state === unmet)),
  ...checks.filter(({ state }) => state === "ok"),
];

/** Checks that speak against a cut-over now. */
export const blocking = (checks: readonly Check[]): readonly Check[] =>
  checks.filter(({ blocks, state }) => blocks && state !== "ok");

const clusterOf = (scope: Scope, name: string) =>
  clusterNamed(scope, name) ?? ({ name, kind: "unknown", paused: null } as const);

/** Queries of the checks besides the migration itself. */
export const checkQueries = (scope: Scope, destination: string | null): readonly Query[] => [
  { operation: "listAlerts", args: listArgs(scope, "OPEN"), poll: "alerts", optional: true },
  projectQuery("listAlertConfigurations", scope),
  ...(destination === null ? [] : snapshotQueries(scope, clusterOf(scope, destination), "backup-ages")),
];

function alertFacts(
  alerts: readonly Alert[],
  configurations: readonly AlertConfiguration[] | null,
  destination: string,
  at: number | null,
): CheckFacts["alerts"] {
  const byId = new Map((configurations ?? []).map((configuration) => [configuration.id, configuration]));
  const kindOf = (id: AlertConfigId | null | undefined) => severityOf(id == null ? undefined : byId.get(id)).kind;
  const kinds = alerts
    .filter(({ clusterName }) => clusterName === destination)
    .map(({ alertConfigId }) => kindOf(alertConfigId));
  const countOf = (...wanted: readonly SeverityKind[]): number => kinds.filter((kind) => wanted.includes(kind)).length;
  return {
    open: kinds.length,
    critical: countOf("critical"),
    errors: countOf("error"),
    unknown: countOf("none", "unknown"),
    areSeveritiesRead: configurations !== null,
    at,
  };
}

function cachedAlertFacts(context: Context, destination: string): CheckFacts["alerts"] {
  const { scope } = context;
  const alerts = context.cached("listAlerts", listArgs(scope, "OPEN"))?.data.results;
  if (alerts === undefined) return null;
  const configurations = context.cached("listAlertConfigurations", projectArgs(scope))?.data.results ?? null;
  return alertFacts(alerts, configurations, destination, context.asOf("listAlerts", listArgs(scope, "OPEN")));
}

/** Requests the open alerts of a destination now. */
export async function askAlertFacts(
  ask: Ask,
  { scope, now }: Context,
  destination: string,
): Promise<CheckFacts["alerts"]> {
  const [alerts, configurations] = await Promise.all([
    ask("listAlerts", listArgs(scope, "OPEN")).catch(() => null),
    ask("listAlertConfigurations", projectArgs(scope)).catch(() => null),
  ]);
  return alerts && alertFacts(alerts.data.results, configurations?.data.results ?? null, destination, now);
}

function snapshotFacts(context: Context, destination: string): CheckFacts["snapshot"] {
  const cluster = clusterOf(context.scope, destination);
  const snapshots = cachedSnapshots(context, cluster);
  if (snapshots === undefined) return null;
  const times = snapshotQueries(context.scope, cluster, "once").flatMap(
    ({ operation, args }) => context.asOf(operation, args) ?? [],
  );
  return { newest: newestRestorable(snapshots), at: times.length === 0 ? null : Math.max(...times) };
}

/** The facts from cached answers. */
export function cachedFacts(context: Context, current: MigrationStatus): CheckFacts {
  const { destination, id } = current.thing;
  return {
    current,
    // The time stored with the sample stays right even if the service's clock was changed since.
    readAt: current.ring.at(-1)?.at ?? context.asOf("getPushMigration", migrationArgs(context.scope, id)),
    alerts: destination === null ? null : cachedAlertFacts(context, destination),
    snapshot: destination === null ? null : snapshotFacts(context, destination),
    destination,
    isKnown: destination !== null && isKnownCluster(context.scope, destination),
    now: context.now,
  };
}

/** Mark of each state, wherever a check is shown. */
export const MARKS = {
  ok: good("✓"),
  no: bad("✗"),
  warn: warn("!"),
  yours: dim("–"),
  unknown: warn("–"),
} as const satisfies Readonly<Record<Check["state"], { text: string; tone: Tone }>>;

/** Width of the label column, in cells. */
const LABEL = 19;

const cutTo = (text: string, width: number): string => (text.length <= width ? text : `${text.slice(0, width - 1)}…`);

/** One check as lines of a width: mark, label, text, and at the right the time of its reading. */
export function checkLines(check: Check, width: number, zone: Context["zone"]): readonly (readonly Cell[])[] {
  const { state, label, words, at } = check;
  const time = at === null ? "" : formatClock(at, zone);
  const head = [MARKS[state], ` ${label.padEnd(LABEL - 1)}`] as const;
  const tone: Tone = state === "ok" || state === "yours" ? "plain" : MARKS[state].tone;
  const room = width - LABEL - 2 - (time === "" ? 0 : time.length + 1);
  if (words.length <= room) {
    return [
      [...head, " ", { text: words, tone }, dim(`${" ".repeat(room - words.length)}${time === "" ? "" : ` ${time}`}`)],
    ];
  }
  const first = cutTo(label, Math.max(1, width - 2 - (time === "" ? 0 : time.length + 1)));
  const gap = " ".repeat(Math.max(1, width - 2 - first.length - time.length));
  return [
    [MARKS[state], ` ${first}`, dim(time === "" ? "" : `${gap}${time}`)],
    [{ text: `  ${cutTo(words, width - 2)}`, tone }],
  ];
}

/** One check in one sentence, for a review: `ready: not yet, the service decides`. */
export const formatCheck = ({ label, words }: Check): string => `${label}: ${words}`;
