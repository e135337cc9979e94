import { operations } from "../../contract/operations.ts";
import { cannotDownload, cannotRestore, type Snapshot, snapshotKindLabel } from "../../domain/backup/snapshot.ts";
import { restoreImpact } from "../../domain/restore.ts";
import type { FieldPlan, FormEnv, FormPlan, SentenceContext, TitleContext } from "../../forms/form-plan.ts";
import type { FormValues } from "../../forms/schema/form-values.ts";
import type { Suggestion } from "../../forms/suggestion.ts";
import { isoOf, showTime } from "../../forms/values/timestamp.ts";
import {
  formatDuration,
  formatLongDuration,
  formatSize,
  formatTime,
  formatTimeInZone,
  pluralize,
} from "../../text/format.ts";
import { clusterWithProject, knownProjectName, projectName } from "../builders/project-name.ts";
import type { Context, Times } from "../model/context.ts";
import { intervalOf, positionSuggestions, type RestoreSource, snapshotBefore, snapshotChoices } from "./source.ts";
import { type KnownClusters, targetChoices } from "./target.ts";

/** One form for both kinds of restore (E48, E56; field table of `domain.md` 11): the state to restore, and the target. */

/** Data for the choices, requested when the form opens: the source, and the clusters of this project. */
export type RestoreChoices = KnownClusters & { readonly source: RestoreSource };

export type RestoreValues = FormValues<"createBackupRestoreJob">;

export const isDownload = ({ deliveryType }: RestoreValues): boolean => deliveryType === "download";
/** Check of a snapshot for the chosen delivery: gives the reason why it does not fit, or null. */
export const snapshotProblem = (body: RestoreValues): typeof cannotRestore =>
  isDownload(body) ? cannotDownload : cannotRestore;

export const isPointInTime = ({ deliveryType }: RestoreValues): boolean => deliveryType === "pointInTime";

/** The point in time of a body, by time or by log position (ms). */
export function pointInTimeIn(body: RestoreValues): number | null {
  const seconds = isPointInTime(body) ? (body.pointInTimeUTCSeconds ?? body.oplogTs) : undefined;
  return seconds === undefined ? null : seconds * 1000;
}

/** The snapshot that a restore starts from: the chosen one, or the newest before the point in time. */
export function snapshotIn(body: RestoreValues, source: RestoreSource): Snapshot | undefined {
  const time = pointInTimeIn(body);
  if (isPointInTime(body)) return time === null ? undefined : snapshotBefore(source, time);
  return source.snapshots.find(({ id }) => id === body.snapshotId);
}

/** The target in sentences: with its project where that is another one. */
export function targetName(body: RestoreValues, context: Pick<Context, "scope" | "known">): string {
  const { targetClusterName: name = "", targetGroupId: groupId = "" } = body;
  return name === "" ? "" : clusterWithProject(context, name, groupId === "" ? null : groupId);
}

/** Text to type before a cluster is overwritten: its name, with the project where that is another one. */
function confirmName(body: RestoreValues, context: Pick<Context, "scope" | "known">): string | null {
  if (isDownload(body)) return null;
  const { targetClusterName: name = "", targetGroupId: groupId = "" } = body;
  return groupId === context.scope.groupId ? name : `${knownProjectName(context, groupId) ?? groupId}/${name}`;
}

/** The state to restore: `the hourly snapshot of prod-eu of 21 Nov 00:30 UTC (12.4 GB)`. */
function formatState(body: RestoreValues, source: RestoreSource, context: Times, env: FormEnv): string {
  const time = pointInTimeIn(body);
  if (isPointInTime(body)) {
    return time === null ? "" : `the state of ${source.cluster} as of ${formatPointInTime(time, env)}`;
  }
  const snapshot = snapshotIn(body, source);
  if (snapshot === undefined) return "";
  const size = snapshot.bytes === null ? "" : ` (${formatSize(snapshot.bytes)})`;
  return `the ${snapshotKindLabel(snapshot)} snapshot of ${source.cluster}, ${formatTimeInZone(snapshot.takenAt, context)}${size}`;
}

/** A point in time to the second, in the zone of the screen. */
const formatPointInTime = (time: number, env: FormEnv): string => showTime(isoOf(time), env);

function sentence({ source }: RestoreChoices, context: Context) {
  return ({ body, env }: SentenceContext<RestoreValues>): string => {
    const what = formatState(body, source, context, env);
    if (isDownload(body)) {
      if (what === "") return `Prepares the files of a snapshot of ${source.cluster} for download. Choose a snapshot.`;
      return `Prepares the files of ${what} for download. The link is valid for about 1 h.`;
    }
    const target = targetName(body, context);
    if (what === "")
      return isPointInTime(body) ? "Choose the point in time to restore." : "Choose the snapshot to restore.";
    if (target === "") return `Replaces all data of a cluster with ${what}. Choose the target.`;
    return `Replaces all data of ${target} with ${what}.`;
  };
}

