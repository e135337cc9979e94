import { weakMapMemoize } from "reselect";
import type { Query } from "../../state/answers/query.ts";
import { isOfAll, projectScopes, thingIn } from "../all-projects.ts";
import { isCount, sumOfCounts } from "../builders/count.ts";
import { field } from "../builders/lines.ts";
import type { Area, Screen } from "../model/area.ts";
import type { Context, Scope } from "../model/context.ts";
import type { DetailLine, DetailModel } from "../model/view.ts";
import { actionOfAll, ownId } from "./actions.ts";
import { createContexts } from "./kept-contexts.ts";
import { columnsOfAll, listOfAll } from "./list.ts";
import { contextOfPart, createParts, listsOfAll, scopesOfAll } from "./parts.ts";
import { countsOfAll, fieldsOfAll } from "./values.ts";

/**
 * Makes an area that shows one project show all projects of the profile as well: the area stays a function of one project, and is called for each of
 * them.
 */

/** Queries of a list of all: those of each project, and the look-ups of those that the console does not keep up to date by itself. */
const queriesOfAll = (screen: Screen) =>
  weakMapMemoize((scope: Scope): readonly Query[] => {
    const scopes = scopesOfAll(scope);
    return [
      ...scopes.flatMap((own) => screen.queries(own)),
      ...scopes.flatMap((own) => (own.groupId === scope.groupId ? [] : (screen.lookups?.(own) ?? []))),
    ];
  });

/** The context of a thing's project, and its id there; null where its project is not shown. */
function thingAt(context: Context, id: string): { readonly context: Context; readonly id: string } | null {
  if (!isOfAll(context.scope)) return { context, id: ownId(context, id) };
  const thing = thingIn(id);
  const scope =
    thing === null ? undefined : scopesOfAll(context.scope).find(({ groupId }) => groupId === thing.project);
  return thing === null || scope === undefined ? null : { context: contextOfPart(context, scope), id: thing.id };
}

const lineIn = (line: DetailLine, project: string): DetailLine =>
  (line.kind === "field" || line.kind === "drawn") && line.link !== undefined
    ? { ...line, project: line.project ?? project }
    : line;

/** The detail of a thing from a list of all: it names the project. */
const detailIn = (model: DetailModel, { groupId, groupName }: Scope): DetailModel => ({
  ...model,
  lines: [field("Project", groupName), ...model.lines.map((line) => lineIn(line, groupId))],
});

function screenOfAll(screen: Screen): Screen {
  const parts = createParts(screen);
  const queries = queriesOfAll(screen);
  const { running, endTimes, columns = () => [] } = screen;
  return {
    ...screen,
    showsAllProjects: true,
    queries: (scope) => (isOfAll(scope) ? queries(scope) : screen.queries(scope)),
    lookups: (scope) => [...(screen.lookups?.(scope) ?? []), ...listsOfAll(scope)],
    columns: (context) => (isOfAll(context.scope) ? columnsOfAll(columns(context)) : columns(context)),
    list: (context) => (isOfAll(context.scope) ? listOfAll(parts(context), context) : null) ?? screen.list(context),
    ...(running === undefined
      ? {}
      : {
          running: (context: Context) =>
            isOfAll(context.scope) ? parts(context).flatMap((part) => part.running()) : running(context),
        }),
    ...(endTimes === undefined
      ? {}
      : {
          endTimes: (context: Context) =>
            isOfAll(context.scope) ? parts(context).flatMap((part) => part.ends()) : endTimes(context),
        }),
    ...(screen.fields === undefined ? {} : { fields: fieldsOfAll(screen.fields) }),
    ...(screen.counts === undefined ? {} : { counts: countsOfAll(screen.counts) }),
    detailQueries: (context, id) => {
      const thing = thingAt(context, id);
      return thing === null ? [] : screen.detailQueries(thing.context, thing.id);
    },
    detail: (context, id) => {
      const thing = thingAt(context, id);
      const model = thing && screen.detail(thing.context, thing.id);
      return model && isOfAll(context.scope) ? detailIn(model, thing.context.scope) : model;
    },
    actions: screen.actions.map(actionOfAll),
  };
}

type Badge = NonNullable<Area["badge"]>;

function badgeOfAll(badge: Badge): Badge {
  const { alertIds } = badge;
  const contexts = createContexts({
    scopes: weakMapMemoize((scope: Scope) => projectScopes(scope)),
    contextOf: contextOfPart,
    queries: badge.queries,
    ends: () => [],
  });
  const counted = weakMapMemoize(badge.count);
  return {
    queries: (scope) => projectScopes(scope).flatMap((own) => badge.queries(own)),
    count: (context) =>
      isOfAll(context.scope)
        ? sumOfCounts(
            contexts(context)
              .flatMap((own) => counted(own) ?? [])
              .filter(isCount),
          )
        : badge.count(context),
    ...(alertIds === undefined
      ? {}
      : { alertIds: (context: Context) => contexts(context).flatMap((own) => alertIds(own)) }),
  };
}

/** An area for one project and for all. */
export const ofAllProjects = (area: Area): Area => ({
  ...area,
  screen: screenOfAll(area.screen),
  ...(area.badge === undefined ? {} : { badge: badgeOfAll(area.badge) }),
});
