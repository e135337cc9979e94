/**
 * `npm run bench`: what the console costs, beside a bare Node in the same terminal in the same run. It prints tables and asserts
 * nothing: milliseconds are those of this machine at this moment, ratios travel better.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { cpus } from "node:os";
import { join, resolve } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as pause } from "node:timers/promises";
import { z } from "zod";
import { buildIfStale, programOf } from "../../build.ts";
import { Home } from "../journeys/home.ts";
import { pair, ratio, table, triple } from "./figures.ts";
import { linesByFloor } from "./lines.ts";
import { type Program, Recording, type Response } from "./recording.ts";

const CHECKOUT = resolve(import.meta.dirname, "../..");
const RUNS = 9;
const FIRST_RUNS = 3;
const MOVES = 50;
const IDLE_SECONDS = 10;
const SIZES = [
  { cols: 120, rows: 40 },
  { cols: 80, rows: 24 },
] as const;

/** What is needed of the line that the service prints when it is ready. */
const Ready = z.object({
  baseUrl: z.string(),
  publicKey: z.string(),
  privateKey: z.string(),
  groupId: z.string(),
  orgId: z.string(),
});

type Env = Readonly<Record<string, string>>;

const shell = { cols: 120, rows: 40 } as const;

const hasText = (screen: string): boolean => screen.trim() !== "";
/** The list with its data, a selected row and the hints: a person can work. */
const isUsable = (screen: string): boolean =>
  /as of \d\d:\d\d:\d\d/u.test(screen) && /› *•?\S/u.test(screen) && screen.includes("? all keys");

const console_ = (env: Env, size: { cols: number; rows: number } = shell, place?: string): Program => ({
  args: [programOf(CHECKOUT), ...(place === undefined ? [] : [place])],
  ...size,
  env,
});

const say = (text: string): boolean => process.stdout.write(`${text}\n`);
const doing = (text: string): boolean => process.stderr.write(`  ${text}\n`);

/** A service of its own, as another process; the console is told of it by the environment. */
async function startService(home: Home): Promise<{ readonly env: Env; readonly stop: () => void }> {
  const program: ChildProcess = spawn(
    process.execPath,
    [programOf(CHECKOUT), "serve", "--json", "--data", ":memory:", "--quiet"],
    { env: { PATH: process.env["PATH"], ...home.env }, stdio: ["ignore", "pipe", "inherit"] },
  );
  if (program.stdout === null) throw new Error("The service has no output.");
  const [line] = await Promise.race([
    createInterface({ input: program.stdout })
      [Symbol.asyncIterator]()
      .next()
      .then(({ value }) => [String(value)]),
    new Promise<never>((_, reject) => program.once("exit", () => reject(new Error("The service ended.")))),
  ]);
  const ready = Ready.parse(JSON.parse(line ?? ""));
  return {
    env: {
      ...home.env,
      SEXTANT_BASE_URL: ready.baseUrl,
      SEXTANT_PUBLIC_KEY: ready.publicKey,
      SEXTANT_PRIVATE_KEY: ready.privateKey,
      SEXTANT_PROJECT_ID: ready.groupId,
      SEXTANT_ORG_ID: ready.orgId,
    },
    stop: () => program.kill("SIGTERM"),
  };
}

type Start = { readonly first: number; readonly usable: number };

async function startOf(program: Program): Promise<Start> {
  const recording = new Recording(program);
  try {
    await recording.until(isUsable);
    const [first, usable] = await recording.momentsOf([hasText, isUsable]);
    return { first: first ?? Number.NaN, usable: usable ?? Number.NaN };
  } finally {
    await recording.close();
  }
}

async function bareStart(env: Env): Promise<number> {
  const recording = new Recording({ args: ["-e", 'process.stdout.write("ready")'], ...shell, env });
  await recording.until(hasText);
  const [first] = await recording.momentsOf([hasText]);
  await recording.close();
  return first ?? Number.NaN;
}

async function startUp(embedded: Env, service: Env): Promise<void> {
  // The first start of all lays the sample data and compiles; those after it are the usual ones.
  const firstEver: Start[] = [];
  for (let run = 0; run < FIRST_RUNS; run += 1) {
    using home = new Home();
    firstEver.push(await startOf(console_(home.env)));
  }
  await startOf(console_(embedded));
  await startOf(console_(service));
  const bare: number[] = [];
  const withOwn: Start[] = [];
  const withOther: Start[] = [];
  for (let run = 0; run < RUNS; run += 1) {
    doing(`start ${run + 1} of ${RUNS}`);
    bare.push(await bareStart(embedded));
    withOwn.push(await startOf(console_(embedded)));
    withOther.push(await startOf(console_(service)));
  }
  const rows = (name: string, starts: readonly Start[]): string[][] =>
    (["first", "usable"] as const).map((moment) => {
      const values = starts.map((start) => start[moment]);
      return [`${name}, ${moment === "first" ? "first text" : "usable"}`, triple(values), ratio(values, bare)];
    });
  say(`\nStart, ms from the start of the process (min/median/max of ${RUNS}; the first start of all: ${FIRST_RUNS})`);
  say(
    table([
      ["", "ms", "to bare Node"],
      ["node -e write, text", triple(bare), "1.0x"],
      ...rows("sextant on the embedded service", withOwn),
      ...rows("sextant on a running service", withOther),
      ...rows("sextant, first start of all", firstEver),
    ]),
  );
}

