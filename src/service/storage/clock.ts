import { makeDraft } from "./draft.ts";
import { memoizeSecond, memoizeText } from "./memoize-text.ts";
import type { ReadTransaction, WriteTransaction } from "./storage.ts";
import { storedBody } from "./stored-row.ts";

/**
 * The simulated time: a stored anchor from which every process that opens the data reckons alike. Wall clock things (nonces,
 * tokens, request budgets) never use it.
 */
export type ClockAnchor = {
  /** Simulated milliseconds at the anchor. */
  readonly simulated: number;
  /** Wall clock milliseconds at the anchor. */
  readonly real: number;
  /** Simulated seconds a real second; 0 stands still. */
  readonly speed: number;
};

export const CLOCK = "clock";
const ID = "clock";

/** The simulated time of a moment of the wall clock, in milliseconds. */
export const simulatedAt = (anchor: ClockAnchor, real: number): number =>
  anchor.simulated + (real - anchor.real) * anchor.speed;

/** The stored anchor; without one, time is the wall clock's. */
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

/** A simulated time as the `Date` header writes it. */
export const httpDate = memoizeSecond((time) => time.toUTCString());
