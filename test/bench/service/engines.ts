/**
 * `npm run bench:engines`: what an answer costs on SQLite and on PostgreSQL with one, two and four instances behind one address, in one
 * run, asked in turn. It prints tables and asserts nothing; with `--write` they go to docs/bench-engines.md. `--alerts N,N` says how many
 * alerts there are.
 */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { buildIfStale } from "../../../build.ts";
import { type Balancer, makeBalancer } from "../../postgres/balancer.ts";
import { makeServer, postgresPrograms } from "../../postgres/server.ts";
import { count, median, milliseconds, table, times } from "../figures.ts";
import { doing, machine, say } from "../report.ts";
import { load, type Service, startService } from "./processes.ts";
import { jobOf, type Measured, type Subject, subjectOf } from "./subject.ts";

const PAGE = resolve(import.meta.dirname, "../../../docs/bench-engines.md");
const INSTANCES = [1, 2, 4] as const;
const CONNECTIONS = [1, 16] as const;
const REQUESTS = 200;
const WARM_UP = 50;
const ROUNDS = 2;

type Engine = {
  readonly name: string;
  readonly subject: Subject;
  /** Where it is asked: the balancer, where there are several. */
  readonly origin: string;
  readonly services: readonly Service[];
  readonly balancer: Balancer | null;
};

async function sqlite(home: string, alerts: number): Promise<Engine> {
  const service = await startService(["--data", join(home, `sqlite-${alerts}`)], ["--alerts", String(alerts)]);
  return {
    name: "SQLite",
    subject: await subjectOf(service, alerts),
    origin: service.ready.baseUrl,
    services: [service],
    balancer: null,
  };
}

async function postgres(url: string, alerts: number, number: number): Promise<Engine> {
  const services: Service[] = [];
  for (let index = 0; index < number; index += 1) {
    services.push(await startService(["--database", `${url}?schema=alerts${alerts}`], ["--alerts", String(alerts)]));
  }
  const [first] = services;
  if (first === undefined) throw new RangeError("no instance");
  const balancer = await makeBalancer();
  balancer.ports = services.map(({ ready }) => Number(new URL(ready.baseUrl).port));
  const subject = await subjectOf(first, alerts);
  const name = `PostgreSQL, ${number} ${number === 1 ? "instance" : "instances"}`;
  return { name, subject, origin: balancer.origin, services, balancer };
}

/** The median (ms) and the requests a second of each engine, the best of some rounds in which they are asked in turn. */
async function rows(engines: readonly Engine[], of: (subject: Subject) => readonly Measured[]): Promise<string[][]> {
  const all: string[][] = [];
  const [first] = engines;
  if (first === undefined) return all;
  for (const [index, { name }] of of(first.subject).entries()) {
    for (const connections of CONNECTIONS) {
      doing(`${name}, ${first.subject.alerts} alerts, ${connections} connections`);
      const best = engines.map(() => ({ middle: Number.POSITIVE_INFINITY, rate: 0 }));
      for (let round = 0; round < ROUNDS; round += 1) {
        for (const [at, { subject, origin }] of engines.entries()) {
          const measured = of(subject)[index];
          const so = best[at];
          if (measured === undefined || so === undefined) continue;
          const counts = { connections, requests: REQUESTS, warmUp: WARM_UP };
          const done = await load(jobOf(origin, subject, measured, counts));
          so.middle = Math.min(so.middle, median(done.milliseconds));
          so.rate = Math.max(so.rate, done.milliseconds.length / done.seconds);
        }
      }
      const [own] = best;
      all.push([
        name,
        String(connections),
        ...best.flatMap(({ middle, rate }, at) => [
          milliseconds(middle),
          count(rate),
          ...(at === 0 || own === undefined ? [] : [times(middle / own.middle)]),
        ]),
      ]);
    }
  }
  return all;
}

const headOf = (engines: readonly Engine[]): readonly string[] => [
  "",
  "connections",
  ...engines.flatMap(({ name }, at) => [`${name}, ms`, "a second", ...(at === 0 ? [] : ["of SQLite"])]),
];

async function stop(engines: readonly Engine[]): Promise<void> {
  for (const { services, balancer } of engines) {
    balancer?.close();
    await Promise.all(services.map((service) => service.stop()));
  }
}

/** What is measured with so many alerts, as a part of the page. */
async function part(home: string, url: string, alerts: number): Promise<string> {
  const engines: Engine[] = [];
  try {
    doing(`${alerts} alerts are laid`);
    engines.push(await sqlite(home, alerts));
    for (const number of INSTANCES) engines.push(await postgres(url, alerts, number));
    const memory = engines.map(
      ({ name, services }) => `${name} ${count(median(services.map((one) => one.memory())))} MB`,
    );
    const measured = await rows(engines, ({ growth }) => growth);
    return `## ${count(alerts)} alerts\n\n${table([headOf(engines), ...measured])}\n\nMemory of an instance before the load: ${memory.join(", ")}.\n`;
  } finally {
    await stop(engines);
  }
}

await buildIfStale();
const programs = postgresPrograms();
if (programs === undefined) throw new Error("There is no PostgreSQL here: install it, or put initdb on the path.");
const given = process.argv[process.argv.indexOf("--alerts") + 1] ?? "";
const sizes = process.argv.includes("--alerts") ? given.split(",").map(Number) : [1000, 100_000];
const home = mkdtempSync(join(tmpdir(), "sextant-bench-"));
const server = await makeServer(programs, ["fsync=on", "shared_buffers=256MB"]);
try {
  const parts: string[] = [];
  for (const alerts of sizes) parts.push(await part(home, server.url, alerts));
  const text = `# SQLite and PostgreSQL

Written by \`npm run bench:engines -- --write\`, on ${machine()}. Milliseconds are the median of ${count(REQUESTS)} requests, the best of
${ROUNDS} rounds in which the engines are asked in turn; ratios travel better. Database, instances, balancer and load share one machine, both flush with every write,
and callers bear a token. More instances than cores answer no more requests: here they show what several cost, not what they bring.

${parts.join("\n")}`;
  say(text);
  if (process.argv.includes("--write")) writeFileSync(PAGE, text);
} finally {
  await server.remove();
  rmSync(home, { recursive: true, force: true });
}
