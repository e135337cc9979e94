/** How many results are remembered, and of texts of what length at most. */
const MOST = 200;
const LONGEST = 20_000;

/**
 * A function of a text that is asked the same again and again. Its results must follow from the text alone: so they are right whatever
 * other instances do, and need no care. (To read the caller, the token and the versions of each request anew was 15 % of one alert's answer.) What it gives undefined for is not remembered; of the others the oldest is forgotten.
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
 * A text that is the same for a whole second: the latest is remembered, as nearly every request is of the same second as the one before. (To write
 * the `Date` header was 3 % of one alert's answer.)
 */
export function memoizeSecond(write: (time: Date) => string): (milliseconds: number) => string {
  let latest = { second: Number.NaN, text: "" };
  return (milliseconds) => {
    const second = Math.floor(milliseconds / 1000);
    if (second !== latest.second) latest = { second, text: write(new Date(second * 1000)) };
    return latest.text;
  };
}
