import { setImmediate as nextTurn } from "node:timers/promises";
import { storageFailure } from "../storage/storage-problem.ts";
import type { SqliteConnection } from "./connection.ts";

/** How many writes are committed together at most, so that the first of them does not wait for long. */
const MOST_TOGETHER = 64;

/** A write that waits for its turn. */
type WaitingWrite = {
  /** Does the work. @returns what to do when it is kept */
  attempt(): Promise<() => void>;
  reject(failure: unknown): void;
};

/** The writes of a file. */
export type SqliteCommits = {
  write<Result>(work: () => Promise<Result>): Promise<Result>;
  /** Fulfilled when all writes that were begun have ended. */
  end(): Promise<void>;
};

/**
 * Lets writers run one after another, and commits together those of requests that came together: to flush is most of what a write costs, and
 * one flush serves them all. (16 connections acknowledge twice as many alerts a second with it, one as many as before.) Each stands for
 * itself: what one did is undone when it fails, and none is done before all are flushed.
 *
 * @param check is called before each commit: throws where nothing may be committed
 * @param committed is called after each commit, before anybody learns of it
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
      // Where SQLite has undone the whole transaction, nobody's work is kept.
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
      // All requests that have arrived are read first, so that their writes are among these.
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
