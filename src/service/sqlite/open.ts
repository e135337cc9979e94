import type { Store } from "../storage/storage.ts";
import { asStorageProblem, otherLayout, storageFailure } from "../storage/storage-problem.ts";
import { makeBlocks } from "./blocks.ts";
import { commitsTogether } from "./commits.ts";
import { SqliteConnection } from "./connection.ts";
import { makeDatabaseFiles } from "./database-files.ts";
import { readTransactionOn, writeTransactionOn } from "./documents.ts";
import { OpenFiles } from "./open-files.ts";
import { snapshotReads } from "./snapshots.ts";

/** Version of the file's layout; a file of another layout is refused. */
const LAYOUT = 1;

const TABLES = `
  CREATE TABLE documents (
    kind TEXT NOT NULL, id TEXT NOT NULL, parent TEXT NOT NULL, scope TEXT NOT NULL, version INTEGER NOT NULL,
    keys TEXT NOT NULL, next_due REAL, spontaneous INTEGER NOT NULL, timeline TEXT NOT NULL, body TEXT NOT NULL,
    PRIMARY KEY (kind, id)
  );
  CREATE INDEX due ON documents (scope, spontaneous, next_due) WHERE next_due IS NOT NULL;
  CREATE TABLE entries (
    kind TEXT NOT NULL, parent TEXT NOT NULL, key TEXT NOT NULL, id TEXT NOT NULL,
    PRIMARY KEY (kind, parent, key, id)
  ) WITHOUT ROWID;
  CREATE TABLE counts (
    kind TEXT NOT NULL, parent TEXT NOT NULL, key TEXT NOT NULL, number INTEGER NOT NULL,
    PRIMARY KEY (kind, parent, key)
  ) WITHOUT ROWID;
`;

/**
 * The storage in one SQLite file (`node:sqlite`, write-ahead log, synchronous to the disk), or in memory for `:memory:`.
 *
 * @throws StorageProblem if the file belongs to another version of Sextant or cannot be opened
 */
export function openSqlite(place: string): Store {
  return asStorageProblem(place, () => (place === ":memory:" ? openMemory() : openFile(place)));
}

/** A database in memory has only one connection, so all reads and writes run one after another. */
function openMemory(): Store {
  const place = ":memory:";
  const connection = new SqliteConnection(place);
  prepare(connection, place);
  let last: Promise<unknown> = Promise.resolve();

  const inTurn = <Result>(begin: string, work: () => Promise<Result>): Promise<Result> => {
    const transact = async (): Promise<Result> => {
      try {
        connection.script(begin);
        const result = await work();
        connection.script("COMMIT");
        return result;
      } catch (failure) {
        connection.rollBack();
        throw storageFailure(place, failure);
      }
    };
    const turn = last.then(transact);
    last = turn.catch(() => undefined);
    return turn;
  };

  return {
    read: (work) => inTurn("BEGIN", () => work(readTransactionOn(connection))),
    write: (_scope, work) => inTurn("BEGIN IMMEDIATE", () => work(writeTransactionOn(connection))),
    async close() {
      await last;
      connection.close();
    },
  };
}

function openFile(place: string): Store {
  makeDatabaseFiles(place);
  const writer = new SqliteConnection(place);
  try {
    writer.script("PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;");
    prepare(writer, place);
  } catch (failure) {
    writer.close();
    throw failure;
  }
  const files = new OpenFiles([place, `${place}-wal`, `${place}-shm`]);
  const check = (): void => files.check();
  const reads = snapshotReads(place, check);
  const commits = commitsTogether(writer, place, check, reads.committed);
  return {
    read: reads.read,
    write: (_scope, work) => commits.write(() => work(writeTransactionOn(writer))),
    async close() {
      await commits.end();
      await reads.close();
      try {
        asStorageProblem(place, () => writer.script("PRAGMA wal_checkpoint(TRUNCATE);"));
      } finally {
        writer.close();
      }
    },
  };
}

function prepare(connection: SqliteConnection, place: string): void {
  connection.script("BEGIN IMMEDIATE");
  const layout = Number(connection.one("PRAGMA user_version")?.["user_version"] ?? 0);
  if (layout === 0) connection.script(`${TABLES} PRAGMA user_version = ${LAYOUT};`);
  if (layout === 0 || layout === LAYOUT) makeBlocks(connection);
  connection.script("COMMIT");
  if (layout !== 0 && layout !== LAYOUT) throw otherLayout(place, layout, LAYOUT);
}
