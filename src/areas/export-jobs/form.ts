import { operations } from "../../contract/operations.ts";
import type { AccessRole } from "../../domain/access-role.ts";
import { newestRestorable } from "../../domain/backup/missing-snapshots.ts";
import { cannotExport, formatSnapshot, type Snapshot, snapshotKindLabel } from "../../domain/backup/snapshot.ts";
import { type Bucket, bucketLabel, isUnwritable } from "../../domain/export-jobs/export-bucket.ts";
import type { ExportOf } from "../../domain/export-jobs/export-eta.ts";
import { exportGoesOn } from "../../domain/export-jobs/export-status.ts";
import type { FieldPlan, FormPlan, ListPlan, SentenceContext } from "../../forms/form-plan.ts";
import type { FormValues } from "../../forms/schema/form-values.ts";
import type { Suggestion } from "../../forms/suggestion.ts";
import { formatExpires, formatSize, formatTimeInZone, pluralize, timeOf } from "../../text/format.ts";
import { present } from "../../text/present.ts";
import { bucketSuggestions, onlyOpenBucket } from "../builders/bucket-suggestions.ts";
import type { Times } from "../model/context.ts";
import { formatLabel } from "./labels.ts";

/** Exports a snapshot (E45; field table of `domain.md` 10): snapshot, bucket, labels. */

export type ExportValues = FormValues<"createBackupExportJob">;

/** Data for the choices, requested when the form opens. */
export type ExportChoices = {
  readonly cluster: string;
  /** All snapshots of the cluster, the oldest first. */
  readonly snapshots: readonly Snapshot[];
  readonly buckets: readonly Bucket[];
  /** Null where roles may not be read. */
  readonly roles: readonly AccessRole[] | null;
  /** Exports of the cluster; none where they could not be read. */
  readonly jobs: readonly ExportOf[];
  readonly areJobsRead: boolean;
};

/** Snapshots that can be exported, the newest first. */
export const exportable = (snapshots: readonly Snapshot[]): readonly Snapshot[] =>
  snapshots.filter((snapshot) => cannotExport(snapshot) === null).toReversed();

/** Exports of one snapshot that completed or have not ended. */
const exportsOf = (id: string, jobs: readonly ExportOf[]): readonly ExportOf[] =>
  jobs.filter(({ job }) => job.snapshotId === id && (job.state === "Successful" || exportGoesOn(job)));

function snapshotChoices({ snapshots, jobs }: ExportChoices, when: Times): readonly Suggestion[] {
  const newest = newestRestorable(snapshots)?.id;
  return exportable(snapshots).map((snapshot) => {
    const { id, expiresAt, description } = snapshot;
    const earlier = exportsOf(id, jobs);
    return {
      value: id,
      label: formatSnapshot(snapshot, when),
      note: present(
        id === newest && "latest",
        expiresAt !== null && formatExpires(expiresAt, when.now),
        earlier.some(({ job }) => exportGoesOn(job)) && "export in progress",
        earlier.some(({ job }) => !exportGoesOn(job)) && "already exported",
        description !== "" && description,
      ).join(" · "),
    };
  });
}

/** Initial bucket: that of the newest successful export, or the only writable one. */
function firstBucket({ buckets, roles, jobs }: ExportChoices): string | undefined {
  const used = jobs
    .filter(({ job }) => job.state === "Successful")
    .toSorted((one, other) => (timeOf(other.job.createdAt) ?? 0) - (timeOf(one.job.createdAt) ?? 0))
    .map(({ job }) => String(job.exportBucketId ?? ""));
  const isOpen = (id: string): boolean => buckets.some((bucket) => bucket.id === id && !isUnwritable(bucket, roles));
  return used.find(isOpen) ?? onlyOpenBucket(buckets, roles)?.id;
}

/** The snapshot and the bucket that a body names. */
export const chosenOfBody = (
  body: ExportValues,
  { snapshots, buckets }: Pick<ExportChoices, "snapshots" | "buckets">,
): { readonly snapshot: Snapshot | undefined; readonly bucket: Bucket | undefined } => ({
  snapshot: snapshots.find(({ id }) => id === body.snapshotId),
  bucket: buckets.find(({ id }) => id === body.exportBucketId),
});

