/**
 * `npm run bench:service`: what an answer of the service costs, in one run: on SQLite beside a bare Hono that answers the same bytes from
 * memory, how that grows with what is stored, on PostgreSQL with one, two and four instances, and beside Prism's mock. It prints tables and
 * asserts nothing; with `--write` they go to docs/bench-service.md. `--alerts N,N` says how many alerts there are: 1,000 and 100,000, unless
 * stated. PostgreSQL and Prism are left out, and that is said, where there is none. Milliseconds are those of this machine at this moment: what
 * is compared is asked in turn, and the ratios travel.
 */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { buildIfStale } from "../../../build.ts";
import { count } from "../figures.ts";
import { machine, say } from "../report.ts";
import { besideHono, REQUESTS, ROUNDS } from "./beside-hono.ts";
import { besidePostgres } from "./beside-postgres.ts";
import { besidePrism } from "./beside-prism.ts";
import { growth } from "./growth.ts";
import { markdown } from "./page.ts";
import { startService } from "./processes.ts";
import { starts } from "./starts.ts";
import { type Subject, subjectOf } from "./subject.ts";

const PAGE = resolve(import.meta.dirname, "../../../docs/bench-service.md");

const given = process.argv[process.argv.indexOf("--alerts") + 1] ?? "";
const sizes: readonly number[] = process.argv.includes("--alerts") ? given.split(",").map(Number) : [1000, 100_000];

await buildIfStale();
const home = mkdtempSync(join(tmpdir(), "sextant-bench-"));
const subjects: Subject[] = [];
try {
  const started = await starts(home, sizes);
  for (const alerts of sizes) {
    const service = await startService(["--data", join(home, `served-${alerts}`)], ["--alerts", String(alerts)]);
    subjects.push(await subjectOf(service, alerts));
  }
  const rates: string[][] = [];
  for (const one of subjects) rates.push(...(await besideHono(one)));
  const grown = await growth(subjects);
  const memory = subjects.map(({ alerts, service }) => `${count(service.memory())} MB with ${count(alerts)} alerts`);
  const engines = await besidePostgres(subjects);
  const [small] = subjects;
  const prism = small === undefined ? null : await besidePrism(small, join(home, "prism"));
  const text = markdown({
    machine: machine(),
    requests: REQUESTS,
    rounds: ROUNDS,
    rates,
    sizes,
    grown,
    engines,
    prism,
    started,
    memory: memory.join(", "),
  });
  say(text);
  if (process.argv.includes("--write")) writeFileSync(PAGE, text);
} finally {
  for (const { service } of subjects) await service.stop();
  rmSync(home, { recursive: true, force: true });
}
