/**
 * `npm run bench:memory`: where the memory of the console at rest goes, beside a bare Node: pages of Node's own program, the heap of each
 * thread, what lies beside the heaps, and what the heaps hold. With `--write` the tables go to docs/memory.md; `--before CHECKOUT` shows
 * the totals of this build and of the one in another checkout, measured in turn, and nothing else.
 */

import { readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { parseArgs } from "node:util";
import { z } from "zod";
import { buildIfStale, programOf } from "../../../build.ts";
import { withPart } from "../../docs/readme-blocks.ts";
import { Home } from "../../journeys/home.ts";
import { doing, machine, say } from "../report.ts";
import { startService } from "../service-process.ts";
import { Inspector } from "./inspector.ts";
import { bareNode, type Env, hasText, isUsable, SMALL, sextant } from "./programs.ts";
import { type Program, Tty } from "./tty.ts";

const CHECKOUT = resolve(import.meta.dirname, "../../..");
const PAGE = join(CHECKOUT, "docs/memory.md");

/** V8 tidies up for some seconds after a start; by then it has (ms). */
const TIDIED = 27_000;
/** Starts before the one that is measured, until the code that a start calls is kept, and how long each lasts (ms). */
const EARLIER = { starts: 2, each: 4500 } as const;
const ROUNDS = 3;
const MB = 1024 * 1024;

/** A process at rest. */
type Subject = {
  readonly name: string;
  readonly program: (checkout: string | undefined) => Program;
  readonly isReady: (screen: string) => boolean;
};

/** Resident memory by what it is of, in MB. */
type Resident = { readonly total: number; readonly files: number };

type ThreadHeap = {
  readonly thread: string;
  readonly size: number;
  readonly live: readonly (readonly [string, number])[];
};

type Account = { readonly subject: string; readonly resident: Resident; readonly heaps: readonly ThreadHeap[] };

function residentOf(pid: number): Resident {
  const status = readFileSync(`/proc/${pid}/status`, "utf8");
  const sizeOf = (name: string): number => Number(new RegExp(`^${name}:\\s+(\\d+) kB$`, "mu").exec(status)?.[1]) / 1024;
  return { total: sizeOf("VmRSS"), files: sizeOf("RssFile") };
}

const THREADS = [
  { file: "service-embedded-worker", name: "service" },
  { file: "terminal-unresponsive-worker", name: "Ctrl-C" },
] as const;

const threadName = (file: string): string => THREADS.find((one) => file.includes(one.file))?.name ?? "main";

const Snapshot = z.object({
  snapshot: z.object({ meta: z.object({ node_fields: z.array(z.string()), node_types: z.array(z.unknown()) }) }),
  nodes: z.array(z.number()),
});

/** What V8 calls the kinds of what lives in a heap, and what they are. What is native lies beside the heap. */
const KINDS: Readonly<Record<string, string>> = {
  code: "code: bytecode, compiled code, what V8 has learned of both",
  closure: "functions",
  string: "texts",
  "concatenated string": "texts",
  "sliced string": "texts",
  object: "objects",
  array: "arrays, maps and sets",
  "object shape": "shapes of objects",
};
const OTHER = "other";
/** A text of so many bytes is the source of a script; it lies beside the heap, those of Node's own modules in Node's program. */
const SOURCE = 20_000;

function liveIn(text: string): ThreadHeap["live"] {
  const { snapshot, nodes } = Snapshot.parse(JSON.parse(text));
  const { node_fields: fields, node_types } = snapshot.meta;
  const types = z.array(z.string()).parse(node_types[0]);
  const [type, size] = ["type", "self_size"].map((field) => fields.indexOf(field));
  const found = new Map<string, number>();
  for (let at = 0; at < nodes.length; at += fields.length) {
    const kind = types[nodes[at + (type ?? 0)] ?? 0] ?? "";
    const bytes = nodes[at + (size ?? 0)] ?? 0;
    const isSource = kind === "string" && bytes > SOURCE;
    if (kind === "native" || isSource) continue;
    const called = KINDS[kind] ?? OTHER;
    found.set(called, (found.get(called) ?? 0) + bytes / MB);
  }
  return [...found].toSorted(([, left], [, right]) => right - left);
}

/** Starts a program as it is started the third time, waits until it is at rest, and looks at it. */
async function atRest<T>(
  { program, isReady }: Subject,
  checkout: string | undefined,
  flags: readonly string[],
  look: (tty: Tty) => T | Promise<T>,
): Promise<T> {
  const plain = program(checkout);
  for (let start = 0; start < EARLIER.starts; start += 1) {
    await using tty = new Tty(plain);
    await tty.until(isReady);
    await pause(EARLIER.each);
  }
  await using tty = new Tty({ ...plain, args: [...flags, ...plain.args] });
  await tty.until(isReady);
  await pause(TIDIED);
  return await look(tty);
}

async function accountOf(subject: Subject): Promise<Account> {
  const resident = await atRest(subject, undefined, [], ({ pid }) => residentOf(pid));
  const heaps = await atRest(subject, undefined, ["--inspect=0"], async (tty) => {
    using inspector = await Inspector.of(tty);
    const found: ThreadHeap[] = [];
    // First all sizes: a snapshot has the heap collected before it.
    for (const thread of inspector.threads) {
      const expression = "process.getBuiltinModule('node:v8').getHeapStatistics().total_physical_size";
      const size = Number(await inspector.evaluate(thread, expression)) / MB;
      found.push({ thread: threadName(thread.file), size, live: [] });
    }
    for (const [index, thread] of inspector.threads.entries()) {
      const before = found[index];
      if (before !== undefined) found[index] = { ...before, live: liveIn(await inspector.heapSnapshot(thread)) };
    }
    return found;
  });
  return { subject: subject.name, resident, heaps };
}

const subjectsOf = (own: Env, service: Env): readonly Subject[] => {
  const console = (env: Env) => (checkout: string | undefined) => ({
    ...sextant(env, SMALL),
    args: [programOf(checkout), "alerts"],
  });
  return [
    { name: "bare Node", program: () => bareNode(service, SMALL, true), isReady: hasText },
    { name: "console, another process's service", program: console(service), isReady: isUsable },
    { name: "console with its own service", program: console(own), isReady: isUsable },
  ];
};

const mb = (size: number | undefined): string => (size === undefined ? "" : size.toFixed(1));
const row = (cells: readonly string[]): string => `| ${cells.join(" | ")} |`;
const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [row(head), row(head.map((_, index) => (index === 0 ? "---" : "---:"))), ...rows.map(row)].join("\n");

/** Where all of it is. */
function wholeTable(accounts: readonly Account[]): string {
  const heapOf = ({ heaps }: Account, thread: string): number | undefined =>
    heaps.find((heap) => heap.thread === thread)?.size;
  const all = ({ heaps }: Account): number => heaps.reduce((sum, { size }) => sum + size, 0);
  const lines: readonly (readonly [string, (account: Account) => number | undefined])[] = [
    ["Node's program and libraries, as far as they are used", ({ resident }) => resident.files],
    ["heap of the main thread", (account) => heapOf(account, "main")],
    ["heap of the service's thread", (account) => heapOf(account, "service")],
    ["heap of the thread that hears Ctrl-C", (account) => heapOf(account, "Ctrl-C")],
    [
      "beside the heaps: source text, WebAssembly, SQLite, stacks, what is freed and not given back",
      (account) => account.resident.total - account.resident.files - all(account),
    ],
    ["all", ({ resident }) => resident.total],
  ];
  return table(
    ["MB at rest", ...accounts.map(({ subject }) => subject)],
    lines.map(([name, sizeOf]) => [name, ...accounts.map((account) => mb(sizeOf(account)))]),
  );
}

/** What lives in the heaps of the console with its own service, beside a bare Node's. */
function liveTable(accounts: readonly Account[]): string {
  const columns = [accounts[0], accounts.at(-1)].flatMap((account) =>
    (account?.heaps ?? []).map(({ thread, live }) => ({ name: `${account?.subject}: ${thread}`, live: new Map(live) })),
  );
  const kinds = [...new Set([...Object.values(KINDS), OTHER])];
  const sum = (live: ReadonlyMap<string, number>): number => live.values().reduce((left, right) => left + right, 0);
  return table(
    ["MB that live in the heap", ...columns.map(({ name }) => name)],
    [
      ...kinds.map((kind) => [kind, ...columns.map(({ live }) => mb(live.get(kind)))]),
      ["all", ...columns.map(({ live }) => mb(sum(live)))],
    ],
  );
}

/** The totals of this build and of another one, in turn. */
async function besides(subjects: readonly Subject[], before: string): Promise<string> {
  const found = new Map<string, number[]>();
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const subject of subjects) {
      for (const checkout of [before, undefined]) {
        doing(`${subject.name}, ${checkout ?? "this build"}`);
        const { total } = await atRest(subject, checkout, [], ({ pid }) => residentOf(pid));
        const key = `${subject.name}, ${checkout === undefined ? "after" : "before"}`;
        found.set(key, [...(found.get(key) ?? []), total]);
      }
    }
  }
  const middle = (sizes: readonly number[]): number => sizes.toSorted((a, b) => a - b)[sizes.length >> 1] ?? 0;
  return table(
    ["MB at rest", "median"],
    [...found].map(([name, sizes]) => [name, mb(middle(sizes))]),
  );
}

const { values } = parseArgs({
  options: { write: { type: "boolean", default: false }, before: { type: "string" } },
});
await buildIfStale();
using own = new Home();
using home = new Home();
const service = await startService(home, join(home.directory, "service"), "--quiet");
try {
  const subjects = subjectsOf(own.env, service.env);
  if (values.before !== undefined) {
    say(await besides(subjects, resolve(values.before)));
  } else {
    const accounts: Account[] = [];
    for (const subject of subjects) {
      doing(subject.name);
      accounts.push(await accountOf(subject));
    }
    const text = `${wholeTable(accounts)}\n\n${liveTable(accounts)}\n\nOn ${machine()}; alerts at 80x24.`;
    say(text);
    if (values.write) writeFileSync(PAGE, withPart(readFileSync(PAGE, "utf8"), "memory", text));
  }
} finally {
  await service.stop();
}
