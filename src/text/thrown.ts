/** Texts for logs and messages from anything that was thrown. */

/** Message of an error, or any other thrown value as a string. */
export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** Stack of an error, for a log; its message if it has none. */
export const reasonOf = (error: unknown): string =>
  error instanceof Error ? (error.stack ?? error.message) : String(error);

/** Code of a failed system call or driver operation (`ENOENT`); an empty string if there is none. */
export const codeOf = (error: unknown): string =>
  error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : "";
