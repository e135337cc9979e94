/** Limits on the use of a nonce, and its creation time. */

/** Maximum number of requests with one nonce. */
export const NONCE_USES = 10_000;

/** Creation time of a nonce of ours (milliseconds of the wall clock). */
export const nonceCreatedAt = (nonce: string): number => Number.parseInt(nonce.split(".", 1)[0] ?? "", 36);

/** True when a count is higher than the former one of its nonce, and within the limit. */
export const isNonceCountValid = (count: number, former: number): boolean => count > former && count <= NONCE_USES;
