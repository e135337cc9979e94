import type { GroupId, OrgId } from "../../contract/schema/ids.ts";
import type { Connection } from "../../contract/wire/connection.ts";
import type { ServiceClient } from "../service-client.ts";

/** A connection, its client, and the ids and names that the profile states. */
export type ConsoleProfile = {
  readonly connection: Connection;
  readonly client: ServiceClient;
  /** Project to start in; null: the first in the service's list. */
  readonly groupId: GroupId | null;
  readonly orgId: OrgId | null;
  /** Projects and clusters named in the profile, for services that cannot list them. */
  readonly projects: readonly StatedProject[];
};

type StatedProject = {
  readonly id: GroupId;
  readonly name: string;
  readonly clusters: readonly { readonly name: string; readonly kind: string }[];
};
