import type { BodyObject } from "../../contract/json/json.ts";
import { isOfAll, paramsOfAll, thingIn } from "../all-projects.ts";
import type { Action, ActionPart } from "../model/area.ts";
import type { Context } from "../model/context.ts";
import type { Effect } from "../model/effect.ts";
import { inProject, inProjects, type NamedProject } from "./effects.ts";
import { contextOfPart, scopesOfAll } from "./parts.ts";

/** Actions of an area in a list of all projects: each runs in the project of its row, and names that project. */

const projectOf = ({ scope }: Context): NamedProject => ({ id: scope.groupId, name: scope.groupName });

const contextsOf = (context: Context): readonly Context[] =>
  scopesOfAll(context.scope).map((scope) => contextOfPart(context, scope));

/** The chosen things by project. `isWhole`: each of them belongs to a project that is shown. */
function partsOf(
  context: Context,
  ids: readonly string[],
): { readonly parts: readonly ActionPart[]; readonly isWhole: boolean } {
  const things = ids.map(thingIn);
  const parts = contextsOf(context).flatMap((own): readonly ActionPart[] => {
    const found = things.flatMap((thing) => (thing?.project === own.scope.groupId ? [thing.id] : []));
    return found.length === 0 ? [] : [{ context: own, ids: found }];
  });
  return { parts, isWhole: parts.reduce((sum, part) => sum + part.ids.length, 0) === ids.length };
}

const reasonIn = (action: Action, { context, ids }: ActionPart): string | null =>
  action.disabled?.(context, ids) ?? null;

/** The first reason when every part has one; otherwise null. */
function reasonOfAll(action: Action, parts: readonly ActionPart[]): string | null {
  const reasons = parts.map((part) => reasonIn(action, part));
  return reasons.includes(null) ? null : (reasons[0] ?? "no project loaded yet");
}

const areaParts = (context: Context): readonly ActionPart[] =>
  contextsOf(context).map((own) => ({ context: own, ids: [] }));

/** The reason why an action is not available for rows of all projects, or for the area. */
function disabledOfAll(action: Action, context: Context, ids: readonly string[]): string | null {
  if (action.on === undefined) return reasonOfAll(action, areaParts(context));
  const { parts, isWhole } = partsOf(context, ids);
  if (!isWhole || parts.length === 0) return "its project is not shown";
  if (parts.length > 1 && action.together === undefined) {
    return `select rows of one project (rows of ${parts.length} selected)`;
  }
  return reasonOfAll(action, parts);
}

/**
 * Runs an area action, for which no row determines the project: the project is chosen first. Effects that only change list parameters apply to all
 * projects.
 */
function openOnArea(action: Action, context: Context, start: BodyObject | undefined): Effect {
  const parts = areaParts(context).filter((part) => reasonIn(action, part) === null);
  const here = parts.find((part) => part.context.scope.groupId === context.scope.groupId) ?? parts[0];
  const effect = here === undefined ? null : action.open(here.context, [], start);
  if (effect?.kind === "params") return { kind: "params", params: paramsOfAll(effect.params) };
  if (effect?.kind === "place" && effect.place.ids.length === 0) return effect;
  return {
    kind: "pick",
    title: `${action.title.replace(/\u2026$/u, "")}: in which project?`,
    suggest: async () =>
      parts.map(({ context: own }) => ({
        value: own.scope.groupId,
        label: own.scope.groupName,
        ...(own.scope.groupId === context.scope.groupId ? { note: "current" } : {}),
      })),
    take: (project) => {
      const part = parts.find(({ context: own }) => own.scope.groupId === project);
      if (part === undefined) throw new Error(`there is no project ${project} in this profile`);
      return inProject(action.open(part.context, [], start), projectOf(part.context));
    },
  };
}

function openOnRows(action: Action, context: Context, ids: readonly string[], start: BodyObject | undefined): Effect {
  const { parts, isWhole } = partsOf(context, ids);
  const [first, ...others] = parts;
  if (first === undefined || !isWhole) throw new Error("the project of the row is not shown");
  if (others.length === 0) return inProject(action.open(first.context, first.ids, start), projectOf(first.context));
  if (action.together === undefined) throw new Error("the rows are of several projects");
  const possible = parts.filter((part) => reasonIn(action, part) === null);
  return inProjects(
    action.together(possible),
    possible.map((part) => projectOf(part.context)),
  );
}

/** The id of a thing in a list of one project, also where it was given as an id of the list of all. */
export function ownId({ scope }: Context, id: string): string {
  const thing = thingIn(id);
  return thing !== null && thing.project === scope.groupId ? thing.id : id;
}

const ownIds = (context: Context, ids: readonly string[]): readonly string[] => ids.map((id) => ownId(context, id));

/** The rows of all projects that an action applies to. */
function idsOfAll(action: Action, context: Context, ids: readonly string[]): readonly string[] {
  const { parts } = partsOf(context, ids);
  const chosen = new Map<string, ReadonlySet<string>>(
    parts.map((part) => [part.context.scope.groupId, new Set(action.appliesTo?.(part.context, part.ids) ?? part.ids)]),
  );
  return ids.filter((id) => {
    const thing = thingIn(id);
    return thing !== null && chosen.get(thing.project)?.has(thing.id) === true;
  });
}

/** An action for lists of one project and of all. */
export function actionOfAll(action: Action): Action {
  const { appliesTo } = action;
  return {
    ...action,
    disabled: (context, ids) =>
      isOfAll(context.scope)
        ? disabledOfAll(action, context, ids)
        : reasonIn(action, { context, ids: ownIds(context, ids) }),
    ...(appliesTo === undefined
      ? {}
      : {
          appliesTo: (context: Context, ids: readonly string[]) =>
            isOfAll(context.scope) ? idsOfAll(action, context, ids) : appliesTo(context, ownIds(context, ids)),
        }),
    open: (context, ids, start) => {
      if (!isOfAll(context.scope)) return action.open(context, ownIds(context, ids), start);
      return action.on === undefined ? openOnArea(action, context, start) : openOnRows(action, context, ids, start);
    },
  };
}
