import { type Measures, NO_MEASURES } from "./instances/measures.ts";
import { processState } from "./instances/process-state.ts";
import type { SharedState } from "./instances/shared-state.ts";
import { openSqlite } from "./sqlite/open.ts";
import type { Store } from "./storage/storage.ts";

/** The storage of a service, and the state that its instances share. */
type OpenStorage = {
  readonly store: Store;
  readonly state: SharedState;
  /** True where other instances may use the same data. */
  readonly isShared: boolean;
};

/** True for the address of a PostgreSQL database. */
export const isDatabase = (place: string): boolean => /^postgres(?:ql)?:\/\//u.test(place);

/**
 * Opens the storage at a place: a file, `:memory:`, or the address of a PostgreSQL database.
 *
 * @param wallClock milliseconds
 * @throws StorageProblem when it cannot be opened
 */
export async function openStorage(
  place: string,
  wallClock: () => number,
  measures: Measures = NO_MEASURES,
): Promise<OpenStorage> {
  if (!isDatabase(place)) return { store: openSqlite(place), state: processState(wallClock), isShared: false };
  // Loaded only with a database: the console starts without it.
  const { openPostgres } = await import("./postgres/open.ts");
  return { ...(await openPostgres(place, wallClock, measures)), isShared: true };
}
