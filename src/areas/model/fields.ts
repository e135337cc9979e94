import type { FieldInfo, FieldValue, FieldValues, ValueKind } from "../../domain/field-value.ts";
import { secondsValue, timeValue } from "../../domain/field-value.ts";
import { ageOf, durationOf, isEnded, type Job, type JobStatus } from "../../domain/job.ts";
import { DAY } from "../../text/durations.ts";
import type { Context } from "./context.ts";

/** Fields of the things of a list, and counts of the list as a whole, for programs. Computed only when a program reads them. */

/** A field and the function that reads it. */
export type ThingField<Thing> = FieldInfo & { readonly read: (thing: Thing, context: Context) => FieldValue };

/**
 * Makes a field of one kind of value.
 *
 * @param asValue makes the value of what is read, where that is not the value itself
 */
const kindOfField =
  <Read extends FieldValue>(kind: ValueKind, asValue: (read: Read | null) => FieldValue = (read) => read) =>
  <Thing>(
    id: string,
    about: string,
    read: (thing: Thing, context: Context) => Read | null | undefined,
    more: Pick<FieldInfo, "values" | "isTimeLeft"> = {},
  ): ThingField<Thing> => ({
    id,
    kind,
    about,
    ...more,
    read: (thing, context) => asValue(read(thing, context) ?? null),
  });

export const textField = kindOfField<string>("text");
export const flagField = kindOfField<boolean>("flag");
export const countField = kindOfField<number>("count");
export const numberField = kindOfField<number>("number");
export const bytesField = kindOfField<number>("bytes");
export const ratioField = kindOfField<number>("ratio");
/** Read in ms, as everywhere in the program; an infinite one (the largest of none) is unknown. */
export const secondsField = kindOfField<number>("seconds", secondsValue);
/** Read in ms since 1970. */
export const timeField = kindOfField<number>("time", timeValue);

/** The fields of the rows of a list: their descriptions, and their values by the id of the row. */
export type RowFields = {
  readonly infos: readonly FieldInfo[];
  /** A row is a cluster, named by its field `cluster`: its figures can be recorded over time. */
  readonly isPerCluster?: true;
  /** Null where an error of this console kept the values from being computed: a row that is missing in them may well be there. */
  readonly of: (context: Context) => ReadonlyMap<string, FieldValues> | null;
};

/** Counts of a list as a whole: `open`, `critical`. */
export type ListCounts = {
  readonly infos: readonly FieldInfo[];
  /** Null where an error of this console kept the counts from being computed. */
  readonly of: (context: Context) => FieldValues | null;
  /** True when everything that the counts depend on was read; otherwise none of them is known. */
  readonly isRead: (context: Context) => boolean;
  /** The counts of the cached answers, where not all was read: lower bounds. */
  readonly ofCached: (context: Context) => FieldValues;
};

const infoOf = <Thing>({ read: _read, ...info }: ThingField<Thing>): FieldInfo => info;

const valuesOf = <Thing>(fields: readonly ThingField<Thing>[], thing: Thing, context: Context): FieldValues =>
  Object.fromEntries(fields.map(({ id, read }) => [id, read(thing, context)]));

/**
 * Values by id; where two things have one id, those of the first, to which the id leads.
 *
 * @param thingsIn the things of the list, with the members of its folds
 */
export const rowFields = <Thing>(
  fields: readonly ThingField<Thing>[],
  thingsIn: (context: Context) => readonly Thing[],
  idOf: (thing: Thing) => string,
  more: Pick<RowFields, "isPerCluster"> = {},
) => ({
  ...more,
  infos: fields.map((field) => infoOf(field)),
  of: (context: Context) => {
    const values = new Map<string, FieldValues>();
    for (const thing of thingsIn(context)) {
      const id = idOf(thing);
      if (!values.has(id)) values.set(id, valuesOf(fields, thing, context));
    }
    return values;
  },
});

/**
 * @param cachedIn the cached data that the counts are made of
 * @param isRead true when all of it was read: otherwise no count is known
 */
export const listCounts = <Read>(
  counts: readonly ThingField<Read>[],
  cachedIn: (context: Context) => Read,
  isRead: (context: Context) => boolean = () => true,
) => {
  const ofCached = (context: Context): FieldValues => valuesOf(counts, cachedIn(context), context);
  return {
    infos: counts.map((count) => infoOf(count)),
    of: (context: Context): FieldValues =>
      isRead(context) ? ofCached(context) : Object.fromEntries(counts.map(({ id }) => [id, null])),
    isRead,
    ofCached,
  };
};

