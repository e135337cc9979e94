import { isEnded, type Job } from "../../domain/job.ts";
import { isStuck } from "../../domain/live-migration/forecast.ts";
import { formatLongDuration } from "../../text/format.ts";
import { present } from "../../text/present.ts";
import type { AreaCheck } from "../model/check.ts";
import type { Context } from "../model/context.ts";
import { countOf, endedWithinDay, numberField, secondsField, type ThingField } from "../model/fields.ts";
import { listedThings, nameOf, type Thing } from "./queries.ts";
import { type MigrationStatus, migrationStatusOf } from "./status.ts";

/** Migrations for monitoring: failed or expired ones, lag that does not fall, and the time left to cut over a ready one. */

const goesOn = ({ state }: MigrationStatus): boolean => !isEnded(state);

const isStalled = (at: MigrationStatus, now: number): boolean => goesOn(at) && isStuck(at.forecast, now);

/**
 * True for a migration that ended within a day. The service does not give the time of the end, and a migration takes days: if no console on this
 * machine saw the end, it may be recent, however long ago the migration started.
 */
export const endedLately = (job: Job, context: Context): boolean =>
  job.endedAt === null || endedWithinDay(job, context);

const isLost = (at: MigrationStatus, context: Context): boolean =>
  (at.state.status === "failed" || at.state.status === "expired") && endedLately(at.state, context);

const statusIs =
  (is: (at: MigrationStatus, context: Context) => boolean) =>
  (thing: Thing, context: Context): boolean => {
    const at = migrationStatusOf(context, thing);
    return at !== null && is(at, context);
  };

/** Values of the migrations that have not ended. */
const values = (
  things: readonly Thing[],
  context: Context,
  of: (at: MigrationStatus) => number | null,
): readonly number[] =>
  things.flatMap((thing) => {
    const at = migrationStatusOf(context, thing);
    return at === null || !goesOn(at) ? [] : (of(at) ?? []);
  });

export const migrationCounts: readonly ThingField<readonly Thing[]>[] = [
  countOf("lost", "failed or expired within the last 24 hours, or at an unknown time", statusIs(isLost)),
  countOf(
    "stuck",
    "lag that rises or stands still",
    statusIs((at, { now }) => isStalled(at, now)),
  ),
  countOf(
    "unknownCutOver",
    "cut-over of unknown outcome",
    statusIs(({ unknownCutOver }) => unknownCutOver !== null),
  ),
  {
    ...numberField("lag", "the largest lag", (things: readonly Thing[], context) => {
      const lags = values(things, context, ({ lag }) => lag);
      return lags.length === 0 ? null : Math.max(...lags);
    }),
    kind: "seconds",
  },
  secondsField(
    "expires",
    "time until the first ready migration expires, at most",
    (things, context) => {
      const left = values(things, context, ({ state: { until } }) => (until === null ? null : until - context.now));
      return Math.max(0, Math.min(...left));
    },
    { isTimeLeft: true },
  ),
];

const migrationsIn = ({ scope }: Context): readonly Thing[] => listedThings(scope, "migration");

function problems(context: Context): readonly string[] {
  const { now } = context;
  const all = migrationsIn(context).flatMap((thing) => migrationStatusOf(context, thing) ?? []);
  const soonest = all
    .flatMap((at) => (at.state.until === null ? [] : [{ ...at, left: at.state.until - now }]))
    .toSorted((left, right) => left.left - right.left);
  return [
    ...all
      .filter((at) => isLost(at, context))
      .map(({ thing, state: { status, endedAt } }) =>
        present(`${nameOf(thing)} ${status}`, endedAt === null && "at an unknown time").join(" "),
      ),
    ...all
      .filter(({ unknownCutOver }) => unknownCutOver !== null)
      .map(({ thing }) => `${nameOf(thing)}: outcome of the cut-over unknown`),
    ...soonest.map(({ thing, left }) => `${nameOf(thing)} expires in ${formatLongDuration(Math.max(0, left))} at most`),
    ...all.filter((at) => isStalled(at, now)).map(({ thing }) => `${nameOf(thing)}: lag does not fall`),
  ];
}

export const check: AreaCheck = {
  name: "migrations",
  figures: [
    { id: "lag", words: "lag" },
    { id: "lost", words: "failed or expired", critical: "0" },
    { id: "unknownCutOver", words: "with unknown cut-over", warning: "0" },
    { id: "stuck", words: "not catching up", warning: "0" },
    { id: "ready", words: "ready" },
    { id: "running", words: "running" },
    { id: "expires", words: "expires in", warning: "1d:", critical: "4h:" },
  ],
  nothing: "none in progress",
  problems,
  named: "migration",
  unknown: (context, ids) => {
    const all = migrationsIn(context);
    const absent = ids.find(
      (id) => !all.some((thing) => thing.id === id && migrationStatusOf(context, thing) !== null),
    );
    if (absent !== undefined) return `Not found: migration ${absent}.`;
    return all.length > 0
      ? null
      : "No migration is known here, and the service gives no list. Name them: sextant check migrations ID.";
  },
};
