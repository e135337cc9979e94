import { ExactNumber, isObject, type Json } from "../contract/json.ts";
import { printable, printableLines } from "../text/printable.ts";

/** A whole document made safe to print, keys included. `isText` says where line breaks may stay. */
export function printableJson(value: Json, isText: (key: string) => boolean = () => false, key = ""): Json {
  if (typeof value === "string") return isText(key) ? printableLines(value) : printable(value);
  if (value === null || typeof value !== "object" || value instanceof ExactNumber) return value;
  if (Array.isArray(value)) return value.map((item: Json) => printableJson(item, isText, key));
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [printable(name), printableJson(item, isText, name)]),
  );
}
