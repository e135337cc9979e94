import { isJsonObject, isObject, type Json, sameJson } from "../../contract/json/json.ts";

/** An answer is held as it was received and as it was checked: a list of thousands of rows is not to be held twice for that. */

/**
 * Puts the items of lists as they were received in place of those that were made of them and say the same. Called while nobody has seen the
 * data yet: its lists are written to.
 *
 * @param data what was made of `raw` by checking it; an item that is another by that (a secret, a text made safe to print) stays
 */
export function keepOneCopy(data: unknown, raw: Json): void {
  if (Array.isArray(data) && Array.isArray(raw)) keepItems(data, raw);
  if (!isObject(data) || !isJsonObject(raw)) return;
  for (const [name, list] of Object.entries(data)) {
    const received = Object.hasOwn(raw, name) ? raw[name] : undefined;
    if (Array.isArray(list) && Array.isArray(received)) keepItems(list, received);
  }
}

function keepItems(items: unknown[], received: readonly Json[]): void {
  for (const [at, item] of items.entries()) if (sameJson(item, received[at])) items[at] = received[at];
}
