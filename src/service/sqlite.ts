import type { SQLInputValue, StatementSync } from "node:sqlite";
import { writeJson } from "../contract/json.ts";
import { makeDatabaseFiles } from "./database-files.ts";
import { DatabaseSync } from "./node-sqlite.ts";
import { OpenFiles } from "./open-files.ts";
import { type Document, type DocumentDraft, type PageRange, type Selection, type Store, scopeOf } from "./storage.ts";
import { otherLayout, storageFailure, touching } from "./storage-problem.ts";
import { documentOf, EVERY, SEPARATOR } from "./stored-row.ts";

/** The layout of the file; a file of another layout is refused rather than guessed at. */
const LAYOUT = 1;

/** How many reads run beside each other, each on a connection of its own. */
const READERS = 4;

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

type Row = Record<string, SQLInputValue>;

/** One connection with its prepared statements. */
class Connection {
  readonly #database: DatabaseSync;
  readonly #statements = new Map<string, StatementSync>();

  constructor(place: string) {
    this.#database = new DatabaseSync(place);
    this.#database.exec("PRAGMA busy_timeout = 10000; PRAGMA foreign_keys = OFF;");
  }

  run(sql: string, ...values: SQLInputValue[]): void {
    this.#prepare(sql).run(...values);
  }

  all(sql: string, ...values: SQLInputValue[]): Row[] {
    return this.#prepare(sql).all(...values);
  }

  one(sql: string, ...values: SQLInputValue[]): Row | undefined {
    return this.#prepare(sql).get(...values);
  }

  script(sql: string): void {
    this.#database.exec(sql);
  }

  /** Takes back what the transaction did. Some failures (a full disk) have made SQLite end it already. */
  rollBack(): void {
    if (this.#database.isTransaction) this.script("ROLLBACK");
  }

  close(): void {
    this.#database.close();
  }

  #prepare(sql: string): StatementSync {
    const known = this.#statements.get(sql);
    if (known !== undefined) return known;
    const statement = this.#database.prepare(sql);
    this.#statements.set(sql, statement);
    return statement;
  }
}

/**
 * The storage in one SQLite file (`node:sqlite`, write-ahead log, synchronous to the disk), or in memory for `:memory:`.
 *
 * @throws StorageProblem when the file belongs to another version of Sextant or cannot be opened
 */
export function openSqlite(place: string): Store {
  return touching(place, () => open(place));
}

function openWriter(place: string, inMemory: boolean): Connection {
  if (!inMemory) makeDatabaseFiles(place);
  const writer = new Connection(place);
  try {
    if (!inMemory) writer.script("PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;");
    prepare(writer, place);
    return writer;
  } catch (failure) {
    writer.close();
    throw failure;
  }
}

function open(place: string): Store {
  const inMemory = place === ":memory:";
  const writer = openWriter(place, inMemory);
  const files = inMemory ? null : new OpenFiles([place, `${place}-wal`, `${place}-shm`]);
  const idle: Connection[] = [];
  const waiting: ((connection: Connection) => void)[] = [];
  let opened = 0;
  let lastWrite: Promise<unknown> = Promise.resolve();

  const inTurn = <Result>(work: () => Promise<Result>): Promise<Result> => {
    const turn = lastWrite.then(work, work);
    lastWrite = turn.catch(() => undefined);
    return turn;
  };

  const reader = async (): Promise<Connection> => {
    const free = idle.pop();
    if (free !== undefined) return free;
    if (opened < READERS) {
      // Opening a file that is gone would make an empty one.
      files?.check();
      opened += 1;
      return new Connection(place);
    }
    return new Promise((resolve) => waiting.push(resolve));
  };

  const giveBack = (connection: Connection): void => {
    const next = waiting.shift();
    if (next === undefined) idle.push(connection);
    else next(connection);
  };

  return {
    async read(work) {
      // A database in memory has one connection only: its reads take turns with the writes.
      if (inMemory) return inTurn(() => transact(writer, place, "BEGIN", () => work(reading(writer))));
      const connection = await reader();
      try {
        return await transact(connection, place, "BEGIN", () => work(reading(connection)));
      } finally {
        giveBack(connection);
      }
    },
    write: (_scope, work) =>
      inTurn(() =>
        transact(writer, place, "BEGIN IMMEDIATE", async () => {
          const result = await work(writing(writer));
          files?.check();
          return result;
        }),
      ),
    async close() {
      await inTurn(async () => {
        for (const connection of idle) connection.close();
        try {
          if (!inMemory) touching(place, () => writer.script("PRAGMA wal_checkpoint(TRUNCATE);"));
        } finally {
          writer.close();
        }
      });
    },
  };
}

function prepare(connection: Connection, place: string): void {
  connection.script("BEGIN IMMEDIATE");
  const layout = Number(connection.one("PRAGMA user_version")?.["user_version"] ?? 0);
  if (layout === 0) connection.script(`${TABLES} PRAGMA user_version = ${LAYOUT};`);
  connection.script("COMMIT");
  if (layout !== 0 && layout !== LAYOUT) throw otherLayout(place, layout, LAYOUT);
}

async function transact<Result>(
  connection: Connection,
  place: string,
  begin: string,
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    connection.script(begin);
    const result = await work();
    connection.script("COMMIT");
    return result;
  } catch (failure) {
    connection.rollBack();
    throw storageFailure(place, failure);
  }
}

