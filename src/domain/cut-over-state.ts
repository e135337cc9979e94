/** States of a migration in its chart that no answer contains. */

/** Suffix for the state of a migration that can be cut over. */
export const READY = "ready";

/** State after an accepted cut-over: the service itself does not report that one is in progress. */
export const CUT_OVER = "WORKING cut over";

/** True for a state that was recorded after an action, not read: no answer repeats it. */
export const isRecordedAction = (state: string | undefined): boolean => state === CUT_OVER;
