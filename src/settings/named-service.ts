import type { Variables } from "./paths.ts";

/** Variables that by themselves mean that a person wants a service of their own, and not the embedded one. */
const TELLING = [
  "SEXTANT_BASE_URL",
  "SEXTANT_PUBLIC_KEY",
  "SEXTANT_PRIVATE_KEY",
  "SEXTANT_CLIENT_ID",
  "SEXTANT_CLIENT_SECRET",
];

/** Whether the environment names a service or a caller. */
export const namesService = (env: Variables): boolean => TELLING.some((name) => (env[name] ?? "").trim() !== "");
