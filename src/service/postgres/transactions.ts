import { randomUUID } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import { SECOND } from "../../text/durations.ts";
import type { Measures } from "../instances/measures.ts";
import type { Store } from "../storage/storage.ts";
import { OutcomeUnknown, StorageUnavailable } from "../storage/storage-problem.ts";
import type { DatabaseAddress } from "./address.ts";
import type { Connections, DatabaseConnection } from "./connections.ts";
import { reading, writing } from "./documents.ts";
import { databaseFailure, isConflict, isConnectionLost, isDeadlock } from "./failures.ts";
import { lockSql } from "./locks.ts";
import { PATIENCE, untilReached } from "./patience.ts";

/**
 * Transactions on a database that may go away at any moment. A read is done again. A write is done again only where it is certain that
 * nothing of it was kept: before COMMIT was sent, or when the row that it would have left is not there.
 */

/** How long the outcome of a cut COMMIT is asked for. */
export const OUTCOME_PATIENCE = 20 * SECOND;
/** How often a write that others came in front of is done again. */
export const MOST_CONFLICTS = 50;

/** What came of one try to write; it is not sure to be kept where the connection was lost while it was committed. */
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

  /** Gives a connection back on which something failed: one that is broken, or in a transaction that cannot be ended, is closed. */
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

  /** Whether a transaction whose COMMIT was cut off was kept. Its lock is waited for: until it is free, the other may still be at it. */
  const wasKept = async (id: string, scope: string | null): Promise<boolean> => {
    try {
      return await untilReached(OUTCOME_PATIENCE, async () => {
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
        untilReached(PATIENCE, async () => {
          const connection = await pool.connect();
          try {
            await connection.query("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY");
            const result = await work(reading(connection));
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
        // Who waited in a circle with others would do so again: what is done again waits for all of them before it holds anything.
        let lock = scope;
        for (let conflicts = 0; ; ) {
          const id = randomUUID();
          try {
            const done = await untilReached(
              PATIENCE,
              () => attempt(id, lock, (connection) => work(writing(connection))),
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
