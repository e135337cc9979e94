import type { ProjectEntry } from "../../state/session/session.ts";
import type { App } from "../app.ts";

/** The current project as the profile lists it, otherwise with its known name. */
export function projectHere({ store }: Pick<App, "store">): ProjectEntry | null {
  const { projects, groupId, groupName, orgId } = store.getState().session;
  if (groupId === null) return null;
  return projects.find(({ id }) => id === groupId) ?? { id: groupId, name: groupName ?? groupId, orgId };
}
