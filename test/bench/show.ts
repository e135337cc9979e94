/**
 * `npm run bench:show`: what `sextant show overview` costs beside curl for the same calls, in one run on one service: time and memory. It
 * prints a table and asserts nothing. Needs curl and GNU time.
 */
import { spawnSync } from "node:child_process";
import { buildIfStale, programOf } from "../../build.ts";
import { Home } from "../journeys/home.ts";
import { ratio, table, triple } from "./figures.ts";
import { doing, machine, say } from "./report.ts";
import { startService } from "./service-process.ts";

const ROUNDS = 7;

type Cost = { readonly ms: number; readonly megabytes: number };

/** Runs something under GNU time: the largest of its processes counts. */
function costOf(command: readonly string[], env: NodeJS.ProcessEnv, input = ""): Cost {
  const began = performance.now();
  const { stderr, status } = spawnSync("/usr/bin/time", ["-f", "%M", ...command], { encoding: "utf8", env, input });
  if (status !== 0) throw new Error(`${command.join(" ")}: ${stderr}`);
  return { ms: performance.now() - began, megabytes: Number(stderr.trim().split("\n").at(-1)) / 1024 };
}

await buildIfStale();
using home = new Home();
const service = await startService(home, ":memory:", "--quiet");
const { login, ready } = service;
const env = { PATH: process.env["PATH"], ...service.env };

const show = (...args: readonly string[]): Cost =>
  costOf([process.execPath, programOf(), "show", "overview", ...args], env);

show();
await service.requests();
show();
const paths = await service.requests();
const config = (path: string): string => `url = "${ready.baseUrl}${path}"\noutput = "/dev/null"\n`;
/** One curl for all calls, which keeps its connection, as a careful script would; and one for each. */
const curlOnce = (): Cost =>
  costOf(
    [
      "curl",
      "--silent",
      "--fail-early",
      "--digest",
      "--config",
      "-",
      "--header",
      "Accept: application/vnd.service.2025-03-12+json",
    ],
    env,
    `${login}${paths.map(config).join("")}`,
  );
const curlEach = (): Cost =>
  paths
    .map((path) =>
      costOf(
        [
          "curl",
          "--silent",
          "--digest",
          "--config",
          "-",
          "--header",
          "Accept: application/vnd.service.2025-03-12+json",
        ],
        env,
        `${login}${config(path)}`,
      ),
    )
    .reduce((sum, one) => ({ ms: sum.ms + one.ms, megabytes: Math.max(sum.megabytes, one.megabytes) }));

const ways = {
  "one curl for all calls": curlOnce,
  "a curl for each call": curlEach,
  "node -e 0": () => costOf([process.execPath, "-e", "0"], env),
  "sextant show overview": () => show(),
  "--format line, run for the first time": () => {
    spawnSync("rm", ["-rf", `${home.directory}/state`]);
    return show("--format", "line");
  },
  "--format line, run again": () => show("--format", "line"),
} as const;

const costs = new Map<string, Cost[]>(Object.keys(ways).map((name) => [name, []]));
for (let round = 0; round < ROUNDS; round += 1) {
  doing(`round ${round + 1} of ${ROUNDS}`);
  for (const [name, run] of Object.entries(ways)) costs.get(name)?.push(run());
}
await service.stop();
const times = (name: string): readonly number[] => (costs.get(name) ?? []).map(({ ms }) => ms);
const memory = (name: string): readonly number[] => (costs.get(name) ?? []).map(({ megabytes }) => megabytes);
const [baseline] = Object.keys(ways);
say(`\n${machine()}\n\n${paths.length} calls.\n`);
say(
  table([
    ["", "ms, min / median / max", "to one curl", "MB, min / median / max"],
    ...Object.keys(ways).map((name) => [
      name,
      triple(times(name)),
      ratio(times(name), times(baseline ?? "")),
      triple(memory(name)),
    ]),
  ]),
);
