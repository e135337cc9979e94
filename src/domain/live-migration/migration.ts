import { textIn } from "../../contract/json/json.ts";
import { lookupTable } from "../../contract/json/own-values.ts";
import type { Migration, MigrationValidation } from "../../contract/live-migration.ts";
import { timeOfId } from "../../text/format.ts";
import { READY } from "../cut-over-state.ts";
import type { Impact } from "../impact.ts";
import { isEnded, type Job, type JobStatus } from "../job.ts";
import type { Ring, Sample } from "../sample-ring.ts";
import { CAUGHT_UP, READINGS_BEFORE_CUTOVER } from "./lag.ts";

/** State of a migration, with its times and its cut-over deadline (`domain.md` 14.2, 14.6). Service times in ms. */

/** Deletion before copying, by the request body: without it, a migration only blocks others from its destination. */
export function migrationImpact({ destination, dropDestinationData }: { readonly [key: string]: unknown }): Impact {
  if (dropDestinationData !== true) return { risk: "disruptive", warnings: [] };
  const into = textIn(destination, "clusterName") ?? "the destination";
  return {
    risk: "destructive",
    warnings: [`Every collection of ${into} is deleted before copying. Only a snapshot of ${into} can restore it.`],
  };
}

/** Phases in their order. */
const PHASES = ["validated", "copying", "catching-up", "ready", "cutting-over", "done"] as const;
type Phase = (typeof PHASES)[number];

/** Labels of the phases in the strip. */
export const PHASE_LABELS: Readonly<Record<Phase, string>> = {
  validated: "validated",
  copying: "copying",
  "catching-up": "catching up",
  ready: "ready",
  "cutting-over": "cutting over",
  done: "completed",
};

/** A step of the strip. `unknown`: it is unknown whether it was done (a migration can be started without a validation). */
export type PhaseStep = {
  readonly phase: Phase;
  readonly state: "past" | "now" | "to-come" | "broken-off" | "unknown";
};

export type MigrationProgress = {
  /** Present phase; null before it works, and when its status is unknown. */
  readonly phase: Phase | null;
  /** Result; null before the end. */
  readonly ended: "complete" | "failed" | "expired" | null;
  /** Status in the service's words: shown when it is an unknown one. */
  readonly status: string | null;
  readonly isKnownStatus: boolean;
  readonly steps: readonly PhaseStep[];
};

/** Facts that the answer does not contain. */
export type MigrationFacts = {
  /** Result of the last validation of the same source and destination before the start; null when unknown. */
  readonly validated: boolean | null;
  /** Time at which this machine sent the cut-over; null if it did not. The service does not report that one is in progress. */
  readonly cutOverAt: number | null;
};

const ENDS: Readonly<Record<string, NonNullable<MigrationProgress["ended"]>>> = lookupTable({
  COMPLETE: "complete",
  FAILED: "failed",
  EXPIRED: "expired",
});

const isReady = ({ state }: Sample): boolean => state?.endsWith(` ${READY}`) === true;

/** The furthest phase in the readings. */
function reached(ring: Ring): Phase | null {
  if (ring.some(isReady)) return "ready";
  if (ring.some(({ value }) => value !== null)) return "catching-up";
  return ring.some(({ state }) => state?.startsWith("WORKING") === true) ? "copying" : null;
}

function phaseOf(migration: Migration, ring: Ring, { cutOverAt }: MigrationFacts): Phase | null {
  const { status, lagTimeSeconds, readyForCutover } = migration;
  if (status === "COMPLETE") return "done";
  if (status !== "WORKING") return reached(ring);
  if (cutOverAt !== null) return "cutting-over";
  if (readyForCutover === true) return "ready";
  // The service reports no lag outside of replication; a gap in the lag does not mean a new copy (`domain.md` 14.2).
  if (lagTimeSeconds !== null && lagTimeSeconds !== undefined) return "catching-up";
  return reached(ring) === null || reached(ring) === "copying" ? "copying" : "catching-up";
}

/**
 * Progress of a migration.
 *
 * @param ring readings of its lag: after its end they show how far it came
 */
export function migrationProgress(migration: Migration, ring: Ring, facts: MigrationFacts): MigrationProgress {
  const status = migration.status ?? null;
  const ended = ENDS[status ?? ""] ?? null;
  const phase = phaseOf(migration, ring, facts);
  const at = phase === null ? 0 : PHASES.indexOf(phase);
  const isBroken = ended === "failed" || ended === "expired";
  const stateOf = (index: number): PhaseStep["state"] => {
    if (index === 0) return facts.validated === true ? "past" : "unknown";
    if (ended === "complete" || index < at) return "past";
    if (!isKnownStatus && (index === at || phase === null)) return "unknown";
    if (index > at || phase === null) return "to-come";
    return isBroken ? "broken-off" : "now";
  };
  const isKnownStatus = ended !== null || status === "NEW" || status === "WORKING";
  const steps = PHASES.map((one, index): PhaseStep => ({ phase: one, state: stateOf(index) }));
  return { phase, ended, status, isKnownStatus, steps };
}

