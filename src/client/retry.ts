import { setTimeout as delay } from "node:timers/promises";
import { DAY, SECOND } from "../text/durations.ts";
import { type Headers, headerOf, timeOf } from "./transport/headers.ts";

/** Statuses after which a GET is repeated. */
export const REPEATED_STATUSES: readonly number[] = [429, 500, 502, 503, 504];

/** Client errors that may pass when the request is repeated. */
const PASSING_STATUSES: readonly number[] = [408, 425, 429];

/** True for a refusal that repeating the request does not change. */
export const isLastingStatus = (status: number | null): boolean =>
  status !== null && status >= 400 && status < 500 && !PASSING_STATUSES.includes(status);

/** Policy for repeating calls (milliseconds). */
export type RetryPolicy = {
  /** First wait if the service names none; doubled each time. */
  readonly firstWaitMs: number;
  readonly longestWaitMs: number;
  /** Maximum `Retry-After` that is waited for; beyond it, the error tells the time. */
  readonly mostPatienceMs: number;
  /** Repeats after the first try. */
  readonly repeats: number;
};

export const RETRY_POLICY: RetryPolicy = {
  firstWaitMs: 500,
  longestWaitMs: 8_000,
  mostPatienceMs: 65_000,
  repeats: 3,
};

/** Repeats after the first try of one call; a function, because another caller who joins may want more of them. */
export type Repeats = number | (() => number);

/** Maximum `Retry-After`: longer ones are cut to a day. */
const LONGEST_REST = DAY;

/** `Retry-After` in milliseconds: given in seconds, or as a date (relative to the service's own clock). */
export function retryAfterMs(headers: Headers): number | null {
  const text = headerOf(headers, "retry-after")?.trim() ?? "";
  if (/^\d+(?:\.\d+)?$/u.test(text)) return Math.min(LONGEST_REST, Number(text) * SECOND);
  const until = timeOf(text);
  if (until === null) return null;
  const now = Date.now();
  const wait = until - (timeOf(headerOf(headers, "date")) ?? now);
  // The two headers are not of one clock.
  const likely = Math.abs(wait) > LONGEST_REST ? until - now : wait;
  return Math.min(LONGEST_REST, Math.max(0, likely));
}

/**
 * Wait before a repeat in milliseconds; null gives up.
 *
 * @param attempt 0 after the first try
 * @param retryAfter `Retry-After` of the service, in milliseconds
 */
export function waitBefore(policy: RetryPolicy, attempt: number, retryAfter: number | null): number | null {
  if (attempt >= policy.repeats || (retryAfter ?? 0) > policy.mostPatienceMs) return null;
  const own = Math.min(policy.longestWaitMs, policy.firstWaitMs * 2 ** attempt) * (0.5 + Math.random() / 2);
  // At least what was asked for, which may be nothing; the spread keeps many clients from coming back at the same moment.
  return Math.max(own, (retryAfter ?? 0) * (1 + Math.random() / 10));
}

/** Waits; rejects early if the caller aborts. */
export const pause = (ms: number, signal: AbortSignal | undefined): Promise<void> =>
  delay(ms, undefined, signal === undefined ? {} : { signal });
