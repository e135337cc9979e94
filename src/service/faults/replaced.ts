import { isJsonObject, type Json, type Path, pathText } from "../../contract/json/json.ts";
import type { Operation } from "../../contract/operation.ts";

/** Detects fields lost by replacing writes: compares the last answer read at a path with the body sent to it (`replace-lossy`). */

/** Fields that the service sets itself: they are not sent back, unless a body declares them. */
const FILLED: ReadonlySet<string> = new Set([
  "links",
  "id",
  "created",
  "updated",
  "groupId",
  "state",
  "updatedDate",
  "updatedUser",
  "deletable",
]);

/** Fields of the answer read at a path (`received`) that a replacing write to it lacks; empty for other writes. */
export function fieldsLostBy(operation: Operation, received: Json | undefined, body: Json): readonly string[] {
  if (operation.method !== "PUT" || !isJsonObject(received)) return [];
  const declared = operation.body?.shape.shape ?? {};
  const owned = Object.entries(received).filter(([name]) => !FILLED.has(name) || Object.hasOwn(declared, name));
  const lost: string[] = [];
  compare(Object.fromEntries(owned), body, [], lost);
  return lost;
}

function compare(received: Json, sent: Json | undefined, path: Path, lost: string[]): void {
  if (Array.isArray(received)) {
    const items: readonly Json[] = Array.isArray(sent) ? sent : [];
    for (const [index, item] of received.entries()) {
      if (index < items.length) compare(item, items[index], [...path, index], lost);
      else lost.push(pathText([...path, index]));
    }
    return;
  }
  if (!isJsonObject(received)) return;
  const fields = isJsonObject(sent) ? sent : {};
  for (const [name, value] of Object.entries(received)) {
    // Leaving out a masked secret keeps it.
    if (typeof value === "string" && value.startsWith("****")) continue;
    if (fields[name] === undefined) lost.push(pathText([...path, name]));
    else compare(value, fields[name], [...path, name], lost);
  }
}
