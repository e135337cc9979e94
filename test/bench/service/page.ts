import { count, table } from "../figures.ts";
import { type EngineFigures, INSTANCES, REQUESTS, ROUNDS } from "./beside-postgres.ts";

/** The figures of the service's bench as a page. */

export type Figures = {
  readonly machine: string;
  readonly requests: number;
  readonly rounds: number;
  readonly rates: readonly (readonly string[])[];
  readonly sizes: readonly number[];
  readonly grown: readonly (readonly string[])[];
  /** Null where there was no PostgreSQL. */
  readonly engines: readonly EngineFigures[] | null;
  /** Null where there was no Prism. */
  readonly prism: readonly (readonly string[])[] | null;
  readonly started: readonly (readonly string[])[];
  readonly memory: string;
};

const prismPart = ({ prism, sizes }: Figures): string =>
  prism === null
    ? "Prism was absent: it could not be fetched."
    : `Prism's mock (@stoplight/prism-cli) answers from \`/openapi.json\` alone: it checks each request and makes an answer up, a list with one row. Beside it the
service with ${count(sizes[0] ?? 0)} alerts, which answers with what is stored.

${table([["", "connections", "a second", "p50 ms", "Prism, a second", "p50 ms", "the service is faster"], ...prism])}`;

const ENGINE_HEAD = [
  "",
  "connections",
  "SQLite, ms",
  ...INSTANCES.flatMap((number) => [`PostgreSQL, ${number}, ms`, "of SQLite"]),
];

const enginePart = ({ alerts, answers, middle }: EngineFigures): string => `### ${count(alerts)} alerts

${table([ENGINE_HEAD, ...answers])}

A page in the middle beside the first one, at one connection: ${middle.join(", ")}.
`;

const postgresPart = ({ engines }: Figures): string =>
  engines === null
    ? "PostgreSQL was absent."
    : `SQLite beside PostgreSQL with ${INSTANCES.join(", ")} instances behind one address: the median of ${count(REQUESTS)} requests, the best of ${ROUNDS} rounds in which they are
asked in turn. Database, instances, balancer and load share one machine, and both databases flush with every write. More instances than cores answer no
more requests: here they show what several cost, not what they bring.

${engines.map(enginePart).join("\n")}
### Start on PostgreSQL

An instance that lays the data, and one that finds them.

${table([["alerts", "first start, ms", "MB", "later start, ms", "MB"], ...engines.map(({ starts }) => starts)])}`;

export const markdown = (figures: Figures): string => `# What the service costs

Written by \`npm run bench:service -- --write\`, on ${figures.machine}. Milliseconds are those of that machine at that time; the
ratios, taken in one run with both sides asked in turn, travel better. The load comes from a process of its own (undici), each
connection sends its next request when it has its answer, callers bear a token, and the data is in a file that is flushed with
every write.

## Beside a bare Hono

A bare Hono on the same HTTP layer answers the same bytes from memory: no login, no budget, no clock, no query, no storage. The best
of ${figures.rounds} rounds of ${count(figures.requests)} requests.

${table([
  ["", "alerts", "connections", "a second", "p50 ms", "p99 ms", "bare, a second", "p50 ms", "p99 ms", "bare is faster"],
  ...figures.rates,
])}

## Growth with the number of alerts

The median answer at one connection; the best of some rounds, the services asked in turn. The factor is that of the most alerts beside the fewest; the last
column is a page beside the first page, with the most alerts.

${table([
  ["", ...figures.sizes.map((alerts) => `${count(alerts)} alerts, ms`), "factor", "of the first page"],
  ...figures.grown,
])}

## On PostgreSQL

${postgresPart(figures)}

## Beside Prism

${prismPart(figures)}

## Start and memory

From the start of the process to its ready line. After the load above: ${figures.memory}.

${table([["alerts", "first start, ms", "MB", "later starts, ms", "MB"], ...figures.started])}
`;
