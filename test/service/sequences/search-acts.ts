import { DYNAMIC, VECTOR } from "../search-support.ts";
import { CLUSTERS, choose, type Performer, type World } from "./world.ts";

/** Search indexes of both generations, and search nodes. */

const NAMES = ["a", "b"];
const WRONG = { mappings: { dynamic: false, fields: { title: { type: "strng" } } } };
const DEFINITIONS = [DYNAMIC, WRONG, { fields: [VECTOR] }, { ...DYNAMIC, storedSource: { include: ["title"] } }];

const place = { database: "lab", collectionName: "things" };

const indexOf = (world: World, number: number): string => world.pick("index", number);

const specs = (number: number) => ({ specs: [{ instanceSize: "S20_HIGHCPU_NVME", nodeCount: 2 + (number % 4) }] });

/** Mostly the one cluster, so that names and indexes meet. */
const on = (world: World, number: number): string =>
  world.cluster(0, [number < 48 ? "prod-eu-side" : choose(CLUSTERS, number)]);

export const searchActs: Readonly<Record<string, Performer>> = {
  "create index": async (world, first, second, third) => {
    const definition = choose(DEFINITIONS, second);
    const type = "fields" in definition ? { type: "vectorSearch" } : {};
    const body = { ...place, name: choose(NAMES, first), ...type, definition };
    const reply = await world.watched.ask("POST", `${on(world, third)}/search/indexes`, { body });
    world.note("index", reply.at("indexID"));
  },
  "create index of the first generation": async (world, first, second, third) => {
    const body = { ...place, name: choose(NAMES, first), ...choose([DYNAMIC, {}], second) };
    const reply = await world.watched.ask("POST", `${on(world, third)}/fts/indexes`, { body });
    world.note("index", reply.at("indexID"));
  },
  "change index": async (world, first, second, third) => {
    const path = `${on(world, third)}/search/indexes/${indexOf(world, first)}`;
    await world.watched.ask("PATCH", path, { body: { definition: choose(DEFINITIONS, second) } });
  },
  "change index by name": async (world, first, second, third) => {
    const path = `${on(world, third)}/search/indexes/lab/things/${choose(NAMES, first)}`;
    await world.watched.ask("PATCH", path, { body: { definition: choose(DEFINITIONS, second) } });
  },
  "change index of the first generation": async (world, first, second, third) => {
    const path = `${on(world, third)}/fts/indexes/${indexOf(world, first)}`;
    const stored = await world.watched.ask("GET", path);
    if (stored.status !== 200) return;
    const body = second % 2 === 0 ? stored.json : { ...place, name: choose(NAMES, first), ...DYNAMIC };
    await world.watched.ask("PATCH", path, { body });
  },
  "delete index": async (world, first, _second, third) => {
    await world.watched.ask("DELETE", `${on(world, third)}/search/indexes/${indexOf(world, first)}`);
  },
  "delete index by name": async (world, first, _second, third) => {
    await world.watched.ask("DELETE", `${on(world, third)}/search/indexes/lab/things/${choose(NAMES, first)}`);
  },
  "delete index of the first generation": async (world, first, _second, third) => {
    await world.watched.ask("DELETE", `${on(world, third)}/fts/indexes/${indexOf(world, first)}`);
  },
  "create search nodes": async (world, first, _second, third) => {
    await world.watched.ask("POST", `${on(world, third)}/search/deployment`, { body: specs(first) });
  },
  "change search nodes": async (world, first, _second, third) => {
    await world.watched.ask("PATCH", `${on(world, third)}/search/deployment`, { body: specs(first) });
  },
  "delete search nodes": async (world, _first, _second, third) => {
    await world.watched.ask("DELETE", `${on(world, third)}/search/deployment`);
  },
};
