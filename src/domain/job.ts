/**
 * Anything the service works on for a while, in one type: restores, exports, snapshots, migrations, validations and search index builds. Lists,
 * details, the overview and the poll intervals use it; facts of one kind only (collections, lag) are kept beside it. Service times in ms.
 */

/** Status of a job. `ready`: it waits for a person, often until a time. `unknown`: a status of the service that this program does not know. */
export type JobStatus = "waiting" | "running" | "ready" | "done" | "failed" | "cancelled" | "expired" | "unknown";

/** Poll interval of a job: short for one that a person waits for, long for one in an unknown status. */
export type JobPoll = "fast" | "normal" | "slow" | "once";

export type Job = {
  readonly status: JobStatus;
  /** Status in the service's words, when it says more than `status`; null otherwise. */
  readonly said: string | null;
  /** Time of the request; null when not reported. */
  readonly startedAt: number | null;
  /** End time; null before the end, and when not reported. */
  readonly endedAt: number | null;
  /** Time until which its result can be used (a download, the time for a cut-over); null without a limit. */
  readonly until: number | null;
  readonly poll: JobPoll;
};

const UNDER_WAY: readonly JobStatus[] = ["waiting", "running"];
const ENDED: readonly JobStatus[] = ["done", "failed", "cancelled", "expired"];

/** True while it is queued or running. */
export const isUnderWay = ({ status }: Pick<Job, "status">): boolean => UNDER_WAY.includes(status);

/** True in a final status. An unknown status does not count as final. */
export const isEnded = ({ status }: Pick<Job, "status">): boolean => ENDED.includes(status);

const stageOf = ({ status }: Pick<Job, "status">): number =>
  status === "waiting" ? 0 : isUnderWay({ status }) ? 1 : 2;

/** True when a job's single read is less advanced than its row in a list: a job never goes back. */
export const isBehind = (record: Pick<Job, "status">, row: Pick<Job, "status">): boolean =>
  isEnded(row) ? !isEnded(record) : stageOf(record) < stageOf(row);

/** Time since its start; null when the start is not reported. */
export const ageOf = ({ startedAt }: Pick<Job, "startedAt">, now: number): number | null =>
  startedAt === null ? null : now - startedAt;

/** Duration; null while it is running, and when its times are not reported. */
export const durationOf = ({ startedAt, endedAt }: Pick<Job, "startedAt" | "endedAt">): number | null =>
  startedAt === null || endedAt === null ? null : Math.max(0, endedAt - startedAt);

const POLLS: readonly JobPoll[] = ["fast", "normal", "slow", "once"];

/** The shortest poll interval among jobs that are polled together. */
export const quickestPoll = (jobs: readonly Pick<Job, "poll">[]): JobPoll =>
  POLLS.find((poll) => jobs.some((job) => job.poll === poll)) ?? "once";
