import { type Balancer, makeBalancer } from "../../postgres/balancer.ts";
import { makeServer, postgresPrograms } from "../../postgres/server.ts";
import { count, median, milliseconds, times } from "../figures.ts";
import { doing } from "../report.ts";
import { load, type Service, startService } from "./processes.ts";
import { jobOf, type Subject, subjectOf } from "./subject.ts";

/** The service on SQLite beside itself on PostgreSQL, with several instances behind one address. */

export const INSTANCES = [1, 2, 4] as const;
const CONNECTIONS = [1, 16] as const;
export const REQUESTS = 200;
const WARM_UP = 50;
export const ROUNDS = 2;

const FIRST_PAGE = "first page of 100";
const MIDDLE_PAGE = "page in the middle";

/** What was measured with so many alerts, as the rows of its tables. */
export type EngineFigures = {
  readonly alerts: number;
  readonly answers: readonly (readonly string[])[];
  /** What a page in the middle takes beside the first one, of each engine. */
  readonly middle: readonly string[];
  /** Of an instance that lays the data, and of one that finds them: milliseconds and MB. */
  readonly starts: readonly string[];
};

type Engine = {
  readonly name: string;
  readonly subject: Subject;
  /** Where it is asked: the balancer, where there are several. */
  readonly origin: string;
  readonly services: readonly Service[];
  readonly balancer: Balancer | null;
};

const onSqlite = (subject: Subject): Engine => ({
  name: "SQLite",
  subject,
  origin: subject.service.ready.baseUrl,
  services: [],
  balancer: null,
});

async function onPostgres(url: string, alerts: number, number: number): Promise<Engine> {
  const services: Service[] = [];
  for (let index = 0; index < number; index += 1) {
    services.push(await startService(["--database", `${url}?schema=alerts${alerts}`], ["--alerts", String(alerts)]));
  }
  const [first] = services;
  if (first === undefined) throw new RangeError("no instance");
  const balancer = await makeBalancer();
  balancer.ports = services.map(({ ready }) => Number(new URL(ready.baseUrl).port));
  const name = `${number} ${number === 1 ? "instance" : "instances"}`;
  return { name, subject: await subjectOf(first, alerts), origin: balancer.origin, services, balancer };
}

async function stop({ services, balancer }: Engine): Promise<void> {
  balancer?.close();
  await Promise.all(services.map((service) => service.stop()));
}

/** The median (ms) of each engine for one kind of request, the best of some rounds in which they are asked in turn. */
async function medians(engines: readonly Engine[], kind: number, connections: number): Promise<readonly number[]> {
  const best = engines.map(() => Number.POSITIVE_INFINITY);
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const [at, { subject, origin }] of engines.entries()) {
      const measured = subject.growth[kind];
      if (measured === undefined) continue;
      const job = jobOf(origin, subject, measured, { connections, requests: REQUESTS, warmUp: WARM_UP });
      best[at] = Math.min(best[at] ?? Number.POSITIVE_INFINITY, median((await load(job)).milliseconds));
    }
  }
  return best;
}

async function figures(url: string, subject: Subject): Promise<EngineFigures> {
  const { alerts } = subject;
  const engines = [onSqlite(subject)];
  try {
    for (const number of INSTANCES) {
      doing(`PostgreSQL, ${alerts} alerts, ${number} instances start`);
      engines.push(await onPostgres(url, alerts, number));
    }
    const [, laying, others] = engines;
    const started = [laying?.services[0], others?.services[0]].flatMap((one) =>
      one === undefined ? [] : [count(one.readyAfter), count(one.memory())],
    );
    const answers: string[][] = [];
    const alone = new Map<string, readonly number[]>();
    for (const [kind, { name }] of subject.growth.entries()) {
      for (const connections of CONNECTIONS) {
        doing(`${name} on PostgreSQL, ${alerts} alerts, ${connections} connections`);
        const each = await medians(engines, kind, connections);
        if (connections === 1) alone.set(name, each);
        const [own = Number.NaN] = each;
        const cells = each.flatMap((one, at) =>
          at === 0 ? [milliseconds(one)] : [milliseconds(one), times(one / own)],
        );
        answers.push([name, String(connections), ...cells]);
      }
    }
    const [first = [], middle = []] = [alone.get(FIRST_PAGE), alone.get(MIDDLE_PAGE)];
    return {
      alerts,
      answers,
      middle: engines.map(({ name }, at) => `${name} ${times((middle[at] ?? Number.NaN) / (first[at] ?? Number.NaN))}`),
      starts: [count(alerts), ...started],
    };
  } finally {
    for (const engine of engines) await stop(engine);
  }
}

/** What each number of alerts costs there, or null where there is no PostgreSQL. */
export async function besidePostgres(subjects: readonly Subject[]): Promise<readonly EngineFigures[] | null> {
  const programs = postgresPrograms();
  if (programs === undefined) return null;
  const server = await makeServer(programs, ["fsync=on", "shared_buffers=256MB"]);
  try {
    const all: EngineFigures[] = [];
    for (const subject of subjects) all.push(await figures(server.url, subject));
    return all;
  } finally {
    await server.remove();
  }
}
