/** No service to call: it cannot start, or does not answer in time. The message is for people. */
export class NoService extends Error {
  override readonly name = "NoService";
}

/** Advice where the service does not list projects, or not the requested one. */
export const NAME_PROJECT = "Name a project by its id: SEXTANT_PROJECT_ID, or sextant profile edit NAME --project ID.";

/** Message when answers are missing at the timeout. */
export const NOT_IN_TIME = "No answer in time. --timeout waits longer.";