function statusOf({ ended, phase, status, isKnownStatus }: MigrationProgress): JobStatus {
  if (ended !== null) return ended === "complete" ? "done" : ended;
  if (!isKnownStatus) return "unknown";
  if (status === "NEW") return "waiting";
  return phase === "ready" ? "ready" : "running";
}

/** Time at which its end was first seen; null when nobody saw it end: the last reading before does not tell the time. */
function endSeen({ status }: MigrationProgress, ring: Ring): number | null {
  const last = stateChanges(ring).at(-1);
  return last !== undefined && last.state.split(" ")[0] === status ? last.at : null;
}

/**
 * A migration as a job: ready while it may be cut over, and polled more often then (`domain.md` 1.5). After a cut-over it no longer expires, and
 * after a cut-over of unknown outcome the expiry is unknown (`domain.md` 14.2).
 *
 * @param isCutOverUnknown true when a cut-over was sent, and it is unknown whether it was accepted
 */
export function migrationAsJob(id: string, migration: MigrationProgress, ring: Ring, isCutOverUnknown = false): Job {
  const reported = statusOf(migration);
  const status = isCutOverUnknown ? "unknown" : reported;
  const hasEnded = isEnded({ status });
  const isClosing = migration.phase === "ready" || migration.phase === "cutting-over";
  return {
    status,
    said: reported === "unknown" ? migration.status : null,
    startedAt: timeOfId(id),
    endedAt: hasEnded ? endSeen(migration, ring) : null,
    until: hasEnded || isCutOverUnknown || migration.phase === "cutting-over" ? null : expiresAt(ring),
    poll: hasEnded ? "once" : isClosing ? "fast" : "normal",
  };
}

/** True for a final status. An unknown status may change. */
export const isMigrationEnd = (status: unknown): boolean => typeof status === "string" && ENDS[status] !== undefined;

export const isMigrationOver = ({ status }: Migration): boolean => isMigrationEnd(status);

const VALIDATIONS: Readonly<Record<string, JobStatus>> = lookupTable({
  PENDING: "running",
  SUCCESS: "done",
  FAILED: "failed",
});

/** A validation as a job: any status but the two final ones counts as unfinished. */
export function validationAsJob({ status: said }: Pick<MigrationValidation, "status">, madeAt: number): Job {
  const status = VALIDATIONS[said ?? ""] ?? "unknown";
  return {
    status,
    said: status === "unknown" ? (said ?? null) : null,
    startedAt: madeAt,
    endedAt: null,
    until: null,
    poll: isEnded({ status }) ? "once" : "normal",
  };
}

/** Time within which a ready migration can be cut over (ms; `domain.md` 14.2: 120 hours). */
export const CUT_OVER_WITHIN = 120 * 3_600_000;

/** Time at which this machine first saw it ready; null if it never did. It may have been ready before: deadlines based on it are "at most". */
export const readySince = (ring: Ring): number | null => ring.find(isReady)?.at ?? null;

/** Latest expiry of a ready migration; null before it is ready. */
export function expiresAt(ring: Ring): number | null {
  const since = readySince(ring);
  return since === null ? null : since + CUT_OVER_WITHIN;
}

/** The largest lag reading and its time. */
export function worstLag(ring: Ring): { readonly value: number; readonly at: number } | null {
  let worst: { value: number; at: number } | null = null;
  for (const { at, value } of ring)
    if (value !== null && (worst === null || value > worst.value)) worst = { value, at };
  return worst;
}

/** Readings required for a cut-over: three in a row of five seconds or less (`domain.md` 14.4). */
type LowLag = {
  /** Consecutive low readings up to the newest; a missing lag breaks the row. */
  readonly inARow: number;
  readonly needed: number;
  readonly isLow: boolean;
  /** The newest reading; null when it has no lag. */
  readonly newest: { readonly value: number; readonly at: number } | null;
};

export function lowLag(ring: Ring): LowLag {
  const last = ring.at(-1);
  const highest = ring.findLastIndex(({ value }) => value === null || value > CAUGHT_UP);
  const inARow = ring.length - 1 - highest;
  return {
    inARow,
    needed: READINGS_BEFORE_CUTOVER,
    isLow: inARow >= READINGS_BEFORE_CUTOVER,
    newest: last === undefined || last.value === null ? null : { value: last.value, at: last.at },
  };
}

/** First reading of each state, in order, from which phase durations follow. */
export function stateChanges(ring: Ring): readonly { readonly state: string; readonly at: number }[] {
  return ring.flatMap(({ at, state = "", value }, index) => {
    const before = ring[index - 1];
    const isSame =
      before !== undefined && (before.state ?? "") === state && (before.value !== null) === (value !== null);
    return isSame ? [] : [{ state, at }];
  });
}