/**
 * A page: its ids from the index first, then those documents one by one. (The word CROSS is what keeps SQLite from walking
 * through the whole kind instead.) Placeholders have no numbers: `node:sqlite` of Node 22 binds none of those by position.
 *
 * Takes kind, parent, key, limit, offset and the kind once more.
 */
export const pageSql = (backwards: boolean): string =>
  `SELECT d.* FROM (
     SELECT id FROM entries WHERE kind = ? AND parent = ? AND key = ?
     ORDER BY id ${backwards ? "DESC" : "ASC"} LIMIT ? OFFSET ?
   ) e CROSS JOIN documents d ON d.kind = ? AND d.id = e.id`;

/** What is due in a scope. */
export const DUE_SQL = `SELECT * FROM documents WHERE scope = ? AND spontaneous IN (0, ?) AND next_due <= ?
  ORDER BY next_due, id LIMIT ?`;

const keyOf = (selection: Selection): string => selection.key ?? EVERY;

function reading(connection: Connection) {
  const get = (kind: string, id: string): Document | undefined => {
    const row = connection.one("SELECT * FROM documents WHERE kind = ? AND id = ?", kind, id);
    return row === undefined ? undefined : documentOf(row);
  };
  const count = ({ kind, parent, key = EVERY }: Selection): number => {
    const row = connection.one(
      "SELECT number FROM counts WHERE kind = ? AND parent = ? AND key = ?",
      kind,
      parent,
      key,
    );
    return Number(row?.["number"] ?? 0);
  };
  const list = (selection: Selection, { offset, limit }: PageRange): Document[] => {
    const total = count(selection);
    const wanted = Math.min(limit, total - offset);
    if (wanted <= 0) return [];
    // The nearer end is the start: the last page, where the newest stands, costs as little as the first.
    const fromEnd = total - offset - wanted;
    const backwards = fromEnd < offset;
    const rows = connection.all(
      pageSql(backwards),
      selection.kind,
      selection.parent,
      keyOf(selection),
      wanted,
      backwards ? fromEnd : offset,
      selection.kind,
    );
    if (backwards) rows.reverse();
    return rows.map(documentOf);
  };
  return {
    get: async (kind: string, id: string) => get(kind, id),
    list: async (selection: Selection, page: PageRange) => list(selection, page),
    count: async (selection: Selection) => count(selection),
    due: async (scope: string, now: number, quiet: boolean, limit: number) =>
      connection.all(DUE_SQL, scope, quiet ? 0 : 1, now, limit).map(documentOf),
  };
}

function writing(connection: Connection) {
  const reads = reading(connection);

  const enter = (document: DocumentDraft): void => {
    for (const key of new Set([EVERY, ...document.keys])) {
      connection.run("INSERT INTO entries VALUES (?, ?, ?, ?)", document.kind, document.parent, key, document.id);
      connection.run(
        "INSERT INTO counts VALUES (?, ?, ?, 1) ON CONFLICT DO UPDATE SET number = number + 1",
        document.kind,
        document.parent,
        key,
      );
    }
  };

  const strike = (document: DocumentDraft): void => {
    for (const key of new Set([EVERY, ...document.keys])) {
      connection.run(
        "DELETE FROM entries WHERE kind = ? AND parent = ? AND key = ? AND id = ?",
        document.kind,
        document.parent,
        key,
        document.id,
      );
      connection.run(
        "UPDATE counts SET number = number - 1 WHERE kind = ? AND parent = ? AND key = ?",
        document.kind,
        document.parent,
        key,
      );
    }
  };

  const samePlace = (left: DocumentDraft, right: DocumentDraft): boolean =>
    left.parent === right.parent && left.keys.join(SEPARATOR) === right.keys.join(SEPARATOR);

  const put = async (draft: DocumentDraft): Promise<Document> => {
    const former = await reads.get(draft.kind, draft.id);
    const version = (former?.version ?? 0) + 1;
    if (former === undefined) enter(draft);
    else if (!samePlace(former, draft)) {
      strike(former);
      enter(draft);
    }
    connection.run(
      "INSERT OR REPLACE INTO documents VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
      draft.kind,
      draft.id,
      draft.parent,
      scopeOf(draft.parent),
      version,
      draft.keys.join(SEPARATOR),
      draft.nextDue,
      draft.spontaneous ? 1 : 0,
      writeJson(draft.timeline),
      writeJson(draft.body),
    );
    return { ...draft, version };
  };

  return {
    ...reads,
    put,
    async putAll(drafts: Iterable<DocumentDraft>): Promise<void> {
      for (const draft of drafts) await put(draft);
    },
    async remove(kind: string, id: string): Promise<void> {
      const former = await reads.get(kind, id);
      if (former === undefined) return;
      strike(former);
      connection.run("DELETE FROM documents WHERE kind = ? AND id = ?", kind, id);
    },
    async clearExcept(kept: readonly string[]): Promise<void> {
      const places = kept.map(() => "?").join(", ");
      for (const table of ["documents", "entries", "counts"]) {
        connection.run(`DELETE FROM ${table} WHERE kind NOT IN (${places})`, ...kept);
      }
    },
  };
}
