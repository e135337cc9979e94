import { weakMapMemoize } from "reselect";
import type { Query } from "../../state/answers/query.ts";
import { ALL_CLUSTERS, PROJECT_QUERIES } from "../../state/names/directory.ts";
import { contextIn, idInAll, paramsOfOne, projectScopes, thingIn, wantsAllProjects } from "../all-projects.ts";
import type { Screen } from "../model/area.ts";
import type { Context, Scope } from "../model/context.ts";
import type { ListModel, Row } from "../model/view.ts";
import { createContexts } from "./kept-contexts.ts";

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

/** The projects and their clusters, where all were asked for: a list of all stands on them. */
export const listsOfAll = (scope: Scope): readonly Query[] =>
  wantsAllProjects(scope) ? [...PROJECT_QUERIES, ...ALL_CLUSTERS] : [];

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

function partOf(screen: Screen, context: Context): Part {
  const { scope } = context;
  return {
    context,
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

/** The parts of a screen, each kept from one context to the next while its project stands as it was. */
export function createParts(screen: Screen): (context: Context) => readonly Part[] {
  const part = weakMapMemoize((own: Context): Part => partOf(screen, own));
  const contexts = createContexts({
    scopes: scopesOfAll,
    contextOf: contextOfPart,
    queries: screen.queries,
    ends: (own) => part(own).ends(),
  });
  return (context) => contexts(context).map((own) => part(own));
}
