import { setTimeout as delay } from "node:timers/promises";
import { DAY, SECOND } from "../text/durations.ts";
import { type Headers, headerOf, timeOf } from "./transport/headers.ts";

/** Statuses after which a GET is asked again. */
export const REPEATED_STATUSES: readonly number[] = [429, 500, 502, 503, 504];

/** How calls are repeated (milliseconds). */
export type RetryPolicy = {
  /** First wait where the service names none; it doubles each time. */
  readonly firstWaitMs: number;
  readonly longestWaitMs: number;
  /** A service that wants more than this is not waited for: the error says when. */
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

/** Repeats after the first try of one call; a function where somebody may join the call who wants more of them. */
export type Repeats = number | (() => number);

/** A service that asks for more is asked again after a day. */
const LONGEST_REST = DAY;

/** How long the service asks to be left alone: `Retry-After` in seconds, or as a date (measured by its own clock). */
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
 * How long to wait before a repeat, or null to give up.
 *
 * @param attempt 0 after the first try
 * @param retryAfter what the service asked for, in milliseconds
 */
export function waitBefore(policy: RetryPolicy, attempt: number, retryAfter: number | null): number | null {
  if (attempt >= policy.repeats || (retryAfter ?? 0) > policy.mostPatienceMs) return null;
  const own = Math.min(policy.longestWaitMs, policy.firstWaitMs * 2 ** attempt) * (0.5 + Math.random() / 2);
  // At least what was asked for, which may be nothing; the spread keeps many clients from coming back at the same moment.
  return Math.max(own, (retryAfter ?? 0) * (1 + Math.random() / 10));
}

/** Waits, or ends early (and rejects) when the caller gives up. */
export const pause = (ms: number, signal: AbortSignal | undefined): Promise<void> =>
  delay(ms, undefined, signal === undefined ? {} : { signal });
