/** Maximum number of cached results, and maximum length of their texts. */
const MOST = 200;
const LONGEST = 20_000;

/**
 * Memoises a function of a text. Its results must depend on the text alone: they then stay correct whatever other instances do, without invalidation.
 * (Parsing the caller, the token and the versions for each request was 15 % of one alert's answer.) Results that are undefined are not cached; of the
 * others the oldest is evicted.
 */
export function memoizeText<Result>(of: (text: string) => Result): (text: string) => Result {
  const results = new Map<string, Result>();
  return (text) => {
    const known = results.get(text);
    if (known !== undefined) return known;
    const result = of(text);
    if (result === undefined || text.length > LONGEST) return result;
    results.set(text, result);
    if (results.size > MOST) {
      const [oldest] = results.keys();
      if (oldest !== undefined) results.delete(oldest);
    }
    return result;
  };
}

/**
 * Memoises a text that is constant for a whole second: only the latest one is cached, because nearly every request is in the same second as the one
 * before. (Formatting the `Date` header was 3 % of one alert's answer.)
 */
export function memoizeSecond(write: (time: Date) => string): (milliseconds: number) => string {
  let latest = { second: Number.NaN, text: "" };
  return (milliseconds) => {
    const second = Math.floor(milliseconds / 1000);
    if (second !== latest.second) latest = { second, text: write(new Date(second * 1000)) };
    return latest.text;
  };
}
