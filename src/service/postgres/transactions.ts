import { randomUUID } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import { SECOND } from "../../text/durations.ts";
import type { Measures } from "../instances/measures.ts";
import type { Store } from "../storage/storage.ts";
import { OutcomeUnknown, StorageUnavailable } from "../storage/storage-problem.ts";
import type { DatabaseAddress } from "./address.ts";
import type { Connections, DatabaseConnection } from "./connections.ts";
import { readTransactionOn, writeTransactionOn } from "./documents.ts";
import { databaseFailure, isConflict, isConnectionLost, isDeadlock } from "./failures.ts";
import { lockSql } from "./locks.ts";
import { RETRY_TIMEOUT, repeatUntilConnected } from "./patience.ts";

/**
 * Transactions on a database that may become unreachable at any time. A read is simply repeated. A write is repeated only if nothing of it was
 * committed for certain: before COMMIT was sent, or if the row that it would have left does not exist.
 */

/** Maximum time for finding out the outcome of an interrupted COMMIT (ms). */
export const OUTCOME_PATIENCE = 20 * SECOND;
/** Maximum number of repetitions of a write after conflicts. */
export const MOST_CONFLICTS = 50;

/** Result of one try to write; `isSure` is false if the connection was lost during COMMIT. */
type Attempt<Result> = { readonly result: Result; readonly isSure: boolean };

/** The storage in a PostgreSQL database. */
export function transactionsOn(connections: Connections, { shown }: DatabaseAddress, measures: Measures): Store {
  const pool = connections.transactions;

  const explained = async <Result>(work: () => Promise<Result>): Promise<Result> => {
    try {
      return await connections.work.run(work);
    } catch (failure) {
      throw databaseFailure(shown, failure);
    }
  };

  /** Returns a connection after an error: it is closed if it is broken or its transaction cannot be rolled back. */
  const giveBack = async (connection: DatabaseConnection, failure: unknown): Promise<void> => {
    if (isConnectionLost(failure)) return connection.release(true);
    const isEnded = await connection.query("ROLLBACK").then(
      () => true,
      () => false,
    );
    connection.release(!isEnded);
  };

  const attempt = async <Result>(
    id: string,
    scope: string | null,
    work: (connection: DatabaseConnection) => Promise<Result>,
  ): Promise<Attempt<Result>> => {
    const connection = await pool.connect();
    let ready: { readonly result: Result } | null = null;
    try {
      await connection.query(`BEGIN; ${lockSql(scope)}; INSERT INTO commits (id) VALUES ('${id}')`);
      const result = await work(connection);
      ready = { result };
      const { command } = await connection.query("COMMIT");
      if (command !== "COMMIT") throw new Error(`the transaction ended with ${command}`);
    } catch (failure) {
      await giveBack(connection, failure);
      if (ready !== null && isConnectionLost(failure)) return { result: ready.result, isSure: false };
      throw failure;
    }
    connection.release();
    return { result: ready.result, isSure: true };
  };

  /** True if a transaction whose COMMIT was interrupted was committed. Waits for its lock, because it may still be running until the lock is free. */
  const wasKept = async (id: string, scope: string | null): Promise<boolean> => {
    try {
      return await repeatUntilConnected(OUTCOME_PATIENCE, async () => {
        const connection = await pool.connect();
        try {
          await connection.query(`BEGIN; ${lockSql(scope)}`);
          const { rowCount } = await connection.query("SELECT 1 FROM commits WHERE id = $1", [id]);
          await connection.query("COMMIT");
          connection.release();
          return rowCount === 1;
        } catch (failure) {
          await giveBack(connection, failure);
          throw failure;
        }
      });
    } catch (cause) {
      measures.outcomeUnknown();
      throw new OutcomeUnknown(
        `The connection to the database ${shown} was lost while a change was committed, and whether it was kept cannot be asked.`,
        { cause },
      );
    }
  };

  return {
    read: (work) =>
      explained(() =>
        repeatUntilConnected(RETRY_TIMEOUT, async () => {
          const connection = await pool.connect();
          try {
            await connection.query("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY");
            const result = await work(readTransactionOn(connection));
            await connection.query("COMMIT");
            connection.release();
            return result;
          } catch (failure) {
            await giveBack(connection, failure);
            throw failure;
          }
        }),
      ),
    write: (scope, work) =>
      explained(async () => {
        // After a deadlock, the repetition takes the lock of all scopes first, or it could deadlock again.
        let lock = scope;
        for (let conflicts = 0; ; ) {
          const id = randomUUID();
          try {
            const done = await repeatUntilConnected(
              RETRY_TIMEOUT,
              () => attempt(id, lock, (connection) => work(writeTransactionOn(connection))),
              measures.retried,
            );
            if (done.isSure || (await wasKept(id, scope))) return done.result;
            measures.retried();
          } catch (failure) {
            if (!isConflict(failure)) throw failure;
            if (isDeadlock(failure)) lock = null;
            conflicts += 1;
            measures.conflicted();
            if (conflicts > MOST_CONFLICTS) {
              throw new StorageUnavailable(`Others wrote the same in ${shown} again and again.`, { cause: failure });
            }
            await wait(Math.random() * 10 * conflicts);
          }
        }
      }),
    close: () => connections.end(),
  };
}
