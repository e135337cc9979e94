import type { Json } from "../../contract/json/json.ts";
import type { BucketSize, BucketState } from "./buckets.ts";
import type { LoggedRequest } from "./journal.ts";
import type { TriggerCount, TriggerRule } from "./trigger-rule.ts";

/** Number of latest requests that the control surface shows. */
export const JOURNAL_LENGTH = 1000;

/** An active scenario as it is stored. */
export type FaultRecord = {
  /** Unique among all scenarios ever switched on. */
  readonly id: string;
  /** The requested scenario, as JSON. */
  readonly wanted: unknown;
  /** End, in milliseconds of the wall clock; null: until the service stops. */
  readonly until: number | null;
  readonly count: Readonly<TriggerCount>;
};

/**
 * State that all instances of a service on the same data share, besides the documents. Each operation is a step of its own and never part of a
 * transaction: a transaction may be repeated, but the use of a nonce, of a budget or of a scenario must not be.
 */
export type SharedState = {
  /** Counts a use of a nonce. @returns false where this count was used before, or may have been */
  countNonce(nonce: string, madeAt: number, count: number): Promise<boolean>;
  /** Marks a nonce as used up. */
  retireNonce(nonce: string, madeAt: number): Promise<void>;
  /** Takes one token from a bucket; `waitSeconds` above 0 means that it was empty. */
  take(bucket: string, size: BucketSize): Promise<BucketState>;
  /** Adds a request to the journal of the control surface. */
  addRequest(entry: LoggedRequest): Promise<void>;
  requests(): Promise<readonly Json[]>;
  clearRequests(): Promise<void>;
  /** Stores the latest answer at a path, for `replace-lossy`. */
  rememberAnswer(path: string, answer: Json): Promise<void>;
  latestAnswer(path: string): Promise<Json | undefined>;
  /** The active scenarios. Returns the same list while nothing changes. */
  faults(): Promise<readonly FaultRecord[]>;
  addFault(wanted: unknown, until: number | null): Promise<FaultRecord>;
  removeFaults(ids: readonly string[]): Promise<void>;
  /** Counts a subject that a scenario matches. @returns true when the scenario is triggered */
  countHit(id: string, when: TriggerRule): Promise<boolean>;
};
