import { ServiceError } from "../client/service-error.ts";
import { ClusterName, GroupId, OrgId } from "../contract/ids.ts";
import type { AnswerOf, ArgsOf, OperationId } from "../contract/operations.ts";
import { type Core, wordsOf } from "./core.ts";
import type { ResourceActions } from "./resources.ts";
import type { ClusterEntry, ProjectEntry, SessionState } from "./session.ts";

/**
 * Organisation, projects and clusters by name: outside the specification, asked for once, and lived without where the service does
 * not know the question (`service-decisions.md`).
 */

/** What a question of the directory brought: an answer, "there is no such thing here", or a reason why not now. */
type Found<Data> =
  | { readonly kind: "found"; readonly data: Data }
  | { readonly kind: "absent" }
  | { readonly kind: "failed"; readonly words: string };

async function tried<Data>(question: Promise<{ readonly data: Data }>): Promise<Found<Data>> {
  try {
    return { kind: "found", data: (await question).data };
  } catch (error) {
    const status = error instanceof ServiceError ? error.status : null;
    // Not known here, or not for this caller: both mean to live without.
    if (status !== null && status >= 400 && status < 500 && status !== 429) return { kind: "absent" };
    return { kind: "failed", words: wordsOf(error) };
  }
}

const clusterKey = ({ groupId, name }: ClusterEntry): string => `${groupId} ${name}`;

/** Later entries win, but never forget a kind. */
export function mergedClusters(...lists: readonly (readonly ClusterEntry[])[]): readonly ClusterEntry[] {
  const all = new Map<string, ClusterEntry>();
  for (const entry of lists.flat()) {
    const known = all.get(clusterKey(entry));
    all.set(clusterKey(entry), { ...entry, kind: entry.kind ?? known?.kind ?? null });
  }
  return [...all.values()];
}

/** The name that the profile gives a project stays: its owner knows it by that. */
export function mergedProjects(
  stated: readonly ProjectEntry[],
  listed: readonly ProjectEntry[],
): readonly ProjectEntry[] {
  const all = new Map(listed.map((project) => [project.id, project]));
  for (const project of stated) {
    all.set(project.id, { ...project, orgId: project.orgId ?? all.get(project.id)?.orgId ?? null });
  }
  return [...all.values()];
}

/** Ids of answers are taken as they come; to ask with one it has to have the shape of one. */
const asGroupId = (id: string): GroupId | null => GroupId.safeParse(id).data ?? null;
const asOrgId = (id: string | null | undefined): OrgId | null => OrgId.safeParse(id).data ?? null;

async function projectsOf(ask: ResourceActions["ask"]): Promise<Found<readonly ProjectEntry[]>> {
  const found = await tried(ask("listProjects", { params: {} }));
  if (found.kind !== "found") return found;
  const data = found.data.results.flatMap(({ id, name, orgId }): ProjectEntry[] => {
    const groupId = asGroupId(id);
    return groupId === null ? [] : [{ id: groupId, name: name ?? groupId, orgId: asOrgId(orgId) }];
  });
  return { kind: "found", data };
}

async function clustersOfAll(ask: ResourceActions["ask"]): Promise<readonly ClusterEntry[]> {
  const found = await tried(ask("listClustersOfAllProjects", { params: {} }));
  if (found.kind !== "found") return [];
  return found.data.results.flatMap(({ groupId, clusters }) => {
    const id = asGroupId(groupId);
    if (id === null) return [];
    return (clusters ?? []).map(({ name, type }) => ({ groupId: id, name, kind: type ?? null, paused: false }));
  });
}

/** Asks something now. */
type Asking = <Id extends OperationId>(operation: Id, args: ArgsOf<Id>) => Promise<{ readonly data: AnswerOf<Id> }>;

/** The clusters of a project as the service lists them now, of every kind; none where it lists none. Never rejects. */
export async function clustersOf(ask: Asking, groupId: GroupId): Promise<readonly ClusterEntry[]> {
  const [dedicated, flex] = await Promise.all([
    tried(ask("listClusters", { params: { groupId } })),
    tried(ask("listFlexClusters", { params: { groupId } })),
  ]);
  return [
    ...(dedicated.kind === "found" ? dedicated.data.results : []).map(
      ({ name, clusterType, paused, replicationSpecs }) => ({
        groupId,
        name,
        // A cluster of the shared tier says what it is by its provider only; much of the API refuses it.
        kind: (replicationSpecs ?? []).some(({ regionConfigs }) =>
          (regionConfigs ?? []).some(({ providerName }) => providerName === "TENANT"),
        )
          ? "TENANT"
          : (clusterType ?? null),
        paused: paused === true,
      }),
    ),
    ...(flex.kind === "found" ? flex.data.results : []).map(({ name }) => ({
      groupId,
      name,
      kind: "FLEX",
      paused: false,
    })),
  ].filter(({ name }) => ClusterName.safeParse(name).success);
}

/** Asks for everything and puts it into the session of the epoch in which it was asked. */
export async function discover(core: Core, ask: ResourceActions["ask"]): Promise<void> {
  const { epoch, directory } = core.get().session;
  if (directory === "asking") return;
  const change = (part: (session: SessionState) => Partial<SessionState>): boolean => {
    const { session } = core.get();
    if (session.epoch !== epoch) return false;
    core.set({ session: { ...session, ...part(session) } });
    return true;
  };
  change(() => ({ directory: "asking" }));
  const [projects, everywhere] = await Promise.all([projectsOf(ask), clustersOfAll(ask)]);
  const isPresent = change((session) => {
    if (projects.kind === "failed") return { directory: "unknown" };
    const known = projects.kind === "found" ? mergedProjects(session.projects, projects.data) : session.projects;
    const here = known.find(({ id }) => id === session.groupId) ?? (session.groupId === null ? known[0] : undefined);
    return {
      directory: projects.kind === "found" ? "known" : "absent",
      projects: known,
      clusters: mergedClusters(session.clusters, everywhere),
      groupId: session.groupId ?? here?.id ?? null,
      groupName: here?.name ?? session.groupName,
      orgId: session.orgId ?? here?.orgId ?? null,
    };
  });
  if (!isPresent) return;
  if (projects.kind === "failed") {
    core.report("warning", `Projects and clusters are not known yet: ${projects.words}`);
    return;
  }
  await discoverProject(core, ask);
}

/** Asks for what belongs to the project of the moment: its clusters, and the name of its organisation. */
export async function discoverProject(core: Core, ask: ResourceActions["ask"]): Promise<void> {
  const { epoch, groupId, orgId, directory } = core.get().session;
  if (directory === "absent") return;
  const [clusters, organisation] = await Promise.all([
    groupId === null ? [] : clustersOf(ask, groupId),
    orgId === null ? null : tried(ask("getOrganization", { params: { orgId } })),
  ]);
  const { session } = core.get();
  if (session.epoch !== epoch) return;
  core.set({
    session: {
      ...session,
      clusters: mergedClusters(session.clusters, clusters),
      orgName: organisation?.kind === "found" ? (organisation.data.name ?? session.orgName) : session.orgName,
    },
  });
}
