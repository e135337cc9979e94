import { setImmediate as nextTurn } from "node:timers/promises";
import type { ReadTransaction } from "../storage/storage.ts";
import { storageFailure } from "../storage/storage-problem.ts";
import { SqliteConnection } from "./connection.ts";
import { readTransactionOn } from "./documents.ts";

/** Maximum number of idle connections kept open for reading. */
const KEPT = 4;

/** One state of the data, shared by all reads that begin while it is the latest. */
type Snapshot = {
  readonly connection: SqliteConnection;
  readonly transaction: ReadTransaction;
  readers: number;
  isOver: boolean;
};

/** Reads of a file, concurrent with each other and with a writer. */
type SnapshotReads = {
  read<Result>(work: (transaction: ReadTransaction) => Promise<Result>): Promise<Result>;
  /** Call after a commit: reads that begin afterwards see it. */
  committed(): void;
  close(): Promise<void>;
};

/**
 * Lets reads share a transaction, so that all reads of one request see the same state of the data. A snapshot ends when the event loop is done with
 * the request, so that the next request sees writes of other processes.
 *
 * @param check throws if the file can no longer be opened
 */
export function snapshotReads(place: string, check: () => void): SnapshotReads {
  const idle: SqliteConnection[] = [];
  let latest: Snapshot | null = null;

  const begin = (): Snapshot => {
    let connection = idle.pop();
    if (connection === undefined) {
      // Opening a deleted file would create an empty one.
      check();
      connection = new SqliteConnection(place);
    }
    connection.script("BEGIN");
    return { connection, transaction: readTransactionOn(connection), readers: 0, isOver: false };
  };

  const end = (snapshot: Snapshot): void => {
    const { connection, readers, isOver } = snapshot;
    if (readers > 0 || isOver) return;
    snapshot.isOver = true;
    if (latest === snapshot) latest = null;
    try {
      connection.script("COMMIT");
      if (idle.length < KEPT) idle.push(connection);
      else connection.close();
    } catch {
      // All reads have finished. The next read opens another connection, and reports the error.
      connection.close();
    }
  };

  return {
    async read(work) {
      try {
        latest ??= begin();
        const snapshot = latest;
        snapshot.readers += 1;
        try {
          return await work(snapshot.transaction);
        } finally {
          snapshot.readers -= 1;
          // Runs after everything that follows immediately: a request that reads again uses the same transaction.
          if (snapshot.readers === 0) process.nextTick(end, snapshot);
        }
      } catch (failure) {
        throw storageFailure(place, failure);
      }
    },
    committed() {
      latest = null;
    },
    async close() {
      // The last reads may not have ended yet.
      await nextTurn();
      for (const connection of idle) connection.close();
    },
  };
}