/** Statuses of jobs for programs: the same words as on screen. */
const JOB_LABELS = {
  waiting: "queued",
  running: "running",
  ready: "ready",
  done: "completed",
  failed: "failed",
  cancelled: "cancelled",
  expired: "expired",
  unknown: "unknown",
} as const satisfies Readonly<Record<JobStatus, string>>;

/** Statuses in which a job has reached its result. */
const DONE: readonly JobStatus[] = ["done"];

/**
 * Fields that every job has.
 *
 * @param jobOf the job of a thing; null where it was not read
 * @param done the successful final statuses, where they are not `completed` alone
 */
export const jobFields = <Thing>(
  jobOf: (thing: Thing, context: Context) => Job | null,
  done: readonly JobStatus[] = DONE,
): readonly ThingField<Thing>[] => {
  const fields: readonly ThingField<Job>[] = [
    textField("status", "its status", ({ status }) => JOB_LABELS[status], { values: Object.values(JOB_LABELS) }),
    flagField("done", "it ended well", ({ status }) => done.includes(status)),
    flagField("ready", "it waits for a person", ({ status }) => status === "ready"),
    flagField("failed", "it failed", ({ status }) => status === "failed"),
    flagField("ended", "nothing comes after it", isEnded),
    timeField("started", "when it was requested", ({ startedAt }) => startedAt),
    timeField("finished", "when it ended", ({ endedAt }) => endedAt),
    timeField("expires", "until when its result can be used", ({ until }) => until),
    secondsField(
      "age",
      "time since it was requested, up to its end where that is known",
      (job, { now }) => durationOf(job) ?? ageOf(job, now),
    ),
    secondsField("took", "how long it took", durationOf),
  ];
  return fields.map((field) => ({
    ...field,
    read: (thing, context) => {
      const job = jobOf(thing, context);
      return job === null ? null : field.read(job, context);
    },
  }));
};

/** A job that ended longer ago than this is no longer recent (ms). */
const LATELY = DAY;

/** Counts the things of a list that match. */
export const countOf = <Thing>(
  id: string,
  about: string,
  is: (thing: Thing, context: Context) => boolean,
): ThingField<readonly Thing[]> =>
  countField(id, about, (things, context) => things.filter((thing) => is(thing, context)).length);

/** True for a job that ended within a day; judged by its start where the service gives no end. */
export const endedWithinDay = ({ endedAt, startedAt }: Job, { now }: Context): boolean =>
  now - (endedAt ?? startedAt ?? now) < LATELY;

/**
 * Counts that every list of jobs has.
 *
 * @param more counts that only this kind of job has
 * @param endedLately true for a job that ended within a day
 */
export const jobCounts = <Thing>(
  thingsIn: (context: Context) => readonly Thing[],
  isRead: (context: Context) => boolean,
  jobOf: (thing: Thing, context: Context) => Job | null,
  more: readonly ThingField<readonly Thing[]>[],
  endedLately: (job: Job, context: Context) => boolean = endedWithinDay,
): ListCounts => {
  const count = (id: string, about: string, is: (job: Job, context: Context) => boolean) =>
    countOf<Thing>(id, about, (thing, context) => {
      const job = jobOf(thing, context);
      return job !== null && is(job, context);
    });
  return listCounts<readonly Thing[]>(
    [
      count("total", "all in the list", () => true),
      count("running", "queued, running or of unknown status", (job) => !isEnded(job) && job.status !== "ready"),
      count("ready", "waiting for a person", ({ status }) => status === "ready"),
      count("completed", "completed", ({ status }) => status === "done"),
      count("failed", "failed", ({ status }) => status === "failed"),
      count(
        "failedLately",
        "failed within the last 24 hours",
        (job, context) => job.status === "failed" && endedLately(job, context),
      ),
      ...more,
    ],
    thingsIn,
    isRead,
  );
};

/**
 * A condition that one can be notified of, offered by name. `thing`: one thing meets the condition; `rows`: another thing of the list starts to meet
 * it; `list`: the list as a whole does. The condition is over the fields, or over the counts.
 */
export type OfferedCondition = {
  readonly about: "thing" | "rows" | "list";
  readonly condition: string;
  readonly title: string;
};

/** Conditions offered for every job, and for a list of jobs. */
export const JOB_CONDITIONS: readonly OfferedCondition[] = [
  { about: "thing", condition: "ended", title: "when it ends" },
  { about: "thing", condition: "failed", title: "when it fails" },
  { about: "rows", condition: "failed", title: "when another one fails" },
  { about: "list", condition: "running=0", title: "when none is running" },
];
