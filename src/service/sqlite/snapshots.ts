import { setImmediate as nextTurn } from "node:timers/promises";
import type { ReadTransaction } from "../storage/storage.ts";
import { storageFailure } from "../storage/storage-problem.ts";
import { SqliteConnection } from "./connection.ts";
import { reading } from "./documents.ts";

/** How many connections for reading stay open while nobody reads. */
const KEPT = 4;

/** One state of the data, for everybody who begins to read while it is the latest. */
type Snapshot = {
  readonly connection: SqliteConnection;
  readonly transaction: ReadTransaction;
  readers: number;
  isOver: boolean;
};

/** Reads of a file, beside each other and beside a writer. */
export type SnapshotReads = {
  read<Result>(work: (transaction: ReadTransaction) => Promise<Result>): Promise<Result>;
  /** Something was committed: reads that begin from now on see it. */
  committed(): void;
  close(): Promise<void>;
};

/**
 * Lets reads share a transaction: all that one request reads is one state of the data, whether it asks once or twice. A snapshot ends when
 * the event loop is done with the request, so that another process's write is seen by the next.
 *
 * @param check throws where the file cannot be opened any more
 */
export function snapshotReads(place: string, check: () => void): SnapshotReads {
  const idle: SqliteConnection[] = [];
  let latest: Snapshot | null = null;

  const begin = (): Snapshot => {
    let connection = idle.pop();
    if (connection === undefined) {
      // Opening a file that is gone would make an empty one.
      check();
      connection = new SqliteConnection(place);
    }
    connection.script("BEGIN");
    return { connection, transaction: reading(connection), readers: 0, isOver: false };
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
      // All was read before. The next read opens another connection, and fails with what is wrong.
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
          // After all that follows at once: a request that reads again does so in the same transaction.
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
      // What was read last may not have ended yet.
      await nextTurn();
      for (const connection of idle) connection.close();
    },
  };
}
