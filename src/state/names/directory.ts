import { weakMapMemoize } from "reselect";
import { saysNotFound } from "../../client/errors/absence.ts";
import type { AnswerOf, ArgsOf, OperationId } from "../../contract/operations.ts";
import { GroupId, OrgId } from "../../contract/schema/ids.ts";
import { isMissing, joined, type Lookup, lookupOf, unreadOf } from "../answers/lookup.ts";
import type { AnyArgs, Query } from "../answers/query.ts";
import { dataOf, type ResourcesSlice, resourceOf } from "../answers/resource.ts";
import type { Core } from "../core.ts";
import {
  type ClusterEntry,
  type ProjectEntry,
  type SessionSlice,
  type SessionState,
  statedClusters,
  statedProjects,
} from "../session/session.ts";

/**
 * Organisation, projects and clusters by name: outside the specification, and optional where the service does not have these endpoints
 * (`service-decisions.md`). They are watched like everything else: a failure is retried with back-off and by `r`, and dependent code can check the
 * state (`answers/lookup.ts`).
 */

/** Owner name of these queries. */
export const DIRECTORY = "directory";

const ALL = { params: {} } as const;
const optionalOnce = { poll: "once", optional: true } as const;

/** The projects that the caller may see. */
export const PROJECT_QUERIES: readonly Query[] = [{ operation: "listProjects", args: ALL, ...optionalOnce }];
/** Clusters of all projects, with rough details. */
export const ALL_CLUSTERS: readonly Query[] = [{ operation: "listClustersOfAllProjects", args: ALL, ...optionalOnce }];

/**
 * Queries for the clusters of a project.
 *
 * @param isNeeded true when no cluster name is known otherwise
 */
export const clusterQueries = (groupId: GroupId, isNeeded = false): readonly Query[] => [
  { operation: "listClusters", args: { params: { groupId } }, poll: "once", ...(isNeeded ? {} : { optional: true }) },
  { operation: "listFlexClusters", args: { params: { groupId } }, ...optionalOnce },
];

/** All directory queries of a session. */
export const directoryQueries = ({ groupId, orgId }: Pick<SessionState, "groupId" | "orgId">): readonly Query[] => [
  ...PROJECT_QUERIES,
  ...ALL_CLUSTERS,
  ...(groupId === null ? [] : clusterQueries(groupId)),
  ...(orgId === null ? [] : [{ operation: "getOrganization", args: { params: { orgId } }, ...optionalOnce } as const]),
];

/** Joint state of several queries. */
export const lookupOfQueries = (state: Pick<ResourcesSlice, "resources">, queries: readonly Query[]): Lookup =>
  joined(
    queries.map(({ operation, args }) => {
      const resource = resourceOf<OperationId>(state, operation, args);
      return lookupOf(operation, resource?.cached, unreadOf(resource?.failure ?? null));
    }),
  );

/** Projects of which the list over all projects says null in place of clusters: it is not known that they have none. */
export const projectsWithoutReport = weakMapMemoize(
  (listed: AnswerOf<"listClustersOfAllProjects"> | undefined): ReadonlySet<GroupId> =>
    new Set((listed?.results ?? []).flatMap(({ groupId, clusters }) => (clusters === null ? [groupId] : []))),
);

/** The clusters of all projects, as far as they were read. */
export const listedOfAll = (
  state: Pick<ResourcesSlice, "resources">,
): AnswerOf<"listClustersOfAllProjects"> | undefined => dataOf(state, "listClustersOfAllProjects", ALL);

const clusterKey = ({ groupId, name }: ClusterEntry): string => `${groupId} ${name}`;

/** Later entries win, but never drop a known kind or paused state. */
function mergedClusters(...lists: readonly (readonly ClusterEntry[])[]): readonly ClusterEntry[] {
  const all = new Map<string, ClusterEntry>();
  for (const entry of lists.flat()) {
    const known = all.get(clusterKey(entry));
    const { kind = null, paused = null } = known ?? {};
    all.set(clusterKey(entry), { ...entry, kind: entry.kind ?? kind, paused: entry.paused ?? paused });
  }
  return [...all.values()];
}

/** A project name from the profile wins: its owner knows it by that. */
function mergedProjects(stated: readonly ProjectEntry[], listed: readonly ProjectEntry[]): readonly ProjectEntry[] {
  const all = new Map(listed.map((project) => [project.id, project]));
  for (const project of stated) {
    all.set(project.id, { ...project, orgId: project.orgId ?? all.get(project.id)?.orgId ?? null });
  }
  return [...all.values()];
}

/** Ids in answers are accepted as they are; an id in a request must have the right shape. */
const asGroupId = (id: unknown): GroupId | null => GroupId.safeParse(id).data ?? null;
const asOrgId = (id: string | null | undefined): OrgId | null => OrgId.safeParse(id).data ?? null;

const projectsIn = ({ results }: AnswerOf<"listProjects">): readonly ProjectEntry[] =>
  results.map(({ id, name, orgId }) => ({ id, name: name ?? id, orgId: asOrgId(orgId) }));

