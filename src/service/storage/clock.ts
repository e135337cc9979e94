import { makeDraft } from "./draft.ts";
import { memoizeSecond, memoizeText } from "./memoize-text.ts";
import type { ReadTransaction, WriteTransaction } from "./storage.ts";
import { storedBody } from "./stored-row.ts";

/**
 * The simulated time, computed from a stored anchor in the same way by every process that opens the data. Things on the wall clock (nonces, tokens,
 * rate limits) never use it.
 */
export type ClockAnchor = {
  /** Simulated time at the anchor (ms). */
  readonly simulated: number;
  /** Wall clock time at the anchor (ms). */
  readonly real: number;
  /** Simulated seconds per real second; 0 stops the time. */
  readonly speed: number;
};

export const CLOCK = "clock";
const ID = "clock";

/** Simulated time at a wall clock time, both in milliseconds. */
export const simulatedAt = (anchor: ClockAnchor, real: number): number =>
  anchor.simulated + (real - anchor.real) * anchor.speed;

/** The stored anchor; without one, simulated time equals the wall clock. */
export async function readAnchor(transaction: ReadTransaction): Promise<ClockAnchor> {
  const stored = await transaction.getText(CLOCK, ID);
  return anchorOf(stored?.text ?? "{}");
}

const anchorOf = memoizeText((text: string): ClockAnchor => {
  const { simulated, real, speed } = storedBody(text);
  if (typeof simulated !== "number" || typeof real !== "number" || typeof speed !== "number") {
    return { simulated: 0, real: 0, speed: 1 };
  }
  return { simulated, real, speed };
});

/** Stores an anchor. */
export async function writeAnchor(transaction: WriteTransaction, anchor: ClockAnchor): Promise<void> {
  await transaction.put(makeDraft({ kind: CLOCK, id: ID, parent: "service", body: { ...anchor } }));
}

/** A time in the format of the `Date` header. */
export const httpDate = memoizeSecond((time) => time.toUTCString());
