import { Socket } from "node:net";
import { Pool, type PoolClient } from "pg";
import { SECOND } from "../../text/durations.ts";
import type { PoolState } from "../instances/measures.ts";
import type { DatabaseAddress } from "./address.ts";
import { RunningWork } from "./running-work.ts";

/** How many connections one instance has for transactions: so many run at once, the others wait. */
export const TRANSACTIONS = 8;
/** How many it has for what instances share: a transaction never waits for one of its own kind. */
export const STEPS = 4;
/** How long to wait for a connection. */
export const CONNECTING = 5 * SECOND;
/** How long a statement may take, and how long it may wait for a lock. */
export const STATEMENT = 30 * SECOND;
export const LOCK = 10 * SECOND;
/** How long a transaction may stand still: an instance that hangs must not hold a project's lock for good. */
export const IDLE_IN_TRANSACTION = 15 * SECOND;
/** How long a connection that nobody uses stays open. */
export const IDLE = 30 * SECOND;
/** How long work that runs is waited for when the service stops. */
export const LAST_WORK = 10 * SECOND;
/** How long the closing of connections may take after that. */
const LAST_CONNECTIONS = 2 * SECOND;

/** The connections of one instance. */
export type Connections = {
  readonly transactions: Pool;
  readonly steps: Pool;
  /** What is done on them, all of it through here. */
  readonly work: RunningWork;
  states(): readonly PoolState[];
  /** Waits for the work that runs, and closes them. */
  end(): Promise<void>;
};

/** One connection while it is lent. */
export type DatabaseConnection = PoolClient;

/** Opens no connection yet: the first that is asked for does. */
export function connectionsTo({ connection, options }: DatabaseAddress): Connections {
  // The driver leaves a connection open that it could not log in on, and the program would not end before the database closes it.
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
      connectionTimeoutMillis: CONNECTING,
      idleTimeoutMillis: IDLE,
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
      await work.close(LAST_WORK);
      const ended = Promise.all([transactions.end(), steps.end()]);
      // A pool ends when the last connection comes back. One whose statement goes on then is cut.
      let timer: NodeJS.Timeout | undefined;
      const late = new Promise<void>((resolve) => {
        timer = setTimeout(resolve, LAST_CONNECTIONS);
      });
      await Promise.race([ended, late]);
      clearTimeout(timer);
      for (const socket of sockets) socket.destroy();
    },
  };
}
