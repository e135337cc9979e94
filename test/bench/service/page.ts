import { count, table } from "../figures.ts";

/** The figures of the service's bench as a page. */

export type Figures = {
  readonly machine: string;
  readonly requests: number;
  readonly rounds: number;
  readonly rates: readonly (readonly string[])[];
  readonly grown: readonly (readonly string[])[];
  readonly started: readonly (readonly string[])[];
  readonly memory: string;
};

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

The median answer at one connection; the best of some rounds, the two services asked in turn.

${table([["", "1,000 alerts, ms", "100,000 alerts, ms", "factor"], ...figures.grown])}

## Start and memory

From the start of the process to its ready line. After the load above: ${figures.memory}.

${table([["alerts", "first start, ms", "MB", "later starts, ms", "MB"], ...figures.started])}
`;
