import { numberIn } from "../../contract/json/json.ts";
import type { Migration } from "../../contract/live-migration.ts";
import { CUT_OVER } from "../../domain/cut-over-state.ts";
import type { Job } from "../../domain/job.ts";
import { formatForecast, formatLasting, formatRange, formatSpan } from "../../domain/labels.ts";
import { type Forecast, forecast, isStuck } from "../../domain/live-migration/forecast.ts";
import {
  expiresAt,
  isMigrationOver,
  type MigrationProgress,
  migrationAsJob,
  migrationProgress,
  PHASE_LABELS,
  readySince,
} from "../../domain/live-migration/migration.ts";
import type { Ring } from "../../domain/sample-ring.ts";
import { lagKey } from "../../state/samples/measured.ts";
import type { UnknownWrite } from "../../state/writes/unknown-writes.ts";
import { DAY } from "../../text/durations.ts";
import { formatAge, formatDuration } from "../../text/format.ts";
import { bad, dim, good, warn } from "../builders/cells.ts";
import { acceptedWriteOf, unknownWriteOf } from "../builders/unknown-writes.ts";
import { type Cell, cellText, cellTone } from "../model/cell.ts";
import type { Context } from "../model/context.ts";
import { cachedMigration, cachedValidation, type Thing, validationsOf } from "./queries.ts";

/** Status of one migration, as text and figures (`domain.md` 14.2, 14.6). Times in ms, service time. */

export type MigrationStatus = {
  readonly thing: Thing;
  readonly migration: Migration;
  readonly ring: Ring;
  readonly progress: MigrationProgress;
  readonly state: Job;
  readonly forecast: Forecast;
  /** In seconds, as `lagIn` reads it. */
  readonly lag: number | null;
  /** When the cut-over was accepted; null where it was not sent from this machine. */
  readonly cutOverAt: number | null;
  /** A cut-over without an answer, while its outcome is unknown: the service shows it only by the end of the migration. */
  readonly unknownCutOver: UnknownWrite | null;
  readonly readySince: number | null;
  /** Latest possible expiry. */
  readonly expiresAt: number | null;
};

/** The last validation before the migration was started; a later one says nothing about this start. */
export const validationBefore = ({ scope }: Context, thing: Thing): Thing | null =>
  validationsOf(scope, thing).find(({ madeAt }) => madeAt <= thing.madeAt) ?? null;

/** True when that validation passed; null where the result is not known. */
function wasValidated(context: Context, thing: Thing): boolean | null {
  const status = cachedValidation(context, validationBefore(context, thing)?.id ?? "")?.status;
  if (status === "SUCCESS") return true;
  return status === "FAILED" ? false : null;
}

/** The lag that the service reports (seconds); null where it reports none, which is not zero. */
export const lagIn = ({ lagTimeSeconds }: Pick<Migration, "lagTimeSeconds">): number | null => numberIn(lagTimeSeconds);

/** When a cut-over was accepted, by the samples of this console or by a write from this machine; null where none is known. */
export const cutOverAtOf = (context: Context, id: string, ring: Ring): number | null =>
  ring.find(({ state }) => state === CUT_OVER)?.at ?? acceptedWriteOf(context, "cutoverMigration", id)?.at ?? null;

/** A cut-over with unknown outcome of a migration that has not ended, or null. */
export function unknownCutOverOf(
  context: Context,
  id: string,
  migration: Pick<Migration, "status">,
  ring: Ring,
): UnknownWrite | null {
  if (isMigrationOver(migration) || cutOverAtOf(context, id, ring) !== null) return null;
  return unknownWriteOf(context, "cutoverMigration", id) ?? null;
}

