import { textIn } from "../../contract/json/json.ts";
import { lookupTable } from "../../contract/json/own-values.ts";
import type { Migration, MigrationValidation } from "../../contract/live-migration.ts";
import { timeOfId } from "../../text/format.ts";
import { READY } from "../cut-over-state.ts";
import type { Impact } from "../impact.ts";
import { isEnded, type Job, type JobStatus } from "../job.ts";
import type { Ring, Sample } from "../sample-ring.ts";
import { CAUGHT_UP, READINGS_BEFORE_CUTOVER } from "./lag.ts";

/** Where a migration is, since when, and until when it may be cut over (`domain.md` 14.2, 14.6). Times in ms of the service. */

/** What a migration deletes before it copies, by its body: without that it only keeps others from its destination. */
export function migrationImpact({ destination, dropDestinationData }: { readonly [key: string]: unknown }): Impact {
  if (dropDestinationData !== true) return { risk: "disruptive", warnings: [] };
  const into = textIn(destination, "clusterName") ?? "the destination";
  return {
    risk: "destructive",
    warnings: [`Every collection of ${into} is deleted before copying. Only a snapshot of ${into} can restore it.`],
  };
}

/** The phases in their order. */
const PHASES = ["validated", "copying", "catching-up", "ready", "cutting-over", "done"] as const;
export type Phase = (typeof PHASES)[number];

/** Phases as they stand in the strip. */
export const PHASE_LABELS: Readonly<Record<Phase, string>> = {
  validated: "validated",
  copying: "copying",
  "catching-up": "catching up",
  ready: "ready",
  "cutting-over": "cutting over",
  done: "completed",
};

/** A step of the strip. `unknown`: nothing tells whether it was done (a migration can be started without a validation). */
export type PhaseStep = {
  readonly phase: Phase;
  readonly state: "past" | "now" | "to-come" | "broken-off" | "unknown";
};

export type MigrationProgress = {
  /** Where it is; null before it works, and where its status is not known. */
  readonly phase: Phase | null;
  /** How it ended; null while it has not. */
  readonly ended: "complete" | "failed" | "expired" | null;
  /** The status as the service tells it: shown where it is none of the known ones. */
  readonly status: string | null;
  readonly isKnownStatus: boolean;
  readonly steps: readonly PhaseStep[];
};

/** What is known beside the answer. */
export type MigrationFacts = {
  /** Whether the last validation of the same source and destination before its start passed; null where that is not known. */
  readonly validated: boolean | null;
  /** When the cut-over was sent from here; null where it was not. The service does not tell that one is under way. */
  readonly cutOverAt: number | null;
};

const ENDS: Readonly<Record<string, NonNullable<MigrationProgress["ended"]>>> = lookupTable({
  COMPLETE: "complete",
  FAILED: "failed",
  EXPIRED: "expired",
});

const isReady = ({ state }: Sample): boolean => state?.endsWith(` ${READY}`) === true;

/** The furthest phase that the readings show. */
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
  // No lag is told outside of replication; a break in it is no new copy (`domain.md` 14.2).
  if (lagTimeSeconds !== null && lagTimeSeconds !== undefined) return "catching-up";
  return reached(ring) === null || reached(ring) === "copying" ? "copying" : "catching-up";
}

/**
 * Where a migration is.
 *
 * @param ring readings of its lag: after its end they tell how far it came
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

/** When it was first seen to have ended; null where nobody saw it end: the last reading before says nothing of when that was. */
function endSeen({ status }: MigrationProgress, ring: Ring): number | null {
  const last = turns(ring).at(-1);
  return last !== undefined && last.state.split(" ")[0] === status ? last.at : null;
}

/**
 * A migration: ready while it may be cut over, and asked for more often then (`domain.md` 1.5). One that is cut over expires no
 * more, and of one that may be nobody knows (`domain.md` 14.2).
 *
 * @param isCutOverUnknown a cut-over was sent, and nobody knows whether it was accepted
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
    poll: hasEnded ? "once" : isClosing ? "closely" : "often",
  };
}

/** A status after which nothing comes. One that is not known may change. */
export const isMigrationEnd = (status: unknown): boolean => typeof status === "string" && ENDS[status] !== undefined;

export const isMigrationOver = ({ status }: Migration): boolean => isMigrationEnd(status);

const VALIDATIONS: Readonly<Record<string, JobStatus>> = lookupTable({
  PENDING: "running",
  SUCCESS: "done",
  FAILED: "failed",
});

/** A validation: what is neither of its two ends goes on. */
export function validationAsJob({ status: said }: Pick<MigrationValidation, "status">, madeAt: number): Job {
  const status = VALIDATIONS[said ?? ""] ?? "unknown";
  return {
    status,
    said: status === "unknown" ? (said ?? null) : null,
    startedAt: madeAt,
    endedAt: null,
    until: null,
    poll: isEnded({ status }) ? "once" : "often",
  };
}

/** For so long a migration may be cut over once it is ready (`domain.md` 14.2: 120 hours). */
export const CUT_OVER_WITHIN = 120 * 3_600_000;

/** When ready was first seen from here; null where it never was. It may have been ready before: what follows from it is "at most". */
export const readySince = (ring: Ring): number | null => ring.find(isReady)?.at ?? null;

/** When a ready migration expires at the latest; null before it is ready. */
export function expiresAt(ring: Ring): number | null {
  const since = readySince(ring);
  return since === null ? null : since + CUT_OVER_WITHIN;
}

/** The largest lag that was read, and when. */
export function worstLag(ring: Ring): { readonly value: number; readonly at: number } | null {
  let worst: { value: number; at: number } | null = null;
  for (const { at, value } of ring)
    if (value !== null && (worst === null || value > worst.value)) worst = { value, at };
  return worst;
}

/** The readings that a cut-over rests upon: three in a row of five seconds or less (`domain.md` 14.4). */
export type LowLag = {
  /** Readings in a row that are low, up to the newest; a lag that is not told breaks the row. */
  readonly inARow: number;
  readonly needed: number;
  readonly isLow: boolean;
  /** The newest reading; null where none is told. */
  readonly newest: { readonly value: number; readonly at: number } | null;
};

export function lowLag(ring: Ring): LowLag {
  const last = ring.at(-1);
  const highest = ring.findLastIndex(({ value }) => value === null || value > CAUGHT_UP);
  const inARow = ring.length - 1 - highest;
  const isReported = last !== undefined && last.value !== null;
  return {
    inARow,
    needed: READINGS_BEFORE_CUTOVER,
    isLow: inARow >= READINGS_BEFORE_CUTOVER,
    newest: isReported && last.value !== null ? { value: last.value, at: last.at } : null,
  };
}

/** When each state was first seen, in their order: how long the phases took. */
export function turns(ring: Ring): readonly { readonly state: string; readonly at: number }[] {
  return ring.flatMap(({ at, state = "", value }, index) => {
    const before = ring[index - 1];
    const isSame =
      before !== undefined && (before.state ?? "") === state && (before.value !== null) === (value !== null);
    return isSame ? [] : [{ state, at }];
  });
}
