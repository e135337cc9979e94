import { request, step } from "../migration-support.ts";
import { choose, DEDICATED, type Performer, type World } from "./world.ts";

/** Live migrations, validations, the link of the organisation. */

const organization = (world: World, path: string): string =>
  `/orgs/${world.watched.client.ready.orgId}/liveMigrations/${path}`;

/** A request, now and then with a password of its own or a source that is not there. */
async function wanted(world: World, first: number, second: number): Promise<object> {
  const login = { managedAuthentication: false, username: "migrator", password: world.secret() };
  const source = choose([{}, login, { clusterName: "nowhere" }, { ssl: false }], second);
  return request(world.watched.client, { source, destination: { clusterName: choose(DEDICATED, first) } });
}

const one = (world: World, number: number): string =>
  `${world.group}/liveMigrations/${world.pick("migration", number)}`;

export const migrationActs: Readonly<Record<string, Performer>> = {
  validate: async (world, first, second) => {
    const path = `${world.group}/liveMigrations/validate`;
    const body = await wanted(world, first, second);
    const reply = await world.watched.ask("POST", path, { body });
    world.note("validation", reply.at("_id"));
  },
  migrate: async (world, first, second) => {
    const body = await wanted(world, first, second);
    const reply = await world.watched.ask("POST", `${world.group}/liveMigrations`, { body });
    world.note("migration", reply.at("_id"));
  },
  "cut over": async (world, first) => {
    await world.watched.ask("PUT", `${one(world, first)}/cutover`);
  },
  // By chance a migration is seldom asked while it is ready: it stays so for 120 hours.
  "see a migration through": async (world, first) => {
    const body = await request(world.watched.client, { destination: { clusterName: choose(DEDICATED, first) } });
    const reply = await world.watched.ask("POST", `${world.group}/liveMigrations`, { body });
    if (reply.status !== 201) return;
    world.note("migration", reply.at("_id"));
    const path = `${world.group}/liveMigrations/${reply.str("_id")}`;
    for (let halfDays = 0; halfDays < 20; halfDays += 1) {
      await step(world.watched.client, 43_200);
      const now = await world.watched.ask("GET", path);
      if (now.at("readyForCutover") === true || now.at("status") !== "WORKING") break;
    }
    await world.watched.ask("PUT", `${path}/cutover`);
    await world.lookAround();
  },
  "look at migration": async (world, first) => {
    await world.watched.ask("GET", one(world, first));
  },
  "create link token": async (world, first) => {
    const body = first % 2 === 0 ? {} : { accessListIps: ["198.51.100.7"] };
    const reply = await world.watched.ask("POST", organization(world, "linkTokens"), { body });
    // It is told once: never again in any answer.
    if (reply.status === 200) world.watched.secrets.add(reply.str("linkToken"));
  },
  "delete link token": async (world) => {
    await world.watched.ask("DELETE", organization(world, "linkTokens"));
  },
  "restore into a destination": async (world, first) => {
    const body = {
      deliveryType: "automated",
      snapshotId: world.pick("snapshot of prod-eu", 1),
      targetGroupId: world.watched.groupId,
      targetClusterName: choose(DEDICATED, first),
    };
    await world.watched.ask("POST", `${world.cluster(0)}/backup/restoreJobs`, { body });
  },
};
