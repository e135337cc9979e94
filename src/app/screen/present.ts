import type { Context } from "../../areas/model/context.ts";
import type { ConsoleState } from "../../state/store.ts";
import { contextAt } from "./contexts.ts";
import type { ListSelectors } from "./current.ts";
import { createScopeSelectors } from "./scope.ts";

/** Context of a project at this moment, whatever the screen shows and whenever it was drawn: for reviews. */

export type PresentSelectors = {
  /**
   * A project with all of its clusters; null while no project is known.
   *
   * @param groupId null, or an id outside of the profile, stands for the current project
   * @param now the service's time
   */
  readonly present: (state: ConsoleState, groupId: string | null, now: number) => Context | null;
};

/** The state as if the project were current, without a cluster filter. */
function inProject(state: ConsoleState, groupId: string | null): ConsoleState {
  const { session, navigation } = state;
  const project = session.groupId === groupId ? undefined : session.projects.find(({ id }) => id === groupId);
  return {
    ...state,
    navigation: { ...navigation, cluster: null },
    session:
      project === undefined
        ? session
        : {
            ...session,
            groupId: project.id,
            groupName: project.name,
            orgId: project.orgId ?? session.orgId,
          },
  };
}

export function createPresentSelectors({ sources }: Pick<ListSelectors, "sources">): PresentSelectors {
  // A separate instance, so that the screen's memoized scope stays valid.
  const { plainScope } = createScopeSelectors();
  return {
    present: (state, groupId, now) => {
      const scope = plainScope(inProject(state, groupId));
      return scope && contextAt(sources(state), scope, now);
    },
  };
}
