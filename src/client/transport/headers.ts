/** Header fields of an answer, by their lower-case names. */
export type Headers = Readonly<Record<string, string | string[] | undefined>>;

/** One field as a single text. */
export function headerOf(headers: Headers, name: string): string | null {
  const value = headers[name];
  if (value === undefined) return null;
  return typeof value === "string" ? value : value.join(", ");
}
