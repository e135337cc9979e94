import type { Deprecated } from "./operation.ts";

/** Deprecation of the serverless operations; specification 4.11 names their replacements for flex clusters. */
export const serverlessUntil = (replacement: string): Deprecated => ({
  since: "2024-11-13",
  sunset: "2026-01-22",
  replacement,
});
