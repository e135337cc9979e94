import { headerOf, type Reply } from "../transport/transport.ts";

/** Rate limit and remaining requests, as sent with an answer. */
export type Budget = { readonly limit: number; readonly remaining: number };

function count(reply: Reply, name: string): number | null {
  const text = headerOf(reply.headers, name)?.trim() ?? "";
  return /^\d{1,15}$/u.test(text) ? Number(text) : null;
}

/** Rate limit of an answer; null if its headers are missing. */
export function budgetOf(reply: Reply): Budget | null {
  const limit = count(reply, "ratelimit-limit");
  const remaining = count(reply, "ratelimit-remaining");
  return limit === null || remaining === null ? null : { limit, remaining };
}
