import { createGuard } from "../../app/guard.ts";
import { guardedAreas } from "../../app/screen/guarded-areas.ts";
import { createSelectors, type Selectors } from "../../app/screen/selectors.ts";
import { type AppStore, createAppStore } from "../../app/store.ts";
import { afterRunning } from "../../client/transport/deadline.ts";
import type { Connection } from "../../contract/wire/connection.ts";
import { settingsPaths, type Variables } from "../../settings/paths.ts";
import { readPreferences } from "../../settings/preferences.ts";
import type { ProfileRequest } from "../../settings/resolve.ts";
import { systemClock } from "../../state/clock.ts";
import { diskFiles } from "../../state/files/disk-files.ts";
import { readOnlyFiles } from "../../state/files/read-only-files.ts";
import type { StateFiles } from "../../state/files/state-files.ts";
import { directoryQueries, lookupOfQueries } from "../../state/names/directory.ts";
import type { Place } from "../../state/navigation/place.ts";
import type { ServiceClient } from "../../state/service-client.ts";
import type { ConsoleState } from "../../state/store.ts";
import type { Connected } from "../connect.ts";
import { keyNamesOf } from "./chosen-key-names.ts";
import { clientOf, connectOrStart, openClient, profileOf, zoneHere } from "./service.ts";

/** A console without a screen, with the console's store, client and selectors. */
type Headless = {
  readonly connected: Connected;
  readonly store: AppStore;
  readonly selectors: Selectors;
  /** State files on disk. */
  readonly files: StateFiles;
  readonly close: () => Promise<void>;
};

type HeadlessRequest = ProfileRequest & {
  readonly place: Place;
  /** Writes nothing to disk. */
  readonly isTraceless: boolean;
  /** Timeout of each answer (ms); left out: the client's own. */
  readonly timeout?: number;
  /** Called with the error before a retry. */
  readonly onFailedTry?: (words: string) => void;
  /** Source of writes in the journal; left out for a console with a screen. */
  readonly by?: "apply";
  /** Wraps the client of the service. */
  readonly through?: (client: ServiceClient, files: StateFiles, connection: Connection) => Promise<ServiceClient>;
};

/** Reports each distinct text once: many changes may fail alike. */
function once(say: (text: string) => void): (text: string) => void {
  const said = new Set<string>();
  return (text) => {
    if (said.has(text)) return;
    said.add(text);
    say(text);
  };
}

/**
 * Opens the service of a profile, of the environment, or the embedded one. Nothing is called before the store is started.
 *
 * @throws SettingsError when the requested service cannot be used
 * @throws NoService when the embedded service cannot start
 */
export async function openHeadless(
  {
    profile,
    readOnly,
    place,
    isTraceless,
    timeout,
    onFailedTry,
    by,
    through = async (client) => client,
  }: HeadlessRequest,
  env: Variables,
  onTrouble: (trouble: string) => void,
): Promise<Headless> {
  const paths = settingsPaths(env);
  const connected = await connectOrStart({ profile, readOnly }, env, paths, { onTrouble });
  const reached = openClient(Promise.resolve(connected), timeout, { onWait: ({ words }) => onFailedTry?.(words) });
  const { preferences, warnings } = await readPreferences(paths);
  for (const warning of warnings) onTrouble(warning);
  const files = diskFiles(paths.state);
  const store = createAppStore(
    {
      profile: profileOf(connected, await through(clientOf(reached), files, connected.connection)),
      files: isTraceless ? readOnlyFiles(files) : files,
      clock: systemClock,
      random: Math.random,
      process: `${process.pid}`,
      ...(by === undefined ? {} : { by }),
      ...(isTraceless ? {} : { onTroubleOfWrites: once(onTrouble) }),
    },
    place,
  );
  store.setState({ minute: Date.now(), preferences });
  store.session.setZone(zoneHere(preferences, Date.now()));
  const keys = await keyNamesOf(preferences);
  return {
    connected,
    store,
    selectors: createSelectors(
      guardedAreas(createGuard(onTrouble)),
      () => store.getState().minute,
      () => keys,
    ),
    files,
    close: async () => {
      await store.stop();
      await (await reached).client.close();
      await connected.close();
    },
  };
}

/** True while names of projects and clusters are still loading: names would be reported as unknown. */
export const isLoadingNames = (state: ConsoleState): boolean =>
  directoryQueries(state.session).some((query) => lookupOfQueries(state, [query]).kind === "asking");

/** Maximum wait (ms), and a signal that ends the wait earlier. */
export type Waiting = { readonly timeout: number; readonly signal?: AbortSignal | undefined };

/**
 * Resolves with the result of `find` as soon as it returns one. At the timeout it is called a last time with `isLate`.
 *
 * @throws the errors of `find`, and the signal's reason
 */
export async function whenFound<Value>(
  store: AppStore,
  { timeout, signal }: Waiting,
  find: (state: ConsoleState, isLate: boolean) => Value | undefined,
): Promise<Value> {
  const { promise, resolve, reject } = Promise.withResolvers<Value>();
  const look = (isLate: boolean): void => {
    try {
      const value = find(store.getState(), isLate);
      if (value !== undefined) resolve(value);
    } catch (error) {
      reject(error);
    }
  };
  const giveUp = (): void => reject(signal?.reason);
  signal?.addEventListener("abort", giveUp);
  if (signal?.aborted === true) giveUp();
  // This timer keeps the process alive during the wait.
  const cancel = afterRunning(timeout, () => look(true));
  const stop = store.subscribe(() => look(false));
  look(false);
  try {
    return await promise;
  } finally {
    cancel();
    signal?.removeEventListener("abort", giveUp);
    stop();
  }
}
