import { createGuard } from "../../app/guard.ts";
import { guardedAreas } from "../../app/screen/guarded-areas.ts";
import { createSelectors, type Selectors } from "../../app/screen/selectors.ts";
import { type AppStore, createAppStore } from "../../app/store.ts";
import type { Connection } from "../../contract/wire/connection.ts";
import { settingsPaths, type Variables } from "../../settings/paths.ts";
import { readPreferences } from "../../settings/preferences.ts";
import type { ProfileRequest } from "../../settings/resolve.ts";
import { type ServiceClient, type StateFiles, systemClock } from "../../state/dependencies.ts";
import { diskFiles } from "../../state/files/disk-files.ts";
import { readOnlyFiles } from "../../state/files/read-only-files.ts";
import { directoryQueries, lookupOfQueries } from "../../state/names/directory.ts";
import type { Place } from "../../state/navigation/place.ts";
import type { ConsoleState } from "../../state/store.ts";
import type { Connected } from "../connect.ts";
import { clientOf, find, profileOf, reach, zoneHere } from "./service.ts";

/** A console without a screen: the store, the client and the selectors are those of the console. */
export type Headless = {
  readonly connected: Connected;
  readonly store: AppStore;
  readonly selectors: Selectors;
  /** What is on disk, to read and to write. */
  readonly files: StateFiles;
  readonly close: () => Promise<void>;
};

export type HeadlessRequest = ProfileRequest & {
  readonly place: Place;
  /** Nothing is written to disk. */
  readonly isTraceless: boolean;
  /** How long the service may take to answer (ms); left out: as long as the client waits by itself. */
  readonly timeout?: number;
  /** Called with what failed, before it is tried again. */
  readonly onFailedTry?: (words: string) => void;
  /** Who writes, in the journal: left out for a console, whose writes have a screen. */
  readonly by?: "apply";
  /** Another client in front of the one of the service. */
  readonly through?: (client: ServiceClient, files: StateFiles, connection: Connection) => Promise<ServiceClient>;
};

/** The same of each of many changes is said once. */
function once(say: (text: string) => void): (text: string) => void {
  const said = new Set<string>();
  return (text) => {
    if (said.has(text)) return;
    said.add(text);
    say(text);
  };
}

/**
 * Opens the service of a profile, of the environment, or the embedded one. Nothing is asked until the store is started.
 *
 * @throws SettingsError when what was asked for cannot be had
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
  const connected = await find({ profile, readOnly }, env, paths, { onTrouble });
  const reached = reach(Promise.resolve(connected), timeout, { onWait: ({ words }) => onFailedTry?.(words) });
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
  return {
    connected,
    store,
    selectors: createSelectors(guardedAreas(createGuard(onTrouble)), () => store.getState().minute),
    files,
    close: async () => {
      await store.stop();
      await (await reached).client.close();
      await connected.close();
    },
  };
}

/** Projects and clusters by name are not all known yet: what names them would say that there are none. */
export const isLearning = (state: ConsoleState): boolean =>
  directoryQueries(state.session).some((query) => lookupOfQueries(state, [query]).kind === "asking");

/** How long something is waited for (ms), and what ends the wait before that: nobody wants it any more. */
export type Waiting = { readonly timeout: number; readonly signal?: AbortSignal | undefined };

/**
 * What is found in the state of a store as soon as it is there. When the time is up it is looked for once more, and for the last time.
 *
 * @throws what `find` throws, and why the wait was ended
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
  // This timer keeps the process alive while it waits.
  const timer = setTimeout(() => look(true), timeout);
  const stop = store.subscribe(() => look(false));
  look(false);
  try {
    return await promise;
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener("abort", giveUp);
    stop();
  }
}
