import { setTimeout as pause } from "node:timers/promises";
import { REPEATED } from "./held.ts";
import { slowLink } from "./link.ts";
import { DOWN } from "./moves.ts";
import { type Env, OUTPUTS, type OutputName, SMALL, withRows } from "./programs.ts";

/** The console at the end of a slow line. */

/** There and back (ms), and bytes a second. */
export const LINE = { roundTrip: 300, rate: 20_000 } as const;

const PAGE_DOWN = "\u001b[6~";
const QUIET = 1500;

export type Slow = {
  /** One page: milliseconds from the key to the last byte, its bytes, and what the line itself takes for so many. */
  readonly page: { readonly milliseconds: number; readonly bytes: number; readonly line: number };
  /** `j` held: milliseconds from the last key to the last byte, and all bytes. */
  readonly held: { readonly tail: number; readonly bytes: number };
  /** Pieces that were delivered after which a row was blank that was blank neither before nor after. */
  readonly blankRows: number;
};

/** Rows that are blank at a moment, and neither at rest before nor at rest after it. */
const blankOf = (rows: readonly string[], before: readonly string[], after: readonly string[]): boolean =>
  rows.some((row, y) => row === "" && before[y] !== "" && after[y] !== "");

/** @param counts pages that are measured one by one, and for how many seconds `j` is held after them */
export async function slow(
  env: Env,
  output: OutputName,
  { pages, seconds }: { readonly pages: number; readonly seconds: number },
): Promise<Slow> {
  const link = slowLink(LINE.roundTrip / 2, LINE.rate);
  await using tty = await withRows({ ...env, ...OUTPUTS[output] }, SMALL, { link });
  await tty.silence(QUIET);
  const found: { readonly milliseconds: number; readonly bytes: number }[] = [];
  let blankRows = 0;
  for (let page = 0; page < pages; page += 1) {
    const [from, before] = [tty.chunks.length, tty.screen().split("\n")];
    found.push(await tty.press(PAGE_DOWN, QUIET));
    const after = tty.screen().split("\n");
    await tty.replay(from, (rows) => {
      if (blankOf(rows, before, after)) blankRows += 1;
    });
  }
  const best = found.toSorted((one, other) => one.milliseconds - other.milliseconds)[Math.floor(found.length / 2)];
  const { milliseconds = Number.NaN, bytes = Number.NaN } = best ?? {};
  const allBefore = tty.bytes;
  const began = tty.now();
  for (let key = 0; key < seconds * REPEATED; key += 1) {
    const wait = began + (key * 1000) / REPEATED - tty.now();
    if (wait > 0) await pause(wait);
    tty.type(DOWN);
  }
  const last = tty.now();
  await tty.silence(QUIET);
  const tail = (tty.chunks.at(-1)?.at ?? last) - last;
  return {
    page: { milliseconds, bytes, line: LINE.roundTrip + (bytes / LINE.rate) * 1000 },
    held: { tail, bytes: tty.bytes - allBefore },
    blankRows,
  };
}