/** Down and up again within the rows that are surely there, so that every key moves the selection. */
const MOVE_KEYS = [...Array.from({ length: 5 }, () => "j"), ...Array.from({ length: 5 }, () => "k")];

async function movesOf(recording: Recording): Promise<readonly Response[]> {
  await recording.silence(500);
  const responses: Response[] = [];
  for (let move = 0; move < MOVES; move += 1) responses.push(await recording.press(MOVE_KEYS[move % 10] ?? "j"));
  return responses;
}

const ECHO =
  'process.stdin.setRawMode(true);process.stdout.write("ready");process.stdin.on("data",(key)=>{if(key[0]===113)process.exit();process.stdout.write("x\\r")})';

async function moves(service: Env): Promise<void> {
  const measured: string[][] = [];
  for (const size of SIZES) {
    doing(`moves at ${size.cols}x${size.rows}`);
    const echo = new Recording({ args: ["-e", ECHO], ...size, env: service });
    await echo.until(hasText);
    const bare = await movesOf(echo);
    const bareMemory = echo.memory();
    await echo.close();
    const console = new Recording(console_(service, size));
    await console.until(isUsable);
    const own = await movesOf(console);
    const memory = console.memory();
    await console.close();
    const times = own.map(({ milliseconds }) => milliseconds);
    const bareTimes = bare.map(({ milliseconds }) => milliseconds);
    measured.push([
      `${size.cols}x${size.rows}`,
      pair(own.map(({ bytes }) => bytes)),
      pair(times),
      pair(bareTimes),
      `${ratio(times, bareTimes)}/${ratio(times, bareTimes, 0.95)}`,
      `${memory.toFixed(0)}`,
      `${bareMemory.toFixed(0)}`,
      ratio([memory], [bareMemory]),
    ]);
  }
  say(
    `\nOne cursor move on the alerts list, from the key to the last byte (p50/p95 of ${MOVES}), and memory after them`,
  );
  say(table([["", "bytes", "ms", "bare ms", "to bare", "RSS MB", "bare MB", "to bare"], ...measured]));
}

/** Waits, where needed, until some seconds pass without the minute changing: ages on screen go by the minute. */
async function awayFromTheMinute(seconds: number): Promise<void> {
  const left = 60_000 - (Date.now() % 60_000);
  if (left < (seconds + 1) * 1000) await pause(left + 1500);
}

async function idle(embedded: Env): Promise<void> {
  const measured: string[][] = [];
  for (const place of ["alerts", "alert-configurations"]) {
    doing(`idle on ${place}`);
    const recording = new Recording(console_(embedded, shell, place));
    await recording.until(isUsable);
    await recording.silence(2000);
    await awayFromTheMinute(IDLE_SECONDS);
    const before = recording.bytes;
    await pause(IDLE_SECONDS * 1000);
    measured.push([place, String(recording.bytes - before), recording.memory().toFixed(0)]);
    await recording.close();
  }
  say(
    `\nIdle for ${IDLE_SECONDS} s within one minute at ${shell.cols}x${shell.rows}, embedded service in the same process`,
  );
  say(table([["", "bytes", "RSS MB"], ...measured]));
}

function lines(): void {
  const floors = linesByFloor(join(CHECKOUT, "src"));
  const sum = (part: "files" | "lines" | "code"): string => String(floors.reduce((all, each) => all + each[part], 0));
  say("\nLines of src (code: neither blank nor comment)");
  say(
    table([
      ["floor", "files", "lines", "code"],
      ...floors.map(({ floor, files, lines: all, code }) => [floor, String(files), String(all), String(code)]),
      ["all", sum("files"), sum("lines"), sum("code")],
    ]),
  );
}

const [cpu] = cpus();
await buildIfStale(CHECKOUT);
say(`Sextant's bench. Node ${process.versions.node}, ${cpus().length} x ${cpu?.model ?? "unknown processor"}`);
using home = new Home();
const service = await startService(home);
try {
  await startUp(home.env, service.env);
  await moves(service.env);
  await idle(home.env);
} finally {
  service.stop();
}
lines();
