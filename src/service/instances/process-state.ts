import type { Json } from "../../contract/json/json.ts";
import { type BucketLevel, takeToken } from "./buckets.ts";
import type { LoggedRequest } from "./journal.ts";
import { isNonceCountValid, NONCE_USES, nonceCreatedAt } from "./nonces.ts";
import { type FaultRecord, JOURNAL_LENGTH, type SharedState } from "./shared-state.ts";
import { isTriggeredAt, type TriggerCount } from "./trigger-rule.ts";

/** Maximum of counted nonces; the counts of those unused for longest are dropped. */
const MOST_NONCES = 20_000;
/** Maximum of buckets; the one unused for longest is dropped (and would be full again). */
const MOST_BUCKETS = 10_000;
/** Maximum of remembered answers; the oldest is dropped. */
const MOST_ANSWERS = 500;

/** A map that drops its oldest entries. */
class Latest<Value> {
  readonly #most: number;
  readonly #values = new Map<string, Value>();

  constructor(most: number) {
    this.#most = most;
  }

  get(name: string): Value | undefined {
    return this.#values.get(name);
  }

  /** @returns the key of the dropped entry, if any */
  set(name: string, value: Value): string | undefined {
    this.#values.delete(name);
    this.#values.set(name, value);
    if (this.#values.size <= this.#most) return undefined;
    const [oldest] = this.#values.keys();
    if (oldest !== undefined) this.#values.delete(oldest);
    return oldest;
  }
}

type Active = FaultRecord & { readonly count: TriggerCount };

/**
 * Shared state of a service with a single instance: it ends with its process.
 *
 * @param wallClock milliseconds
 */
export function processState(wallClock: () => number): SharedState {
  const uses = new Latest<number>(MOST_NONCES);
  const buckets = new Latest<BucketLevel>(MOST_BUCKETS);
  const answers = new Latest<Json>(MOST_ANSWERS);
  const requests: LoggedRequest[] = [];
  let faults: readonly Active[] = [];
  let number = 0;
  /**
   * Counts of nonces made before this time are incomplete: those nonces were made before the start, or a count of that age was dropped. A nonce
   * without a count is then stale, because it may have been used up.
   */
  let unknownBefore = wallClock();

  return {
    async countNonce(nonce, made, count) {
      const former = uses.get(nonce);
      if (former === undefined && made < unknownBefore) return false;
      if (!isNonceCountValid(count, former ?? 0)) return false;
      const forgotten = uses.set(nonce, count);
      if (forgotten !== undefined) unknownBefore = Math.max(unknownBefore, nonceCreatedAt(forgotten) + 1);
      return true;
    },
    async retireNonce(nonce) {
      uses.set(nonce, NONCE_USES);
    },
    async take(name, size) {
      const { bucket, spent } = takeToken(buckets.get(name), size, wallClock());
      buckets.set(name, bucket);
      return spent;
    },
    async addRequest(entry) {
      requests.push(entry);
      if (requests.length > JOURNAL_LENGTH) requests.shift();
    },
    requests: async () => requests,
    async clearRequests() {
      requests.length = 0;
    },
    async rememberAnswer(path, answer) {
      answers.set(path, answer);
    },
    latestAnswer: async (path) => answers.get(path),
    faults: async () => faults,
    async addFault(wanted, until) {
      number += 1;
      const fault: Active = { id: String(number), wanted, until, count: { seen: 0, triggered: 0 } };
      faults = [...faults, fault];
      return fault;
    },
    async removeFaults(ids) {
      faults = faults.filter(({ id }) => !ids.includes(id));
    },
    async countHit(id, when) {
      const fault = faults.find((one) => one.id === id);
      return fault !== undefined && isTriggeredAt(when, fault.count);
    },
  };
}
