import type { Operation } from "../contract/operation.ts";
import { MINUTE } from "../text/durations.ts";

/**
 * Request budgets: a token bucket an endpoint set and scope (`api/errors-and-auth.json`, rate limits), on the wall clock. By
 * default a hundred times the published size, so that nobody meets them by accident.
 */
type Size = { readonly capacity: number; readonly refillPerMinute: number; readonly scope: "group" | "user" | "org" };

const SIZES: Readonly<Record<string, Size>> = {
  "alert-matchers": { capacity: 300, refillPerMinute: 100, scope: "user" },
  projects: { capacity: 1200, refillPerMinute: 500, scope: "user" },
  "search-indexes": { capacity: 500, refillPerMinute: 500, scope: "group" },
  "cloud-migration-org": { capacity: 500, refillPerMinute: 250, scope: "org" },
  "cloud-provider-access": { capacity: 2000, refillPerMinute: 1000, scope: "group" },
};
/** The token endpoint has a budget only where the real sizes are asked for. */
const TOKENS: Size = { capacity: 10, refillPerMinute: 10, scope: "user" };
const USUAL: Size = { capacity: 1200, refillPerMinute: 500, scope: "group" };

/** How many times the published size the buckets have. */
export const USUAL_FACTOR = 100;

/** How many buckets are kept; the one unused for longest is forgotten (and would be full again). */
const MOST_BUCKETS = 10_000;

/** What is left of a budget, and how long to wait (seconds) when nothing is. */
export type Spent = {
  readonly limit: number;
  readonly remaining: number;
  readonly refillPerMinute: number;
  readonly waitSeconds: number;
};

type Bucket = { tokens: number; at: number };

export class Budgets {
  readonly #factor: number;
  readonly #wallClock: () => number;
  readonly #buckets = new Map<string, Bucket>();

  constructor(factor: number = USUAL_FACTOR, wallClock: () => number = Date.now) {
    this.#factor = factor;
    this.#wallClock = wallClock;
  }

  /** Takes one call from the budget of an operation; `waitSeconds` above 0 means that there was none. */
  spend(operation: Operation, params: Readonly<Record<string, string>>, user: string): Spent {
    const size = SIZES[operation.budget] ?? USUAL;
    const scope = { group: params["groupId"], org: params["orgId"], user }[size.scope] ?? user;
    return this.#spend(`${operation.budget}\n${scope}`, size);
  }

  /** Takes one token from the budget of a service account. */
  spendToken(user: string): Spent {
    return this.#spend(`token\n${user}`, TOKENS);
  }

  /** Takes one call from what is not anybody's: requests before the caller is known, and paths that do not exist. */
  spendUnknown(): Spent {
    return this.#spend("unknown", USUAL);
  }

  #spend(name: string, size: Size): Spent {
    const now = this.#wallClock();
    const limit = Math.max(1, Math.floor(size.capacity * this.#factor));
    const refillPerMinute = size.refillPerMinute * this.#factor;
    const bucket = this.#buckets.get(name) ?? { tokens: limit, at: now };
    const tokens = Math.min(limit, bucket.tokens + (Math.max(0, now - bucket.at) / MINUTE) * refillPerMinute);
    const enough = tokens >= 1;
    this.#buckets.delete(name);
    this.#buckets.set(name, { tokens: enough ? tokens - 1 : tokens, at: now });
    const oldest = this.#buckets.keys().next();
    if (this.#buckets.size > MOST_BUCKETS && oldest.done !== true) this.#buckets.delete(oldest.value);
    return {
      limit,
      remaining: Math.floor(enough ? tokens - 1 : tokens),
      refillPerMinute,
      waitSeconds: enough ? 0 : Math.max(1, Math.ceil(((1 - tokens) / refillPerMinute) * 60)),
    };
  }
}
