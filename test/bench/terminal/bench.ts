/**
 * `npm run bench:terminal`: what people feel of the console, measured on the built program with its real screens in a pseudo terminal: start,
 * bytes, keys, processor, memory, a slow line; beside a bare Node, stock Ink, and lnav, tig and OpenTUI where they are installed. It
 * asserts nothing; with `--write` the tables go to docs/bench-terminal.md, and `npm run docs` brings the first of them to
 * CONTRIBUTING.md. `--rounds N` (2) repeats what is noisy.
 * `--before CHECKOUT` measures this build and the one in another checkout in turn: keys, held keys, starts, rest, memory, keys at the end of a
 * long list and the slowest of a thousand keys, or what `--only PART` names of them (repeatable).
 */

import { writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { buildIfStale } from "../../../build.ts";
import { Home } from "../../journeys/home.ts";
import { doing, machine, say } from "../report.ts";
import { startService } from "../service-process.ts";
import { besideBefore, PARTS } from "./before.ts";
import { hold, ONE_BY_ONE, REPEATED } from "./held.ts";
import { changesOf } from "./moves.ts";
import { type Figures, keysPage, markdown, type Round } from "./page.ts";
import { parts } from "./parts.ts";
import {
  countRows,
  type Env,
  LARGE,
  OUTPUTS,
  type OutputName,
  openPeer,
  type Peer,
  peersIn,
  SIZES,
  type Size,
  SMALL,
  serviceWithRows,
  sizeName,
  withRows,
} from "./programs.ts";
import { ALL_PROJECTS, idle, memory } from "./rest.ts";
import { slow } from "./slow.ts";
import { type Slowest, slowest } from "./slowest.ts";
import { stages } from "./stage/figures.ts";
import { starts } from "./start.ts";
import { storm } from "./storm.ts";

const CHECKOUT = resolve(import.meta.dirname, "../../..");
const PAGE = join(CHECKOUT, "docs/bench-terminal.md");

const START_ROUNDS = { rounds: 9, firstRounds: 3 } as const;
const COUNTS = { moves: 15, scrolls: 35, pages: 10, cells: 6 } as const;
const ONE_BY_ONE_SECONDS = 5;
/** Long enough that V8, which gives memory back once in a while, does not do so for one of them only. */
const IN_USE_SECONDS = 15;
const HELD_SECONDS = 10;
const IDLE_SECONDS = 60;
const SLOW = { pages: 7, seconds: 3 } as const;
const STAGE_MOVES = 500;
const ALERTS = 20_000;

/** One round of one console at one size. */
async function round(env: Env, output: OutputName, size: Size, checkout?: string): Promise<Round> {
  const name = checkout === undefined ? output : "before";
  doing(`${name} at ${sizeName(size)}`);
  await using tty = await withRows({ ...env, ...OUTPUTS[output] }, size, { checkout });
  const changes = await changesOf(tty, size, COUNTS, true);
  const single = await hold(tty, ONE_BY_ONE_SECONDS, ONE_BY_ONE);
  const held = await hold(tty, HELD_SECONDS, REPEATED);
  const inUse = await hold(tty, IN_USE_SECONDS, ONE_BY_ONE);
  return { name, size, changes, single, held, inUse };
}

async function peerAt(peer: Peer, size: Size): Promise<Round> {
  doing(`${peer.name} at ${sizeName(size)}`);
  await using tty = await openPeer(peer, size);
  const changes = await changesOf(tty, size, COUNTS, false);
  const single = await hold(tty, ONE_BY_ONE_SECONDS, ONE_BY_ONE);
  const held = await hold(tty, HELD_SECONDS, REPEATED);
  return { name: peer.name, size, changes, single, held, inUse: await hold(tty, IN_USE_SECONDS, ONE_BY_ONE) };
}

const OUTPUT_NAMES = ["sextant", "text", "ink"] as const satisfies readonly OutputName[];

async function measure(rounds: number): Promise<Figures> {
  using home = new Home();
  using live = new Home();
  using long = new Home();
  const service = await serviceWithRows(home);
  const moving = await startService(live, join(live.directory, "moving"));
  try {
    const peers = peersIn(home);
    doing("starts");
    const started = await starts({ embedded: home.env, service: service.env, peers }, START_ROUNDS);
    doing("the parts of a start");
    const taken = await parts(home.env, START_ROUNDS.rounds);
    const measured: Round[] = [];
    const rows = await countRows(service.env);
    for (let index = 0; index < rounds; index += 1) {
      for (const size of SIZES) {
        for (const output of OUTPUT_NAMES) {
          measured.push(await round(service.env, output, size));
        }
      }
    }
    for (const size of SIZES) for (const peer of peers) measured.push(await peerAt(peer, size));
    doing("the stage that makes a frame");
    const staged: Figures["staged"][number][] = [];
    for (const size of SIZES) staged.push({ size, stages: await stages(size.cols, size.rows, STAGE_MOVES) });
    doing("memory");
    const memories = [
      ...(await memory(service.env, SMALL, ALERTS, peers)),
      ...(await memory(service.env, LARGE, ALERTS, peers)),
    ];
    doing("a slow line");
    const slowly = { sextant: await slow(service.env, "sextant", SLOW), ink: await slow(service.env, "ink", SLOW) };
    doing("a storm of alerts");
    const stormed = [...(await storm(SMALL)), ...(await storm(LARGE))];
    doing("the slowest of a thousand keys");
    const inUse = await serviceWithRows(long, []);
    const slowestKeys: Slowest[] = [];
    for (const size of SIZES) slowestKeys.push(await slowest(inUse.env, size));
    await inUse.stop();
    doing("a minute of nothing");
    const still = await idle(service.env, "access-history", IDLE_SECONDS);
    const alive = await idle(moving.env, "alerts", IDLE_SECONDS);
    const overview = await idle(moving.env, "overview", IDLE_SECONDS, { keys: ALL_PROJECTS });
    return {
      machine: machine(),
      rows,
      started,
      parts: taken,
      measured,
      staged,
      memory: memories,
      slow: slowly,
      stormed,
      idle: { seconds: IDLE_SECONDS, still, alive, overview },
      slowest: slowestKeys,
    };
  } finally {
    await service.stop();
    await moving.stop();
  }
}

/** The keys of this build and of another checkout's, in turn. */
async function beside(checkout: string, rounds: number): Promise<readonly Round[]> {
  using home = new Home();
  const service = await serviceWithRows(home);
  const measured: Round[] = [];
  try {
    for (let index = 0; index < rounds; index += 1) {
      for (const size of SIZES) {
        measured.push(await round(service.env, "sextant", size), await round(service.env, "sextant", size, checkout));
      }
    }
  } finally {
    await service.stop();
  }
  return measured;
}

const { values } = parseArgs({
  options: {
    write: { type: "boolean", default: false },
    rounds: { type: "string", default: "2" },
    before: { type: "string" },
    only: { type: "string", multiple: true, default: [] },
  },
});
await buildIfStale();
const rounds = Number(values.rounds);

/** Both builds, part by part. */
async function bothBuilds(checkout: string): Promise<string> {
  const isWanted = (name: string): boolean => values.only.length === 0 || values.only.includes(name);
  const keys = isWanted("keys") ? [keysPage(await beside(checkout, rounds))] : [];
  return [...keys, await besideBefore(PARTS.filter(isWanted), checkout, rounds)].join("\n\n");
}

const text = values.before === undefined ? markdown(await measure(rounds)) : await bothBuilds(resolve(values.before));
say(text);
if (values.write && values.before === undefined) writeFileSync(PAGE, text);
