import type { Variables } from "./paths.ts";

/** Variables that alone select a real service instead of the embedded one. */
const TELLING = [
  "SEXTANT_BASE_URL",
  "SEXTANT_PUBLIC_KEY",
  "SEXTANT_PRIVATE_KEY",
  "SEXTANT_CLIENT_ID",
  "SEXTANT_CLIENT_SECRET",
];

/** True if the environment names a service or credentials. */
export const namesService = (env: Variables): boolean => TELLING.some((name) => (env[name] ?? "").trim() !== "");
