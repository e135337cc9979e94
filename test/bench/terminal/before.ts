import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { programOf } from "../../../build.ts";
import { Home } from "../../journeys/home.ts";
import { median, table } from "../figures.ts";
import { doing } from "../report.ts";
import { startService } from "../service-process.ts";
import { keyAtEnd } from "./end.ts";
import { type Env, isUsable, SIZES, SMALL, serviceWithRows, sextant } from "./programs.ts";
import { ALL_PROJECTS, idle } from "./rest.ts";
import { type Slowest, slowest, slowestTable } from "./slowest.ts";
import { settle, startOf } from "./start.ts";
import { type Program, Tty } from "./tty.ts";

/** This build and the one of another checkout, each asked in turn in one run: the medians of all rounds. */

/** What is measured of both builds beside the keys. */
export const PARTS = ["starts", "rest", "memory", "end", "slowest"] as const;
export type Part = (typeof PARTS)[number];

/** When V8 has given back what a start needs (ms). */
const TIDIED = 27_000;
const REST_SECONDS = 60;
const STARTS = 9;

type Figure = readonly [name: string, unit: string, of: (checkout: string | undefined) => Promise<number>];

/** A figure a row, in turn. */
async function inTurn(figures: readonly Figure[], checkout: string, rounds: number): Promise<string> {
  const found = new Map<string, number[]>();
  for (let round = 0; round < rounds; round += 1) {
    for (const [name, , of] of figures) {
      for (const side of [checkout, undefined]) {
        doing(`${name}, ${side ?? "this build"}`);
        const key = `${name} ${side === undefined}`;
        found.set(key, [...(found.get(key) ?? []), await of(side)]);
      }
    }
  }
  const shown = (name: string, isNew: boolean): string => median(found.get(`${name} ${isNew}`) ?? []).toFixed(2);
  return table([
    ["", "before", "after"],
    ...figures.map(([name, unit]) => [`${name}, ${unit}`, shown(name, false), shown(name, true)]),
  ]);
}

/** `own` and `service` by build: what the last console saved is shown by the next one of the same build alone. */
type Envs = { readonly own: OfBuild; readonly service: OfBuild; readonly moving: Env; readonly rows: Env };

type OfBuild = (checkout: string | undefined) => Env;

/** An environment for each build, with folders of its own beside what both have. */
const ofBuild = (earlier: Home, current: Home, both: Env): OfBuild => {
  const envs = { earlier: { ...both, ...earlier.env }, current: { ...both, ...current.env } };
  return (checkout) => envs[checkout === undefined ? "current" : "earlier"];
};

const program = (env: Env, checkout: string | undefined, ...args: readonly string[]): Program => ({
  ...sextant(env, SMALL),
  args: [programOf(checkout), ...args],
});

async function start(env: Env, checkout: string | undefined): Promise<number> {
  return (await startOf(program(env, checkout), isUsable)).usable;
}

async function memoryAtRest(env: Env, checkout: string | undefined): Promise<number> {
  await using tty = new Tty(program(env, checkout, "alerts"));
  await tty.until(isUsable);
  await pause(TIDIED);
  return tty.memory();
}

async function tablesOf(part: Part, checkout: string, rounds: number, envs: Envs): Promise<string> {
  const { own, service, moving, rows } = envs;
  if (part === "starts") {
    for (const side of [checkout, undefined]) {
      await settle(own(side), program(own(side), side));
      await settle(service(side), program(service(side), side));
    }
    const figures: readonly Figure[] = [
      ["usable, its own service", "ms", (side) => start(own(side), side)],
      ["usable, a running service", "ms", (side) => start(service(side), side)],
    ];
    return inTurn(figures, checkout, rounds * STARTS);
  }
  if (part === "rest") {
    const figures: readonly Figure[] = (
      [
        ["live alerts at rest", moving, "alerts", ""],
        ["overview of three projects at rest", moving, "overview", ALL_PROJECTS],
        ["an on-demand list at rest", service(undefined), "access-history", ""],
      ] as const
    ).map(([name, env, place, keys]) => [
      name,
      "% of a processor",
      async (side) => (await idle(env, place, REST_SECONDS, { keys, checkout: side })).processor,
    ]);
    return inTurn(figures, checkout, rounds);
  }
  if (part === "memory") {
    for (const side of [checkout, undefined]) {
      await settle(own(side), program(own(side), side, "alerts"));
      await settle(service(side), program(service(side), side, "alerts"));
    }
    const figures: readonly Figure[] = [
      ["at rest, another process's service", "MB", (side) => memoryAtRest(service(side), side)],
      ["at rest, its own service", "MB", (side) => memoryAtRest(own(side), side)],
    ];
    return inTurn(figures, checkout, rounds);
  }
  if (part === "end") {
    const figures: readonly Figure[] = [
      ["a key at the end of a long list", "ms", (side) => keyAtEnd(rows, side, 0)],
      ["the same with two rows marked", "ms", (side) => keyAtEnd(rows, side, 2)],
    ];
    return inTurn(figures, checkout, rounds);
  }
  const all: Slowest[] = [];
  for (let round = 0; round < rounds; round += 1) {
    for (const size of SIZES) {
      for (const side of [checkout, undefined]) {
        doing(`the slowest of a thousand keys, ${side ?? "this build"}`);
        all.push(await slowest(rows, size, side));
      }
    }
  }
  return slowestTable(all);
}

/** The tables of some parts, for this build and that of another checkout. */
export async function besideBefore(parts: readonly Part[], checkout: string, rounds: number): Promise<string> {
  using earlier = new Home();
  using current = new Home();
  using home = new Home();
  using live = new Home();
  using long = new Home();
  const service = await startService(home, join(home.directory, "service"), "--quiet");
  const moving = await startService(live, join(live.directory, "moving"));
  const withRows = await serviceWithRows(long, []);
  try {
    const envs = {
      own: ofBuild(earlier, current, {}),
      service: ofBuild(earlier, current, service.env),
      moving: moving.env,
      rows: withRows.env,
    };
    const tables: string[] = [];
    for (const part of parts) tables.push(await tablesOf(part, checkout, rounds, envs));
    return tables.join("\n\n");
  } finally {
    await service.stop();
    await moving.stop();
    await withRows.stop();
  }
}
