import type { Risk } from "../contract/operation.ts";

/** Warnings about losses that a change causes by its body (none without losses), and its risk. */
export type Impact = { readonly risk: Risk; readonly warnings: readonly string[] };

/** Impact without loss of existing data: it needs a confirmation when there are warnings. */
export const disruptiveWhere = (warnings: readonly string[]): Impact => ({
  risk: warnings.length > 0 ? "disruptive" : "reversible",
  warnings,
});
