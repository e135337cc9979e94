import type { Variables } from "./paths.ts";

/** Variables of this program that hold no secret: a command may need to know where it works for. */
const OPEN = new Set([
  "SEXTANT_BASE_URL",
  "SEXTANT_METRICS_URL",
  "SEXTANT_TOKEN_URL",
  "SEXTANT_DIALECT",
  "SEXTANT_PROJECT_ID",
  "SEXTANT_ORG_ID",
  "SEXTANT_CA_FILE",
]);

/** The environment for a program that is started from here, an editor or a credential command: the keys of this one stay out of it. */
export const childEnvironment = (env: Variables): Variables =>
  Object.fromEntries(Object.entries(env).filter(([name]) => !name.startsWith("SEXTANT_") || OPEN.has(name)));
