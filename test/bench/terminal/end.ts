import { DOWN } from "./moves.ts";
import { type Env, SMALL, withRows } from "./programs.ts";

/** Keys at the end of a long list: they cost what they cost at its beginning, however long it is and whatever is marked in it. */

const KEYS = 200;
const [END, UP, MARK] = ["G", "k", " "];
/** A key is answered long before, and what follows it as well. */
const SETTLED = 300;
const QUIET = 40;

/** Milliseconds that the main thread is at work for a key, with so many rows marked. */
export async function keyAtEnd(env: Env, checkout: string | undefined, marked: number): Promise<number> {
  await using tty = await withRows(env, SMALL, { checkout });
  await tty.press(END, SETTLED);
  for (let row = 0; row < marked; row += 1) {
    await tty.press(MARK, SETTLED);
    await tty.press(UP, SETTLED);
  }
  const before = tty.mainThread().ran;
  for (let key = 0; key < KEYS; key += 1) await tty.press(key % 2 === 0 ? UP : DOWN, QUIET);
  return (tty.mainThread().ran - before) / KEYS;
}
