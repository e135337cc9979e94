/** Number of connections in a pool of one instance, and of requests waiting for one. */
export type PoolState = {
  readonly pool: string;
  readonly total: number;
  readonly idle: number;
  readonly waiting: number;
};

/**
 * Metrics of a service for its operators. It only receives events and returns nothing, so that it can be left out: the service of a console counts
 * nothing (`NO_MEASURES`).
 */
export type Measures = {
  /** @param operation an operation id, or one of a few other names; never a path: each value is kept for ever */
  answered(operation: string, status: number, seconds: number): void;
  /** Counts documents whose due transitions were applied and committed. */
  moved(documents: number): void;
  /** Counts a write that conflicted with another on the same documents, and is repeated on their new state. */
  conflicted(): void;
  /** Counts a write that is repeated because the connection to the storage was lost and nothing was committed. */
  retried(): void;
  /** Counts a write that may or may not have been committed. */
  outcomeUnknown(): void;
  /** @param read returns the current state of the pools */
  watchPools(read: () => readonly PoolState[]): void;
};

/** Measures that can be exported. */
export type MeasuresPage = Measures & {
  readonly contentType: string;
  text(): Promise<string>;
};

const nothing = (): void => undefined;

/** Counts nothing. */
export const NO_MEASURES: Measures = {
  answered: nothing,
  moved: nothing,
  conflicted: nothing,
  retried: nothing,
  outcomeUnknown: nothing,
  watchPools: nothing,
};
