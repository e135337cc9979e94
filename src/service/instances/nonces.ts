/** How often a nonce may be used, and how it is known when one was made. */

/** For how many requests a nonce is good. */
export const NONCE_USES = 10_000;

/** When a nonce of ours was made (milliseconds of the wall clock). */
export const madeAt = (nonce: string): number => Number.parseInt(nonce.split(".", 1)[0] ?? "", 36);

/** Whether a nonce that was used up to a count may be used with this one. */
export const mayBeUsed = (count: number, former: number): boolean => count > former && count <= NONCE_USES;
