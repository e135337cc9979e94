import { once } from "node:events";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { describe, expect, onTestFinished, test } from "vitest";
import { isObject } from "../../src/contract/json.ts";
import { randomOf } from "../../src/service/random.ts";
import { isWhole } from "../extent.ts";
import { bundledProgram } from "../service/console-program.ts";
import { type Started, started } from "../service/started.ts";
import { type Client, clientOf } from "../service/support.ts";
import { type Balancer, makeBalancer } from "./balancer.ts";
import { ask, DATABASE, newPlace } from "./database.ts";
import { wayTo } from "./go-between.ts";
import { makeServer, postgresPrograms } from "./server.ts";
import { clear, disagreements, newTrial, type Trial, write } from "./writers.ts";

/**
 * Three instances in processes of their own, eight writers behind one address, and something that breaks at a random moment: an instance,
 * the database, the way to it. Nothing that was confirmed is lost, nothing is there twice, and every answer has the error document.
 */
const WRITERS = 8;
const [KILLS, STOPS, CUTS] = isWhole ? ([200, 20, 50] as const) : ([40, 6, 15] as const);

const program = await bundledProgram(join(import.meta.dirname, "programs/instance.ts"));

type Instance = Started & { readonly port: number };

async function startInstance(place: string, origin: string): Promise<Instance> {
  const one = await started([program, place, origin]);
  const said: unknown = JSON.parse(one.line);
  return { ...one, port: isObject(said) ? Number(said["port"]) : 0 };
}

type Cluster = { readonly balancer: Balancer; readonly all: Instance[]; readonly call: Client };

async function startCluster(place: string): Promise<Cluster> {
  const balancer = await makeBalancer();
  onTestFinished(() => balancer.close());
  const all: Instance[] = [];
  for (let index = 0; index < 3; index += 1) all.push(await startInstance(place, balancer.origin));
  balancer.ports = all.map(({ port }) => port);
  const [first] = all;
  if (first === undefined) throw new RangeError("no instance");
  return { balancer, all, call: await clientOf(first.ready) };
}

/** Runs the writers; after a random number of good answers something breaks, and after some more they stop. */
async function broken(
  trial: Trial,
  call: Client,
  words: string,
  breaks: () => Promise<void>,
  more: number,
): Promise<void> {
  const random = randomOf(words);
  let isOver = false;
  const writers = Array.from({ length: WRITERS }, (_, index) => write(trial, call, `${words} ${index}`, () => isOver));
  const until = async (good: number): Promise<void> => {
    const goal = trial.good + good;
    while (trial.good < goal) await wait(1);
  };
  await until(random.whole(1, 40));
  await breaks();
  await until(more);
  isOver = true;
  await Promise.all(writers);
}

/** Adds what was counted, for the line that a run prints. */
const sum = (trials: readonly Trial[]): string => {
  const of = (name: "good" | "failed" | "cut"): number => trials.reduce((total, trial) => total + trial[name], 0);
  return `${of("good")} good answers, ${of("failed")} failures with the error document, ${of("cut")} cut off`;
};

describe.skipIf(DATABASE === undefined)("three instances and eight writers", () => {
  test(`${KILLS} times one of them is killed`, { timeout: 1_800_000 }, async () => {
    const place = newPlace();
    const { balancer, all, call } = await startCluster(place);
    const trials: Trial[] = [];
    for (let kill = 0; kill < KILLS; kill += 1) {
      const trial = newTrial();
      trials.push(trial);
      const index = kill % all.length;
      const victim = all[index];
      if (victim === undefined) throw new RangeError("no instance");
      const kills = async (): Promise<void> => {
        victim.process.kill("SIGKILL");
        await once(victim.process, "exit");
      };
      await broken(trial, call, `kill ${kill}`, kills, 20);
      expect([kill, trial.undocumented, await disagreements(trial, call)]).toEqual([kill, [], []]);
      await clear(trial, call);
      all[index] = await startInstance(place, balancer.origin);
      balancer.ports = all.map(({ port }) => port);
    }
    process.stdout.write(`${KILLS} kills: ${sum(trials)}\n`);
    for (const one of all) one.process.kill("SIGKILL");
  });

  test(`${STOPS} times the database is stopped at once`, { timeout: 1_800_000 }, async () => {
    const server = await makeServer(postgresPrograms() ?? "");
    onTestFinished(() => server.remove());
    const { all, call } = await startCluster(server.url);
    const trials: Trial[] = [];
    for (let stop = 0; stop < STOPS; stop += 1) {
      const trial = newTrial();
      trials.push(trial);
      const stops = async (): Promise<void> => {
        await server.stop("immediate");
        // Every other time it stays away for longer than a request waits for it.
        if (stop % 4 === 3) await wait(6500);
        await server.start();
      };
      await broken(trial, call, `stop ${stop}`, stops, 20);
      expect([stop, trial.undocumented, await disagreements(trial, call)]).toEqual([stop, [], []]);
      await clear(trial, call);
    }
    process.stdout.write(`${STOPS} stops of the database: ${sum(trials)}\n`);
    for (const one of all) one.process.kill("SIGKILL");
  });

  test(`${CUTS} times the way to the database is cut`, { timeout: 1_800_000 }, async () => {
    const place = new URL(newPlace());
    const way = await wayTo(Number(place.port));
    onTestFinished(() => way.close());
    place.port = String(way.port);
    const { all, call } = await startCluster(place.href);
    const trials: Trial[] = [];
    let connections = 0;
    for (let cut = 0; cut < CUTS; cut += 1) {
      const trial = newTrial();
      trials.push(trial);
      await broken(
        trial,
        call,
        `cut ${cut}`,
        async () => {
          connections += way.cut();
        },
        20,
      );
      expect([cut, trial.undocumented, await disagreements(trial, call)]).toEqual([cut, [], []]);
      await clear(trial, call);
    }
    expect(connections).toBeGreaterThan(0);
    process.stdout.write(`${CUTS} cuts of ${connections} connections: ${sum(trials)}\n`);
    for (const one of all) one.process.kill("SIGKILL");
    expect(await ask(DATABASE ?? "", "SELECT 1 AS one")).toEqual([{ one: 1 }]);
  });
});
