import type { ProjectEntry } from "../../state/session/session.ts";
import type { App } from "../app.ts";

/** The project that is looked at, as the profile lists it or as it is called. */
export function projectHere({ store }: Pick<App, "store">): ProjectEntry | null {
  const { projects, groupId, groupName, orgId } = store.getState().session;
  if (groupId === null) return null;
  return projects.find(({ id }) => id === groupId) ?? { id: groupId, name: groupName ?? groupId, orgId };
}
