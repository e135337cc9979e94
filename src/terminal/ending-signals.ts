/** Signals that end the program and can be handled: from the system, from a closed terminal, from Ctrl-C. */
export const ENDING_SIGNALS = ["SIGTERM", "SIGHUP", "SIGINT"] as const;

export type EndingSignal = (typeof ENDING_SIGNALS)[number];
