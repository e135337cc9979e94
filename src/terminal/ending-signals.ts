/** What ends the program, and can be heard: from the system, of a terminal that was closed, of Ctrl-C. */
export const ENDING_SIGNALS = ["SIGTERM", "SIGHUP", "SIGINT"] as const;

export type EndingSignal = (typeof ENDING_SIGNALS)[number];
