import { SCHEDULE_READ_ONLY } from "../../contract/backup-schedules.ts";
import { operations } from "../../contract/operations.ts";
import { copyLabel } from "../../domain/backup/backup-schedule.ts";
import { affectedSnapshots, changedRetentions, ruleChanges } from "../../domain/backup/schedule-changes.ts";
import { copyName, ownItemsIn } from "../../domain/backup/schedule-items.ts";
import type { FieldPlan, FormPlan, ListPlan, TitleContext } from "../../forms/form-plan.ts";
import type { Suggestion } from "../../forms/suggestion.ts";
import { pluralize } from "../../text/format.ts";
import { present } from "../../text/present.ts";
import { bucketSuggestions, onlyOpenBucket } from "../builders/bucket-suggestions.ts";
import type { Times } from "../model/context.ts";
import { copyFields, copyLists, deletionFields } from "./copies.ts";
import { formatButton, formatDayAndTime, formatSentence, impactOf } from "./labels.ts";
import type { SchedulePreflight } from "./preflight.ts";
import { kindsOf, ruleFields, ruleLists, type ScheduleValues } from "./rules.ts";

/** The form for a schedule (E52; field table of `domain.md` 12): only touched fields are sent, lists replace. */

/** Every hour of the day, with its time in the zone of the screen; an invalid minute is shown as 0. */
function hours({ referenceMinuteOfHour: minute = 0 }: ScheduleValues, { now, zone }: Times): readonly Suggestion[] {
  const shown = minute >= 0 && minute < 60 ? minute : 0;
  return Array.from({ length: 24 }, (_, hour) => ({
    value: String(hour),
    label: formatDayAndTime(hour, shown, now, zone),
  }));
}

const startFields = (context: Times): readonly FieldPlan<ScheduleValues>[] => [
  {
    path: "referenceHourOfDay",
    title: "Daily start",
    help: "Reference time for snapshots; stored in UTC, so it shifts with daylight saving time",
    kind: "choice",
    choices: ({ body }) => hours(body, context),
    brings: (_value, { body }) => (body.referenceMinuteOfHour === undefined ? { referenceMinuteOfHour: 0 } : {}),
  },
  {
    path: "referenceMinuteOfHour",
    title: "Minute of the hour",
    choices: () => ["0", "15", "30", "45"].map((value) => ({ value, label: value })),
    required: ({ body }) => (body.referenceHourOfDay === undefined ? false : "required with the daily start"),
  },
];

/** Suggested lengths of the point-in-time window, up to the retention of hourly snapshots. */
function windows(body: ScheduleValues, { requirements }: SchedulePreflight): readonly Suggestion[] {
  const hourly = ownItemsIn(body).find(({ frequencyType }) => frequencyType === "hourly");
  const most = hourly?.days ?? 0;
  const least = requirements?.windowDays ?? 0;
  return [...new Set([1, 2, 3, 7, least, most])]
    .filter((days) => days >= Math.max(1, least) && days <= most)
    .toSorted((left, right) => left - right)
    .map((days) => {
      const notes = present(
        days === most && "maximum: hourly retention",
        least > 0 && days === least && "minimum of the compliance policy",
      );
      return { value: String(days), label: String(days), note: notes.join(", ") };
    });
}

const isExporting = ({ body }: TitleContext<ScheduleValues>) =>
  body.autoExportEnabled === true ? { shown: true } : { shown: false, because: "automatic exports are off" };

/** Disabling exports is sent alone; enabling or changing them is sent with the target (`domain.md` 12.3). */
const exportFields = ({ buckets, roles }: SchedulePreflight): readonly FieldPlan<ScheduleValues>[] => [
  { path: "autoExportEnabled" },
  {
    path: "export",
    when: isExporting,
    initial: () => {
      const only = onlyOpenBucket(buckets ?? [], roles);
      return { ...(only === undefined ? {} : { exportBucketId: only.id }), frequencyType: "monthly" };
    },
  },
  {
    path: "export.exportBucketId",
    // Where the buckets may not be read, an id can be typed as a last resort; the service verifies it.
    kind: buckets === null ? "choice-or-other" : "choice",
    ...(buckets === null ? {} : { example: "acme-db-exports" }),
    choices: () => bucketSuggestions(buckets ?? [], roles),
    required: () => (buckets?.length === 0 ? "no bucket registered: add one in Export buckets first" : true),
  },
  { path: "export.frequencyType", required: () => true },
  { path: "useOrgAndGroupNamesInExportPrefix" },
];