function deliveryChoices({ source }: RestoreChoices, now: number): readonly Suggestion[] {
  const interval = intervalOf(source, now);
  return [
    {
      value: "automated",
      label: "restore a snapshot to a cluster",
      note: "replaces all data of the target",
    },
    {
      value: "pointInTime",
      label: "restore a point in time",
      note:
        interval === null
          ? `not possible: ${source.windowDays === 0 ? "point-in-time restore is off" : "no snapshot to start from"}`
          : `up to ${formatDuration(now - interval.from)} back; replaces all data of the target`,
    },
    {
      value: "download",
      label: "download a snapshot",
      note: source.snapshots.some((snapshot) => cannotDownload(snapshot) === null)
        ? "as files; no cluster is changed"
        : "not possible: all snapshots are encrypted with a customer key",
    },
  ];
}

const shownFor = (shown: boolean, because: string) => (shown ? { shown } : { shown, because });

/** The reason why a point in time is not possible, or null. */
function pointInTimeProblem(source: RestoreSource, time: number, env: FormEnv): string | null {
  const interval = intervalOf(source, env.now);
  if (interval === null) {
    return source.windowDays === 0
      ? `point-in-time restore is off for ${source.cluster}: restore a snapshot`
      : `${source.cluster} has no snapshot to start from`;
  }
  if (time >= interval.from && time <= interval.to) return null;
  return `enter a time between ${formatPointInTime(interval.from, env)} and ${formatPointInTime(interval.to, env)}`;
}

const pointInTimeCheck =
  (source: RestoreSource) =>
  (seconds: number, env: FormEnv): string | null =>
    pointInTimeProblem(source, seconds * 1000, env);

/** A point in time is given by a time; by a log position only where the time was cleared. */
function pointInTimeFields(known: RestoreChoices, context: Context): readonly FieldPlan<RestoreValues>[] {
  const { source } = known;
  const interval = intervalOf(source, context.now);
  const byPosition = ({ body }: TitleContext<RestoreValues>): boolean =>
    body.oplogTs !== undefined || body.oplogInc !== undefined;
  const position = ({ body }: TitleContext<RestoreValues>) => {
    if (!isPointInTime(body)) return { shown: false, because: "a snapshot is restored as it is" };
    if (body.pointInTimeUTCSeconds !== undefined)
      return { shown: false, because: "the point in time is given as a time" };
    return { shown: true, because: "no point in time is given" };
  };
  const latest = interval === null ? undefined : interval.to / 1000;
  return [
    {
      path: "pointInTimeUTCSeconds",
      inSeconds: true,
      past: true,
      suggest: "restoreTimes",
      help: `${pointInTimeHelp(source, context)} Leave empty to enter an oplog position.`,
      example: "-2h, today 10:00",
      when: (plan) =>
        isPointInTime(plan.body)
          ? shownFor(!byPosition(plan), "an oplog position is given")
          : { shown: false, because: "a snapshot is restored as it is" },
      ...(latest === undefined ? {} : { initial: () => latest }),
      check: pointInTimeCheck(source),
    },
    {
      path: "oplogTs",
      when: position,
      choices: () => positionSuggestions(source, "oplogTs", context),
      check: pointInTimeCheck(source),
    },
    {
      path: "oplogInc",
      when: position,
      choices: () => positionSuggestions(source, "oplogInc", context),
    },
  ];
}

/** Bounds of the point in time. */
function pointInTimeHelp(source: RestoreSource, { now, zone }: Times): string {
  const interval = intervalOf(source, now);
  if (interval === null) return "Not possible for this cluster.";
  return `From ${formatTimeInZone(interval.from, { now, zone })} to ${formatTimeInZone(interval.to, { now, zone })}.`;
}

