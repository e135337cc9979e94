import { isObject, type Json } from "../../contract/json/json.ts";

/** What stands where a secret was. */
const COVER = "[secret]";

/** Shorter texts than this occur by chance in any sentence; covering them would only make messages unreadable. */
const SHORTEST = 4;

/**
 * A function that takes known secrets out of whatever a service sends back: some services repeat a refused value in their
 * error text. Each secret is looked for as it is, as JSON writes it and as a URL writes it.
 */
export function scrubber(secrets: readonly string[]): (text: string) => string {
  const forms = new Set<string>();
  for (const secret of secrets) {
    if (secret.length < SHORTEST) continue;
    for (const form of [secret, JSON.stringify(secret).slice(1, -1), encodeURIComponent(secret.toWellFormed())]) {
      forms.add(form);
    }
  }
  // A secret that contains another one goes first, or its rest would stay.
  const ordered = [...forms].sort((one, other) => other.length - one.length);
  return (text) => ordered.reduce((clean, form) => clean.replaceAll(form, COVER), text);
}

/** Every text of a document, keys included, without the secrets. */
export function scrubJson(value: Json, scrub: (text: string) => string): Json {
  if (typeof value === "string") return scrub(value);
  if (Array.isArray(value)) return value.map((item: Json) => scrubJson(item, scrub));
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [scrub(key), scrubJson(item, scrub)]));
}
