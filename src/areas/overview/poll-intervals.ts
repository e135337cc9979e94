import type { Query } from "../../state/answers/query.ts";
import type { Scope } from "../model/context.ts";

/** Poll intervals of lists that the overview requests by cluster. */

/** Above this many clusters, lists without work in progress are polled with the backups: the rate limit is 100 calls a minute (`domain.md` 1.5). */
const MANY_CLUSTERS = 20;

/** Poll interval of job lists. */
export const jobPoll = ({ clusters }: Pick<Scope, "clusters">): Query["poll"] =>
  clusters.length > MANY_CLUSTERS ? "backup-ages" : "overview-jobs";

/** From this many projects on, frequent queries are slowed down: at the shorter interval, 300 projects would make 15 calls a second. */
const MANY_PROJECTS = 50;

const SLOWER: Partial<Record<Query["poll"], Query["poll"]>> = {
  alerts: "overview-jobs",
  "overview-jobs": "backup-ages",
};

/** The queries of one of this many projects. Queries with work in progress keep their own interval, however many projects there are. */
export const slowedForMany = (projects: number, queries: readonly Query[]): readonly Query[] =>
  projects < MANY_PROJECTS ? queries : queries.map((query) => ({ ...query, poll: SLOWER[query.poll] ?? query.poll }));
