import { LiveMigrationId } from "../../contract/ids.ts";
import type { Migration } from "../../contract/live-migration.ts";
import { CUT_OVER } from "../../domain/cut-over-state.ts";
import { forecast } from "../../domain/forecast.ts";
import { formatForecast, formatLag } from "../../domain/labels.ts";
import { migrationAsJob, migrationProgress, PHASE_LABELS } from "../../domain/migration.ts";
import type { Ring } from "../../domain/sample-ring.ts";
import { lagKey } from "../../state/measured.ts";
import type { KnownName } from "../../state/names.ts";
import type { Query } from "../../state/query.ts";
import type { UnknownWrite } from "../../state/unknown-writes.ts";
import { shortId } from "../../text/format.ts";
import { accent, bad, dim, good, warn } from "../cells.ts";
import { sparkline } from "../chart/chart.ts";
import type { Context, Scope } from "../context.ts";
import { unknownCutOverOf } from "../live-migration/status.ts";
import { clusterParams } from "../queries/args.ts";
import { formatUnknown } from "../unknown-writes.ts";
import type { Cell } from "../view.ts";
import { endedRows, PROGRESS_WIDTH, runningRow, soonRows, type WallJob } from "./job-rows.ts";
import type { WallPart, WallRow } from "./wall.ts";

/** Migrations that were seen: how far behind they are, what comes next, until when (`domain.md` 14). The service gives no list of them. */

/** One that was not seen for longer is nobody's any more (ms). */
const FORGOTTEN = 14 * 24 * 3_600_000;
/** An expiry that is so near is marked. */
const WARNS_BEFORE = 24 * 3_600_000;

const argsOf = (scope: Scope, id: LiveMigrationId) => ({
  params: { groupId: clusterParams(scope, "any").groupId, liveMigrationId: id },
});

type Named = { readonly id: LiveMigrationId; readonly known: KnownName };

/** The migrations of a project, each once; of several consoles' worth of names the newest ones. */
const named = ({ unlisted, groupId }: Scope): readonly Named[] => {
  const newest = unlisted[0]?.lastSeen ?? 0;
  return unlisted.flatMap((known) => {
    const id = LiveMigrationId.safeParse(known.id);
    const isOurs = known.kind === "migration" && known.project === groupId && newest - known.lastSeen < FORGOTTEN;
    return isOurs && id.success ? [{ id: id.data, known }] : [];
  });
};

const queriesOf = (scope: Scope, wanted: readonly Named[], poll: Query["poll"]): readonly Query[] =>
  wanted.map(({ id }) => ({ operation: "getPushMigration", args: argsOf(scope, id), poll, optional: true }));

type Known = Named & { readonly migration: Migration; readonly ring: Ring };

const known = (context: Context): readonly Known[] =>
  named(context.scope).flatMap((one) => {
    const migration = context.cached("getPushMigration", argsOf(context.scope, one.id))?.data;
    return migration === undefined
      ? []
      : [{ ...one, migration, ring: context.ring(lagKey(context.scope.groupId, one.id)) }];
  });

const cutOverAt = ({ ring }: Known): number | null => ring.findLast(({ state }) => state === CUT_OVER)?.at ?? null;

const statusOf = (one: Known) =>
  migrationProgress(one.migration, one.ring, { validated: null, cutOverAt: cutOverAt(one) });

const unknownCutOver = ({ id, migration, ring }: Known, context: Context): UnknownWrite | null =>
  unknownCutOverOf(context, id, migration, ring);

const lagOf = ({ lagTimeSeconds }: Migration): number | null =>
  lagTimeSeconds === null || lagTimeSeconds === undefined ? null : Number(String(lagTimeSeconds));

/** Where it is and what comes next. */
function stateCell(one: Known, context: Context): Cell {
  const { now } = context;
  const unknown = unknownCutOver(one, context);
  if (unknown !== null) return bad(`cut-over ${formatUnknown(unknown, context)}: keep writes stopped`);
  const { phase, isKnownStatus, status } = statusOf(one);
  if (!isKnownStatus) return warn(status ?? "status unknown");
  const lag = formatLag(lagOf(one.migration));
  switch (phase) {
    case "ready":
      return accent(`ready, lag ${lag}: stop writes, then cut over`);
    case "catching-up":
      return `lag ${lag}, ${formatForecast(forecast(one.ring, now), now)}`;
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

function rowsOf(one: Known, context: Context): readonly WallRow[] {
  const { now } = context;
  const status = statusOf(one);
  const job = migrationAsJob(one.id, status, one.ring);
  const wall: WallJob = {
    job,
    id: one.id,
    kind: "migration",
    kinds: "migrations",
    name: nameOf(one),
    link: { area: "live-migration", ids: [one.id] },
  };
  if (status.ended !== null) return endedRows(wall, now, ENDS[status.ended]);
  const isUrgent = job.until !== null && job.until - now < WARNS_BEFORE;
  const expiry = {
    kind: "migration",
    state: { text: "migration expires: cut over before then", tone: isUrgent ? "warn" : "plain" },
  } as const;
  return [
    // Nothing of a migration is counted: what is drawn is how its lag went.
    runningRow(wall, now, stateCell(one, context), 0, {
      news: null,
      progress:
        one.ring.filter(({ value }) => value !== null).length > 1
          ? dim(sparkline(one.ring, { width: PROGRESS_WIDTH }))
          : undefined,
    }),
    ...(unknownCutOver(one, context) === null ? soonRows(wall, now, expiry) : []),
  ];
}

export const migrationsPart: WallPart = {
  section: "running",
  queries: (scope) => queriesOf(scope, named(scope), "once"),
  running: (context) =>
    queriesOf(
      context.scope,
      known(context).filter((one) => statusOf(one).ended === null),
      "overview-jobs",
    ),
  rows: (context) => known(context).flatMap((one) => rowsOf(one, context)),
};