function targetFields(known: RestoreChoices, context: Context): readonly FieldPlan<RestoreValues>[] {
  const { source } = known;
  const { scope } = context;
  const isServerless = source.family === "serverless";
  const when = ({ body }: TitleContext<RestoreValues>) =>
    shownFor(isServerless || !isDownload(body), "a download has no target");
  const projects = [...scope.projects].sort(
    (one, other) => Number(other.id === scope.groupId) - Number(one.id === scope.groupId),
  );
  return [
    {
      path: "targetGroupId",
      kind: "choice-or-other",
      when,
      required: ({ body }) => isServerless || !isDownload(body),
      initial: () => scope.groupId,
      choices: () =>
        projects.map(({ id, name, clusters }) => ({
          value: id,
          label: name,
          note:
            id === scope.groupId ? "this project" : `another project, ${pluralize(clusters.length, "known cluster")}`,
        })),
      words: (id) => projectName(context, id),
      // The same name in another project is another cluster.
      brings: () => ({ targetClusterName: "" }),
    },
    {
      path: "targetClusterName",
      kind: "choice-or-other",
      suggest: "targets",
      when,
      required: ({ body }) => isServerless || !isDownload(body),
      choices: ({ body }) => (body.targetGroupId === scope.groupId ? targetChoices(source, known, true) : []),
      ...(isServerless ? { help: "Overwritten by a restore, not changed by a download" } : {}),
    },
  ];
}

/** The plan of the form. */
export const restorePlan = (known: RestoreChoices, context: Context): FormPlan<RestoreValues> => {
  const { source } = known;
  return {
    operation:
      source.family === "serverless" ? operations.createServerlessBackupRestoreJob : operations.createBackupRestoreJob,
    title: ({ body }) =>
      isDownload(body)
        ? `Prepare download of ${source.cluster}`
        : body.targetClusterName
          ? `Restore to ${body.targetClusterName}`
          : `Restore ${source.cluster}`,
    sentence: sentence(known, context),
    button: ({ body }) => (isDownload(body) ? "Prepare download" : `Replace ${body.targetClusterName ?? ""}`),
    fields: [
      { path: "deliveryType", choices: () => deliveryChoices(known, context.now) },
      {
        path: "snapshotId",
        kind: "choice",
        required: ({ body }) => !isPointInTime(body),
        when: ({ body }) => shownFor(!isPointInTime(body), "the latest snapshot before that time is used"),
        initial: ({ body }) => snapshotChoices(source, context, snapshotProblem(body))[0]?.value,
        choices: ({ body }) => snapshotChoices(source, context, snapshotProblem(body)),
        fits: (snapshotId, { body }) => snapshotProblem(body)(source.snapshots.find(({ id }) => id === snapshotId)),
      },
      ...pointInTimeFields(known, context),
      ...targetFields(known, context),
    ],
    riskOf: ({ body }) => restoreImpact(body).risk,
    confirm: ({ body }) => confirmName(body, context),
  };
};

/**
 * Initial values: the newest snapshot, with the target left open.
 *
 * @param start values chosen before it opened (a snapshot in its list, a job to repeat), by field name
 */
export function initialRestore({ source }: RestoreChoices, start: RestoreValues, context: Context): RestoreValues {
  const deliveryType = start.deliveryType || "automated";
  const snapshotId = start.snapshotId || snapshotChoices(source, context, snapshotProblem({ deliveryType }))[0]?.value;
  const { targetClusterName: target = "" } = start;
  const interval = intervalOf(source, context.now);
  const { oplogTs, oplogInc } = start;
  const seconds = start.pointInTimeUTCSeconds ?? (interval === null ? undefined : interval.to / 1000);
  const hasTarget = deliveryType !== "download" || source.family === "serverless";
  return {
    deliveryType,
    ...(deliveryType === "pointInTime"
      ? oplogTs !== undefined && oplogInc !== undefined
        ? { oplogTs, oplogInc }
        : seconds === undefined
          ? {}
          : { pointInTimeUTCSeconds: seconds }
      : snapshotId === undefined
        ? {}
        : { snapshotId }),
    ...(hasTarget ? { targetGroupId: start.targetGroupId || context.scope.groupId } : {}),
    ...(hasTarget && target !== "" ? { targetClusterName: target } : {}),
  };
}

/** Preview below the form while it is filled in: the point-in-time window, and the snapshot that the restore starts from. */
export function* previewRestore(
  { source }: RestoreChoices,
  context: Context,
  body: RestoreValues,
  env: FormEnv,
): Generator<string> {
  if (!isPointInTime(body)) return;
  const interval = intervalOf(source, env.now);
  if (interval === null) {
    yield pointInTimeProblem(source, env.now, env) ?? "";
    return;
  }
  yield `Restore window: ${formatPointInTime(interval.from, env)} to ${formatPointInTime(interval.to, env)}`;
  const time = pointInTimeIn(body);
  const first = time === null ? undefined : snapshotBefore(source, time);
  if (time === null || first === undefined) return;
  yield `Starts from the ${snapshotKindLabel(first)} snapshot of ${formatTime(first.takenAt, context.now, context.zone)} and replays ${formatLongDuration(time - first.takenAt)} of oplog`;
}
