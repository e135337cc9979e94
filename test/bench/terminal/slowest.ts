import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { z } from "zod";
import { count, median, percentile, table } from "../figures.ts";
import { DOWN } from "./moves.ts";
import { type Env, type Size, sizeName, withRows } from "./programs.ts";

/**
 * The slowest of a thousand keys, in a list of 20,000 rows of a service in which time passes: how slow they are, and what came in between.
 */

export const SLOWEST = { keys: 1000, perSecond: 20, refreshEvery: 200 } as const;
/** So many of the slowest are looked at, and a key is slow from so many milliseconds on. */
const LOOKED_AT = 0.05;
const REFRESH = "r";
/** What has happened shortly before a key (ms) may still be worked on. */
const BEFORE = 25;
const MINUTE = 60_000;

const Noted = z.array(z.object({ kind: z.string(), from: z.number(), to: z.number() }));
type Event = z.output<typeof Noted>[number];

/** Loaded before the program: notes each collection of garbage and each answer, and writes them down at the end. */
const noting = (file: string): string => `
  const { isMainThread } = process.getBuiltinModule("node:worker_threads");
  const { PerformanceObserver } = process.getBuiltinModule("node:perf_hooks");
  const channels = process.getBuiltinModule("node:diagnostics_channel");
  const noted = [];
  const note = (kind, from, to) => noted.push({ kind, from: performance.timeOrigin + from, to: performance.timeOrigin + to });
  const COLLECTIONS = new Map([[1, "young garbage"], [2, "young garbage"], [4, "old garbage"], [8, "old garbage"]]);
  if (isMainThread) {
    new PerformanceObserver((list) => {
      for (const { startTime, duration, detail } of list.getEntries()) {
        const kind = COLLECTIONS.get(detail.kind);
        if (kind !== undefined) note(kind, startTime, startTime + duration);
      }
    }).observe({ entryTypes: ["gc"] });
    const began = new WeakMap();
    channels.subscribe("undici:request:headers", ({ request }) => began.set(request, performance.now()));
    channels.subscribe("undici:request:trailers", ({ request }) => {
      const now = performance.now();
      note("an answer", began.get(request) ?? now, now);
    });
    process.on("exit", () => process.getBuiltinModule("node:fs").writeFileSync(${JSON.stringify(file)}, JSON.stringify(noted)));
  }
`;

/** A key: how long it took, how long the main thread ran and waited for a processor from it to the next, and what was meanwhile. */
type Key = {
  readonly taken: number;
  readonly ran: number;
  readonly waited: number;
  readonly with: readonly string[];
};

export type Slowest = { readonly name: string; readonly size: Size; readonly keys: readonly Key[] };

/** The list beside the sidebar and below its title: what changes with a key, and with nothing else. */
const list = (rows: readonly string[]): string =>
  rows
    .slice(2)
    .map((row) => row.slice(row.indexOf("│")))
    .join("\n");

/** What had begun before a key was answered, and had not ended long before it was pressed. */
function eventsAt(events: readonly Event[], pressed: number, taken: number): readonly string[] {
  const at = events.filter(({ from, to, kind }) => {
    const early = kind === "an answer" ? BEFORE : 0;
    return from <= pressed + taken && to >= pressed - early;
  });
  const isMinute = Math.floor((pressed + taken) / MINUTE) !== Math.floor((pressed - BEFORE) / MINUTE);
  return [...new Set([...at.map(({ kind }) => kind), ...(isMinute ? ["a minute's tick"] : [])])];
}

/** A thousand keys, one after another, and all rows read anew now and then. */
export async function slowest(env: Env, size: Size, checkout?: string): Promise<Slowest> {
  const folder = mkdtempSync(join(tmpdir(), "sextant-slowest-"));
  const file = join(folder, "noted.json");
  const flags = ["--import", `data:text/javascript,${encodeURIComponent(noting(file))}`];
  try {
    const pressed: (Omit<Key, "with"> & { readonly at: number })[] = [];
    {
      await using tty = await withRows(env, size, { checkout, flags });
      const began = tty.now();
      for (let key = 0; key < SLOWEST.keys; key += 1) {
        const wait = began + (key * 1000) / SLOWEST.perSecond - tty.now();
        if (wait > 0) await pause(wait);
        // In the middle between two keys, as a person would.
        if (key % SLOWEST.refreshEvery === SLOWEST.refreshEvery - 1) tty.type(REFRESH);
        if (key % SLOWEST.refreshEvery === SLOWEST.refreshEvery - 1) await pause(500 / SLOWEST.perSecond);
        const [at, before] = [tty.began + tty.now(), tty.mainThread()];
        const taken = await tty.pressUntilOther(DOWN, list);
        const { ran, waited } = tty.mainThread();
        pressed.push({ at, taken, ran: ran - before.ran, waited: waited - before.waited });
      }
    }
    const events = Noted.parse(JSON.parse(readFileSync(file, "utf8")));
    const keys = pressed.map(({ at, ...key }) => ({ ...key, with: eventsAt(events, at, key.taken) }));
    return { name: checkout === undefined ? "sextant" : "before", size, keys };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** What a slow key came with: first of all that the machine had no processor for it. */
const causeOf = ({ taken, waited, with: events }: Key): string =>
  waited > taken / 2 ? "no processor was free" : events.length === 0 ? "nothing of these" : events.join(", ");

const ms = (value: number): string => value.toFixed(1);

const tailOf = (values: readonly number[]): readonly number[] => [
  percentile(values, 0.95),
  percentile(values, 0.99),
  Math.max(...values),
];

/** p95 and the slowest of the keys at one size. */
export function slowestPair(all: readonly Slowest[], { cols }: Size): string {
  const taken = all.filter(({ size }) => size.cols === cols).flatMap(({ keys }) => keys.map((key) => key.taken));
  return `${ms(percentile(taken, 0.95))} / ${ms(Math.max(...taken))}`;
}

/** How slow the keys were, and what the slowest came with, the most frequent first. */
export function slowestTable(all: readonly Slowest[]): string {
  const rows = all.map(({ name, size, keys }) => {
    const taken = keys.map((key) => key.taken);
    const slow = keys.toSorted((one, other) => other.taken - one.taken).slice(0, keys.length * LOOKED_AT);
    const causes = new Map<string, number>();
    for (const key of slow) causes.set(causeOf(key), (causes.get(causeOf(key)) ?? 0) + 1);
    const causesFound = [...causes]
      .toSorted(([, one], [, other]) => other - one)
      .map(([cause, of]) => `${of} ${cause}`);
    return [
      `${sizeName(size)}, ${name === "before" ? "sextant of the other checkout" : name}`,
      [median(taken), ...tailOf(taken)].map(ms).join(" / "),
      tailOf(keys.map(({ ran }) => ran))
        .map(ms)
        .join(" / "),
      `${count(taken.filter((one) => one > 20).length)}`,
      causesFound.join("; "),
    ];
  });
  return table([
    [
      "",
      "key to last byte p50 / p95 / p99 / most, ms",
      "of it the main thread at work p95 / p99 / most, ms",
      "over 20 ms",
      "the slowest 5 % came with",
    ],
    ...rows,
  ]);
}
