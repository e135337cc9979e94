import { contextIn } from "../../areas/all-projects.ts";
import { askClusters } from "../../areas/builders/clusters.ts";
import type { FormEnv } from "../../forms/form-plan.ts";
import type { Lookup } from "../../state/answers/lookup.ts";
import { clusterQueries, lookupOfQueries } from "../../state/names/directory.ts";
import type { ProjectEntry } from "../../state/session/session.ts";
import type { Selectors } from "../screen/selectors.ts";
import type { AppStore } from "../store.ts";
import type { SettingsSource } from "./types.ts";

/** Age up to which answers are reused while a plan is made (ms). */
const WHILE_PLANNING = 60_000;

type SourceInput = {
  readonly store: AppStore;
  readonly selectors: Pick<Selectors, "plainScope" | "present">;
  readonly env: () => FormEnv;
  /** Largest age of the list of clusters (ms). */
  readonly maxAge?: number;
};

/** Thrown while not even the projects are known. */
export class NoProjectsError extends Error {
  override readonly message = "The service did not say which projects there are.";
}

/**
 * Source of the settings of a project, current or not.
 *
 * @throws NoProjectsError while no project is known
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
  // For a service without such a list, the cluster names of the profile are used.
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

/** Lookup of the clusters from the lists just read: one of them may have failed. */
const clusterListNow = (store: AppStore, groupId: ProjectEntry["id"]): Lookup =>
  lookupOfQueries(store.getState(), clusterQueries(groupId));

/** A source that reuses recent answers while a plan is made, so that each list is requested once. */
export const planningSource = (source: SettingsSource, { resources }: Pick<AppStore, "resources">): SettingsSource => ({
  ...source,
  ask: (operation, args) => resources.ask(operation, args, WHILE_PLANNING),
});
