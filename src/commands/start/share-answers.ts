import { stat } from "node:fs/promises";
import { join } from "node:path";
import type { AppStore } from "../../app/store.ts";
import { cacheFile, statusLineName } from "../../state/answers/persisted-cache.ts";
import { MINUTE, SECOND } from "../../text/durations.ts";

/** Interval of sharing, close to that of a status line. */
const EVERY = 15 * SECOND;
/** If the last run of a status line is older, none is in use. */
const WANTED = 10 * MINUTE;

/**
 * Shares the answers on screen with a status line on the same connection, as long as one is in use: it then calls the service only for the rest.
 *
 * @param stateFolder folder of the shared answers
 * @param connection returns the file key of the current connection
 * @returns a function that stops sharing
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
  // If sharing fails, or no status line is in use, the status line calls the service itself.
  const timer = setInterval(() => void share().catch(() => undefined), EVERY);
  timer.unref();
  return () => clearInterval(timer);
}
