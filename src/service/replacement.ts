import type { JsonObject } from "../contract/json/json.ts";
import { type Body, type Violation, violationsOf } from "../contract/schema/body.ts";

/** A violation's path without list positions: an edit may have moved items of a list. */
const place = ({ rule, path }: Violation): string =>
  `${rule}\n${path.map((step) => (typeof step === "number" ? "[]" : step)).join("\n")}`;

/**
 * The violations of a replacing write. Values of the stored document that come back unchanged are no violations, even undeclared or out of range; but
 * only where the stored document itself breaks the same rule at the same place. A new e-mail notification without an address is not excused because
 * the list already has another e-mail notification.
 *
 * @param received the stored document as a careful client sends it back: without response-only fields and masks
 */
export function violationsOfReplacement(subject: Body, json: JsonObject, received: JsonObject): readonly Violation[] {
  const strict = violationsOf(subject, json);
  if (strict.length === 0) return strict;
  const left = new Set(violationsOf(subject, json, received).map((violation) => JSON.stringify(violation)));
  const excused = new Set(violationsOf(subject, received).map(place));
  return strict.filter((violation) => left.has(JSON.stringify(violation)) || !excused.has(place(violation)));
}
