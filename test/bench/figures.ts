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

/** How many times as much as the bare one. */
export const ratio = (values: readonly number[], bare: readonly number[], share = 0.5): string =>
  `${(percentile(values, share) / percentile(bare, share)).toFixed(1)}x`;

/** A table as text: the first column left, the others right. */
export function table(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => (row[column] ?? "").length)));
  const lines = rows.map((row) =>
    row
      .map((cell, column) => (column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0)))
      .join("  "),
  );
  return lines.join("\n");
}
