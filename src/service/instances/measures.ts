/** How many connections a pool of one instance has, and how many requests wait for one. */
export type PoolState = {
  readonly pool: string;
  readonly total: number;
  readonly idle: number;
  readonly waiting: number;
};

/**
 * What a service counts about itself, for the people who run it. It is told what happened and never reads anything, so that it can be left
 * out: the service of a console counts nothing (`NO_MEASURES`).
 */
export type Measures = {
  /** @param operation an operation's id, or one of a few other names; never a path: each value is kept for good */
  answered(operation: string, status: number, seconds: number): void;
  /** Documents whose due transitions were applied and kept. */
  moved(documents: number): void;
  /** A write came after another one of the same documents, and is done again on what is there now. */
  conflicted(): void;
  /** A write is done again because the connection to the storage was lost and nothing of it was kept. */
  retried(): void;
  /** Nobody can say whether a write was kept. */
  outcomeUnknown(): void;
  /** @param read tells the pools as they are when it is called */
  watchPools(read: () => readonly PoolState[]): void;
};

/** Measures that can be read. */
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
