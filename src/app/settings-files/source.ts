import { contextIn } from "../../areas/all-projects.ts";
import { askClusters } from "../../areas/builders/clusters.ts";
import type { FormEnv } from "../../forms/types.ts";
import type { Lookup } from "../../state/answers/lookup.ts";
import { clusterQueries, lookupOfQueries } from "../../state/names/directory.ts";
import type { ProjectEntry } from "../../state/session/session.ts";
import type { Selectors } from "../screen/selectors.ts";
import type { AppStore } from "../store.ts";
import type { SettingsSource } from "./types.ts";

/** What was read so recently is not asked for again while a plan is made (ms). */
const WHILE_PLANNING = 60_000;

type SourceInput = {
  readonly store: AppStore;
  readonly selectors: Pick<Selectors, "plainScope" | "present">;
  readonly env: () => FormEnv;
  /** How old the list of clusters may be (ms). */
  readonly maxAge?: number;
};

/** Said where even the projects are not known. */
export class NoProjectsError extends Error {
  override readonly message = "The service did not say which projects there are.";
}

/**
 * Where the settings of a project are read and changed: of the one that is looked at, or of any other.
 *
 * @throws NoProjectsError where no project is known yet
 * @throws ServiceError when its clusters cannot be read
 */
export async function settingsSource(
  { store, selectors, env, maxAge = WHILE_PLANNING }: SourceInput,
  { id, name, orgId }: ProjectEntry,
): Promise<SettingsSource> {
  const plain = selectors.plainScope(store.getState());
  if (plain === null) throw new NoProjectsError();
  const { clusterList: _own, ...rest } = plain;
  const ask: SettingsSource["ask"] = (operation, args) => store.resources.ask(operation, args);
  const listed = await askClusters((operation, args) => store.resources.ask(operation, args, maxAge), {
    groupId: id,
  });
  const clusterList = clusterListNow(store, id);
  // A service without such a list is asked by the names that the profile states.
  const stated = plain.projects.find((project) => project.id === id)?.clusters ?? [];
  const clusters = clusterList.kind === "absent" ? stated : listed;
  const own = { groupId: id, groupName: name, orgId: orgId ?? rest.orgId };
  const scope = { ...rest, ...own, cluster: null, clusters, clusterList };
  return {
    ask,
    scope,
    context: () => {
      const context = selectors.present(store.getState(), id, env().now);
      if (context === null) throw new NoProjectsError();
      return contextIn(context, scope);
    },
    env,
    applied: store.appliedSettings,
  };
}

/** What the lists that were just asked tell of which clusters there are: one that could not be read may be among them. */
const clusterListNow = (store: AppStore, groupId: ProjectEntry["id"]): Lookup =>
  lookupOfQueries(store.getState(), clusterQueries(groupId));

/** A source whose answers of a moment ago do while a plan is made: each list is asked for once. */
export const planning = (source: SettingsSource, { resources }: Pick<AppStore, "resources">): SettingsSource => ({
  ...source,
  ask: (operation, args) => resources.ask(operation, args, WHILE_PLANNING),
});
