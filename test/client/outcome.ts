import { ServiceError } from "../../src/client/errors/service-error.ts";

/** The `ServiceError` that a call ends in; anything else, a success included, fails the test. */
export async function failureOf(call: Promise<unknown>): Promise<ServiceError> {
  try {
    await call;
  } catch (error) {
    if (error instanceof ServiceError) return error;
    throw error;
  }
  throw new Error("the call was expected to fail");
}

/** Repeats without the waits of the real policy. */
export const AT_ONCE = { firstWaitMs: 1, longestWaitMs: 2, mostPatienceMs: 60_000, repeats: 3 } as const;
