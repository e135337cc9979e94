import { type Measures, NO_MEASURES } from "../instances/measures.ts";
import type { SharedState } from "../instances/shared-state.ts";
import type { Store } from "../storage/storage.ts";
import { readAddress } from "./address.ts";
import { connectionsTo } from "./connections.ts";
import { databaseFailure } from "./failures.ts";
import { migrate } from "./migrations.ts";
import { sharedRows } from "./shared.ts";
import { transactionsOn } from "./transactions.ts";

/**
 * Opens a PostgreSQL database as storage, and creates or migrates its tables.
 *
 * @param wallClock current time in milliseconds
 * @throws StorageProblem if the database cannot be reached or used
 */
export async function openPostgres(
  place: string,
  wallClock: () => number,
  measures: Measures = NO_MEASURES,
): Promise<{ readonly store: Store; readonly state: SharedState }> {
  const address = readAddress(place);
  const connections = connectionsTo(address);
  try {
    const connection = await connections.transactions.connect();
    try {
      await migrate(connection, address);
    } finally {
      connection.release();
    }
    const { beginCounting, stop, ...state } = sharedRows(connections, address, wallClock);
    await beginCounting();
    const store = transactionsOn(connections, address, measures);
    measures.watchPools(connections.states);
    return {
      state,
      store: {
        ...store,
        async close() {
          stop();
          await store.close();
        },
      },
    };
  } catch (failure) {
    await connections.end().catch(() => undefined);
    throw databaseFailure(address.shown, failure);
  }
}
