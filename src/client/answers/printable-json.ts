import { ExactNumber, isObject, type Json } from "../../contract/json/json.ts";
import { printable, printableLines } from "../../text/printable.ts";
import { areSameItems } from "../../text/same-items.ts";

/**
 * Makes a whole document printable, including its keys. Returns the same object if nothing changes, as for nearly every document.
 *
 * @param isText true for fields that keep their line breaks
 */
export function printableJson(value: Json, isText: (key: string) => boolean = () => false, key = ""): Json {
  if (typeof value === "string") return isText(key) ? printableLines(value) : printable(value);
  if (value === null || typeof value !== "object" || value instanceof ExactNumber) return value;
  if (Array.isArray(value)) {
    const items = value.map((item: Json) => printableJson(item, isText, key));
    return areSameItems(items, value) ? value : items;
  }
  if (!isObject(value)) return value;
  const names = Object.keys(value);
  const printed = names.map(printable);
  const received = Object.values(value);
  const items = received.map((item, at) => printableJson(item, isText, names[at]));
  return areSameItems(printed, names) && areSameItems(items, received)
    ? value
    : Object.fromEntries(items.map((item, at) => [printed[at] ?? "", item]));
}
