import type { SQLInputValue, StatementSync } from "node:sqlite";
import { DatabaseSync } from "./node-sqlite.ts";

/** A row of a table or of a query. */
export type SqliteRow = Record<string, SQLInputValue>;

/** One connection to a file, with its prepared statements. */
export class SqliteConnection {
  readonly #database: DatabaseSync;
  readonly #statements = new Map<string, StatementSync>();

  constructor(place: string) {
    this.#database = new DatabaseSync(place);
    this.#database.exec("PRAGMA busy_timeout = 10000; PRAGMA foreign_keys = OFF;");
  }

  /** True inside a transaction. Some errors (a full disk) make SQLite end it. */
  get isInTransaction(): boolean {
    return this.#database.isTransaction;
  }

  run(sql: string, ...values: SQLInputValue[]): void {
    this.#prepare(sql).run(...values);
  }

  all(sql: string, ...values: SQLInputValue[]): SqliteRow[] {
    return this.#prepare(sql).all(...values);
  }

  one(sql: string, ...values: SQLInputValue[]): SqliteRow | undefined {
    return this.#prepare(sql).get(...values);
  }

  script(sql: string): void {
    this.#database.exec(sql);
  }

  /** Rolls the transaction back, unless SQLite has ended it. */
  rollBack(): void {
    if (this.isInTransaction) this.script("ROLLBACK");
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
