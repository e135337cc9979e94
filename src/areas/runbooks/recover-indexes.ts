import { formatIndex, isDeleting, type SearchIndex } from "../../domain/search/search-index.ts";
import { pluralize } from "../../text/format.ts";
import { accent, good } from "../builders/cells.ts";
import { projectName } from "../builders/project-name.ts";
import type { Context } from "../model/context.ts";
import { type Effect, effectOfAction, goTo, note } from "../model/effect.ts";
import { indexesOn, indexesQuery } from "../queries/search-indexes.ts";
import { fromCopy } from "../search-indexes/create.ts";
import { CURRENT } from "../search-indexes/current.ts";
import { contextOfCluster, type RunbookStep, type RunbookValues, type StepStatus } from "./runbook.ts";
import { cluster, done, open, waiting } from "./steps.ts";

/**
 * The search indexes after a restore: a restore to another cluster copies documents only, so each index is recreated there from its old definition.
 */

/** The cluster that was restored to; the source cluster where that is not known. */
export const target = (values: RunbookValues): string => values["target"] ?? cluster(values);
export const isOtherCluster = (values: RunbookValues): boolean => target(values) !== cluster(values);

/** A step in the cluster that was restored to: where that is in another project, the step has to be done there, and a page says so. */
export const inTargetProject = (step: RunbookStep): RunbookStep => {
  const { opens } = step;
  if (opens === undefined) return step;
  const isHere = ({ scope }: Context, { project }: RunbookValues): boolean =>
    project === undefined || project === scope.groupId;
  return {
    ...step,
    queries: (context, values) => (isHere(context, values) ? (step.queries?.(context, values) ?? []) : []),
    seen: (context, values) => (isHere(context, values) ? (step.seen?.(context, values) ?? null) : null),
    opens: {
      area: opens.area,
      effect: (context, values) => {
        if (isHere(context, values)) return opens.effect(context, values);
        const where = `${target(values)} is in ${projectName(context, values["project"] ?? "")}`;
        return note(
          step.title,
          `${where}: press ${context.key("project")} to switch, do this step there, then mark it as done with ${context.key("action.edit")}.`,
        );
      },
    },
  };
};

/** The indexes of a cluster that are not being deleted; null while they are not read. */
const staying = (context: Context, name: string): readonly SearchIndex[] | null =>
  indexesOn(context, name)?.filter((index) => !isDeleting(index)) ?? null;

type Both = {
  readonly all: readonly SearchIndex[];
  readonly there: readonly SearchIndex[];
  readonly missing: readonly SearchIndex[];
};

/** The indexes of the source, split by whether the target has one of the same name in the same collection. */
function both(context: Context, values: RunbookValues): Both | null {
  const [all, ours] = [staying(context, cluster(values)), staying(context, target(values))];
  if (all === null || ours === null) return null;
  const names = new Set(ours.map(formatIndex));
  return {
    all,
    there: ours,
    missing: all.filter((index) => !names.has(formatIndex(index))),
  };
}

function seen(context: Context, values: RunbookValues): StepStatus | null {
  const found = isOtherCluster(values) ? both(context, values) : null;
  if (found === null) return null;
  const { all, there, missing } = found;
  const link = { area: "search-indexes", ids: [] } as const;
  if (all.length === 0) return done(`${cluster(values)} has no search indexes`);
  if (missing.length > 0) return open(`${missing.length} of ${all.length} indexes missing on ${target(values)}`, link);
  const moving = there.filter(({ status }) => status.isMoving).length;
  if (moving > 0) return waiting(accent(`${pluralize(moving, "index")} building`), link);
  return done(good(`all ${all.length} indexes of ${cluster(values)} exist on ${target(values)}`), link);
}

/** Recreates one index of the source on the target under its own name; where none is missing, creates any other. */
function make(context: Context, values: RunbookValues): Effect {
  const missing = (isOtherCluster(values) ? both(context, values) : null)?.missing ?? [];
  if (missing.length === 0)
    return effectOfAction("search-indexes", "search-indexes.create", contextOfCluster(context, target(values)));
  return {
    kind: "pick",
    title: `Index to create on ${target(values)}`,
    suggest: async () =>
      missing.map((index) => ({ value: index.id, label: formatIndex(index), note: index.status.short })),
    take: (id) => {
      const found = missing.find((index) => index.id === id);
      return found === undefined
        ? goTo("search-indexes")
        : fromCopy(context, CURRENT, target(values), found, found.name);
    },
  };
}

export const searchStep: RunbookStep = {
  id: "search",
  title: "Recreate search indexes",
  about: (values) =>
    isOtherCluster(values) || values["target"] === undefined
      ? "A restore to another cluster brings no search indexes: create each from its definition."
      : "Search indexes are rebuilt automatically. Confirm when they serve, or create missing ones.",
  queries: (context, values) =>
    isOtherCluster(values)
      ? [cluster(values), target(values)].map((name) => indexesQuery(context.scope, name, "index-build"))
      : [],
  seen,
  opens: { area: "search-indexes", effect: make },
};
