import type { Json } from "../../contract/json/json.ts";
import type { BucketSize, Spent } from "./buckets.ts";
import type { LoggedRequest } from "./journal.ts";
import type { Count, When } from "./when.ts";

/** How many requests the control surface shows: the latest. */
export const JOURNAL_LENGTH = 1000;

/** A scenario that was switched on, as it is kept. */
export type FaultRecord = {
  /** Names this one among all that were switched on. */
  readonly id: string;
  /** What was asked for, as JSON. */
  readonly wanted: unknown;
  /** Until when, in milliseconds of the wall clock; null for as long as the service runs. */
  readonly until: number | null;
  readonly count: Readonly<Count>;
};

/**
 * What all instances of a service on the same data know together, besides the documents. Each of these is a step of its own and never
 * part of a transaction: what is in a transaction may be done again, and a nonce, a call of a budget or a strike of a scenario must not be.
 */
export type SharedState = {
  /** Counts how far a nonce was used. @returns false where it was used as far before, or may have been */
  countNonce(nonce: string, madeAt: number, count: number): Promise<boolean>;
  /** Lets a nonce count as used up. */
  retireNonce(nonce: string, madeAt: number): Promise<void>;
  /** Takes one call from a bucket; `waitSeconds` above 0 means that there was none. */
  take(bucket: string, size: BucketSize): Promise<Spent>;
  /** Adds a request to those that the control surface shows. */
  addRequest(entry: LoggedRequest): Promise<void>;
  requests(): Promise<readonly Json[]>;
  clearRequests(): Promise<void>;
  /** Keeps the latest answer at a path, for `replace-lossy`. */
  rememberAnswer(path: string, answer: Json): Promise<void>;
  latestAnswer(path: string): Promise<Json | undefined>;
  /** The scenarios that are on. The same list comes again while nothing changed. */
  faults(): Promise<readonly FaultRecord[]>;
  addFault(wanted: unknown, until: number | null): Promise<FaultRecord>;
  removeFaults(ids: readonly string[]): Promise<void>;
  /** Counts one that a scenario is about. @returns whether it strikes */
  strike(id: string, when: When): Promise<boolean>;
};
