import { weakMapMemoize } from "reselect";
import type { OperationId } from "../../contract/operations.ts";
import type { Ring } from "../../domain/sample-ring.ts";
import type { Query } from "../../state/query.ts";
import type { SampleKey } from "../../state/sample-kinds.ts";
import { MINUTE } from "../../text/durations.ts";
import { areSameItems } from "../../text/same-items.ts";
import { contextIn, idInAll, paramsOfOne, projectScopes, thingIn } from "../all-projects.ts";
import type { Screen } from "../area.ts";
import type { Context, Scope } from "../context.ts";
import type { ListModel, Row } from "../view.ts";

/**
 * What each project has to show in a list of all: made by the area as if one stood there, and kept while nothing in it changed. An answer of one
 * project leaves the rows of all others as they are.
 */
export type Part = {
  /** The context of the project. */
  readonly context: Context;
  /** Its list, with rows that are called by their names among those of all. */
  readonly model: () => ListModel;
  readonly running: () => readonly Query[];
  readonly ends: () => readonly number[];
  /** The readings that any of it was drawn with. */
  readonly drawnWith: ReadonlyMap<SampleKey, Ring>;
};

type LastLook = NonNullable<Context["lastLook"]>;

/** What stood in a list of all projects at the last look, by project. */
const looksByProject = weakMapMemoize(({ ids }: LastLook): ReadonlyMap<string, ReadonlySet<string>> => {
  const found = new Map<string, Set<string>>();
  for (const thing of [...ids].map(thingIn)) {
    if (thing === null) continue;
    const own = found.get(thing.project);
    if (own === undefined) found.set(thing.project, new Set([thing.id]));
    else own.add(thing.id);
  }
  return found;
});

const NOTHING: ReadonlySet<string> = new Set();

const lastLookIn = weakMapMemoize(
  (look: LastLook, project: string): LastLook => ({
    at: look.at,
    ids: looksByProject(look).get(project) ?? NOTHING,
  }),
);

/** The scope with the clusters as the lists of the project name them: what is asked of a cluster depends on its kind. */
function withOwnClusters(scope: Scope, { groupId, projects }: Scope): Scope {
  const own = projects.find(({ id }) => id === scope.groupId)?.own;
  return own === undefined || scope.groupId === groupId ? scope : { ...scope, ...own };
}

/** The scopes of all projects. One that is narrowed to a project alone shows that one. */
export const scopesOfAll = weakMapMemoize((scope: Scope): readonly Scope[] => {
  const { project: only, ...params } = paramsOfOne(scope.params);
  return projectScopes(scope, params)
    .filter(({ groupId }) => only === undefined || groupId === only)
    .map((each) => withOwnClusters(each, scope));
});

/** The context of one project in that of all. */
export const contextOfPart = (context: Context, scope: Scope): Context => ({
  ...contextIn(context, scope),
  lastLook: context.lastLook === null ? null : lastLookIn(context.lastLook, scope.groupId),
});

/** A row with the project that it is of. */
export function rowInAll(row: Row, { groupId, groupName }: Pick<Scope, "groupId" | "groupName">): Row {
  return {
    ...row,
    id: idInAll(groupId, row.id),
    cells: { ...row.cells, project: groupName },
    ...(row.members === undefined
      ? {}
      : { members: row.members.map((member) => rowInAll(member, { groupId, groupName })) }),
    ...(row.link === undefined ? {} : { project: row.project ?? groupId }),
  };
}

/** Computes once. */
function once<Value>(compute: () => Value): () => Value {
  let made: { readonly value: Value } | undefined;
  return () => {
    made ??= { value: compute() };
    return made.value;
  };
}

function partOf(screen: Screen, given: Context): Part {
  const { scope } = given;
  const drawnWith = new Map<SampleKey, Ring>();
  const context: Context = {
    ...given,
    ring: (key) => {
      const ring = given.ring(key);
      drawnWith.set(key, ring);
      return ring;
    },
  };
  return {
    context,
    drawnWith,
    model: once(() => {
      const model = screen.list(context);
      const own = new Set(model.sections.filter(({ isOfProject }) => isOfProject).map(({ id }) => id));
      const placed = (row: Row): Row =>
        own.has(row.section ?? "") ? { ...row, section: idInAll(scope.groupId, row.section ?? "") } : row;
      return {
        ...model,
        rows: model.rows.map((row) => placed(rowInAll(row, scope))),
        sections: model.sections.map((section) =>
          section.isOfProject
            ? { ...section, id: idInAll(scope.groupId, section.id), title: `${scope.groupName} · ${section.title}` }
            : section,
        ),
      };
    }),
    running: once(() => screen.running?.(context) ?? []),
    ends: once(() => screen.ends?.(context) ?? []),
  };
}

/** Everything of a context that a list of one project is made of, but the time. */
function sourcesOf(screen: Screen, context: Context): readonly unknown[] {
  const { scope } = context;
  const answers = screen
    .queries(scope)
    .flatMap(({ operation, args }) => [
      context.cached<OperationId>(operation, args),
      context.unread<OperationId>(operation, args)?.words,
      context.asOf<OperationId>(operation, args) === null,
    ]);
  return [
    ...[scope.groupName, scope.orgId, scope.cluster, scope.clusters, scope.clusterList, scope.unlisted],
    ...[JSON.stringify(scope.params), context.zone, context.lastLook, context.runbooks],
    ...answers,
  ];
}

/** Whether what was made of a project is the same at another time: ages move by the minute, countdowns in their last one by the second. */
function isTimely({ context, ends }: Part, now: number): boolean {
  if (Math.floor(context.now / MINUTE) !== Math.floor(now / MINUTE)) return false;
  return !ends().some((end) => end > context.now && end - now <= MINUTE);
}

/** The parts of a screen, each kept from one context to the next while its project stands as it was. */
export function createParts(screen: Screen): (context: Context) => readonly Part[] {
  let kept: ReadonlyMap<string, { readonly part: Part; readonly sources: readonly unknown[] }> = new Map();
  return weakMapMemoize((context: Context): readonly Part[] => {
    const now = scopesOfAll(context.scope).map((scope) => {
      const own = contextOfPart(context, scope);
      const sources = sourcesOf(screen, own);
      const before = kept.get(scope.groupId);
      const isSame =
        before !== undefined &&
        areSameItems(before.sources, sources) &&
        [...before.part.drawnWith].every(([key, ring]) => own.ring(key) === ring) &&
        isTimely(before.part, context.now);
      return [scope.groupId, { part: isSame ? before.part : partOf(screen, own), sources }] as const;
    });
    kept = new Map(now);
    return now.map(([, { part }]) => part);
  });
}
