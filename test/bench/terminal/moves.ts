import { Least } from "./cells.ts";
import type { Response, Tty } from "./tty.ts";

/** What keys of a list bring, beside the cheapest output that brings the same. */

export const DOWN = "j";
const PAGE_DOWN = "\u001b[6~";
const REFRESH = "r";
/** Rows at the head and the foot of a screen that no list needs: so many keys surely move the selection within it. */
const AROUND = 8;

/** A kind of change: what each key brought, and the least that could have brought it. */
export type Change = { readonly responses: readonly Response[]; readonly least: readonly number[] };

export type Changes = {
  readonly move: Change;
  readonly scroll: Change;
  readonly page: Change;
  readonly cell: Change | null;
};

const sum = (values: readonly number[]): number => values.reduce((all, value) => all + value, 0);

/**
 * Presses a key some times.
 *
 * @param isByFrame the least is that of all frames that a key brings, one after the other: what is asked of the service brings several answers,
 * and nobody knows at the first of them what the next will say. Looking at each takes time in which the last byte is not seen to come.
 */
async function changes(
  tty: Tty,
  least: Least,
  key: string,
  count: number,
  { quiet, isByFrame = false }: { readonly quiet?: number; readonly isByFrame?: boolean } = {},
): Promise<Change> {
  const responses: Response[] = [];
  const cheapest: number[] = [];
  for (let index = 0; index < count; index += 1) {
    const recorded = isByFrame ? tty.recordFrames() : async () => [await tty.frame()];
    responses.push(await tty.press(key, quiet));
    cheapest.push(sum((await recorded()).map((frame) => least.to(frame))));
  }
  return { responses, least: cheapest };
}

/** How often each is done. */
export type Counts = {
  readonly moves: number;
  readonly scrolls: number;
  readonly pages: number;
  readonly cells: number;
};

/**
 * The keys of a list from its first row on: `j` within the screen, `j` at its lower edge, a page, and the list read anew.
 *
 * @param canRefresh whether `r` reads the list anew, which changes the time in its title: cells next to one another
 */
export async function changesOf(
  tty: Tty,
  { cols, rows }: { readonly cols: number; readonly rows: number },
  counts: Counts,
  canRefresh: boolean,
): Promise<Changes> {
  const least = new Least(cols, rows, await tty.frame());
  const moves = Math.min(counts.moves, rows - AROUND);
  const move = await changes(tty, least, DOWN, moves);
  for (let left = rows - moves; left > 0; left -= 1) await tty.press(DOWN, 30);
  await tty.silence(300);
  least.to(await tty.frame());
  const scroll = await changes(tty, least, DOWN, counts.scrolls);
  const page = await changes(tty, least, PAGE_DOWN, counts.pages, { quiet: 200 });
  // More than a second apart, so that every time another one stands there.
  const cell = canRefresh ? await changes(tty, least, REFRESH, counts.cells, { quiet: 1100, isByFrame: true }) : null;
  return { move, scroll, page, cell };
}

/** Bytes of a change on the average, as the program wrote it and as it could have been. */
export const bytesOf = ({ responses, least }: Change): { readonly bytes: number; readonly least: number } => ({
  bytes: sum(responses.map(({ bytes }) => bytes)) / responses.length,
  least: sum(least) / least.length,
});
