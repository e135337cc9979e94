import type { Operation } from "../contract/operation.ts";
import { retryAfterMs } from "./retry.ts";
import { headerOf, type Reply } from "./transport.ts";

/** What is left of a request budget, as the service told with an answer. */
export type Budget = { readonly limit: number; readonly remaining: number };

/** The budget of one endpoint set within one project or organisation (`domain.md` 1.5). */
export type BudgetState = Budget & {
  readonly set: string;
  /** Id of the project or organisation, or null for sets that belong to the caller. */
  readonly scope: string | null;
  /** When this was told, in milliseconds of this machine's clock. */
  readonly at: number;
  /** Asked before this moment, the service says 429; null when it is not limiting. */
  readonly limitedUntil: number | null;
};

/** Keeps the last word of the service about each budget. */
export type BudgetBook = {
  /** Remembers what an answer says. */
  note(operation: Operation, params: Readonly<Record<string, unknown>>, reply: Reply): void;
  all(): readonly BudgetState[];
};

function count(reply: Reply, name: string): number | null {
  const text = headerOf(reply.headers, name)?.trim() ?? "";
  return /^\d+$/u.test(text) ? Number(text) : null;
}

/** What an answer says of the budget that it came out of; the headers may be missing (null). */
export function budgetOf(reply: Reply): Budget | null {
  const limit = count(reply, "ratelimit-limit");
  const remaining = reply.status === 429 ? 0 : count(reply, "ratelimit-remaining");
  return limit === null || remaining === null ? null : { limit, remaining };
}

const idOf = (value: unknown): string | null => (typeof value === "string" ? value : null);

export function createBudgetBook(): BudgetBook {
  const states = new Map<string, BudgetState>();
  return {
    note(operation, params, reply) {
      const budget = budgetOf(reply);
      if (budget === null) return;
      const scope = idOf(params["groupId"]) ?? idOf(params["orgId"]);
      const at = Date.now();
      const wait = reply.status === 429 ? retryAfterMs(reply.headers) : null;
      const limitedUntil = wait === null ? null : at + wait;
      states.set(`${operation.budget} ${scope ?? ""}`, { set: operation.budget, scope, ...budget, at, limitedUntil });
    },
    all: () => [...states.values()],
  };
}
