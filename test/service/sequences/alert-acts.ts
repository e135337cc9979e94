import { KINDS, sentBack } from "../configurations.ts";
import { choose, type Performer, type World } from "./world.ts";

/** Alert configurations, alerts, and the switches of a project. */

const EVENTS = ["NO_PRIMARY", "HOST_DOWN", "CLUSTER_MONGOS_IS_MISSING"];

/** One notification of a kind, with secrets of its own. */
function notification(world: World, number: number): object {
  const [typeName, { fields, secret }] = choose(Object.entries(KINDS), number);
  const secrets = Object.entries(secret).map(([name, value]) => {
    const own = world.secret();
    return [name, value.startsWith("https:") ? `https://hooks.example.com/${own}` : `${own}-and-its-end`];
  });
  return { typeName, ...fields, ...Object.fromEntries(secrets) };
}

const one = (world: World, number: number): string =>
  `${world.group}/alertConfigs/${world.pick("configuration", number)}`;

const COMMENTS = [{}, { acknowledgedUntil: "2031-01-01T00:00:00Z" }, { acknowledgementComment: "Looking at it." }];

export const alertActs: Readonly<Record<string, Performer>> = {
  "create configuration": async (world, first, second, third) => {
    const body = {
      eventTypeName: choose(EVENTS, first),
      enabled: first % 3 !== 0,
      notifications: [notification(world, second), notification(world, third)],
    };
    const reply = await world.watched.ask("POST", `${world.group}/alertConfigs`, { body });
    world.note("configuration", reply.at("id"));
  },
  "change configuration": async (world, first, second) => {
    const stored = await world.watched.ask("GET", one(world, first));
    if (stored.status !== 200) return;
    const kept = sentBack(stored);
    const { notifications } = kept;
    const more = second % 2 === 0 ? [notification(world, second)] : [];
    const body = { ...kept, notifications: [...(Array.isArray(notifications) ? notifications : []), ...more] };
    await world.watched.ask("PUT", one(world, first), { body });
  },
  "switch configuration": async (world, first, second) => {
    await world.watched.ask("PATCH", one(world, first), { body: { enabled: second % 2 === 0 } });
  },
  "delete configuration": async (world, first) => {
    await world.watched.ask("DELETE", one(world, first));
  },
  acknowledge: async (world, first, second) => {
    const alerts = await world.rows(`${world.group}/alerts`);
    if (alerts.length === 0) return;
    const path = `${world.group}/alerts/${String(choose(alerts, first)["id"])}`;
    const body = choose([...COMMENTS, { unacknowledgeAlert: true }], second);
    await world.watched.ask("PATCH", path, { body });
  },
  "set auditing": async (world, first) => {
    const filters = ["{}", '{"atype":"authenticate"}', "not JSON"];
    const body = { enabled: true, auditFilter: choose(filters, first), auditAuthorizationSuccess: first % 2 === 0 };
    await world.watched.ask("PATCH", `${world.group}/auditLog`, { body });
  },
  "set custom names": async (world, first) => {
    await world.watched.ask("PATCH", `${world.group}/awsCustomDNS`, { body: { enabled: first % 2 === 0 } });
  },
};
