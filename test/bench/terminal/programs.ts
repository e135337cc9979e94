import { execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { programOf } from "../../../build.ts";
import type { Home } from "../../journeys/home.ts";
import { type Service, startService } from "../service-process.ts";
import type { Link } from "./link.ts";
import { opentui } from "./opentui.ts";
import { type Program, Tty } from "./tty.ts";

/** What is measured: the built console in its variants, a bare Node, and consoles that others have written. */

export type Env = Readonly<Record<string, string>>;
export type Size = { readonly cols: number; readonly rows: number };

export const SMALL: Size = { cols: 80, rows: 24 };
export const LARGE: Size = { cols: 200, rows: 60 };
export const SIZES = [SMALL, LARGE] as const;
export const sizeName = ({ cols, rows }: Size): string => `${cols}x${rows}`;

/** How the console writes: cells that changed, drawn into them; the same from frames that Ink makes as text; as stock Ink does. */
export const OUTPUTS = { sextant: {}, text: { SEXTANT_OUTPUT: "text" }, ink: { SEXTANT_OUTPUT: "whole" } } as const;
export type OutputName = keyof typeof OUTPUTS;

export const hasText = (screen: string): boolean => screen.trim() !== "";
/** The list with its data, a selected row and the hints: a person can work. */
export const isUsable = (screen: string): boolean =>
  /as of \d\d:\d\d:\d\d/u.test(screen) && /› *•?\S/u.test(screen) && screen.includes("? all keys");

export const sextant = (env: Env, size: Size, ...args: readonly string[]): Program => ({
  file: process.execPath,
  args: [programOf(), ...args],
  ...size,
  env,
});

/** A bare Node that writes a word and goes on, or ends. */
export const bareNode = (env: Env, size: Size, stays = false): Program => ({
  file: process.execPath,
  args: [
    "-e",
    `process.stdout.write("ready");${stays ? ";process.stdin.setRawMode(true).once('data',()=>process.exit())" : ""}`,
  ],
  ...size,
  env,
});

/** Simulated seconds a second, and for how long (ms): after it a week of logins has more rows than can be asked for at once. */
const AHEAD = { speed: "100000", for: 800 } as const;

/** A service whose access history is longer than 20,000 rows, and in which nothing moves by itself unless it is said. */
export async function serviceWithRows(home: Home, flags: readonly string[] = ["--quiet"]): Promise<Service> {
  const data = join(home.directory, "rows");
  const ahead = await startService(home, data, "--speed", AHEAD.speed);
  await pause(AHEAD.for);
  await ahead.stop();
  return startService(home, data, ...flags);
}

/** Rows asked for of each cluster: together with those of the smaller ones some 20,000. */
const ROWS_OF_EACH = "10000";
const FORM = { open: "e", next: "\t", apply: "\u0013", fields: 5 } as const;
const FOLD = { last: "G", unfold: "\r", first: "g" } as const;
const ESCAPE = "\u001b";

/** Each console has a state of its own: a draft that one leaves would stand in the form of the next. */
let opened = 0;

/** A number before a word in the title of the list. A narrow title has room for the failures alone. */
const countIn = (screen: string, word: "attempts" | "failed"): number =>
  Number(new RegExp(`(\\d+) ${word}`, "u").exec(screen)?.[1] ?? 0);

/** Over which line the console is seen, and of which checkout it is. */
type Variant = {
  readonly link?: Link;
  readonly checkout?: string | undefined;
  /** What Node is told before the program. */
  readonly flags?: readonly string[];
};

/** The console on the access history with some 20,000 rows. */
export async function withRows(named: Env, size: Size, { link, checkout, flags = [] }: Variant = {}): Promise<Tty> {
  opened += 1;
  const env = { ...named, XDG_STATE_HOME: `${named["XDG_STATE_HOME"]}-${opened}` };
  const program = { ...sextant(env, size), args: [...flags, programOf(checkout), "access-history"] };
  const tty = new Tty(program, link);
  await tty.until(isUsable);
  const before = countIn(tty.screen(), "failed");
  await tty.press(FORM.open, 700);
  for (let field = 0; field < FORM.fields; field += 1) await tty.press(FORM.next, 700);
  await tty.press(ROWS_OF_EACH, 700);
  tty.type(FORM.apply);
  await tty.until((screen) => countIn(screen, "failed") > before && isUsable(screen));
  // What succeeded is one row until somebody unfolds it.
  await tty.press(FOLD.last, 700);
  await tty.press(FOLD.unfold, 700);
  // A build from before rows were folded has opened the last row.
  if (tty.screen().includes("Esc close")) await tty.press(ESCAPE, 700);
  await tty.press(FOLD.first, 700);
  await tty.silence(1500);
  return tty;
}

/** How many rows they are. */
export async function countRows(env: Env): Promise<number> {
  await using tty = await withRows(env, LARGE);
  return countIn(tty.screen(), "attempts");
}

/** Whether a program of others is installed. */
function isInstalled(name: string): boolean {
  try {
    execFileSync("which", [name], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
}

/** A console that others have written, with a list as long as ours. */
export type Peer = {
  readonly name: string;
  readonly program: (size: Size) => Program;
  /** Whether it can be worked with, and whether it has read all. */
  readonly isUsable: (screen: string) => boolean;
  readonly isReady: (screen: string) => boolean;
  /** What goes to the beginning of the list, where it does not begin there. */
  readonly first: string;
};

const PEER_ROWS = 20_000;
const second = (row: number): string => new Date(Date.UTC(2026, 10, 21) - row * 5000).toISOString();

function lnav(home: Home): Peer {
  const file = join(home.directory, "access.log");
  const line = (row: number): string =>
    `${second(PEER_ROWS - row)} svc-checkout 10.20.4.${row % 250} prod-eu prod-eu-shard-00-0${row % 3}.example.net ok ${row}`;
  writeFileSync(file, `${Array.from({ length: PEER_ROWS }, (_, row) => line(row)).join("\n")}\n`);
  return {
    name: "lnav",
    program: (size) => ({ file: "lnav", args: ["-q", file], ...size, env: home.env }),
    isUsable: (screen) => screen.includes("svc-checkout") && screen.includes("View Help"),
    isReady: (screen) => / L\d+ +100%/u.test(screen),
    first: "g",
  };
}

function tig(home: Home): Peer {
  const folder = join(home.directory, "history");
  mkdirSync(folder);
  const git = (args: readonly string[], input = ""): unknown =>
    execFileSync("git", args, { cwd: folder, input, env: { PATH: process.env["PATH"], ...home.env } });
  git(["init", "--quiet", "--initial-branch=main"]);
  const commit = (row: number): string =>
    `commit refs/heads/main\ncommitter Ann Keller <ann@example.com> ${1_790_000_000 + row * 60} +0000\ndata <<END\nChange ${row} of what is on the screen\nEND\n`;
  git(["fast-import", "--quiet"], Array.from({ length: PEER_ROWS }, (_, row) => commit(row)).join(""));
  return {
    name: "tig",
    program: (size) => ({ file: "tig", args: [], ...size, env: home.env, cwd: folder }),
    isUsable: (screen) => screen.includes(`Change ${PEER_ROWS - 1} `),
    isReady: (screen) => screen.includes(`Change ${PEER_ROWS - 1} `) && screen.includes("%"),
    first: "",
  };
}

/** Those of the peers that are installed, with what they show. */
export const peersIn = (home: Home): readonly Peer[] => [
  ...(isInstalled("lnav") ? [lnav(home)] : []),
  ...(isInstalled("tig") && isInstalled("git") ? [tig(home)] : []),
  ...opentui(home, PEER_ROWS),
];

/** A peer on its list, at the beginning. */
export async function openPeer({ program, isReady, first }: Peer, size: Size): Promise<Tty> {
  const tty = new Tty(program(size));
  await tty.until(isReady);
  await tty.silence(700);
  if (first !== "") await tty.press(first, 700);
  return tty;
}
