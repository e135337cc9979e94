import { type Client, createClient } from "../../src/client/client.ts";
import { connectionOfReady } from "../../src/commands/connect.ts";
import { ClusterName, GroupId, OrgId } from "../../src/contract/schema/ids.ts";
import type { ServiceReady } from "../../src/service/server/ready.ts";
import { startService } from "../../src/service/service.ts";
import { type Sighting, sightingsIn } from "../../src/state/names/names.ts";
import { control } from "../service/support.ts";
import { type Walked, walk } from "./walk.ts";

/** A walk through every project of a service, and through the fullest once more when there is more to do in it. */

/** What some operations need before they can be done: a policy to lift, a validation to look at, a restore that can be cancelled. */
async function prepare(client: Client, ready: ServiceReady): Promise<readonly Sighting[]> {
  const { groupId: main, orgId } = ready;
  const groupId = GroupId.parse(main);
  const cluster = { groupId, clusterName: ClusterName.parse("prod-eu") };
  const { data: snapshots } = await client.call("listReplicaSetBackups", { params: cluster });
  const snapshot = snapshots.results.find(({ status }) => status === "completed");
  await client.call(
    "createBackupRestoreJob",
    { params: cluster },
    { body: { deliveryType: "download", snapshotId: snapshot?.id ?? "" } },
  );
  const { data: sources } = await client.call("listSourceProjects", { params: { orgId: OrgId.parse(orgId) } });
  const source = sources.find(({ name }) => name === "Legacy Shop");
  const body = {
    source: { groupId: source?.projectId ?? "", clusterName: "shop-rs0", ssl: true, managedAuthentication: true },
    destination: { groupId, clusterName: "prod-eu", hostnameSchemaType: "PUBLIC" },
    migrationHosts: ["mig01.corp.example"],
  };
  const { data: validation } = await client.call("validateMigration", { params: { groupId } }, { body });
  const policy = {
    projectId: groupId,
    authorizedEmail: "ann@example.com",
    authorizedUserFirstName: "Ann",
    authorizedUserLastName: "Ode",
  };
  await client.call("updateDataProtectionSettings", { params: { groupId } }, { body: policy });
  await control(ready, "POST", "/approve", { what: "compliance-policy", id: groupId });
  return sightingsIn("validateMigration", { params: { groupId } }, validation, body);
}

let everywhere: Promise<readonly Walked[]> | undefined;

/** What there is in all of them. It is walked through once for all test files of a process: nothing of it changes. */
export const walkEverywhere = (): Promise<readonly Walked[]> => (everywhere ??= walkAll());

async function walkAll(): Promise<readonly Walked[]> {
  let walked: readonly Walked[] = [];
  const service = await startService({ place: ":memory:", quiet: true, speed: 0 });
  const { ready } = service;
  const writing = createClient(connectionOfReady(ready, null));
  const client = createClient(connectionOfReady(ready, { because: "a walk changes nothing", unlockable: false }));
  const now = Date.now();
  const known = ready.migrations.map(
    ({ id, groupId }): Sighting => ({
      kind: "migration",
      name: id,
      id,
      project: groupId,
      source: "told by the service",
    }),
  );
  try {
    for (const { id } of ready.groups) {
      walked = [...walked, await walk({ ready, client, groupId: id, known, now })];
    }
    const made = await prepare(writing, ready);
    walked = [...walked, await walk({ ready, client, groupId: ready.groupId, known: [...known, ...made], now })];
  } finally {
    await writing.close();
    await client.close();
    await service.stop();
  }
  return walked;
}
