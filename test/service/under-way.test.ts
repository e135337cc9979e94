/** What is on its way in the sample: at a first start, and at later ones when all of a kind has ended. */
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { startService } from "../../src/service/service.ts";
import { folder } from "../folder.ts";
import { type Client, clientOf } from "./support.ts";

const DAY = 86_400_000;

const CLUSTERS = ["prod-eu", "analytics", "prod-eu-side", "paused-1", "wallet-eu"];

/** How many of each kind are on their way in the main project; the migrations by their lag. */
async function underWay(call: Client) {
  const project = `/groups/${call.groupId}`;
  const rowsOf = async (cluster: string, rest: string) =>
    (await call("GET", `${project}/clusters/${cluster}/${rest}`)).rows();
  const all = async (rest: string) => (await Promise.all(CLUSTERS.map((name) => rowsOf(name, rest)))).flat();
  const migrations = await Promise.all(
    call.ready.migrations
      .filter(({ groupId }) => groupId === call.groupId)
      .map(({ id }) => call("GET", `${project}/liveMigrations/${id}`)),
  );
  const restores = await all("backup/restoreJobs");
  const builds = await call("GET", `${project}/clusters/prod-eu/search/indexes`);
  return {
    catchingUp: migrations.filter((one) => one.at("status") === "WORKING" && Number(one.at("lagTimeSeconds")) > 1000)
      .length,
    restores: restores.filter(
      ({ finishedAt, cancelled, failed }) => !finishedAt && cancelled !== true && failed !== true,
    ).length,
    exports: (await all("backup/exports")).filter(({ state }) => state === "Queued" || state === "InProgress").length,
    snapshots: (await rowsOf("wallet-eu", "backup/snapshots")).filter(
      ({ status }) => status === "inProgress" || status === "queued",
    ).length,
    hasBuild: builds.text.includes('"BUILDING"'),
    main: (await rowsOf("prod-eu", "backup/restoreJobs")).filter(
      ({ finishedAt, cancelled }) => !finishedAt && !cancelled,
    ).length,
  };
}

const LIVELY = { catchingUp: 1, restores: 1, exports: 1, snapshots: 1, hasBuild: true, main: 0 };

/** What a service on a file tells at a time of the wall clock. */
async function startedAt(place: string, time: number, quiet: boolean) {
  const running = await startService({ place, quiet, wallClock: () => time });
  try {
    return await underWay(await clientOf(running.ready));
  } finally {
    await running.stop();
  }
}

describe("what is on its way", () => {
  const first = Date.UTC(2026, 3, 14, 9, 40);

  test.each([true, false])(
    "is there at a first start, a quiet one (%s) too, and nothing of it on the main cluster",
    async (quiet) => {
      expect(await startedAt(":memory:", first, quiet)).toEqual(LIVELY);
    },
  );

  test("is left as it is at a start soon after", async () => {
    const place = join(folder(), "data.sqlite");
    await startedAt(place, first, false);
    expect(await startedAt(place, first + 60_000, false)).toEqual(LIVELY);
  });

  test("has ended at a quiet start a week later, and is there again at one that is not quiet", async () => {
    const place = join(folder(), "data.sqlite");
    await startedAt(place, first, true);
    const later = first + 7 * DAY;
    expect(await startedAt(place, later, true)).toMatchObject({
      catchingUp: 0,
      restores: 0,
      exports: 0,
      hasBuild: false,
    });
    expect(await startedAt(place, later, false)).toMatchObject({ ...LIVELY, snapshots: expect.any(Number) });
    expect(await startedAt(place, later + 1000, true)).toMatchObject({ catchingUp: 1, restores: 1 });
  });
});
