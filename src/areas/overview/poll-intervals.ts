import type { Query } from "../../state/answers/query.ts";
import type { Scope } from "../model/context.ts";

/** How often the wall asks for what is listed cluster by cluster. */

/** From so many clusters on, lists in which nothing runs are asked with the backups: a minute has a hundred calls (`domain.md` 1.5). */
const MANY_CLUSTERS = 20;

/** The pace of lists of jobs. */
export const jobPoll = ({ clusters }: Pick<Scope, "clusters">): Query["poll"] =>
  clusters.length > MANY_CLUSTERS ? "backup-ages" : "overview-jobs";

/** From so many projects on, what comes by itself is asked each minute: three times as often, 300 of them are 15 calls a second. */
const MANY_PROJECTS = 50;

const SLOWER: Partial<Record<Query["poll"], Query["poll"]>> = {
  alerts: "overview-jobs",
  "overview-jobs": "backup-ages",
};

/** The questions of one of so many projects. What is under way is asked at its own pace, however many there are. */
export const ofMany = (projects: number, queries: readonly Query[]): readonly Query[] =>
  projects < MANY_PROJECTS ? queries : queries.map((query) => ({ ...query, poll: SLOWER[query.poll] ?? query.poll }));