const extraFields = ({ requirements, schedule }: SchedulePreflight): readonly FieldPlan<ScheduleValues>[] => {
  const isStored = (schedule.extraRetentionSettings ?? []).length > 0;
  return [
    {
      path: "extraRetentionSettings",
      when: () =>
        requirements !== null || isStored
          ? { shown: true, because: "added to the compliance policy" }
          : { shown: false, because: "there is no compliance policy" },
    },
    {
      path: "extraRetentionSettings[].frequencyType",
      kind: "choice",
      choices: ({ body }) =>
        // On-demand snapshots have no policy item, yet they can get extra retention all the same.
        [...new Set([...kindsOf(body).map(copyName), "ON_DEMAND"])].map((value) => ({
          value,
          label: copyLabel(value),
        })),
    },
    {
      path: "extraRetentionSettings[].retentionDays",
      choices: () => ["1", "2", "7", "14", "30"].map((value) => ({ value, label: value })),
    },
  ];
};

const extraList: ListPlan<ScheduleValues> = {
  path: "extraRetentionSettings",
  itemTitle: (setting) => `Extra for ${copyLabel(setting.frequencyType ?? "some")}`,
  summary: (setting) => pluralize(setting.retentionDays ?? 0, "day"),
  add: "+ Add extra retention",
  initial: ({ body }) => ({ frequencyType: copyName(kindsOf(body)[0] ?? "daily"), retentionDays: 1 }),
};

/** The field for snapshots already taken: shown only where a retention changed. */
const updateField = ({ snapshots }: SchedulePreflight): FieldPlan<ScheduleValues> => ({
  path: "updateSnapshots",
  when: ({ body, base }) => {
    const changes = ruleChanges(base ?? {}, body);
    if (changedRetentions(changes).length === 0) return { shown: false, because: "no retention is changed" };
    if (snapshots === null) return { shown: true, because: "retention changes; number of existing snapshots unknown" };
    const count = affectedSnapshots(changes, snapshots).length;
    return {
      shown: true,
      because: `${pluralize(count, "existing snapshot")} of the changed policy items`,
    };
  },
});

/** The form for one cluster, with its choices. */
export const schedulePlan = (cluster: string, facts: SchedulePreflight, context: Times): FormPlan<ScheduleValues> => ({
  operation: operations.updateBackupSchedule,
  title: () => `Edit schedule: ${cluster}`,
  sentence: (sentence) => formatSentence(cluster, facts, sentence),
  button: (title) => formatButton(cluster, title),
  fields: [
    ...startFields(context),
    { path: "policies" },
    ...ruleFields(facts.requirements, context.now),
    {
      path: "restoreWindowDays",
      choices: ({ body }) => windows(body, facts),
      emptied: "point-in-time restore can only be disabled by deleting all schedules",
    },
    ...exportFields(facts),
    { path: "copySettings" },
    ...copyFields(facts),
    ...extraFields(facts),
    updateField(facts),
    ...deletionFields(facts),
  ],
  lists: [...ruleLists(facts.requirements), ...copyLists(facts), extraList],
  readOnly: SCHEDULE_READ_ONLY,
  together: [
    ["referenceHourOfDay", "referenceMinuteOfHour"],
    ["autoExportEnabled", "export"],
  ],
  riskOf: (sentence) => impactOf(facts, sentence).risk,
  confirm: () => cluster,
});

/** The form without data of a cluster: for the labels of a schedule in a file. */
export const scheduleFilePlan = schedulePlan(
  "the cluster",
  {
    ...{ schedule: {}, document: {}, snapshots: null, requirements: null, buckets: null, roles: null },
    ...{ others: [], home: [], at: 0 },
  },
  { now: 0, zone: "utc" },
);
