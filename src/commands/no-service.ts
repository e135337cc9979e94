/** There is no service to talk to: it cannot start, or does not answer in time. The message is for people. */
export class NoService extends Error {
  override readonly name = "NoService";
}

/** How a project is named where the service lists none, or not the one that is meant. */
export const NAME_PROJECT = "Name a project by its id: SEXTANT_PROJECT_ID, or sextant profile edit NAME --project ID.";

/** What is said of answers that have not come, or not all of them, when the time is up. */
export const NOT_IN_TIME = "No answer in time. --timeout waits longer.";
