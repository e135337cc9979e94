import { type Client, createClient } from "../../client/client.ts";
import { ServiceError } from "../../client/errors/service-error.ts";
import type { Secret } from "../../contract/secret.ts";
import { clusterKind } from "../../domain/cluster.ts";
import type { Profile, ProfileProject } from "../../settings/profiles.ts";
import { connectionOfProfile } from "../../settings/resolve.ts";
import type { SecretsAt } from "../../settings/secrets.ts";
import { SettingsError } from "../../settings/settings-error.ts";
import { EXIT, exitOf } from "../exit.ts";

/** Checks that a profile works: lists the projects that the caller may see. */

/** The service's projects as a profile names them, or why they could not be read. */
type Checked =
  | { readonly ok: true; readonly projects: readonly ProfileProject[] }
  | {
      readonly ok: false;
      readonly why: string;
      /** Exit code of a command that ends with this failure. */
      readonly exit: number;
    };

/** Maximum of projects added to a profile: the console finds the others itself. */
export const MOST_PROJECTS = 50;

const ALL = { params: {} } as const;

/** The clusters of all projects, by project; none where the service does not list them. */
async function clustersOf(
  client: Client,
  signal: AbortSignal,
): Promise<ReadonlyMap<string, ProfileProject["clusters"]>> {
  try {
    const { data } = await client.call("listClustersOfAllProjects", ALL, { signal });
    return new Map(
      data.results.map(({ groupId, clusters }) => [
        groupId,
        (clusters ?? []).map(({ name, type }) => ({ name, kind: clusterKind(type ?? null) })),
      ]),
    );
  } catch (error) {
    // Names are only a convenience: missing ones are looked up when needed.
    if (error instanceof ServiceError) return new Map();
    throw error;
  }
}

/**
 * Calls the service of a profile, which need not be saved yet. Changes nothing.
 *
 * @param entered its secret, where it was typed just now
 */
export async function checkProfile(
  profile: Profile,
  at: SecretsAt,
  entered: Secret | null,
  signal: AbortSignal,
): Promise<Checked> {
  try {
    const { connection } = await connectionOfProfile(profile, { readOnly: true, signal }, at, entered);
    const client = createClient(connection, {});
    try {
      const { data } = await client.call("listProjects", ALL, { signal });
      const clusters = await clustersOf(client, signal);
      const projects = data.results.slice(0, MOST_PROJECTS).map(
        ({ id, name }): ProfileProject => ({
          id,
          ...(name ? { alias: name } : {}),
          clusters: clusters.get(id) ?? [],
        }),
      );
      return { ok: true, projects };
    } finally {
      await client.close();
    }
  } catch (error) {
    if (error instanceof ServiceError) {
      const { what, why, next } = error.explain();
      return { ok: false, why: `${what} ${why} ${next}`, exit: exitOf(error) };
    }
    if (error instanceof SettingsError) return { ok: false, why: error.message, exit: EXIT.wrongUse };
    throw error;
  }
}
