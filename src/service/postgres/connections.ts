import { Pool, type PoolClient } from "pg";
import { SECOND } from "../../text/durations.ts";
import type { DatabaseAddress } from "./address.ts";

/** How many connections one instance has for transactions: so many run at once, the others wait. */
export const TRANSACTIONS = 8;
/** How many it has for what instances share: a transaction never waits for one of its own kind. */
const STEPS = 4;
/** How long to wait for a connection. */
const CONNECTING = 5 * SECOND;
/** How long a statement may take, and how long it may wait for a lock. */
const STATEMENT = 30 * SECOND;
const LOCK = 10 * SECOND;
/** How long a transaction may stand still: an instance that hangs must not hold a project's lock for good. */
const IDLE_IN_TRANSACTION = 15 * SECOND;

/** The connections of one instance. */
export type Connections = { readonly transactions: Pool; readonly steps: Pool; end(): Promise<void> };

/** One connection while it is lent. */
export type Connection = PoolClient;

/** Opens no connection yet: the first that is asked for does. */
export function connectionsTo({ connection, schema }: DatabaseAddress): Connections {
  const pool = (max: number): Pool => {
    const made = new Pool({
      connectionString: connection,
      options: `-c search_path=${schema}`,
      application_name: "sextant",
      max,
      keepAlive: true,
      connectionTimeoutMillis: CONNECTING,
      idleTimeoutMillis: 30 * SECOND,
      statement_timeout: STATEMENT,
      lock_timeout: LOCK,
      idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION,
    });
    // An idle connection that breaks leaves the pool; who asks next gets another.
    made.on("error", () => undefined);
    // One that breaks while it is lent says so where it is used next; nobody else needs to hear of it.
    made.on("connect", (client) => client.on("error", () => undefined));
    return made;
  };
  const [transactions, steps] = [pool(TRANSACTIONS), pool(STEPS)];
  return {
    transactions,
    steps,
    async end() {
      await Promise.all([transactions.end(), steps.end()]);
    },
  };
}
