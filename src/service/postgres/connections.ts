import { Socket } from "node:net";
import { Pool, type PoolClient } from "pg";
import { SECOND } from "../../text/durations.ts";
import type { PoolState } from "../instances/measures.ts";
import type { DatabaseAddress } from "./address.ts";
import { RunningWork } from "./running-work.ts";

/** Connections of one instance for transactions: as many run at once, the others wait. */
export const TRANSACTION_CONNECTIONS = 8;
/** Connections of one instance for shared state, so that transactions never wait for these short statements. */
export const SHARED_STATE_CONNECTIONS = 4;
/** Timeout of a connection attempt (ms). */
export const CONNECT_TIMEOUT = 5 * SECOND;
/** Timeouts of a statement, and of its wait for a lock (ms). */
export const STATEMENT_TIMEOUT = 30 * SECOND;
export const LOCK_TIMEOUT = 10 * SECOND;
/** Timeout of an idle transaction (ms): an instance that hangs must not hold a project's lock for ever. */
export const IDLE_TRANSACTION_TIMEOUT = 15 * SECOND;
/** Timeout of an idle connection (ms). */
export const IDLE_TIMEOUT = 30 * SECOND;
/** Maximum wait for running work when the service stops (ms). */
export const STOP_TIMEOUT = 10 * SECOND;
/** Maximum wait after that for connections to close (ms). */
const CLOSE_TIMEOUT = 2 * SECOND;

/** Connection pools of one instance. */
export type Connections = {
  readonly transactions: Pool;
  readonly steps: Pool;
  /** Tracks all work on the connections. */
  readonly work: RunningWork;
  states(): readonly PoolState[];
  /** Waits for running work, then closes the connections. */
  end(): Promise<void>;
};

/** A connection checked out of a pool. */
export type DatabaseConnection = PoolClient;

/** Creates the pools; a connection is opened on first use. */
export function connectionsTo({ connection, options }: DatabaseAddress): Connections {
  // The driver leaves a connection open if its login fails; the program could not exit before the database closes it.
  const sockets = new Set<Socket>();
  const newSocket = (): Socket => {
    const socket = new Socket();
    sockets.add(socket);
    return socket.once("close", () => sockets.delete(socket));
  };
  const pool = (max: number): Pool => {
    const made = new Pool({
      connectionString: connection,
      options,
      application_name: "sextant",
      max,
      stream: newSocket,
      keepAlive: true,
      connectionTimeoutMillis: CONNECT_TIMEOUT,
      idleTimeoutMillis: IDLE_TIMEOUT,
      statement_timeout: STATEMENT_TIMEOUT,
      lock_timeout: LOCK_TIMEOUT,
      idle_in_transaction_session_timeout: IDLE_TRANSACTION_TIMEOUT,
    });
    // A broken idle connection leaves the pool, and the next request opens another.
    made.on("error", () => undefined);
    // A broken connection in use fails at its next query, so this event can be ignored.
    made.on("connect", (client) => client.on("error", () => undefined));
    return made;
  };
  const [transactions, steps] = [pool(TRANSACTION_CONNECTIONS), pool(SHARED_STATE_CONNECTIONS)];
  const work = new RunningWork();
  const stateOf = (name: string, { totalCount, idleCount, waitingCount }: Pool): PoolState => ({
    pool: name,
    total: totalCount,
    idle: idleCount,
    waiting: waitingCount,
  });
  return {
    transactions,
    steps,
    work,
    states: () => [stateOf("transactions", transactions), stateOf("steps", steps)],
    async end() {
      await work.close(STOP_TIMEOUT);
      const ended = Promise.all([transactions.end(), steps.end()]);
      // A pool ends when its last connection is returned. Connections with a statement still running are cut.
      let timer: NodeJS.Timeout | undefined;
      const late = new Promise<void>((resolve) => {
        timer = setTimeout(resolve, CLOSE_TIMEOUT);
      });
      await Promise.race([ended, late]);
      clearTimeout(timer);
      for (const socket of sockets) socket.destroy();
    },
  };
}
