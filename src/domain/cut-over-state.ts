/** States of a migration in its curve that no answer tells. */

/** Added to the state of a migration that can be cut over. */
export const READY = "ready";

/** The state that stands where a cut-over was accepted: the service itself does not tell that one is under way. */
export const CUT_OVER = "WORKING cut over";

/** Whether a state was not read but done: it is in no answer a second time. */
export const isDeed = (state: string | undefined): boolean => state === CUT_OVER;