/** Status of a migration; null while it is not read. */
export function migrationStatusOf(context: Context, thing: Thing): MigrationStatus | null {
  const migration = cachedMigration(context, thing.id);
  if (migration === undefined) return null;
  const ring = context.ring(lagKey(context.scope.groupId, thing.id));
  const cutOverAt = cutOverAtOf(context, thing.id, ring);
  const status = migrationProgress(migration, ring, { validated: wasValidated(context, thing), cutOverAt });
  const unknownCutOver = unknownCutOverOf(context, thing.id, migration, ring);
  return {
    thing,
    migration,
    ring,
    progress: status,
    state: migrationAsJob(thing.id, status, ring, unknownCutOver !== null),
    forecast: forecast(ring, Math.max(context.now, ring.at(-1)?.at ?? 0)),
    lag: lagIn(migration),
    cutOverAt,
    unknownCutOver,
    readySince: readySince(ring),
    expiresAt: expiresAt(ring),
  };
}

const ENDS = {
  complete: good("completed"),
  failed: bad("failed"),
  expired: bad("expired"),
} as const satisfies Readonly<Record<string, Cell>>;

/** Phase in a word or two; a status that this version does not know is shown as the service writes it. */
export function phaseCell({ progress, migration, unknownCutOver }: MigrationStatus): Cell {
  const { ended, phase, isKnownStatus, status } = progress;
  if (ended !== null) return ENDS[ended];
  if (unknownCutOver !== null) return bad("unknown");
  if (!isKnownStatus) return warn(status ?? "no status");
  if (migration.status === "NEW") return "new";
  if (phase === null) return "working";
  return { text: PHASE_LABELS[phase], tone: phase === "ready" ? "good" : "plain" };
}

/** The lag in a cell; null is not zero. */
export const lagCell = ({ lag, progress: status }: MigrationStatus): Cell =>
  lag === null ? dim(status.ended === null ? "unknown" : "–") : { text: formatSpan(lag), tone: "plain" };

/** Time left for the cut-over, as a field value; a day or less is urgent. */
export function untilExpiryCell(until: number, now: number): Cell {
  const span = until - now;
  return span <= 0 ? bad("soon") : { text: `in ${formatDuration(span)} at most`, tone: span <= DAY ? "bad" : "warn" };
}

/** The same with its own label. */
export function expiryCell(until: number, now: number): Cell {
  const cell = untilExpiryCell(until, now);
  return { text: `expires ${cellText(cell)}`, tone: cellTone(cell) };
}

/** A cut-over usually takes minutes (`domain.md` 14); longer than this is overdue (ms). */
const CUT_OVER_MOST = 30 * 60_000;

/** Time since an overdue cut-over was sent, whether accepted or of unknown outcome; otherwise null. */
export function overdueCutOver({ cutOverAt, unknownCutOver }: MigrationStatus, now: number): number | null {
  const sentAt = cutOverAt ?? unknownCutOver?.at ?? null;
  const spent = sentAt === null ? 0 : now - sentAt;
  return spent > CUT_OVER_MOST ? spent : null;
}

/** The next step, in one cell. */
export function nextCell(at: MigrationStatus, now: number): Cell {
  const { progress: status, forecast: ahead, expiresAt: until, lag } = at;
  if (status.ended === "complete") return dim("verify, then switch applications");
  if (status.ended === "failed") return warn("validate, then start again");
  if (status.ended === "expired") return warn("start again");
  if (at.unknownCutOver !== null) {
    const age = formatAge(Math.max(0, now - at.unknownCutOver.at));
    return bad(`cut-over sent ${age} ago, outcome unknown`);
  }
  if (status.phase === "cutting-over") {
    const spent = overdueCutOver(at, now);
    return spent === null ? "ends in a few minutes" : warn(`longer than usual: ${formatLasting(spent)}`);
  }
  if (status.phase === "ready") return until === null ? "cut over" : expiryCell(until, now);
  if (!status.isKnownStatus && lag === null) return warn("unknown");
  if (status.phase !== "catching-up") return dim("initial copy, no lag yet");
  if (ahead.kind === "expected" && ahead.at > now) {
    return `caught up in ${formatRange(ahead.at - now, ahead.earliest - now, ahead.latest - now)}`;
  }
  const words = formatForecast(ahead, now);
  return isStuck(ahead, now) ? bad(words) : words;
}
