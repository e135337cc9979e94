import { errorText } from "../../app/error-text.ts";
import { NoProjectsError, settingsSource } from "../../app/settings-files/source.ts";
import type { SettingsSource } from "../../app/settings-files/types.ts";
import type { AppStore } from "../../app/store.ts";
import { ServiceError } from "../../client/errors/service-error.ts";
import type { FormEnv } from "../../forms/form-plan.ts";
import type { Variables } from "../../settings/paths.ts";
import { type ProjectEntry, projectsCalled, serverNow } from "../../state/session/session.ts";
import type { ConsoleState } from "../../state/store.ts";
import { didYouMeanElse } from "../../text/nearest.ts";
import { EXIT, reportFailure } from "../exit.ts";
import { NAME_PROJECT, NOT_IN_TIME, NoService } from "../no-service.ts";
import { noProjectReason } from "../show/unattended.ts";
import { isLoadingNames, openHeadless, type Waiting, whenFound } from "../start/headless.ts";
import { wholeNumber } from "../whole-number.ts";
import { WrongUse } from "../wrong-use.ts";

/** A console without a screen that reads and changes settings, with the console's store, client and journal. */

export type SettingsSession = {
  readonly store: AppStore;
  /** The project with a name or an id; that of the profile where none is given. */
  readonly project: (name: string | undefined) => ProjectEntry;
  /** @throws ServiceError when the clusters of the project cannot be read */
  readonly source: (project: ProjectEntry) => Promise<SettingsSource>;
  readonly close: () => Promise<void>;
};

type SessionRequest = {
  readonly profile: string | undefined;
  readonly readOnly: boolean;
  /** Writes nothing to disk. */
  readonly isTraceless: boolean;
  /** Timeout of each answer, and of the list of projects (ms). */
  readonly timeout: number;
};

const MOST_SECONDS = 3600;

/** `--timeout` of a command in ms. @throws WrongUse */
export const timeoutIn = (parsed: { readonly text: (name: "timeout") => string | undefined }): number =>
  (wholeNumber("timeout", parsed.text("timeout"), 1, MOST_SECONDS) ?? 0) * 1000;

/**
 * Reports why a command could not continue, including errors of the service: writes report their own results, so the error is that of a read.
 *
 * @returns the exit code
 * @throws every other error, unchanged
 */
export function explainedByService(error: unknown, complain: (words: string) => void): number {
  if (!(error instanceof ServiceError)) return reportFailure(error, complain);
  complain(errorText(error));
  return EXIT.unreached;
}

/** Waits until projects and clusters are read, or could not be. @throws NoService */
async function learnt(store: AppStore, waiting: Waiting): Promise<void> {
  await whenFound(store, waiting, (state, isLate) => {
    if (!isLoadingNames(state)) return true;
    if (isLate) throw new NoService(NOT_IN_TIME);
    return undefined;
  });
  const { connection, groupId } = store.getState().session;
  if (connection.kind === "failing") throw new NoService(connection.words);
  if (groupId !== null) return;
  const why = noProjectReason(store.getState())?.words ?? new NoProjectsError().message;
  throw new NoService(`${why} ${NAME_PROJECT}`);
}

function projectCalled({ session }: ConsoleState, name: string | undefined): ProjectEntry {
  const { projects, groupId, groupName, orgId } = session;
  const wanted = name ?? groupId ?? "";
  const found = projectsCalled(projects, wanted);
  const [only] = found;
  if (found.length === 1 && only !== undefined) return only;
  if (name === undefined && groupId !== null) return { id: groupId, name: groupName ?? groupId, orgId };
  if (found.length > 1) throw new WrongUse(`Several projects are called ${wanted}: use the id of one.`);
  const names = projects.map((project) => project.name);
  const instead = didYouMeanElse(wanted, names, "Use the name or the id of a project.");
  throw new WrongUse(`There is no project ${JSON.stringify(wanted)}. ${instead}`);
}

/** A session that has not yet called its service. */
export type NewSession = SettingsSession & {
  /** Reads the projects and clusters, before anything else. @throws NoService when they cannot be read */
  readonly learn: (waiting: Waiting) => Promise<void>;
};

/**
 * Creates a session with the service of a profile, of the environment, or the embedded one.
 *
 * @throws SettingsError when the requested service cannot be used
 * @throws NoService when the embedded service cannot start
 */
export async function createSession(
  { profile, readOnly, isTraceless, timeout }: SessionRequest,
  env: Variables,
  onTrouble: (trouble: string) => void,
): Promise<NewSession> {
  const { connected, store, selectors, close } = await openHeadless(
    { profile, readOnly, isTraceless, timeout, by: "apply", place: { area: "alert-configurations", ids: [] } },
    env,
    onTrouble,
  );
  const formEnv = (): FormEnv => {
    const state = store.getState();
    const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
    return {
      now: serverNow(state, Date.now()),
      dialect: state.session.dialect,
      timeZone: state.session.zone === "utc" ? "UTC" : timeZone,
    };
  };
  return {
    store,
    learn: async (waiting) => {
      await store.start();
      await learnt(store, waiting);
    },
    // The profile may use an alias for a project.
    project: (name) => {
      const own = connected.projects.find(({ alias }) => alias !== undefined && alias === name);
      const project = projectCalled(store.getState(), own?.id ?? name);
      const { projects } = store.getState().session;
      if (name === undefined && connected.projectId === null && projects.length > 1) {
        onTrouble(`Project ${project.name}, the first of ${projects.length}: --project names another.`);
      }
      return project;
    },
    source: (project) =>
      settingsSource({ store, selectors, env: formEnv }, project).catch((error: unknown) => {
        throw error instanceof NoProjectsError ? new NoService(error.message) : error;
      }),
    close,
  };
}

/**
 * Opens the service of a profile, of the environment, or the embedded one.
 *
 * @throws SettingsError when the requested service cannot be used
 * @throws NoService when the service cannot be reached
 */
export async function openSession(
  request: SessionRequest,
  env: Variables,
  onTrouble: (trouble: string) => void,
): Promise<SettingsSession> {
  const session = await createSession(request, env, onTrouble);
  try {
    await session.learn(request);
    return session;
  } catch (error) {
    await session.close();
    throw error;
  }
}
