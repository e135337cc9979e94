import { setTimeout as pause } from "node:timers/promises";
import { DOWN } from "./moves.ts";
import type { Tty } from "./tty.ts";

/** A key that is held: how many frames it brings, and how long after it the last of them comes. */

/** As fast as a keyboard repeats, and slow enough for every key to have a frame of its own however it is drawn. */
export const REPEATED = 60;
export const ONE_BY_ONE = 20;

export type Held = {
  readonly keys: number;
  /** Different screens that were seen. */
  readonly frames: number;
  /** Milliseconds from the last key to the last byte. */
  readonly tail: number;
  /** Processor time (ms), of which so much was there. */
  readonly used: number;
  readonly passed: number;
  readonly bytes: number;
};

/** Holds `j` for some seconds. */
export async function hold(tty: Tty, seconds: number, perSecond: number): Promise<Held> {
  await tty.silence(500);
  const [from, bytes, processor, began] = [tty.chunks.length, tty.bytes, tty.processor(), tty.now()];
  const keys = seconds * perSecond;
  for (let key = 0; key < keys; key += 1) {
    const wait = began + (key * 1000) / perSecond - tty.now();
    if (wait > 0) await pause(wait);
    tty.type(DOWN);
  }
  const last = tty.now();
  await tty.silence(1000);
  const used = tty.processor() - processor;
  const end = tty.chunks.at(-1)?.at ?? last;
  const seen = new Set<string>();
  await tty.replay(from, (rows) => seen.add(rows.join("\n")));
  return {
    keys,
    frames: seen.size,
    tail: Math.max(0, end - last),
    used,
    passed: last - began,
    bytes: tty.bytes - bytes,
  };
}
