/**
 * `npm run bench:service`: what an answer of the service costs, beside a bare Hono that answers the same bytes from memory, and
 * how that grows with what is stored. It prints tables and asserts nothing; with `--write` they go to docs/bench-service.md.
 * `--alerts N,N` says how many alerts there are: 1,000 and 100,000, unless stated. Prism's mock is measured too, where it can be fetched.
 * Milliseconds are those of this machine at this moment: service and bare server are asked in turn, and the ratios travel.
 */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { request } from "undici";
import { buildIfStale } from "../../../build.ts";
import { count, median, milliseconds, percentile, times } from "../figures.ts";
import { doing, machine, say } from "../report.ts";
import type { Kept } from "./job.ts";
import { markdown } from "./page.ts";
import { startPrism } from "./prism.ts";
import { load, startBare, startService } from "./processes.ts";
import { ACKNOWLEDGEMENT, jobOf, type Subject, subjectOf } from "./subject.ts";

const PAGE = resolve(import.meta.dirname, "../../../docs/bench-service.md");

const given = process.argv[process.argv.indexOf("--alerts") + 1] ?? "";
const SIZES: readonly number[] = process.argv.includes("--alerts") ? given.split(",").map(Number) : [1000, 100_000];
const CONNECTIONS = [1, 16, 64] as const;
/** A fixed number of requests, so that a run ends and no budget is used up; the least of several rounds is taken. */
const REQUESTS = 1500;
const WARM_UP = 300;
const ROUNDS = 3;
/** For the growth with the number of rows: one connection, the two services asked in turn. */
const GROWTH_REQUESTS = 300;
const GROWTH_ROUNDS = 5;
const STARTS = 5;
/** Prism reads and makes up each answer anew. */
const PRISM_CONNECTIONS = [1, 16] as const;
const PRISM_REQUESTS = 300;

/** The service's own answers, for the bare server to give. */
async function answersOf({ service, headers, measured }: Subject): Promise<readonly Kept[]> {
  const kept: Kept[] = [];
  for (const { method, paths } of measured) {
    for (const path of paths) {
      const {
        statusCode,
        headers: answered,
        body,
      } = await request(`${service.ready.baseUrl}${path}`, {
        method,
        headers,
        ...(method === "GET" ? {} : { body: ACKNOWLEDGEMENT }),
      });
      const [plain = path] = path.split("?");
      const contentType = String(answered["content-type"]);
      kept.push({ method, path: plain, status: statusCode, contentType, body: await body.text() });
    }
  }
  return kept;
}

/** The better of some rounds: what the machine did beside it only makes a round worse. */
type Best = { readonly rate: number; readonly p50: number; readonly p99: number };

const better = (former: Best | undefined, { seconds, milliseconds: each }: Awaited<ReturnType<typeof load>>): Best => ({
  rate: Math.max(former?.rate ?? 0, each.length / seconds),
  p50: Math.min(former?.p50 ?? Number.POSITIVE_INFINITY, median(each)),
  p99: Math.min(former?.p99 ?? Number.POSITIVE_INFINITY, percentile(each, 0.99)),
});

async function throughput(one: Subject): Promise<string[][]> {
  const baseline = await startBare(await answersOf(one));
  const rows: string[][] = [];
  try {
    for (const measured of one.measured) {
      for (const connections of CONNECTIONS) {
        doing(`${measured.name}, ${one.alerts} alerts, ${connections} connections`);
        const counts = { connections, requests: REQUESTS, warmUp: WARM_UP };
        let own: Best | undefined;
        let beside: Best | undefined;
        for (let round = 0; round < ROUNDS; round += 1) {
          own = better(own, await load(jobOf(one.service.ready.baseUrl, one, measured, counts)));
          beside = better(beside, await load(jobOf(baseline.origin, one, measured, counts)));
        }
        if (own === undefined || beside === undefined) continue;
        rows.push([
          measured.name,
          count(one.alerts),
          String(connections),
          count(own.rate),
          milliseconds(own.p50),
          milliseconds(own.p99),
          count(beside.rate),
          milliseconds(beside.p50),
          milliseconds(beside.p99),
          times(beside.rate / own.rate),
        ]);
      }
    }
    return rows;
  } finally {
    await baseline.stop();
  }
}

