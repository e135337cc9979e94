import { isObject } from "../../../src/contract/json/json.ts";
import type { Client, Row } from "../support.ts";
import { Watched } from "./watched.ts";

/** What a sequence of requests knows of the service that it works on. */

export const DEDICATED = ["prod-eu", "analytics", "prod-eu-side", "paused-1"] as const;
export const CLUSTERS = [...DEDICATED, "tiny", "orders-sls"] as const;

/** One of a list by any number. An empty list has an id that nothing has. */
export const choose = <Item>(items: readonly Item[], number: number): Item => {
  const item = items[number % items.length];
  if (item === undefined) throw new TypeError("nothing to choose from");
  return item;
};

export const ABSENT = "f".repeat(24);

/** What can be named in a request: everything that ever was, so that what is gone is asked for too. */
export class World {
  readonly watched: Watched;
  /** Nothing moves by itself. */
  readonly quiet: boolean;
  readonly #known = new Map<string, Set<string>>();
  #secrets = 0;

  private constructor(watched: Watched, quiet: boolean) {
    this.watched = watched;
    this.quiet = quiet;
  }

  static async of(client: Client, quiet: boolean, tally?: Watched["tally"]): Promise<World> {
    const world = new World(new Watched(client, tally), quiet);
    await world.lookAround();
    // The sample has an alert whose configuration was deleted before.
    for (const { alertConfigId } of await world.rows(`${world.group}/alerts`))
      world.note("configuration", alertConfigId);
    return world;
  }

  get group(): string {
    return `/groups/${this.watched.groupId}`;
  }

  cluster(number: number, among: readonly string[] = CLUSTERS): string {
    return `${this.group}/clusters/${choose(among, number)}`;
  }

  /** A secret that nobody else has; from now on no answer may tell it. */
  secret(): string {
    this.#secrets += 1;
    const secret = `hidden-${this.#secrets}-of-a-sequence`;
    this.watched.secrets.add(secret);
    return secret;
  }

  note(kind: string, id: unknown): void {
    if (typeof id !== "string") return;
    const known = this.#known.get(kind) ?? new Set();
    this.#known.set(kind, known.add(id));
  }

  /** All ids of a kind that were ever seen. */
  known(kind: string): readonly string[] {
    return [...(this.#known.get(kind) ?? [])];
  }

  /** One of them, the newest first. */
  pick(kind: string, number: number): string {
    return choose([...this.known(kind).toReversed(), ABSENT], number);
  }

  /** All rows of a list, page by page. */
  async rows(path: string, query = ""): Promise<readonly Row[]> {
    const rows: Row[] = [];
    for (let page = 1; ; page += 1) {
      const reply = await this.watched.ask("GET", path, { query: `itemsPerPage=500&pageNum=${page}${query}` });
      if (reply.status !== 200) return [];
      rows.push(...reply.rows());
      if (reply.rows().length < 500) return rows;
    }
  }

  /** The rows of a list without pages, or of a bare array. */
  async all(path: string): Promise<readonly Row[]> {
    const { status, json } = await this.watched.ask("GET", path);
    if (status !== 200) return [];
    if (Array.isArray(json)) return json.filter(isObject);
    const { results } = Object(json);
    return Array.isArray(results) ? results.filter(isObject) : [];
  }

  /** Notes what there is: time makes and takes things as well as requests do. */
  async lookAround(): Promise<void> {
    const { group } = this;
    const note = async (kind: string, rows: Promise<readonly Row[]>): Promise<void> => {
      for (const { id, _id } of await rows) this.note(kind, id ?? _id);
    };
    await Promise.all([
      ...DEDICATED.map((name) => `${group}/clusters/${name}/backup`).flatMap((backup, index) => [
        note(`snapshot of ${DEDICATED[index]}`, this.rows(`${backup}/snapshots`)),
        note(`snapshot of ${DEDICATED[index]}`, this.all(`${backup}/snapshots/shardedClusters`)),
        note(`restore of ${DEDICATED[index]}`, this.rows(`${backup}/restoreJobs`)),
      ]),
      note("snapshot of orders-sls", this.rows(`${group}/serverless/orders-sls/backup/snapshots`)),
      note("bucket", this.rows(`${group}/backup/exportBuckets`)),
      note("configuration", this.rows(`${group}/alertConfigs`)),
    ]);
  }
}

/** Carries out an act with its three numbers. */
export type Performer = (world: World, first: number, second: number, third: number) => Promise<void>;
