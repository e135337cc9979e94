import { setTimeout as wait } from "node:timers/promises";
import { describe, expect, onTestFinished, test } from "vitest";
import { randomOf } from "../../src/service/random.ts";
import { isWhole } from "../extent.ts";
import type { Client } from "../service/support.ts";
import { killInstance, replaceInstance, startCluster } from "./cluster.ts";
import { ask, DATABASE, newPlace } from "./database.ts";
import { wayTo } from "./go-between.ts";
import { makeServer, postgresPrograms } from "./server.ts";
import { clear, disagreements, newTrial, type Trial, write } from "./writers.ts";

/**
 * Three instances in processes of their own, eight writers behind one address, and something that breaks at a random moment: an instance,
 * the database, the way to it. Nothing that was confirmed is lost, nothing is there twice, and every answer has the error document.
 */
const WRITERS = 8;
const [KILLS, STOPS, CUTS] = isWhole ? ([200, 20, 50] as const) : ([8, 2, 4] as const);

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
    const cluster = await startCluster(place);
    const { call } = cluster;
    const trials: Trial[] = [];
    for (let kill = 0; kill < KILLS; kill += 1) {
      const trial = newTrial();
      trials.push(trial);
      const index = kill % cluster.all.length;
      await broken(trial, call, `kill ${kill}`, () => killInstance(cluster, index), 20);
      expect([kill, trial.undocumented, await disagreements(trial, call)]).toEqual([kill, [], []]);
      await clear(trial, call);
      await replaceInstance(cluster, index);
    }
    process.stdout.write(`${KILLS} kills: ${sum(trials)}\n`);
  });

  test(`${STOPS} times the database is stopped at once`, { timeout: 1_800_000 }, async () => {
    const server = await makeServer(postgresPrograms() ?? "");
    onTestFinished(() => server.remove());
    const { call } = await startCluster(server.url);
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
  });

  test(`${CUTS} times the way to the database is cut`, { timeout: 1_800_000 }, async () => {
    const place = new URL(newPlace());
    const way = await wayTo(Number(place.port));
    onTestFinished(() => way.close());
    place.port = String(way.port);
    const { call } = await startCluster(place.href);
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
    expect(await ask(DATABASE ?? "", "SELECT 1 AS one")).toEqual([{ one: 1 }]);
  });
});
