import * as z from "zod";
import { nextTime, type TimeOfDay } from "../../contract/backup-schedules/times.ts";
import type { JsonObject } from "../../contract/json/json.ts";
import { DAY } from "../../text/durations.ts";
import type { Call } from "../requests/handler.ts";
import { notFound } from "../requests/http-error.ts";
import { makeDraft } from "../storage/draft.ts";
import { listAll } from "../storage/questions.ts";
import type { Document, DocumentDraft, ReadTransaction } from "../storage/storage.ts";
import { isoTime } from "../storage/timeline.ts";

/** Stored backup schedules: one for each cluster that is backed up. */

export const BACKUP_SCHEDULE = "backup-schedule";

/** The label of visible schedules: those of dedicated clusters. */
const SEEN = "dedicated";

const Item = z.object({
  id: z.string(),
  frequencyType: z.string(),
  frequencyInterval: z.number(),
  retentionUnit: z.string(),
  retentionValue: z.number(),
});

/** Key of a copy setting: the region of the copies, and the zone of the cluster. */
const CopyPlace = z.object({ cloudProvider: z.string(), regionName: z.string(), zoneId: z.string() });

const CopySetting = z.object({
  ...CopyPlace.shape,
  frequencies: z.array(z.string()).readonly(),
  shouldCopyOplogs: z.boolean(),
});

const Stored = z.object({
  groupId: z.string(),
  clusterName: z.string(),
  clusterId: z.string(),
  referenceHourOfDay: z.number(),
  referenceMinuteOfHour: z.number(),
  policy: z.object({ id: z.string(), policyItems: z.array(Item).readonly() }),
  /** Point-in-time restore is on while a window is set. */
  restoreWindowDays: z.number().optional(),
  autoExportEnabled: z.boolean(),
  useOrgAndGroupNamesInExportPrefix: z.boolean(),
  export: z.object({ exportBucketId: z.string().optional(), frequencyType: z.string().optional() }).optional(),
  copySettings: z.array(CopySetting).readonly(),
  /** Removed copy settings whose copies were not deleted. */
  formerCopies: z.array(CopyPlace).readonly().default([]),
  extraRetentionSettings: z.array(z.object({ frequencyType: z.string(), retentionDays: z.number() })).readonly(),
  /** Serverless instances are backed up by a schedule that nobody can see or change. */
  serverless: z.boolean(),
  /** No snapshots are taken while the cluster is paused. */
  paused: z.boolean(),
  /** Time up to which scheduled snapshots were created, in simulated milliseconds. */
  since: z.number(),
  /** Size of the cluster's data at a time, and its growth a day (as a share of it). */
  data: z.object({ bytes: z.number(), at: z.number(), growth: z.number() }),
});

export type PolicyItem = Readonly<z.output<typeof Item>>;
export type CopyPlace = Readonly<z.output<typeof CopyPlace>>;
export type CopySetting = Readonly<z.output<typeof CopySetting>>;
export type Schedule = Readonly<z.output<typeof Stored>>;

/** Parses a stored document. */
export const scheduleIn = ({ body }: Pick<Document, "body">): Schedule => Stored.parse(body);

/** The time of day from which a schedule's hours are counted. */
export const referenceOf = ({ referenceHourOfDay, referenceMinuteOfHour }: Schedule): TimeOfDay => ({
  hour: referenceHourOfDay,
  minute: referenceMinuteOfHour,
});

/** Time of a schedule's next snapshot after another time, or null when it takes none. */
function nextSnapshot(schedule: Schedule, after: number): number | null {
  if (schedule.paused) return null;
  const times = schedule.policy.policyItems.flatMap((item) => nextTime(item, referenceOf(schedule), after) ?? []);
  return times.length === 0 ? null : Math.min(...times);
}

/** Sizes grow linearly and are at least a megabyte. */
const LEAST_BYTES = 1_000_000;

