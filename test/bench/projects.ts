/**
 * `npm run bench:projects`: what the overview of all projects costs with few and with many of them, in one run: nothing is asserted, and
 * ratios between the rows travel better than their figures. `--seconds` says how long each is left alone, `--projects` how many there are.
 */

import { setTimeout as pause } from "node:timers/promises";
import { parseArgs } from "node:util";
import { buildIfStale, programOf } from "../../build.ts";
import { Home } from "../journeys/home.ts";
import { countRequests } from "./counting-proxy.ts";
import { count, pair, percentile, table, times } from "./figures.ts";
import { doing, machine, say } from "./report.ts";
import { startService } from "./service-process.ts";
import { isUsable, type Size, sextant } from "./terminal/programs.ts";
import { Tty } from "./terminal/tty.ts";

const SIZE: Size = { cols: 120, rows: 40 };
const KEYS = 60;
/** Down and up again, so that every key moves the selection. */
const MOVES = "jjjkkk";
const LIMIT = 120_000;
const ALL_PROJECTS = "A";

const { values } = parseArgs({
  options: {
    seconds: { type: "string", default: "30" },
    projects: { type: "string", default: "3,30,100,300" },
    checkout: { type: "string" },
    node: { type: "string", default: "" },
  },
});
const seconds = Number(values.seconds);

type Cost = {
  readonly projects: number;
  readonly title: string;
  readonly whole: number;
  readonly processor: number;
  readonly keys: readonly number[];
  /** Processor time (ms) of one, with what goes on meanwhile: it tells more than the clock does on a busy machine. */
  readonly ofKey: number;
  readonly memory: number;
  readonly calls: number;
  readonly bytes: number;
};

const titleOf = (screen: string): string => /▌Overview +(.*?) ─/u.exec(screen)?.[1] ?? "";

async function costOf(projects: number): Promise<Cost> {
  doing(`${projects} projects`);
  using home = new Home();
  const service = await startService(home, ":memory:", "--projects", String(projects));
  try {
    await using proxy = await countRequests(service.env["SEXTANT_BASE_URL"] ?? "");
    const env = { ...service.env, SEXTANT_BASE_URL: proxy.origin };
    const program = sextant(env, SIZE, "overview");
    const args = [...values.node.split(" ").filter(Boolean), programOf(values.checkout), ...program.args.slice(1)];
    await using tty = new Tty({ ...program, args });
    await tty.until(isUsable);
    // Not before it is known which projects there are.
    await tty.until((screen) => screen.includes("Acme › Payments"));
    await tty.silence(1000);
    const opened = tty.now();
    tty.type(ALL_PROJECTS);
    const isWhole = (screen: string): boolean =>
      isUsable(screen) && screen.includes("› all projects") && !screen.includes("still loading");
    for (const at = tty.now(); !isWhole(tty.screen()) && tty.now() - at < LIMIT; ) await pause(50);
    if (!isWhole(tty.screen())) doing(tty.screen());
    const whole = tty.now() - opened;
    await pause(15_000);
    const before = { bytes: tty.bytes, processor: tty.processor(), requests: proxy.requests(), at: tty.now() };
    await pause(seconds * 1000);
    const passed = tty.now() - before.at;
    const rest = {
      processor: ((tty.processor() - before.processor) / passed) * 100,
      calls: ((proxy.requests() - before.requests) / passed) * 60_000,
      bytes: tty.bytes - before.bytes,
      memory: tty.memory(),
    };
    const keys: number[] = [];
    const processor = tty.processor();
    for (let key = 0; key < KEYS; key += 1) keys.push((await tty.press(MOVES[key % MOVES.length] ?? "j")).milliseconds);
    const ofKeys = tty.processor() - processor;
    return { projects, title: titleOf(tty.screen()), whole, keys, ofKey: ofKeys / KEYS, ...rest };
  } finally {
    await service.stop();
  }
}

if (values.checkout === undefined) await buildIfStale();
say(`The overview of all projects at ${SIZE.cols}x${SIZE.rows}. ${machine()}`);
const costs: Cost[] = [];
for (const projects of values.projects.split(",")) costs.push(await costOf(Number(projects)));
const [first] = costs;
const to = (of: (cost: Cost) => number, cost: Cost): string => (first === undefined ? "" : times(of(cost) / of(first)));
say(
  `\n${table([
    [
      "projects",
      "whole after, s",
      "processor at rest",
      "key p50/p95, ms",
      "p95 to the first",
      "processor a key, ms",
      "memory, MB",
      "to the first",
      "calls a minute",
      "bytes at rest",
    ],
    ...costs.map((cost) => [
      String(cost.projects),
      (cost.whole / 1000).toFixed(1),
      `${cost.processor.toFixed(1)} %`,
      pair(cost.keys),
      to(({ keys }) => percentile(keys, 0.95), cost),
      cost.ofKey.toFixed(1),
      cost.memory.toFixed(0),
      to(({ memory }) => memory, cost),
      count(cost.calls),
      count(cost.bytes),
    ]),
  ])}`,
);
say(`\nTitles\n\n${costs.map(({ projects, title }) => `${projects}: ${title}`).join("\n")}`);
