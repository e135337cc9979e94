/**
 * `npm run bench:package`: how the one file of `npm run package` starts, beside the checkout, a bare Node, lnav and tig in one run. It
 * prints a table and asserts nothing.
 */

import { statSync } from "node:fs";
import { resolve } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { buildIfStale } from "../../build.ts";
import { Home } from "../journeys/home.ts";
import { ratio, table, triple } from "./figures.ts";
import { doing, machine, say } from "./report.ts";
import { startService } from "./service-process.ts";
import { isUsable, type Peer, peersIn, SMALL } from "./terminal/programs.ts";
import { STARTED, starts } from "./terminal/start.ts";
import { Tty } from "./terminal/tty.ts";

const FILE = resolve(import.meta.dirname, `../../release/sextant-${process.platform}-${process.arch}`);
const ROUNDS = { rounds: 15, firstRounds: 1 } as const;
/** The console keeps the code of its first two starts when they are so long (ms) over. */
const KEPT_AFTER = 5000;

await buildIfStale();
using home = new Home();
using others = new Home();

const one: Peer = {
  name: "the one file, its own service",
  program: (size) => ({ file: FILE, args: [], ...size, env: home.env }),
  isReady: isUsable,
  isUsable,
  first: "",
};
for (let start = 0; start < 2; start += 1) {
  doing("settling");
  await using tty = new Tty(one.program(SMALL));
  await tty.until(isUsable);
  await pause(KEPT_AFTER);
}
using embedded = new Home();
const peers = peersIn(others);
const service = await startService(embedded, ":memory:", "--quiet");
doing("starts");
const started = await starts({ embedded: embedded.env, service: service.env, peers: [one, ...peers] }, ROUNDS);
await service.stop();
const of = (name: string, moment: "first" | "usable"): readonly number[] =>
  (started[name] ?? []).map((start) => start[moment]);
const baseline = of(STARTED.baseline, "first");
const row = (name: string, moment: "first" | "usable"): readonly string[] => {
  const values = of(name, moment);
  return [`${name}, ${moment === "first" ? "first text" : "usable"}`, triple(values), ratio(values, baseline)];
};
say(`\n${machine()}\n`);
say(
  `The file: ${(statSync(FILE).size / 1024 / 1024).toFixed(1)} MB; Node's own: ${(statSync(process.execPath).size / 1024 / 1024).toFixed(1)} MB\n`,
);
say(
  table([
    ["", "ms, min / median / max", "to bare Node"],
    row(STARTED.baseline, "first"),
    ...[STARTED.embedded, one.name, ...peers.map(({ name }) => name)].flatMap((name) => [
      row(name, "first"),
      row(name, "usable"),
    ]),
  ]),
);