function sentence(known: ExportChoices, when: Times) {
  return ({ body }: SentenceContext<ExportValues>): string => {
    const { snapshot, bucket } = chosenOfBody(body, known);
    if (snapshot === undefined) return `Copies a snapshot of ${known.cluster} to your bucket. Choose a snapshot.`;
    const labels = body.customData?.length ?? 0;
    const size = snapshot.bytes === null ? "" : ` (${formatSize(snapshot.bytes)})`;
    const into = bucket === undefined ? "a bucket (choose one)" : bucketLabel(bucket, known.buckets);
    const noted = labels === 0 ? "" : `, with ${pluralize(labels, "label")}`;
    return `Copies the ${snapshotKindLabel(snapshot)} snapshot of ${known.cluster}, ${formatTimeInZone(snapshot.takenAt, when)}${size}, to ${into}${noted}.`;
  };
}

function warnings(known: ExportChoices) {
  return ({ body }: SentenceContext<ExportValues>): readonly string[] => {
    const { snapshot, bucket } = chosenOfBody(body, known);
    const size =
      snapshot?.bytes == null ? "" : ` Transfer and storage of about ${formatSize(snapshot.bytes)} are billed.`;
    return present(
      `This API has no operation to cancel an export.${size}`,
      bucket !== undefined &&
        isUnwritable(bucket, known.roles) &&
        `${bucketLabel(bucket, known.buckets)} is not writable: this export will fail.`,
    );
  };
}

/** Keys or values of labels from earlier exports. */
const labelSuggestions = (known: ExportChoices, field: LabelPart, key: string): readonly Suggestion[] => {
  const labels = known.jobs.toReversed().flatMap(({ job }) => job.customData ?? []);
  const values = labels
    .filter((label) => field === "key" || key === "" || label.key === key)
    .map((label) => label[field] ?? "");
  return [...new Set(values.filter((value) => value !== ""))].map((value) => ({
    value,
    label: value,
    note: "from an earlier export",
  }));
};

type LabelPart = "key" | "value";

const label = (field: LabelPart, known: ExportChoices): FieldPlan<ExportValues, `customData[].${LabelPart}`> => ({
  path: `customData[].${field}`,
  kind: "choice-or-other",
  required: () => true,
  choices: ({ subject }) => labelSuggestions(known, field, subject.key ?? ""),
  // Labels are free text: another one than before is none that the service does not know.
  isKnown: () => true,
});

const LABELS: ListPlan<ExportValues> = {
  path: "customData",
  itemTitle: (_item, index) => `Label ${index + 1}`,
  summary: formatLabel,
  add: "+ Add label",
  initial: () => ({}),
};

/** The plan of the form. */
export const createPlan = (known: ExportChoices, when: Times): FormPlan<ExportValues> => ({
  operation: operations.createBackupExportJob,
  title: () => `Export a snapshot of ${known.cluster}`,
  sentence: sentence(known, when),
  button: ({ body }) => {
    const { bucket } = chosenOfBody(body, known);
    return bucket === undefined ? "Export snapshot" : `Export to ${bucket.name}`;
  },
  fields: [
    { path: "snapshotId", kind: "choice", choices: () => snapshotChoices(known, when) },
    { path: "exportBucketId", kind: "choice", choices: () => bucketSuggestions(known.buckets, known.roles) },
    { path: "customData" },
    label("key", known),
    label("value", known),
  ],
  lists: [LABELS],
  warnings: warnings(known),
});

/** Initial values: the newest snapshot, the bucket of the last export, and the values chosen before the form opened. */
export function initialExport(known: ExportChoices, start: ExportValues): ExportValues {
  const snapshotId = exportable(known.snapshots)[0]?.id;
  const exportBucketId = firstBucket(known);
  return {
    ...(snapshotId === undefined ? {} : { snapshotId }),
    ...(exportBucketId === undefined ? {} : { exportBucketId }),
    ...start,
  };
}
