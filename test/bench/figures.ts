/** Figures for people: no mean, because one slow run says nothing. */

const sorted = (values: readonly number[]): readonly number[] => values.toSorted((left, right) => left - right);

/** The value below which a share of the values lies (0 to 1): the nearest one that was really measured. */
export function percentile(values: readonly number[], share: number): number {
  const all = sorted(values);
  return all[Math.max(0, Math.ceil(all.length * share) - 1)] ?? Number.NaN;
}

export const median = (values: readonly number[]): number => percentile(values, 0.5);

const digits = (value: number): string => (value < 10 ? value.toFixed(1) : value.toFixed(0));

/** `min/median/max`. */
export const triple = (values: readonly number[]): string =>
  [percentile(values, 0), median(values), percentile(values, 1)].map(digits).join("/");

/** `p50/p95`. */
export const pair = (values: readonly number[]): string =>
  [median(values), percentile(values, 0.95)].map(digits).join("/");

export const count = (value: number): string => Math.round(value).toLocaleString("en-US");
export const milliseconds = (value: number): string => value.toFixed(value < 10 ? 2 : 1);
export const times = (value: number): string => `${value.toFixed(value < 10 ? 1 : 0)}x`;

/** How many times as much as the bare one. */
export const ratio = (values: readonly number[], baseline: readonly number[], share = 0.5): string =>
  times(percentile(values, share) / percentile(baseline, share));

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
