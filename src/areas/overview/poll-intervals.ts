import type { Query } from "../../state/query.ts";
import type { Scope } from "../context.ts";

/** How often the wall asks for what is listed cluster by cluster. */

/** From so many clusters on, lists in which nothing runs are asked with the backups: a minute has a hundred calls (`domain.md` 1.5). */
const MANY_CLUSTERS = 20;

/** The pace of lists of jobs. */
export const jobPace = ({ clusters }: Pick<Scope, "clusters">): Query["pace"] =>
  clusters.length > MANY_CLUSTERS ? "backup-ages" : "overview-jobs";
