import { isJsonObject, isObject, type Json, sameJson } from "../../contract/json/json.ts";

/** An answer is kept both as received and as validated; sharing equal items avoids two copies of thousands of rows. */

/**
 * Replaces validated list items by the received ones if they are equal. Must be called before others use the data, because it changes their lists.
 *
 * @param data the result of validating `raw`; items changed by that (a secret, a text made printable) stay
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
