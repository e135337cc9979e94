import type { Job } from "../../domain/job.ts";
import { validationAsJob } from "../../domain/live-migration/migration.ts";
import { isUnread } from "../../state/answers/lookup.ts";
import { lookupOfAll } from "../builders/lookup.ts";
import type { Context } from "../model/context.ts";
import {
  JOB_CONDITIONS,
  jobCounts,
  jobFields,
  numberField,
  type OfferedCondition,
  rowFields,
  secondsField,
  type ThingField,
  textField,
  timeField,
} from "../model/fields.ts";
import { endedLately, migrationCounts } from "./check.ts";
import { cachedValidation, listedThings, migrationQuery, type Thing } from "./queries.ts";
import { migrationStatusOf } from "./status.ts";

/** Fields and counts of migrations and validations for programs. */

const statusOf = (thing: Thing, context: Context) =>
  thing.kind === "migration" ? migrationStatusOf(context, thing) : null;

function jobOf(thing: Thing, context: Context): Job | null {
  if (thing.kind === "migration") return migrationStatusOf(context, thing)?.state ?? null;
  const cached = cachedValidation(context, thing.id);
  return cached === undefined ? null : validationAsJob(cached, thing.madeAt);
}

const FIELDS: readonly ThingField<Thing>[] = [
  ...jobFields(jobOf),
  textField("kind", "migration or validation", ({ kind }) => kind, { values: ["migration", "validation"] }),
  textField("source", "what is moved, where that is known here", ({ source }) => source),
  textField("destination", "the cluster that it is moved to", ({ destination }) => destination),
  textField(
    "phase",
    "validated, copying, catching-up, ready, cutting-over or done",
    (thing, context) => statusOf(thing, context)?.progress.phase,
  ),
  // The service gives seconds.
  {
    ...numberField("lag", "how far it is behind its source", (thing: Thing, context) => statusOf(thing, context)?.lag),
    kind: "seconds",
  },
  secondsField("eta", "estimate of the time until it has caught up", (thing, context) => {
    const ahead = statusOf(thing, context)?.forecast;
    return ahead?.kind === "expected" ? Math.max(0, ahead.at - context.now) : null;
  }),
  timeField("readySince", "since when it may be cut over", (thing, context) => statusOf(thing, context)?.readySince),
];

const thingsIn = ({ scope }: Context): readonly Thing[] => [
  ...listedThings(scope, "migration"),
  ...listedThings(scope, "validation"),
];

const isRead = (context: Context): boolean =>
  !isUnread(
    lookupOfAll(
      context,
      listedThings(context.scope, "migration").map(({ id }) => migrationQuery(context.scope, id, "once")),
    ),
  );

export const fields = rowFields(FIELDS, thingsIn, ({ id }) => id);

/** Counts migrations only: a validation is a step towards one. */
export const counts = jobCounts(
  ({ scope }) => listedThings(scope, "migration"),
  isRead,
  jobOf,
  migrationCounts,
  endedLately,
);

/** Conditions that one can be notified of. */
export const conditions: readonly OfferedCondition[] = [
  { about: "thing", condition: "ready", title: "when it is ready for the cut-over" },
  { about: "thing", condition: "lag<5s", title: "when its lag is under 5 s" },
  { about: "thing", condition: "expires<12h", title: "when it expires within 12 hours" },
  ...JOB_CONDITIONS,
];
