import { Home } from "../../journeys/home.ts";
import { bareNode, type Env, hasText, isUsable, type Peer, SMALL, sextant } from "./programs.ts";
import { type Program, Tty } from "./tty.ts";

/** From the start of a process to what it shows first, and to what can be worked with (ms). */
export type Start = {
  readonly first: number;
  readonly usable: number;
  /** Of the console: when it is read and has the keyboard, and when there are rows. */
  readonly read?: number;
  readonly drawn?: number;
};

/** The console turns bracketed paste on when its code is read and it takes the keyboard. */
const HAS_KEYBOARD = "\u001b[?2004h";
const hasRows = (screen: string): boolean => /as of \d\d:\d\d:\d\d/u.test(screen);

async function startOf(program: Program, isReady: (screen: string) => boolean): Promise<Start> {
  await using tty = new Tty(program);
  await tty.until(isReady);
  const [first, usable, drawn] = await tty.momentsOf([hasText, isReady, hasRows]);
  const read = tty.chunks.find(({ text }) => text.includes(HAS_KEYBOARD))?.at;
  return {
    first: first ?? Number.NaN,
    usable: usable ?? Number.NaN,
    ...(drawn === undefined || drawn === null || read === undefined ? {} : { drawn, read }),
  };
}

async function bareStart(env: Env): Promise<Start> {
  await using tty = new Tty(bareNode(env, SMALL, true));
  await tty.until(hasText);
  const [first] = await tty.momentsOf([hasText]);
  return { first: first ?? Number.NaN, usable: first ?? Number.NaN };
}

/** Starts of several programs, one after another in every round, so that what the machine does beside them meets all of them. */
export type Starts = Readonly<Record<string, readonly Start[]>>;

/** The names of what is started, as the tables have them. */
export const STARTED = {
  bare: "`node -e` that writes a word",
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
  // The first start of a home lays the sample data and compiles; what is measured are those after it.
  await startOf(sextant(embedded, SMALL), isUsable);
  await startOf(sextant(service, SMALL), isUsable);
  for (let round = 0; round < rounds; round += 1) {
    keep(STARTED.bare, await bareStart(embedded));
    keep(STARTED.embedded, await startOf(sextant(embedded, SMALL), isUsable));
    keep(STARTED.service, await startOf(sextant(service, SMALL), isUsable));
    for (const peer of peers) keep(peer.name, await startOf(peer.program(SMALL), peer.isUsable));
  }
  return Object.fromEntries(kept);
}
