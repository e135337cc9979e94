/**
 * `npm run bench`: what the console costs, beside a bare Node in the same terminal in the same run. It prints tables and asserts
 * nothing: milliseconds are those of this machine at this moment, ratios travel better. `npm run bench:terminal` looks closer.
 */
import { resolve } from "node:path";
import { buildIfStale } from "../../build.ts";
import { Home } from "../journeys/home.ts";
import { pair, ratio, table, triple } from "./figures.ts";
import { linesByLayer } from "./lines.ts";
import { doing, machine, say } from "./report.ts";
import { startService } from "./service-process.ts";
import { type Env, hasText, isUsable, type Size, SMALL, sextant, sizeName } from "./terminal/programs.ts";
import { idle } from "./terminal/rest.ts";
import { STARTED, starts } from "./terminal/start.ts";
import { type Program, type Response, Tty } from "./terminal/tty.ts";

const SOURCES = resolve(import.meta.dirname, "../../src");
const RUNS = { rounds: 9, firstRounds: 3 } as const;
const MOVES = 50;
const IDLE_SECONDS = 60;
const SIZES: readonly Size[] = [{ cols: 120, rows: 40 }, SMALL];

async function startUp(embedded: Env, service: Env): Promise<void> {
  doing("starts");
  const started = await starts({ embedded, service, peers: [] }, RUNS);
  const of = (name: string, moment: "first" | "usable"): readonly number[] =>
    (started[name] ?? []).map((start) => start[moment]);
  const baseline = of(STARTED.baseline, "first");
  const row = (name: string, moment: "first" | "usable"): readonly string[] => {
    const values = of(name, moment);
    return [`${name}, ${moment === "first" ? "first text" : "usable"}`, triple(values), ratio(values, baseline)];
  };
  const { rounds, firstRounds } = RUNS;
  say(
    `\nStart, ms from the start of the process (min/median/max of ${rounds}; the first start of all: ${firstRounds})\n`,
  );
  say(
    table([
      ["", "ms", "to bare Node"],
      row(STARTED.baseline, "first"),
      ...[STARTED.embedded, STARTED.service, STARTED.first].flatMap((name) => [
        row(name, "first"),
        row(name, "usable"),
      ]),
    ]),
  );
}

/** Down and up again within the rows that are surely there, so that every key moves the selection. */
const MOVE_KEYS = [...Array.from({ length: 5 }, () => "j"), ...Array.from({ length: 5 }, () => "k")];

type Moved = { readonly responses: readonly Response[]; readonly memory: number };

async function movesOf(program: Program, isReady: (screen: string) => boolean): Promise<Moved> {
  await using tty = new Tty(program);
  await tty.until(isReady);
  await tty.silence(500);
  const responses: Response[] = [];
  for (let move = 0; move < MOVES; move += 1) responses.push(await tty.press(MOVE_KEYS[move % 10] ?? "j"));
  return { responses, memory: tty.memory() };
}

const ECHO =
  'process.stdin.setRawMode(true);process.stdout.write("ready");process.stdin.on("data",(key)=>{if(key[0]===113)process.exit();process.stdout.write("x\\r")})';

async function moves(service: Env): Promise<void> {
  const measured: string[][] = [];
  for (const size of SIZES) {
    doing(`moves at ${sizeName(size)}`);
    const baseline = await movesOf({ file: process.execPath, args: ["-e", ECHO], ...size, env: service }, hasText);
    const own = await movesOf(sextant(service, size), isUsable);
    const times = own.responses.map(({ milliseconds }) => milliseconds);
    const bareTimes = baseline.responses.map(({ milliseconds }) => milliseconds);
    measured.push([
      sizeName(size),
      pair(own.responses.map(({ bytes }) => bytes)),
      pair(times),
      pair(bareTimes),
      `${ratio(times, bareTimes)}/${ratio(times, bareTimes, 0.95)}`,
      own.memory.toFixed(0),
      baseline.memory.toFixed(0),
      ratio([own.memory], [baseline.memory]),
    ]);
  }
  say(
    `\nOne cursor move on the alerts list, from the key to the last byte (p50/p95 of ${MOVES}), and memory after them\n`,
  );
  say(table([["", "bytes", "ms", "bare ms", "to bare", "RSS MB", "bare MB", "to bare"], ...measured]));
}

async function atRest(embedded: Env): Promise<void> {
  const measured: string[][] = [];
  for (const place of ["alerts", "alert-configurations"]) {
    doing(`idle on ${place}`);
    const { bytes, processor, memory } = await idle(embedded, place, IDLE_SECONDS);
    measured.push([place, String(bytes), `${processor.toFixed(2)} %`, memory.toFixed(0)]);
  }
  say(`\nIdle for ${IDLE_SECONDS} s at ${sizeName(SMALL)}, embedded service in the same process\n`);
  say(table([["", "bytes", "processor", "RSS MB"], ...measured]));
}

function lines(): void {
  const layers = linesByLayer(SOURCES);
  const sum = (part: "files" | "lines" | "code"): string => String(layers.reduce((all, each) => all + each[part], 0));
  say("\nLines of src (code: neither blank nor comment)\n");
  say(
    table([
      ["layer", "files", "lines", "code"],
      ...layers.map(({ layer, files, lines: all, code }) => [layer, String(files), String(all), String(code)]),
      ["all", sum("files"), sum("lines"), sum("code")],
    ]),
  );
}

await buildIfStale();
say(`Sextant's bench. ${machine()}`);
using home = new Home();
const service = await startService(home, ":memory:", "--quiet");
try {
  await startUp(home.env, service.env);
  await moves(service.env);
  await atRest(home.env);
} finally {
  await service.stop();
}
lines();
