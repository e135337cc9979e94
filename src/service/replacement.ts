import type { JsonObject } from "../contract/json/json.ts";
import { type Body, type Violation, violationsOf } from "../contract/schema/body.ts";

/** A violation's place with positions left out: an edit may have moved items of a list. */
const place = ({ rule, path }: Violation): string =>
  `${rule}\n${path.map((step) => (typeof step === "number" ? "[]" : step)).join("\n")}`;

/**
 * What is wrong with a replacing write. What stands in the stored document and comes back as it was is no violation, be it
 * undeclared or out of range; but only where the stored document itself breaks the same rule at the same place. A new e-mail
 * notification without an address is not excused because another e-mail notification stands there.
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
