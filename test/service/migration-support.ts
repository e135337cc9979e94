import { isObject } from "../../src/contract/json/json.ts";
import type { Client, Row } from "./support.ts";

/** What the tests of live migration and of source projects share. */

export { absent, frozen, step } from "./support.ts";

export const migrations = (call: Client, path = "", groupId = call.groupId): string =>
  `/groups/${groupId}/liveMigrations${path}`;

export const organization = (call: Client, path: string): string => `/orgs/${call.ready.orgId}/liveMigrations${path}`;

/** The source projects, by name. */
export async function sources(call: Client): Promise<ReadonlyMap<string, Row>> {
  const { json } = await call("GET", organization(call, "/availableProjects"));
  if (!Array.isArray(json)) throw new TypeError("no array of source projects");
  return new Map(json.filter(isObject).map((project) => [String(project["name"]), project]));
}

export type Changes = {
  readonly source?: object;
  readonly destination?: object;
  readonly [name: string]: unknown;
};

/** A request that fits: the first source into the main cluster, with what is changed about it. */
export async function request(call: Client, { source = {}, destination = {}, ...rest }: Changes = {}): Promise<object> {
  const shop = (await sources(call)).get("Legacy Shop");
  return {
    source: {
      groupId: shop?.["projectId"],
      clusterName: "shop-rs0",
      ssl: true,
      managedAuthentication: true,
      ...source,
    },
    destination: { groupId: call.groupId, clusterName: "prod-eu", hostnameSchemaType: "PUBLIC", ...destination },
    migrationHosts: ["mig01.corp.example"],
    ...rest,
  };
}

/** Starts a migration and tells its id. */
export async function started(call: Client, changes: Changes = {}): Promise<string> {
  const reply = await call("POST", migrations(call), { body: await request(call, changes) });
  if (reply.status !== 201) throw new Error(reply.text);
  return reply.str("_id");
}