/** The median (ms) with each number of alerts, and what the most take beside the fewest, and beside the first page of as many. */
async function growth(subjects: readonly Subject[]): Promise<string[][]> {
  const rows: string[][] = [];
  const counts = { connections: 1, requests: GROWTH_REQUESTS, warmUp: WARM_UP };
  const measured = subjects[0]?.growth ?? [];
  const best = subjects.map(() => measured.map(() => Number.POSITIVE_INFINITY));
  // All kinds of a round after each other: what the machine does meanwhile falls on all of them.
  for (let round = 0; round < GROWTH_ROUNDS; round += 1) {
    doing(`growth, round ${round + 1}`);
    for (const [kind] of measured.entries()) {
      for (const [index, subject] of subjects.entries()) {
        const [same, medians] = [subject.growth[kind], best[index]];
        if (same === undefined || medians === undefined) continue;
        const { milliseconds: each } = await load(jobOf(subject.service.ready.baseUrl, subject, same, counts));
        medians[kind] = Math.min(medians[kind] ?? Number.POSITIVE_INFINITY, median(each));
      }
    }
  }
  const firstPage = measured.findIndex(({ name }) => name === "first page of 100");
  for (const [kind, { name }] of measured.entries()) {
    const medians = best.map((one) => one[kind] ?? Number.NaN);
    const [few = Number.NaN, many = Number.NaN] = [medians.at(0), medians.at(-1)];
    const beside = name.includes("page") ? times(many / (best.at(-1)?.[firstPage] ?? Number.NaN)) : "";
    rows.push([name, ...medians.map(milliseconds), times(many / few), beside]);
  }
  return rows;
}

/** What a mock that knows the description alone answers a second, beside the service; null where there is none. */
async function besidePrism(one: Subject, folder: string): Promise<string[][] | null> {
  const { body } = await request(`${one.service.ready.baseUrl}/openapi.json`);
  const prism = await startPrism(await body.text(), folder);
  if (prism === null) return null;
  const rows: string[][] = [];
  try {
    for (const measured of one.measured) {
      for (const connections of PRISM_CONNECTIONS) {
        doing(`${measured.name} of Prism, ${connections} connections`);
        const counts = { connections, requests: PRISM_REQUESTS, warmUp: WARM_UP };
        let own: Best | undefined;
        let mock: Best | undefined;
        // It finds no answer for a version that is later than the operation's.
        const anyVersion = { ...one, headers: { ...one.headers, Accept: "*/*" } };
        for (let round = 0; round < ROUNDS; round += 1) {
          own = better(own, await load(jobOf(one.service.ready.baseUrl, one, measured, counts)));
          mock = better(mock, await load(jobOf(prism.origin, anyVersion, measured, counts)));
        }
        if (own === undefined || mock === undefined) continue;
        const cells = [count(own.rate), milliseconds(own.p50), count(mock.rate), milliseconds(mock.p50)];
        rows.push([measured.name, String(connections), ...cells, times(own.rate / mock.rate)]);
      }
    }
    return rows;
  } finally {
    await prism.stop();
  }
}

/** From the start of the process to the ready line, and what it holds then: with the data to be laid, and with it there. */
async function starts(home: string): Promise<string[][]> {
  const rows: string[][] = [];
  for (const alerts of [220, ...SIZES]) {
    doing(`starts with ${alerts} alerts`);
    const data = join(home, `starts-${alerts}`);
    const flags = ["--alerts", String(alerts)];
    const first = await startService(["--data", data], flags);
    const firstMemory = first.memory();
    await first.stop();
    const again: number[] = [];
    const memory: number[] = [];
    for (let run = 0; run < STARTS; run += 1) {
      const service = await startService(["--data", data], flags);
      again.push(service.readyAfter);
      memory.push(service.memory());
      await service.stop();
    }
    rows.push([
      count(alerts),
      count(first.readyAfter),
      count(firstMemory),
      count(Math.min(...again)),
      count(median(memory)),
    ]);
  }
  return rows;
}

await buildIfStale();
const home = mkdtempSync(join(tmpdir(), "sextant-bench-"));
const subjects: Subject[] = [];
try {
  const started = await starts(home);
  for (const alerts of SIZES) {
    const service = await startService(["--data", join(home, `served-${alerts}`)], ["--alerts", String(alerts)]);
    subjects.push(await subjectOf(service, alerts));
  }
  const rates: string[][] = [];
  for (const one of subjects) rates.push(...(await throughput(one)));
  const grown = await growth(subjects);
  const memory = subjects.map(({ alerts, service }) => `${count(service.memory())} MB with ${count(alerts)} alerts`);
  const [small] = subjects;
  const prism = small === undefined ? null : await besidePrism(small, join(home, "prism"));
  const text = markdown({
    machine: machine(),
    requests: REQUESTS,
    rounds: ROUNDS,
    rates,
    sizes: SIZES,
    grown,
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
