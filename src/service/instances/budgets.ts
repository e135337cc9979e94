import { lookupTable } from "../../contract/json/own-values.ts";
import type { Operation } from "../../contract/operation.ts";
import { type BucketLevel, type BucketSize, type BucketState, takeToken } from "./buckets.ts";
import type { SharedState } from "./shared-state.ts";

/**
 * Request budgets: a token bucket per endpoint set and scope (`api/errors-and-auth.json`, rate limits), on the wall clock. By default a hundred times
 * the published size, so that nobody exhausts them by accident.
 */
type Size = { readonly capacity: number; readonly refillPerMinute: number; readonly scope: "group" | "user" | "org" };

const SIZES: Readonly<Record<string, Size>> = lookupTable({
  "alert-matchers": { capacity: 300, refillPerMinute: 100, scope: "user" },
  projects: { capacity: 1200, refillPerMinute: 500, scope: "user" },
  "search-indexes": { capacity: 500, refillPerMinute: 500, scope: "group" },
  "cloud-migration-org": { capacity: 500, refillPerMinute: 250, scope: "org" },
  "cloud-provider-access": { capacity: 2000, refillPerMinute: 1000, scope: "group" },
});
/** The token endpoint has a budget only with the published sizes. */
const TOKENS: Size = { capacity: 10, refillPerMinute: 10, scope: "user" };
const USUAL: Size = { capacity: 1200, refillPerMinute: 500, scope: "group" };

/** Default factor on the published sizes. */
export const DEFAULT_FACTOR = 100;

/** The budgets of a service, from which each request takes a token. */
export class Budgets {
  readonly #state: Pick<SharedState, "take">;
  readonly #factor: number;
  readonly #name: string;
  readonly #wallClock: () => number;
  #unknown: BucketLevel | undefined;

  /**
   * @param factor factor on the published sizes
   * @param name separates these buckets from others in the same state
   */
  constructor(
    state: Pick<SharedState, "take">,
    {
      factor = DEFAULT_FACTOR,
      name = "",
      wallClock = Date.now,
    }: { factor?: number; name?: string; wallClock?: () => number } = {},
  ) {
    this.#state = state;
    this.#factor = factor;
    this.#name = name;
    this.#wallClock = wallClock;
  }

  /** Takes one token from the budget of an operation; `waitSeconds` above 0 means that it was empty. */
  spend(operation: Operation, params: Readonly<Record<string, string>>, user: string): Promise<BucketState> {
    const size = SIZES[operation.budget] ?? USUAL;
    const scope = { group: params["groupId"], org: params["orgId"], user }[size.scope] ?? user;
    return this.#spend(`${operation.budget}\n${scope}`, size);
  }

  /** Takes one token from the budget of a service account. */
  spendToken(user: string): Promise<BucketState> {
    return this.#spend(`token\n${user}`, TOKENS);
  }

  /**
   * Rate limit values for answers without a known caller: before authentication, and at unknown paths. This budget refuses nothing, so that each
   * process has its own.
   */
  spendUnknown(): BucketState {
    const { bucket, spent } = takeToken(this.#unknown, this.#sizeOf(USUAL), this.#wallClock());
    this.#unknown = bucket;
    return spent;
  }

  #spend(name: string, size: Size): Promise<BucketState> {
    return this.#state.take(`${this.#name}${name}`, this.#sizeOf(size));
  }

  #sizeOf({ capacity, refillPerMinute }: Size): BucketSize {
    return { limit: Math.max(1, Math.floor(capacity * this.#factor)), refillPerMinute: refillPerMinute * this.#factor };
  }
}
