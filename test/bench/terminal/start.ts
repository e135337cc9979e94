import { setTimeout as pause } from "node:timers/promises";
import { Home } from "../../journeys/home.ts";
import { OPENTUI } from "./opentui.ts";
import { bareNode, type Env, hasText, isUsable, type Peer, SMALL, sextant } from "./programs.ts";
import { type Program, Tty } from "./tty.ts";

/** From the start of a process to what it shows first, and to what can be worked with (ms). */
export type Start = {
  readonly first: number;
  readonly usable: number;
};

export async function startOf(program: Program, isReady: (screen: string) => boolean): Promise<Start> {
  await using tty = new Tty(program);
  await tty.until(isReady);
  const [first, usable] = await tty.momentsOf([hasText, isReady]);
  return { first: first ?? Number.NaN, usable: usable ?? Number.NaN };
}

/** The console keeps the code of its first two starts when they are so long (ms) over (`code-cache.ts`). */
const KEPT_AFTER = 5000;

/** What a person does before the starts that are measured: the first lays the sample data, and what V8 compiles is kept of two. */
export async function settle(env: Env, program = sextant(env, SMALL)): Promise<void> {
  for (let start = 0; start < 2; start += 1) {
    await using tty = new Tty(program);
    await tty.until(isUsable);
    await pause(KEPT_AFTER);
  }
}

async function bareStart(env: Env): Promise<Start> {
  await using tty = new Tty(bareNode(env, SMALL, true));
  await tty.until(hasText);
  const [first] = await tty.momentsOf([hasText]);
  return { first: first ?? Number.NaN, usable: first ?? Number.NaN };
}

/** Starts of several programs, one after another in every round, so that what the machine does beside them meets all of them. */
export type Starts = Readonly<Record<string, readonly Start[]>>;

/** Which of the others were not there, as a sentence. */
export function absentPeers(started: Starts): string {
  const absent = ["lnav", "tig", OPENTUI].filter((name) => started[name] === undefined);
  return absent.length === 0 ? "All were there." : `Not there: ${absent.join(", ")}.`;
}

/** The names of what is started, as the tables have them. */
export const STARTED = {
  baseline: "`node -e` that writes a word",
  embedded: "sextant, its own service",
  service: "sextant, a running service",
  first: "sextant, the first start of all",
} as const;

export async function starts(
  { embedded, service, peers }: { embedded: Env; service: Env; peers: readonly Peer[] },
  { rounds, firstRounds }: { readonly rounds: number; readonly firstRounds: number },
): Promise<Starts> {
  const kept = new Map<string, Start[]>();
  const keep = (name: string, start: Start): unknown => kept.set(name, [...(kept.get(name) ?? []), start]);
  for (let round = 0; round < firstRounds; round += 1) {
    using home = new Home();
    keep(STARTED.first, await startOf(sextant(home.env, SMALL), isUsable));
  }
  await settle(embedded);
  await settle(service);
  for (let round = 0; round < rounds; round += 1) {
    keep(STARTED.baseline, await bareStart(embedded));
    keep(STARTED.embedded, await startOf(sextant(embedded, SMALL), isUsable));
    keep(STARTED.service, await startOf(sextant(service, SMALL), isUsable));
    for (const peer of peers) keep(peer.name, await startOf(peer.program(SMALL), peer.isUsable));
  }
  return Object.fromEntries(kept);
}
