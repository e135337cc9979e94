import type { Role } from "../../contract/roles.ts";
import type { GroupId, OrgId } from "../../contract/schema/ids.ts";
import type { Environment, ReadOnly } from "../../contract/wire/connection.ts";
import type { DialectId } from "../../contract/wire/dialect.ts";
import type { ConsoleProfile } from "../dependencies.ts";
import type { RequestBudgets } from "./budget.ts";
import type { MissingRoles } from "./missing-roles.ts";
import type { ServerClock } from "./server-clock.ts";
import { locked, type Unlocking } from "./unlocking.ts";

/** A project as the console knows it. */
export type ProjectEntry = { readonly id: GroupId; readonly name: string; readonly orgId: OrgId | null };

type CalledProject = Pick<ProjectEntry, "id" | "name">;

/** The projects that a person means by a name, in whatever case where none is called exactly so, or by an id. */
export function projectsCalled<Project extends CalledProject>(
  projects: readonly Project[],
  wanted: string,
): readonly Project[] {
  const exact = projects.filter(({ id, name }) => id === wanted || name === wanted);
  return exact.length > 0 ? exact : projects.filter(({ name }) => name.toLowerCase() === wanted.toLowerCase());
}

/** A cluster as the console knows it; `kind` as the service or the profile writes it (`REPLICASET`, `SHARDED`, `SERVERLESS`, …). */
export type ClusterEntry = {
  readonly groupId: GroupId;
  readonly name: string;
  readonly kind: string | null;
  /** Null where no list was read that says it. */
  readonly paused: boolean | null;
  /** Named by the list over all projects only, which does not tell the shared tier and serverless from others. */
  readonly isRough?: true;
};

/** Whether the service could be reached, the last time it was tried. */
export type ConnectionState =
  | { readonly kind: "untried" }
  | { readonly kind: "ok" }
  | { readonly kind: "failing"; readonly since: number; readonly words: string };

/** Who asks which service, and what is known of both. Times are this machine's, in ms, unless they say otherwise. */
export type SessionState = {
  /** Grows with every change of profile or project: what was asked before belongs to the past. */
  readonly epoch: number;
  readonly profile: string;
  readonly environment: Environment;
  /** The embedded service answers. */
  readonly sandbox: boolean;
  readonly dialect: DialectId;
  /** Origin of the service. */
  readonly baseUrl: string;
  /** Why nothing may be changed now. */
  readonly readOnly: ReadOnly | null;
  /** Until when a person allowed writes in a profile that reads only by itself (this machine's time, ms). */
  readonly unlockedUntil: number | null;
  /** The caller's roles, when the profile states them. */
  readonly roles: readonly Role[] | null;
  /** Operations that were refused for want of a role. */
  readonly missingRoles: MissingRoles;
  /** A file or a folder of settings that projects are compared with (absolute path). */
  readonly settingsFiles: string | null;
  readonly orgId: OrgId | null;
  readonly orgName: string | null;
  readonly groupId: GroupId | null;
  readonly groupName: string | null;
  readonly projects: readonly ProjectEntry[];
  readonly clusters: readonly ClusterEntry[];
  readonly budgets: RequestBudgets;
  readonly connection: ConnectionState;
  readonly serverClock: ServerClock | null;
  readonly zone: "local" | "utc";
};

export type SessionActions = Unlocking & {
  /** Another project of the same profile: everything held is forgotten, calls under way are aborted. */
  readonly switchProject: (groupId: GroupId) => void;
  /** @param keptAs names the connection in files, for what the next start begins with; without it nothing is kept */
  readonly switchProfile: (profile: ConsoleProfile, keptAs?: string) => void;
  /** Lets everything be tried that a role was missing for: it may have been granted meanwhile. */
  readonly forgetMissingRoles: () => void;
  readonly setZone: (zone: "local" | "utc") => void;
};

/** The projects that a profile names. */
export const statedProjects = ({ projects, orgId }: Pick<ConsoleProfile, "projects" | "orgId">) =>
  projects.map(({ id, name }): ProjectEntry => ({ id, name, orgId }));

/** The clusters that a profile names. */
export const statedClusters = ({ projects }: Pick<ConsoleProfile, "projects">) =>
  projects.flatMap(({ id, clusters }) =>
    clusters.map(({ name, kind }): ClusterEntry => ({ groupId: id, name, kind, paused: null })),
  );

/** The session of a profile before anything was asked. */
export function sessionOf(profile: ConsoleProfile, epoch: number, zone: "local" | "utc"): SessionState {
  const { connection, groupId, orgId, projects } = profile;
  const start = groupId ?? projects[0]?.id ?? null;
  return {
    epoch,
    profile: connection.profile,
    environment: connection.environment,
    sandbox: connection.environment === "sandbox",
    dialect: connection.dialect,
    baseUrl: connection.baseUrl.origin,
    ...locked(connection.readOnly),
    roles: connection.roles,
    missingRoles: new Map(),
    settingsFiles: connection.settingsFiles ?? null,
    orgId,
    orgName: null,
    groupId: start,
    groupName: projects.find(({ id }) => id === start)?.name ?? null,
    projects: statedProjects(profile),
    clusters: statedClusters(profile),
    budgets: {},
    connection: { kind: "untried" },
    serverClock: null,
    zone,
  };
}
