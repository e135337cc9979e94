import { setImmediate as nextTurn } from "node:timers/promises";
import { storageFailure } from "../storage/storage-problem.ts";
import type { SqliteConnection } from "./connection.ts";

/** Maximum number of writes in one commit, so that the first of them does not wait for long. */
const MOST_TOGETHER = 64;

/** A write in the queue. */
type WaitingWrite = {
  /** Runs the work. @returns the function to call once it is committed */
  attempt(): Promise<() => void>;
  reject(failure: unknown): void;
};

/** The write queue of a file. */
type SqliteCommits = {
  write<Result>(work: () => Promise<Result>): Promise<Result>;
  /** Resolves when all writes that were begun have ended. */
  end(): Promise<void>;
};

/**
 * Runs writes one after another, and commits together those that arrived together: flushing to the disk is most of a write's cost, and one flush
 * serves them all. (16 connections acknowledge twice as many alerts a second with it, one connection as many as before.) Writes are independent: a
 * failed one is rolled back alone, and none counts as done before the flush.
 *
 * @param check called before each commit; throws if nothing may be committed
 * @param committed called after each commit, before any caller learns of it
 */
export function commitsTogether(
  connection: SqliteConnection,
  place: string,
  check: () => void,
  committed: () => void,
): SqliteCommits {
  const waiting: WaitingWrite[] = [];
  let running: Promise<void> | null = null;

  const attempt = async (write: WaitingWrite, isAlone: boolean): Promise<(() => void) | null> => {
    if (!isAlone) connection.script("SAVEPOINT one");
    try {
      const done = await write.attempt();
      if (!isAlone) connection.script("RELEASE one");
      return done;
    } catch (failure) {
      // If SQLite has rolled back the whole transaction, no write of it is kept.
      if (isAlone || !connection.isInTransaction) throw failure;
      connection.script("ROLLBACK TO one; RELEASE one");
      write.reject(storageFailure(place, failure));
      return null;
    }
  };

  const commit = async (writes: readonly WaitingWrite[]): Promise<void> => {
    const done: (() => void)[] = [];
    try {
      connection.script("BEGIN IMMEDIATE");
      for (const write of writes) {
        const settle = await attempt(write, writes.length === 1);
        if (settle !== null) done.push(settle);
      }
      check();
      connection.script("COMMIT");
    } catch (failure) {
      connection.rollBack();
      for (const write of writes) write.reject(storageFailure(place, failure));
      return;
    }
    committed();
    for (const settle of done) settle();
  };

  const run = async (): Promise<void> => {
    while (waiting.length > 0) {
      // First process all requests that have arrived, so that their writes can join this commit.
      await nextTurn();
      await commit(waiting.splice(0, MOST_TOGETHER));
    }
    running = null;
  };

  return {
    write: (work) =>
      new Promise((resolve, reject) => {
        waiting.push({
          async attempt() {
            const result = await work();
            return () => resolve(result);
          },
          reject,
        });
        running ??= run();
      }),
    async end() {
      while (running !== null) await running;
    },
  };
}
