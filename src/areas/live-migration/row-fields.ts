import { secondsValue, timeValue } from "../../domain/field-value.ts";
import type { Job } from "../../domain/job.ts";
import { validationAsJob } from "../../domain/live-migration/migration.ts";
import { isUnread } from "../../state/answers/lookup.ts";
import { lookupOfAll } from "../builders/lookup.ts";
import type { Context } from "../model/context.ts";
import {
  JOB_CONDITIONS,
  jobCounts,
  jobFields,
  type OfferedCondition,
  rowFields,
  type ThingField,
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
  {
    id: "kind",
    kind: "text",
    about: "migration or validation",
    values: ["migration", "validation"],
    read: ({ kind }) => kind,
  },
  { id: "source", kind: "text", about: "what is moved, where that is known here", read: ({ source }) => source },
  { id: "destination", kind: "text", about: "the cluster that it is moved to", read: ({ destination }) => destination },
  {
    id: "phase",
    kind: "text",
    about: "validated, copying, catching-up, ready, cutting-over or done",
    read: (thing, context) => statusOf(thing, context)?.progress.phase ?? null,
  },
  {
    id: "lag",
    kind: "seconds",
    about: "how far it is behind its source",
    read: (thing, context) => statusOf(thing, context)?.lag ?? null,
  },
  {
    id: "eta",
    kind: "seconds",
    about: "estimate of the time until it has caught up",
    read: (thing, context) => {
      const ahead = statusOf(thing, context)?.forecast;
      return ahead?.kind === "expected" ? secondsValue(Math.max(0, ahead.at - context.now)) : null;
    },
  },
  {
    id: "readySince",
    kind: "time",
    about: "since when it may be cut over",
    read: (thing, context) => timeValue(statusOf(thing, context)?.readySince),
  },
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
