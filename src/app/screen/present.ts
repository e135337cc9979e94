import type { Context } from "../../areas/model/context.ts";
import type { ConsoleState } from "../../state/store.ts";
import { contextAt, type ListSelectors } from "./current.ts";
import { createScopeSelectors } from "./scope.ts";

/** A project as it is at this moment, whatever the screen shows and however long ago it was drawn: for reviews. */

export type PresentSelectors = {
  /**
   * A project with all of its clusters; null while no project is known.
   *
   * @param groupId the one that is looked at where this is null or none of the profile
   * @param now the service's time
   */
  readonly present: (state: ConsoleState, groupId: string | null, now: number) => Context | null;
};

/** The state as if one stood in a project, narrowed to no cluster. */
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
  // Its own, so that what the screen remembers of its scope stands.
  const { plainScope } = createScopeSelectors();
  return {
    present: (state, groupId, now) => {
      const scope = plainScope(inProject(state, groupId));
      return scope && contextAt(sources(state), scope, now);
    },
  };
}
