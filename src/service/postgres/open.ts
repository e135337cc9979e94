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
 * Opens a PostgreSQL database as storage: brings its tables to this version, and makes them where there are none.
 *
 * @param wallClock milliseconds
 * @throws StorageProblem when it cannot be reached or used
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
