import { stat } from "node:fs/promises";
import { join } from "node:path";
import type { AppStore } from "../../app/store.ts";
import { cacheFile, statusLineName } from "../../state/answers/persisted-cache.ts";
import { MINUTE, SECOND } from "../../text/durations.ts";

/** A status line is run about as often. */
const EVERY = 15 * SECOND;
/** Nobody has a status line whose last run is longer ago. */
const WANTED = 10 * MINUTE;

/**
 * Shares what is on screen with a status line on the same connection, as long as there is one: it then asks the service for what the console
 * does not.
 *
 * @param stateFolder where both keep their answers
 * @param connection names the connection of the moment in files
 * @returns how to end it
 */
export function shareAnswers(store: AppStore, stateFolder: string, connection: () => string): () => void {
  let shared: ReturnType<AppStore["getState"]>["resources"] | null = null;
  const share = async (): Promise<void> => {
    const { mtimeMs } = await stat(join(stateFolder, cacheFile(statusLineName(connection()))));
    const { resources } = store.getState();
    if (Date.now() - mtimeMs > WANTED || resources === shared) return;
    shared = resources;
    await store.shareShown();
  };
  // Where it cannot be shared, or nobody wants it, the status line asks by itself.
  const timer = setInterval(() => void share().catch(() => undefined), EVERY);
  timer.unref();
  return () => clearInterval(timer);
}
