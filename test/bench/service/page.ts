/** The figures of the service's bench as a page. */

export const count = (value: number): string => Math.round(value).toLocaleString("en-US");
export const milliseconds = (value: number): string => value.toFixed(value < 10 ? 2 : 1);
export const times = (value: number): string => `${value.toFixed(value < 10 ? 1 : 0)}x`;

/** A table in Markdown, the first column left and the others right, padded so that it reads as text too. */
export function table(rows: readonly (readonly string[])[]): string {
  const [head = []] = rows;
  const widths = head.map((_, column) => Math.max(3, ...rows.map((row) => (row[column] ?? "").length)));
  const line = (row: readonly string[]): string => {
    const cells = row.map((cell, column) => {
      const width = widths[column] ?? 0;
      return column === 0 ? cell.padEnd(width) : cell.padStart(width);
    });
    return `| ${cells.join(" | ")} |`;
  };
  const rule = widths.map((width, column) => (column === 0 ? "-".repeat(width) : `${"-".repeat(width - 1)}:`));
  return [line(head), line(rule), ...rows.slice(1).map(line)].join("\n");
}

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

Written by \`npm run bench:service -- --write\`, on ${figures.machine}. Milliseconds are those of that machine at that moment; the
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
