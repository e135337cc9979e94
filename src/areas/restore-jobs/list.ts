import type { RestoreStatus } from "../../domain/restore.ts";
import { isMissing } from "../../state/lookup.ts";
import { formatAge, formatSize } from "../../text/format.ts";
import type { Context } from "../context.ts";
import { cachedRestores, type Restore, restorableClusters } from "../queries/restore-jobs.ts";
import type { Cell, Column, ListModel, Row } from "../view.ts";
import { bytesIn, etaOf, jobsLookup, restoreStatusOf } from "./jobs.ts";
import { endCell, etaCell, linkCell, projectNames, stateCell, stateOfWords, targetWords } from "./labels.ts";

/** The live list of restores (E47, E55; `domain.md` 11.6): what runs, links that are ready, and what was. */

const COLUMNS: readonly Column[] = [
  { id: "state", title: "STATE", min: 9, grow: 0, max: 12, priority: 1, align: "left", truncate: "end" },
  { id: "what", title: "FROM → TO", min: 19, grow: 3, max: 44, priority: 1, align: "left", truncate: "end" },
  { id: "next", title: "NEXT", min: 17, grow: 2, max: 30, priority: 1, align: "left", truncate: "end", ticks: true },
  { id: "of", title: "DATA OF", min: 15, grow: 1, max: 24, priority: 3, align: "left", truncate: "end" },
  { id: "size", title: "SIZE", min: 7, grow: 0, priority: 4, align: "right", truncate: "end" },
  { id: "age", title: "AGE", min: 4, grow: 0, priority: 2, align: "right", truncate: "end", ticks: true },
];

const SECTIONS = [
  { id: "now", title: "" },
  { id: "ended", title: "ended" },
];

const isNow = ({ state }: RestoreStatus): boolean => state === "running" || state === "link-ready";

function nextCell(context: Context, restore: Restore, standing: RestoreStatus, all: readonly Restore[]): Cell {
  const { now } = context;
  if (standing.state === "link-ready") {
    return standing.linkUntil === null ? { text: "link is ready", tone: "good" } : linkCell(standing.linkUntil, now);
  }
  if (standing.state !== "running") return endCell(standing);
  return etaCell(etaOf(context, restore, all));
}

function rowOf(context: Context, restore: Restore, all: readonly Restore[]): Row {
  const { job, cluster } = restore;
  const standing = restoreStatusOf(context, restore);
  const since = standing.startedAt === null ? null : context.now - standing.startedAt;
  const bytes = bytesIn(context)(job);
  const target = targetWords(job, { groupId: context.scope.groupId, nameOf: projectNames(context) });
  return {
    id: job.id,
    section: isNow(standing) ? "now" : "ended",
    cells: {
      state: stateCell(standing),
      what: `${cluster} → ${target}`,
      next: nextCell(context, restore, standing, all),
      of: stateOfWords(job, context),
      size: bytes === null ? "" : formatSize(bytes),
      age: since === null ? "" : formatAge(since),
    },
    sort: { age: since ?? Number.POSITIVE_INFINITY, size: bytes ?? 0 },
    isNew: context.lastLook !== null && !context.lastLook.ids.has(job.id),
    ...(isNow(standing) || standing.state === "failed" ? {} : { tone: "dim" as const }),
  };
}

/** What an empty list says. */
function emptyWords({ scope }: Context): string {
  if (restorableClusters(scope).length === 0) return "No cluster that can be restored is known in this project.";
  return "No restore and no download is known here.";
}

/** A failure is told in the title for so many days; it stands in the list for as long as the service tells it. */
const NEWS_FOR_DAYS = 7;

const isNews = ({ state, finishedAt, startedAt }: RestoreStatus, now: number): boolean =>
  state === "failed" && now - (finishedAt ?? startedAt ?? now) < NEWS_FOR_DAYS * 86_400_000;

export function list(context: Context): ListModel {
  const all = cachedRestores(context);
  const count = (state: RestoreStatus["state"]): number =>
    all.filter((restore) => restoreStatusOf(context, restore).state === state).length;
  const isKnown = !isMissing(jobsLookup(context));
  const [running, ready] = [count("running"), count("link-ready")];
  const failed = all.filter((restore) => isNews(restoreStatusOf(context, restore), context.now)).length;
  return {
    summary: [
      ...(running > 0 ? [{ text: `${running} running`, tone: "accent" } as const] : []),
      ...(running === 0 && ready === 0 && isKnown ? ["none running"] : []),
      ...(ready > 0 ? [{ text: `${ready} to fetch`, tone: "good" } as const] : []),
      ...(failed > 0 ? [{ text: `${failed} failed in ${NEWS_FOR_DAYS} days`, tone: "bad" } as const] : []),
    ],
    columns: COLUMNS,
    rows: all.map((restore) => rowOf(context, restore, all)),
    sections: SECTIONS,
    defaultSort: { column: "age", descending: false },
    empty: emptyWords(context),
  };
}
