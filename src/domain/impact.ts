import type { Risk } from "../contract/operation.ts";

/** What a change loses or makes quieter by its body, in sentences (none where it loses nothing), and how grave that is. */
export type Impact = { readonly risk: Risk; readonly warnings: readonly string[] };

/** What of a change nothing that is there is lost by: it needs a yes where there is anything to say. */
export const disruptiveWhere = (warnings: readonly string[]): Impact => ({
  risk: warnings.length > 0 ? "disruptive" : "reversible",
  warnings,
});
