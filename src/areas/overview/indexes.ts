import { isUnderWay } from "../../domain/job.ts";
import { buildAsJob, formatIndex, type SearchIndex, upToDateHosts } from "../../domain/search/search-index.ts";
import { capitalized, pluralize } from "../../text/format.ts";
import { type Alike, foldAlike } from "../builders/alike.ts";
import { cellText } from "../model/cell.ts";
import { cachedIndexes, indexesQuery, movingQueries, searchableClusters } from "../queries/search-indexes.ts";
import { statusTone } from "../search-indexes/labels.ts";
import { countedBar, type OverviewJob, runningRow } from "./job-rows.ts";
import { jobPoll } from "./poll-intervals.ts";
import { alikeByText, type OverviewPart, type OverviewRow } from "./sections.ts";

/** Search indexes that are being built, are not serving, or failed (`domain.md` 5.6). */

/** Not serving, or failed (`IndexStatus.rank`). */
const WRONG = 1;

const BEING_BUILT = { one: "index build started", several: "index builds started" };
const NOT_SERVING = { one: "index not serving", several: "indexes not serving" };

function row(index: SearchIndex, shortName: string | undefined, now: number): readonly OverviewRow[] {
  const { id, cluster, status } = index;
  const job = buildAsJob(index);
  const entry: OverviewJob = { job, kind: "index", id, name: `${formatIndex(index)} on ${cluster}`, shortName };
  // Number of hosts that serve the new definition, where the service lists hosts.
  const progress = index.hosts.length === 0 ? undefined : countedBar(upToDateHosts(index).length, index.hosts.length);
  const state = { text: status.words, tone: "plain", short: capitalized(status.short) } as const;
  const building = runningRow(entry, now, state, 3, { news: BEING_BUILT, progress });
  if (isUnderWay(job)) return [building];
  if (status.rank > WRONG) return [];
  const tone = statusTone(status);
  return [
    {
      ...building,
      progress: undefined,
      id: `indexes/${id}/wrong`,
      section: "wrong",
      kind: { text: "index", tone },
      state: { ...state, tone },
      // Below errors, above warnings; failed ones before those that are not serving.
      order: tone === "bad" ? 15 : 16,
      news: NOT_SERVING,
      alike: alikeByText("index", { text: status.words, tone }),
    },
  ];
}

/** Several indexes with the same failure as one row: they stay so until somebody changes them, and are not news every night. */
function foldOf({ key, members }: Alike<OverviewRow>): OverviewRow {
  const [first] = members;
  return { ...first, id: `indexes/${key}`, name: pluralize(members.length, "index", "indexes"), members };
}

export const indexesPart: OverviewPart = {
  section: "running",
  queries: (scope) => searchableClusters(scope).map((cluster) => indexesQuery(scope, cluster, jobPoll(scope))),
  running: (context) => movingQueries(context.scope, cachedIndexes(context), "overview-jobs"),
  rows: (context) => {
    const byName = Map.groupBy(cachedIndexes(context), formatIndex);
    // A narrow column has no room for the cluster: it is left out there, but for indexes of the same name.
    const rows = [...byName].flatMap(([name, all]) =>
      all.flatMap((one) => row(one, all.length === 1 ? name : undefined, context.now)),
    );
    const wrong = rows.filter(({ section }) => section === "wrong");
    const folded = foldAlike(wrong, ({ state }) => cellText(state)).map((one) =>
      one.kind === "fold" ? foldOf(one) : one.one,
    );
    return [...rows.filter(({ section }) => section !== "wrong"), ...folded];
  },
};
