import type { Role } from "../../contract/roles.ts";
import type { GroupId, OrgId } from "../../contract/schema/ids.ts";
import type { Environment, ReadOnly } from "../../contract/wire/connection.ts";
import type { DialectId } from "../../contract/wire/dialect.ts";
import type { RequestBudgets } from "./budget.ts";
import type { ConsoleProfile } from "./console-profile.ts";
import type { MissingRoles } from "./missing-roles.ts";
import type { ServerClock } from "./server-clock.ts";
import { serverTime } from "./server-clock.ts";

/** A project as known to the console. */
export type ProjectEntry = { readonly id: GroupId; readonly name: string; readonly orgId: OrgId | null };

type CalledProject = Pick<ProjectEntry, "id" | "name">;

/** Projects that match an id or a name; case is ignored when no name matches exactly. */
export function projectsCalled<Project extends CalledProject>(
  projects: readonly Project[],
  wanted: string,
): readonly Project[] {
  const exact = projects.filter(({ id, name }) => id === wanted || name === wanted);
  return exact.length > 0 ? exact : projects.filter(({ name }) => name.toLowerCase() === wanted.toLowerCase());
}

/** A cluster as known to the console; `kind` in the spelling of the service or the profile (`REPLICASET`, `SHARDED`, `SERVERLESS`, …). */
export type ClusterEntry = {
  readonly groupId: GroupId;
  readonly name: string;
  readonly kind: string | null;
  /** Null when no list that says it was read. */
  readonly paused: boolean | null;
  /** Set when only the list over all projects names it, which does not distinguish the shared tier and serverless from others. */
  readonly isRough?: true;
};

/** Result of the last attempt to reach the service. */
export type ConnectionState =
  | { readonly kind: "untried" }
  | { readonly kind: "ok" }
  | { readonly kind: "failing"; readonly since: number; readonly words: string };

/** Caller, service, and what is known of both. Times are local, in ms, unless stated otherwise. */
export type SessionState = {
  /** Grows with every change of profile or project: results of requests from an earlier epoch are dropped. */
  readonly epoch: number;
  readonly profile: string;
  readonly environment: Environment;
  /** True for the embedded service. */
  readonly sandbox: boolean;
  readonly dialect: DialectId;
  /** Reason why changes are refused; null when they are allowed. */
  readonly readOnly: ReadOnly | null;
  /** Time until which a person allowed writes in a read-only profile (local clock, ms). */
  readonly unlockedUntil: number | null;
  /** The caller's roles, if the profile states them. */
  readonly roles: readonly Role[] | null;
  /** Operations that were refused for a missing role. */
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

/** Writes in a production profile: blocked until a person allows them for a stated time (`design.md`, screen). */
export type Unlocking = {
  /** Allows writes for a time (ms). Does nothing when the read-only rule may not be lifted. */
  readonly unlock: (milliseconds: number) => void;
  /** Blocks writes again, at once. */
  readonly lock: () => void;
};

export type SessionActions = Unlocking & {
  /** Another project of the same profile: cached answers of the old one become stale, calls in flight are aborted. */
  readonly switchProject: (groupId: GroupId) => void;
  /** @param keptAs name of the connection in files, under which answers are saved for the next start; without it nothing is saved */
  readonly switchProfile: (profile: ConsoleProfile, keptAs?: string) => void;
  /** Allows new attempts at everything that was refused for a missing role: it may have been granted meanwhile. */
  readonly forgetMissingRoles: () => void;
  readonly setZone: (zone: "local" | "utc") => void;
};

/** The part of the state that holds the session. */
export type SessionSlice = { readonly session: SessionState };

/** Projects named in a profile. */
export const statedProjects = ({ projects, orgId }: Pick<ConsoleProfile, "projects" | "orgId">) =>
  projects.map(({ id, name }): ProjectEntry => ({ id, name, orgId }));

/** Clusters named in a profile. */
export const statedClusters = ({ projects }: Pick<ConsoleProfile, "projects">) =>
  projects.flatMap(({ id, clusters }) =>
    clusters.map(({ name, kind }): ClusterEntry => ({ groupId: id, name, kind, paused: null })),
  );

/** Lock state of a session before anybody allowed writes. */
export const locked = (readOnly: SessionState["readOnly"]): Pick<SessionState, "readOnly" | "unlockedUntil"> => ({
  readOnly,
  unlockedUntil: null,
});

/** Session of a profile before any request. */
export function sessionOf(profile: ConsoleProfile, epoch: number, zone: "local" | "utc"): SessionState {
  const { connection, groupId, orgId, projects } = profile;
  const start = groupId ?? projects[0]?.id ?? null;
  return {
    epoch,
    profile: connection.profile,
    environment: connection.environment,
    sandbox: connection.environment === "sandbox",
    dialect: connection.dialect,
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

/** Current service time in ms. */
export const serverNow = ({ session }: SessionSlice, localNow: number): number =>
  serverTime(session.serverClock, localNow);
