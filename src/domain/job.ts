/**
 * Anything that the service does for a while, in one description: restores, exports, snapshots, migrations, validations and builds of
 * search indexes. Lists, details, the overview and the pace of polling are made from it; what only one kind tells (collections, lag)
 * stands beside it. Times in ms of the service.
 */

/** How a job stands. `ready`: it waits for a person, often until a time. `unknown`: the service says what this program has no word for. */
export type JobStatus = "waiting" | "running" | "ready" | "done" | "failed" | "cancelled" | "expired" | "unknown";

/** How often a job is asked for: one that a person waits for closely, one of which nothing is known seldom. */
export type JobPoll = "closely" | "often" | "seldom" | "once";

export type Job = {
  readonly status: JobStatus;
  /** The status as the service tells it, where that says more than ours; null where it does not. */
  readonly said: string | null;
  /** When it was asked for; null where that is not told. */
  readonly startedAt: number | null;
  /** When it ended; null while it has not, and where that is not told. */
  readonly endedAt: number | null;
  /** Until when what it made can be used (a download, the time for a cut-over); null where nothing ends. */
  readonly until: number | null;
  readonly poll: JobPoll;
};

const UNDER_WAY: readonly JobStatus[] = ["waiting", "running"];
const ENDED: readonly JobStatus[] = ["done", "failed", "cancelled", "expired"];

/** It waits or runs. */
export const isUnderWay = ({ status }: Pick<Job, "status">): boolean => UNDER_WAY.includes(status);

/** Nothing comes after it. A status that is not known is not taken for an end. */
export const isEnded = ({ status }: Pick<Job, "status">): boolean => ENDED.includes(status);

const stageOf = ({ status }: Pick<Job, "status">): number =>
  status === "waiting" ? 0 : isUnderWay({ status }) ? 1 : 2;

/** Whether a job as it was read by itself has come less far than as a row of its list: it never goes back. */
export const isBehind = (record: Pick<Job, "status">, row: Pick<Job, "status">): boolean =>
  isEnded(row) ? !isEnded(record) : stageOf(record) < stageOf(row);

/** For how long it has been there; null where its start is not told. */
export const ageOf = ({ startedAt }: Pick<Job, "startedAt">, now: number): number | null =>
  startedAt === null ? null : now - startedAt;

/** How long it took; null while it goes on, and where its times are not told. */
export const tookOf = ({ startedAt, endedAt }: Pick<Job, "startedAt" | "endedAt">): number | null =>
  startedAt === null || endedAt === null ? null : Math.max(0, endedAt - startedAt);

const POLLS: readonly JobPoll[] = ["closely", "often", "seldom", "once"];

/** The quickest pace among jobs that are asked for together. */
export const quickestPoll = (jobs: readonly Pick<Job, "poll">[]): JobPoll =>
  POLLS.find((poll) => jobs.some((job) => job.poll === poll)) ?? "once";
