import { LiveMigrationId } from "../../contract/schema/ids.ts";
import { formatForecast, formatLag } from "../../domain/labels.ts";
import { PHASE_LABELS } from "../../domain/live-migration/migration.ts";
import type { Query } from "../../state/answers/query.ts";
import type { KnownName } from "../../state/names/names.ts";
import { shortId } from "../../text/format.ts";
import { accent, bad, dim, good, warn } from "../builders/cells.ts";
import { formatUnknown } from "../builders/unknown-writes.ts";
import { sparkline } from "../chart/chart.ts";
import { migrationQuery, thingOfId } from "../live-migration/queries.ts";
import { type MigrationStatus, migrationStatusOf } from "../live-migration/status.ts";
import type { Cell } from "../model/cell.ts";
import type { Context, Scope } from "../model/context.ts";
import { endedRows, type OverviewJob, PROGRESS_WIDTH, runningRow, soonRows } from "./job-rows.ts";
import type { OverviewPart, OverviewRow } from "./sections.ts";

/** Known migrations: their lag, next step and expiry (`domain.md` 14). The service gives no list of them. */

/** A migration not seen for longer is dropped (ms). */
const FORGOTTEN = 14 * 24 * 3_600_000;
/** An expiry within this time is highlighted (ms). */
const WARNS_BEFORE = 24 * 3_600_000;

type Named = { readonly id: LiveMigrationId; readonly known: KnownName };

/** The migrations of a project, each once; names not seen within `FORGOTTEN` of the newest one are left out. */
const named = ({ unlisted, groupId }: Scope): readonly Named[] => {
  const newest = unlisted[0]?.lastSeen ?? 0;
  return unlisted.flatMap((known) => {
    const id = LiveMigrationId.safeParse(known.id);
    const isOurs = known.kind === "migration" && known.project === groupId && newest - known.lastSeen < FORGOTTEN;
    return isOurs && id.success ? [{ id: id.data, known }] : [];
  });
};

const queriesOf = (scope: Scope, wanted: readonly Named[], poll: Query["poll"]): readonly Query[] =>
  wanted.map(({ id }) => migrationQuery(scope, id, poll));

type Known = Named & { readonly at: MigrationStatus };

const known = (context: Context): readonly Known[] =>
  named(context.scope).flatMap((one) => {
    const at = migrationStatusOf(context, thingOfId(context.scope, one.id));
    return at === null ? [] : [{ ...one, at }];
  });

/** Current phase and next step. */
function stateCell({ progress, unknownCutOver, forecast, ...at }: MigrationStatus, context: Context): Cell {
  if (unknownCutOver !== null) return bad(`cut-over ${formatUnknown(unknownCutOver, context)}: keep writes stopped`);
  const { phase, isKnownStatus, status } = progress;
  if (!isKnownStatus) return warn(status ?? "status unknown");
  const lag = formatLag(at.lag);
  switch (phase) {
    case "ready":
      return accent(`ready, lag ${lag}: stop writes, then cut over`);
    case "catching-up":
      return { text: `lag ${lag}, ${formatForecast(forecast, context.now)}`, tone: "plain", short: `lag ${lag}` };
    case "cutting-over":
      return accent("cutting over: wait, it cannot be cancelled");
    case null:
      return "waiting to start";
    default:
      return `${PHASE_LABELS[phase]}: no lag reported yet`;
  }
}

const ENDS = {
  complete: good("completed: point applications here"),
  failed: bad("failed: check its alerts, then start again"),
  expired: bad("expired before the cut-over; start again"),
} as const;

const nameOf = ({ known: { name, id } }: Named): string => (name === id ? shortId(name) : name);

function rowsOf(one: Known, context: Context): readonly OverviewRow[] {
  const { now } = context;
  const { at } = one;
  const { state: job, ring } = at;
  const entry: OverviewJob = { job, kind: "migration", id: one.id, name: nameOf(one) };
  const { ended } = at.progress;
  if (ended !== null) {
    // Where nobody saw the end, the time since the last reading is shown: a loss must not be overlooked.
    const unseen = { at: ring.at(-1)?.at ?? job.startedAt, stays: FORGOTTEN };
    return endedRows(entry, now, ENDS[ended], job.endedAt === null && ended !== "complete" ? unseen : {});
  }
  const isUrgent = job.until !== null && job.until - now < WARNS_BEFORE;
  const expiry = {
    kind: "migration",
    state: { text: "migration expires: cut over before then", tone: isUrgent ? "warn" : "plain" },
  } as const;
  return [
    // A migration counts nothing: the drawing is the course of its lag.
    runningRow(entry, now, stateCell(at, context), 0, {
      news: null,
      progress:
        ring.filter(({ value }) => value !== null).length > 1
          ? dim(sparkline(ring, { width: PROGRESS_WIDTH }))
          : undefined,
    }),
    ...soonRows(entry, now, expiry),
  ];
}

export const migrationsPart: OverviewPart = {
  section: "running",
  queries: (scope) => queriesOf(scope, named(scope), "once"),
  running: (context) =>
    queriesOf(
      context.scope,
      known(context).filter(({ at }) => at.progress.ended === null),
      "overview-jobs",
    ),
  rows: (context) => known(context).flatMap((one) => rowsOf(one, context)),
};