const clustersOfAll = ({ results }: AnswerOf<"listClustersOfAllProjects">): readonly ClusterEntry[] =>
  results.flatMap(({ groupId, clusters }) =>
    (clusters ?? []).map(({ name, type }) => ({ groupId, name, kind: type ?? null, paused: null, isRough: true })),
  );

const dedicatedClusters = (groupId: GroupId, { results }: AnswerOf<"listClusters">): readonly ClusterEntry[] =>
  results.map(({ name, clusterType, paused, replicationSpecs }) => ({
    groupId,
    name,
    // A cluster of the shared tier is marked only by its provider; much of the API refuses it.
    kind: (replicationSpecs ?? []).some(({ regionConfigs }) =>
      (regionConfigs ?? []).some(({ providerName }) => providerName === "TENANT"),
    )
      ? "TENANT"
      : (clusterType ?? null),
    paused: paused === true,
  }));

const flexClusters = (groupId: GroupId, { results }: AnswerOf<"listFlexClusters">): readonly ClusterEntry[] =>
  results.map(({ name }) => ({ groupId, name, kind: "FLEX", paused: false }));

/** Reads something now. */
type Asking = <Id extends OperationId>(operation: Id, args: ArgsOf<Id>) => Promise<{ readonly data: AnswerOf<Id> }>;

/** The data, or null when the service does not have that endpoint. Other errors do not mean "none" and are rethrown. */
async function unlessAbsent<Data>(question: Promise<{ readonly data: Data }>): Promise<Data | null> {
  try {
    return (await question).data;
  } catch (error) {
    if (saysNotFound(error)) return null;
    throw error;
  }
}

/**
 * Clusters of a project as the service lists them now, of every kind; empty when it has no such list.
 *
 * @throws ServiceError when a list could not be read: it is unknown then whether there are any
 */
export async function clustersOf(ask: Asking, groupId: GroupId): Promise<readonly ClusterEntry[]> {
  const [dedicated, flex] = await Promise.all([
    unlessAbsent(ask("listClusters", { params: { groupId } })),
    unlessAbsent(ask("listFlexClusters", { params: { groupId } })),
  ]);
  return [
    ...(dedicated === null ? [] : dedicatedClusters(groupId, dedicated)),
    ...(flex === null ? [] : flexClusters(groupId, flex)),
  ];
}

/** Enters listed names into the session. */
type Directory = {
  /** Called with every accepted answer. */
  readonly learn: (operation: OperationId, args: AnyArgs) => void;
};

export function createDirectory(core: Core<ResourcesSlice & SessionSlice>): Directory {
  const change = (part: Partial<SessionState>): void => core.set({ session: { ...core.get().session, ...part } });

  const learnProjects = (): void => {
    const listed = dataOf(core.get(), "listProjects", ALL);
    if (listed === undefined) return;
    const { session } = core.get();
    const projects = mergedProjects(statedProjects(core.profile()), projectsIn(listed));
    const here =
      projects.find(({ id }) => id === session.groupId) ?? (session.groupId === null ? projects[0] : undefined);
    change({
      projects,
      groupId: session.groupId ?? here?.id ?? null,
      groupName: here?.name ?? session.groupName,
      orgId: session.orgId ?? here?.orgId ?? null,
    });
  };

  const learnAllClusters = (): void => {
    const state = core.get();
    const listed = listedOfAll(state);
    if (listed === undefined) return;
    // A project's own lists are more precise and win, whichever came first.
    const rough = clustersOfAll(listed).filter(
      ({ groupId }) => lookupOfQueries(state, clusterQueries(groupId)).kind !== "read",
    );
    change({ clusters: mergedClusters(rough, state.session.clusters) });
  };

  const learnClusters = (groupId: GroupId): void => {
    const state = core.get();
    const dedicated = dataOf(state, "listClusters", { params: { groupId } });
    const flex = dataOf(state, "listFlexClusters", { params: { groupId } });
    const found = [
      ...(dedicated === undefined ? [] : dedicatedClusters(groupId, dedicated)),
      ...(flex === undefined ? [] : flexClusters(groupId, flex)),
    ];
    const isWhole = !isMissing(lookupOfQueries(state, clusterQueries(groupId)));
    const named = new Set([...found, ...statedClusters(core.profile())].map(clusterKey));
    const isThere = (entry: ClusterEntry): boolean =>
      !isWhole || entry.groupId !== groupId || named.has(clusterKey(entry));
    change({ clusters: mergedClusters(state.session.clusters, found).filter(isThere) });
  };

  const learnOrganisation = (): void => {
    const { orgId, orgName } = core.get().session;
    const listed = orgId === null ? undefined : dataOf(core.get(), "getOrganization", { params: { orgId } });
    if (listed !== undefined) change({ orgName: listed.name ?? orgName });
  };

  return {
    learn: (operation, { params }) => {
      const groupId = asGroupId(params["groupId"]);
      if (operation === "listProjects") learnProjects();
      else if (operation === "listClustersOfAllProjects") learnAllClusters();
      else if (operation === "getOrganization") learnOrganisation();
      else if ((operation === "listClusters" || operation === "listFlexClusters") && groupId !== null) {
        learnClusters(groupId);
      }
    },
  };
}