/** Size of a cluster's data at a time, in bytes. */
export const sizeAt = ({ data: { bytes, at, growth } }: Pick<Schedule, "data">, time: number): number =>
  Math.max(LEAST_BYTES, Math.floor(bytes * (1 + (growth * (time - at)) / DAY)));

export const scheduleId = (groupId: string, clusterName: string): string => `${groupId}/${clusterName}`;

/** A schedule as JSON, without undefined fields. */
function jsonOf({ policy, restoreWindowDays, export: target, ...schedule }: Schedule) {
  return {
    ...schedule,
    policy: { ...policy, policyItems: policy.policyItems.map((item) => ({ ...item })) },
    copySettings: schedule.copySettings.map((setting) => ({ ...setting, frequencies: [...setting.frequencies] })),
    formerCopies: schedule.formerCopies.map((place) => ({ ...place })),
    extraRetentionSettings: schedule.extraRetentionSettings.map((setting) => ({ ...setting })),
    data: { ...schedule.data },
    ...(restoreWindowDays === undefined ? {} : { restoreWindowDays }),
    ...(target === undefined ? {} : { export: exportOf(target) }),
  };
}

const exportOf = ({ exportBucketId, frequencyType }: NonNullable<Schedule["export"]>): JsonObject => ({
  ...(exportBucketId === undefined ? {} : { exportBucketId }),
  ...(frequencyType === undefined ? {} : { frequencyType }),
});

/** A schedule's document: its next snapshot is a due transition. */
export const scheduleDraft = (schedule: Schedule): DocumentDraft =>
  makeDraft({
    kind: BACKUP_SCHEDULE,
    id: scheduleId(schedule.groupId, schedule.clusterName),
    parent: schedule.groupId,
    keys: [schedule.serverless ? "serverless" : SEEN],
    nextDue: nextSnapshot(schedule, schedule.since),
    spontaneous: true,
    body: jsonOf(schedule),
  });

/** The schedule of a cluster, or undefined if it is not backed up. */
export async function findSchedule(
  transaction: ReadTransaction,
  groupId: string,
  clusterName: string,
): Promise<Schedule | undefined> {
  const found = await transaction.get(BACKUP_SCHEDULE, scheduleId(groupId, clusterName));
  return found === undefined ? undefined : scheduleIn(found);
}

/**
 * The schedule of a cluster that must have one.
 *
 * @throws a refusal: 404 `BACKUP_CONFIG_NOT_FOUND` for a cluster that is not backed up
 */
export async function scheduleOf(
  transaction: ReadTransaction,
  groupId: string,
  clusterName: string,
): Promise<Schedule> {
  const found = await findSchedule(transaction, groupId, clusterName);
  if (found !== undefined) return found;
  throw notFound("BACKUP_CONFIG_NOT_FOUND", `The cluster ${clusterName} is not backed up.`, clusterName, groupId);
}

/**
 * The schedules of a project's dedicated clusters. A schedule stored in an unknown shape by an earlier version is omitted: it takes and exports
 * nothing, and only requests about its own cluster fail.
 */
export async function schedulesOf(transaction: ReadTransaction, groupId: string): Promise<readonly Schedule[]> {
  const documents = await listAll(transaction, { kind: BACKUP_SCHEDULE, parent: groupId, key: SEEN });
  return documents.flatMap(({ body }) => Stored.safeParse(body).data ?? []);
}

/** A schedule as answered (specification 2.14). */
export function scheduleAnswer(schedule: Schedule, call: Call): JsonObject {
  const {
    since: _since,
    data: _data,
    paused: _paused,
    serverless: _serverless,
    formerCopies: _former,
    groupId,
    policy,
    ...answer
  } = jsonOf(schedule);
  const next = nextSnapshot(schedule, call.now);
  const path = `/groups/${groupId}/clusters/${schedule.clusterName}/backup/schedule`;
  return {
    ...answer,
    policies: [policy],
    ...(next === null ? {} : { nextSnapshot: isoTime(next) }),
    links: [{ href: call.href(path), rel: "self" }],
  };
}
