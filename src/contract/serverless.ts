import type { Deprecated } from "./operation.ts";

/** What serverless instances are answered until they end; the specification (4.11) names what flex clusters are asked instead. */
export const serverlessUntil = (replacement: string): Deprecated => ({
  since: "2024-11-13",
  sunset: "2026-01-22",
  replacement,
});
