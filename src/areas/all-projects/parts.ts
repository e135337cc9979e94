import { weakMapMemoize } from "reselect";
import type { Query } from "../../state/answers/query.ts";
import { ALL_CLUSTERS, PROJECT_QUERIES } from "../../state/names/directory.ts";
import { once } from "../../text/once.ts";
import { contextIn, idInAll, paramsOfOne, projectScopes, thingIn, wantsAllProjects } from "../all-projects.ts";
import type { Screen } from "../model/area.ts";
import type { Context, Scope } from "../model/context.ts";
import type { ListModel, Row } from "../model/view.ts";
import { createContexts } from "./kept-contexts.ts";

/**
 * The share of one project in a list of all: computed by the area as if that project were the current one, and kept while its data is unchanged. An
 * answer for one project leaves the rows of all others as they are.
 */
export type Part = {
  /** The context of the project. */
  readonly context: Context;
  /** Its list, with row ids that are unique among all projects. */
  readonly model: () => ListModel;
  readonly running: () => readonly Query[];
  readonly ends: () => readonly number[];
};

type LastLook = NonNullable<Context["lastLook"]>;

/** The ids of a list of all projects at the last look, by project. */
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

/** The scope with the clusters of the project's own lists: the queries for a cluster depend on its kind. */
function withOwnClusters(scope: Scope, { groupId, projects }: Scope): Scope {
  const own = projects.find(({ id }) => id === scope.groupId)?.own;
  return own === undefined || scope.groupId === groupId ? scope : { ...scope, ...own };
}

/** The scopes of all projects. A list narrowed to a single project has that one only. */
export const scopesOfAll = weakMapMemoize((scope: Scope): readonly Scope[] => {
  const { project: only, ...params } = paramsOfOne(scope.params);
  return projectScopes(scope, params)
    .filter(({ groupId }) => only === undefined || groupId === only)
    .map((each) => withOwnClusters(each, scope));
});

/** The queries for projects and their clusters, where all projects are shown: a list of all depends on them. */
export const listsOfAll = (scope: Scope): readonly Query[] =>
  wantsAllProjects(scope) ? [...PROJECT_QUERIES, ...ALL_CLUSTERS] : [];

/** The context of one project, derived from the context of all. */
export const contextOfPart = (context: Context, scope: Scope): Context => ({
  ...contextIn(context, scope),
  lastLook: context.lastLook === null ? null : lastLookIn(context.lastLook, scope.groupId),
});

/** A row with its project. */
function rowInAll(row: Row, { groupId, groupName }: Pick<Scope, "groupId" | "groupName">): Row {
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
    ends: once(() => screen.endTimes?.(context) ?? []),
  };
}

/** The parts of a screen, each reused while the data of its project is unchanged. */
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
