import { isJsonObject, type Json, type Path, pathText } from "../../contract/json/json.ts";
import type { Operation } from "../../contract/operation.ts";

/** What replacing writes lose: the last answer that was read at a path, beside the body that is sent there (`replace-lossy`). */

/** Fields that the service fills by itself: nobody sends them back, where a body does not declare them. */
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

/** The fields that a replacing write lacks, of those that were told at its path (`received`); nothing for other writes. */
export function lostBy(operation: Operation, received: Json | undefined, body: Json): readonly string[] {
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
    // A masked secret is kept by leaving it out.
    if (typeof value === "string" && value.startsWith("****")) continue;
    if (fields[name] === undefined) lost.push(pathText([...path, name]));
    else compare(value, fields[name], [...path, name], lost);
  }
}
