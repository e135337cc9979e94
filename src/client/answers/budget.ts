import { headerOf, type Reply } from "../transport/transport.ts";

/** What is left of a request budget, as the service told with an answer. */
export type Budget = { readonly limit: number; readonly remaining: number };

function count(reply: Reply, name: string): number | null {
  const text = headerOf(reply.headers, name)?.trim() ?? "";
  return /^\d+$/u.test(text) ? Number(text) : null;
}

/** What an answer says of the budget that it came out of; the headers may be missing (null). */
export function budgetOf(reply: Reply): Budget | null {
  const limit = count(reply, "ratelimit-limit");
  const remaining = count(reply, "ratelimit-remaining");
  return limit === null || remaining === null ? null : { limit, remaining };
}
