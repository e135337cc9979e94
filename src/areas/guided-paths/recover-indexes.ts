import type { Query } from "../../state/query.ts";
import { pluralize } from "../../text/format.ts";
import type { Context } from "../context.ts";
import { type Effect, effectOfAction } from "../effect.ts";
import { clusterArgs } from "../queries/args.ts";
import { CURRENT, fromCopy } from "../search-indexes/create.ts";
import { cachedIndexes, type IndexAt } from "../search-indexes/list.ts";
import { indexStatusOf as indexStanding, indexWords } from "../search-indexes/status.ts";
import { done, open, type PathStep, type PathValues, type StepStatus, waiting, within } from "./path.ts";

/** The search indexes after a restore: into another cluster it brings documents alone, and each is made there from the old one's definition. */

export const cluster = (values: PathValues): string => values["cluster"] ?? "";
/** Where it was restored to; the cluster itself where that is not told. */
export const target = (values: PathValues): string => values["target"] ?? cluster(values);
export const isElsewhere = (values: PathValues): boolean => target(values) !== cluster(values);

/** A step in the cluster that was restored to: where that is of another project, it is done there, and said here. */
export const inItsProject = (step: PathStep): PathStep => {
  const isHere = ({ scope }: Context, { project }: PathValues): boolean =>
    project === undefined || project === scope.groupId;
  return {
    ...step,
    queries: (context, values) => (isHere(context, values) ? (step.queries?.(context, values) ?? []) : []),
    seen: (context, values) => (isHere(context, values) ? (step.seen?.(context, values) ?? null) : null),
    open: (context, values) => {
      if (isHere(context, values)) return step.open?.(context, values) ?? openPlace;
      const name = context.scope.projects.find(({ id }) => id === values["project"])?.name ?? "another project";
      const lines = [
        [`${target(values)} is in ${name}: p goes there. Do it there, come back, and say here with e that it is done.`],
      ];
      return { kind: "page", page: { title: step.title, lines, copies: [] } };
    },
  };
};

const openPlace: Effect = { kind: "place", place: { area: "guided-paths", ids: [] } };

const query = ({ scope }: Context, name: string): Query => ({
  operation: "listServiceSearchIndexesCluster",
  args: clusterArgs(scope, name),
  pace: "index-build",
  optional: true,
});

/** The indexes of a cluster that stay; undefined while they are not read. */
function staying(context: Context, name: string): readonly IndexAt[] | undefined {
  const { operation, args } = query(context, name);
  if (context.cached(operation, args) === undefined) return undefined;
  return cachedIndexes(within(context, name)).filter(({ index }) => index.status !== "DELETING");
}

type Both = {
  readonly all: readonly IndexAt[];
  readonly there: readonly IndexAt[];
  readonly missing: readonly IndexAt[];
};

/** The indexes of the source, and which of them the target has and has not: the same name in the same collection. */
function both(context: Context, values: PathValues): Both | null {
  const [all, ours] = [staying(context, cluster(values)), staying(context, target(values))];
  if (all === undefined || ours === undefined) return null;
  const names = new Set(ours.map(({ index }) => indexWords(index)));
  return {
    all,
    there: ours,
    missing: all.filter(({ index }) => !names.has(indexWords(index))),
  };
}

function seen(context: Context, values: PathValues): StepStatus | null {
  const found = isElsewhere(values) ? both(context, values) : null;
  if (found === null) return null;
  const { all, there, missing } = found;
  const link = { area: "search-indexes", ids: [] } as const;
  if (all.length === 0) return done(`${cluster(values)} has none`);
  if (missing.length > 0)
    return open(`${missing.length} of ${all.length} that ${cluster(values)} has are not on ${target(values)}`, link);
  const moving = there.filter(({ index }) => indexStanding(index).isMoving).length;
  if (moving > 0)
    return waiting({ text: `${pluralize(moving, "index is", "indexes are")} being built`, tone: "accent" }, link);
  return done({ text: `all ${all.length} of ${cluster(values)} are on ${target(values)}`, tone: "good" }, link);
}

/** One index of the source, made on the target under its own name; any other where none is missing. */
function make(context: Context, values: PathValues): Effect {
  const missing = (isElsewhere(values) ? both(context, values) : null)?.missing ?? [];
  if (missing.length === 0)
    return effectOfAction("search-indexes", "search-indexes.create", within(context, target(values)));
  return {
    kind: "pick",
    title: `Make which index on ${target(values)}`,
    open: false,
    suggest: async () =>
      missing.map(({ index }) => ({
        value: index.indexID,
        label: indexWords(index),
        note: indexStanding(index).short,
      })),
    take: (id) => {
      const found = missing.find(({ index }) => index.indexID === id);
      return found === undefined
        ? { kind: "place", place: { area: "search-indexes", ids: [] } }
        : fromCopy(context, CURRENT, target(values), found, found.index.name ?? "");
    },
  };
}

export const searchStep: PathStep = {
  id: "search",
  title: "Make its search indexes again",
  about: (values) =>
    isElsewhere(values) || values["target"] === undefined
      ? "Into another cluster, documents are restored without search indexes: each is made there from its definition."
      : "They are built anew by themselves. Say so when they serve, or make what is missing.",
  queries: (context, values) =>
    isElsewhere(values) ? [query(context, cluster(values)), query(context, target(values))] : [],
  seen,
  open: make,
};
