import type { Variables } from "./paths.ts";

/** Variables of this program without secrets: a child process may need to know which service is meant. */
const OPEN = new Set([
  "SEXTANT_BASE_URL",
  "SEXTANT_METRICS_URL",
  "SEXTANT_TOKEN_URL",
  "SEXTANT_DIALECT",
  "SEXTANT_PROJECT_ID",
  "SEXTANT_ORG_ID",
  "SEXTANT_CA_FILE",
]);

/** Environment of a child process, such as an editor or a credential command, without this program's keys. */
export const childEnvironment = (env: Variables): Variables =>
  Object.fromEntries(Object.entries(env).filter(([name]) => !name.startsWith("SEXTANT_") || OPEN.has(name)));
