/**
 * `npm run bench:service`: what an answer of the service costs, beside a bare Hono that answers the same bytes from memory, and
 * how that grows with what is stored. It prints tables and asserts nothing; with `--write` they go to docs/bench-service.md.
 * Milliseconds are those of this machine at this moment: service and bare server are asked in turn, and the ratios travel.
 */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { request } from "undici";
import { z } from "zod";
import { buildIfStale } from "../../../build.ts";
import { mediaType } from "../../../src/contract/dialect.ts";
import { count, median, milliseconds, percentile, times } from "../figures.ts";
import { doing, machine, say } from "../report.ts";
import type { Job, Kept } from "./job.ts";
import { markdown } from "./page.ts";
import { load, type Service, startBare, startService } from "./processes.ts";

const PAGE = resolve(import.meta.dirname, "../../../docs/bench-service.md");

const SIZES = [1000, 100_000] as const;
const CONNECTIONS = [1, 16, 64] as const;
/** A fixed number of requests, so that a run ends and no budget is used up; the least of several rounds is taken. */
const REQUESTS = 1500;
const WARM_UP = 300;
const ROUNDS = 3;
/** For the growth with the number of rows: one connection, the two services asked in turn. */
const GROWTH_REQUESTS = 300;
const GROWTH_ROUNDS = 5;
const STARTS = 5;

type Measured = { readonly name: string; readonly method: "GET" | "PATCH"; readonly paths: readonly string[] };

/** Acknowledges an alert, the same in every request: one durable transaction each. */
const ACKNOWLEDGEMENT = JSON.stringify({ acknowledgementComment: "Looking at it." });

/** A service with so many alerts, and how it is asked. */
type Subject = {
  readonly alerts: number;
  readonly service: Service;
  readonly headers: Readonly<Record<string, string>>;
  readonly measured: readonly Measured[];
  readonly growth: readonly Measured[];
};

const Token = z.object({ access_token: z.string() });
const Page = z.object({ totalCount: z.number(), results: z.array(z.object({ id: z.string() })) });

async function headersFor({ ready }: Service): Promise<Readonly<Record<string, string>>> {
  const basic = Buffer.from(`${ready.clientId}:${ready.clientSecret}`).toString("base64");
  const { body } = await request(ready.tokenUrl, {
    method: "POST",
    headers: { Authorization: `Basic ${basic}`, "Content-Type": "application/x-www-form-urlencoded" },
    body: "grant_type=client_credentials",
  });
  const token = Token.parse(await body.json()).access_token;
  return {
    Authorization: `Bearer ${token}`,
    Accept: mediaType("specification"),
    "Content-Type": "application/json",
  };
}

const PAGE_ROWS = 100;

async function subject(data: string, alerts: number): Promise<Subject> {
  const service = await startService(data, ["--alerts", String(alerts)]);
  const headers = await headersFor(service);
  const group = `/api/service/v2/groups/${service.ready.groupId}`;
  const page = (number: number, more = "") => `${group}/alerts?pageNum=${number}&itemsPerPage=${PAGE_ROWS}${more}`;
  const read = async (path: string) => {
    const { body } = await request(`${service.ready.baseUrl}${path}`, { headers });
    return Page.parse(await body.json());
  };
  const { totalCount } = await read(page(1));
  const last = Math.ceil(totalCount / PAGE_ROWS);
  const pages = [...new Set([1, Math.ceil(last / 4), Math.ceil(last / 2), last])];
  const spread = (await Promise.all(pages.map((number) => read(page(number))))).flatMap(({ results }) => results);
  const paths = spread.map(({ id }) => `${group}/alerts/${id}`);
  const measured: readonly Measured[] = [
    { name: "one alert", method: "GET", paths },
    { name: "page of 100", method: "GET", paths: [page(1)] },
    { name: "acknowledge", method: "PATCH", paths: paths.slice(0, 50) },
  ];
  const growth: readonly Measured[] = [
    { name: "one alert", method: "GET", paths },
    { name: "first page of 100", method: "GET", paths: [page(1)] },
    { name: "page at a quarter", method: "GET", paths: [page(Math.ceil(last / 4))] },
    { name: "page in the middle", method: "GET", paths: [page(Math.ceil(last / 2))] },
    { name: "last full page", method: "GET", paths: [page(last - 1)] },
    { name: "first page of the closed ones", method: "GET", paths: [page(1, "&status=CLOSED")] },
    { name: "acknowledge", method: "PATCH", paths: paths.slice(0, 50) },
  ];
  return { alerts, service, headers, measured, growth };
}

const jobOf = (
  origin: string,
  { headers }: Subject,
  { method, paths }: Measured,
  counts: Pick<Job, "connections" | "requests" | "warmUp">,
): Job => ({
  origin,
  method,
  paths: [...paths],
  headers: { ...headers },
  ...(method === "GET" ? {} : { body: ACKNOWLEDGEMENT }),
  status: 200,
  ...counts,
});

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

async function growth(small: Subject, big: Subject): Promise<string[][]> {
  const rows: string[][] = [];
  const counts = { connections: 1, requests: GROWTH_REQUESTS, warmUp: WARM_UP };
  for (const [index, measured] of small.growth.entries()) {
    const same = big.growth[index];
    if (same === undefined) continue;
    doing(`growth of ${measured.name}`);
    const medians: [number[], number[]] = [[], []];
    for (let round = 0; round < GROWTH_ROUNDS; round += 1) {
      medians[0].push(median((await load(jobOf(small.service.ready.baseUrl, small, measured, counts))).milliseconds));
      medians[1].push(median((await load(jobOf(big.service.ready.baseUrl, big, same, counts))).milliseconds));
    }
    const [few, many] = [Math.min(...medians[0]), Math.min(...medians[1])];
    rows.push([measured.name, milliseconds(few), milliseconds(many), times(many / few)]);
  }
  return rows;
}

/** From the start of the process to the ready line, and what it holds then: with the data to be laid, and with it there. */
async function starts(home: string): Promise<string[][]> {
  const rows: string[][] = [];
  for (const alerts of [220, ...SIZES]) {
    doing(`starts with ${alerts} alerts`);
    const data = join(home, `starts-${alerts}`);
    const flags = ["--alerts", String(alerts)];
    const first = await startService(data, flags);
    const firstMemory = first.memory();
    await first.stop();
    const again: number[] = [];
    const memory: number[] = [];
    for (let run = 0; run < STARTS; run += 1) {
      const service = await startService(data, flags);
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
  for (const alerts of SIZES) subjects.push(await subject(join(home, `served-${alerts}`), alerts));
  const rates: string[][] = [];
  for (const one of subjects) rates.push(...(await throughput(one)));
  const [small, big] = subjects;
  const grown = small === undefined || big === undefined ? [] : await growth(small, big);
  const memory = subjects.map(({ alerts, service }) => `${count(service.memory())} MB with ${count(alerts)} alerts`);
  const text = markdown({
    machine: machine(),
    requests: REQUESTS,
    rounds: ROUNDS,
    rates,
    grown,
    started,
    memory: memory.join(", "),
  });
  say(text);
  if (process.argv.includes("--write")) writeFileSync(PAGE, text);
} finally {
  for (const { service } of subjects) await service.stop();
  rmSync(home, { recursive: true, force: true });
}
