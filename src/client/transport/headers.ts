/** Response headers by their lower-case names. */
export type Headers = Readonly<Record<string, string | string[] | undefined>>;

/** Matches the beginning of a date of HTTP (RFC 9110, 5.6.7), or of an ISO date with a time of day. */
const DATED = /^(?:[A-Z][a-z]{2,8},? .*\d{2}:\d{2}:\d{2}|\d{4}-\d{2}-\d{2}T)/u;

/** The time of a header (ms); null for what is no date: `Date.parse` makes a year of any number. */
export function timeOf(text: string | null): number | null {
  const date = text?.trim() ?? "";
  // One of the three forms names no zone: all of them are GMT.
  const time = DATED.test(date) ? Date.parse(/\d{4}$/u.test(date) ? `${date} GMT` : date) : Number.NaN;
  return Number.isNaN(time) ? null : time;
}

/** One field as a single text. */
export function headerOf(headers: Headers, name: string): string | null {
  const value = headers[name];
  if (value === undefined) return null;
  return typeof value === "string" ? value : value.join(", ");
}
