import {
  type AnyRestoreJob,
  LINK_RINGS_BEFORE,
  LINK_WARNS_BEFORE,
  type RestoreStatus,
  restoreEta,
  restoreEtaWords,
  restoreStanding,
} from "../../domain/restore.ts";
import { formatAge, formatDuration } from "../../text/format.ts";
import type { Context, Scope } from "../context.ts";
import { cachedRestores, type Restore, restoreQueries } from "../queries/restore-jobs.ts";
import { snapshotOf } from "../queries/snapshots.ts";
import type { Cell } from "../view.ts";
import { jobPace, LATELY } from "./poll-intervals.ts";
import type { WallPart, WallRow } from "./wall.ts";

/** Restores that run, download links that go, and what ended lately (`domain.md` 11). */

/** A restore with where it stands now. */
type Known = Restore & { readonly standing: RestoreStatus };

const known = (context: Context): readonly Known[] =>
  cachedRestores(context).map((restore) => ({ ...restore, standing: restoreStanding(restore.job, context.now) }));

/** Where it goes: a cluster, with its project where that is another one, or files. */
function nameOf({ job, cluster }: Known, { groupId, projects }: Scope): string {
  if (job.deliveryType === "download") return `${cluster} → download`;
  const target = job.targetClusterName ?? "?";
  const project = job.targetGroupId ?? groupId;
  const other = project === groupId ? "" : ` (${projects.find(({ id }) => id === project)?.name ?? "another project"})`;
  return `${cluster} → ${target}${other}`;
}

const rowOf = (one: Known, context: Context, row: Omit<WallRow, "id" | "name" | "link">): WallRow => ({
  id: `restores/${one.job.id}/${one.standing.state}`,
  name: nameOf(one, context.scope),
  link: { area: "restore-jobs", ids: [one.job.id] },
  ...row,
});

function linkRow(one: Known, until: number, context: Context): WallRow {
  const rest = until - context.now;
  const tone = rest < LINK_RINGS_BEFORE ? "bad" : rest < LINK_WARNS_BEFORE ? "warn" : "plain";
  const state: Cell = { text: "fetch it: the link is gone then", tone };
  return rowOf(one, context, {
    section: "soon",
    kind: { text: "link", tone },
    time: formatDuration(rest),
    state,
    order: rest,
    until,
  });
}

const NEWS = {
  done: { one: "restore done", several: "restores done" },
  failed: { one: "restore failed", several: "restores failed" },
} as const;

function row(one: Known, all: readonly Known[], context: Context): readonly WallRow[] {
  const { now } = context;
  const { state, startedAt, finishedAt, linkUntil, told } = one.standing;
  if (state === "running") {
    const bytesOf = (job: AnyRestoreJob): number | null => snapshotOf(context, job.snapshotId ?? "")?.bytes ?? null;
    const others = all.filter(({ cluster }) => cluster === one.cluster).map(({ job }) => job);
    const words = restoreEtaWords(restoreEta(one.job, others, bytesOf, now));
    const elapsed = startedAt === null ? 0 : now - startedAt;
    return [
      rowOf(one, context, {
        section: "running",
        kind: "restore",
        time: startedAt === null ? "–" : formatAge(elapsed),
        state: told === null ? words : `${told} · ${words}`,
        order: 1,
        news: { one: "restore begun", several: "restores begun" },
      }),
    ];
  }
  if (state === "link-ready") return linkUntil === null ? [] : [linkRow(one, linkUntil, context)];
  if ((state !== "done" && state !== "failed") || finishedAt === null || now - finishedAt > LATELY) return [];
  return [
    rowOf(one, context, {
      section: "ended",
      kind: "restore",
      time: formatAge(now - finishedAt),
      state: state === "done" ? { text: "done", tone: "good" } : { text: "failed", tone: "bad" },
      order: now - finishedAt,
      news: NEWS[state],
    }),
  ];
}

export const restoresPart: WallPart = {
  section: "running",
  queries: (scope) => restoreQueries(scope, jobPace(scope)),
  running: (context) => {
    const busy = new Set(
      known(context)
        .filter(({ standing }) => standing.state === "running")
        .map(({ cluster }) => cluster),
    );
    return restoreQueries(context.scope, "overview-jobs", ({ name }) => busy.has(name));
  },
  rows: (context) => {
    const all = known(context);
    return all.flatMap((one) => row(one, all, context));
  },
};
