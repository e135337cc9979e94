import { isObject, type Json } from "../../contract/json/json.ts";

/** Replacement for a secret. */
const COVER = "[secret]";

/** Shorter secrets occur by chance in ordinary text; replacing them would only make messages unreadable. */
const SHORTEST = 4;

/**
 * Returns a function that removes known secrets from texts of a service: some services repeat a refused value in their error text. Each secret is
 * searched for as plain text, JSON-escaped and URL-encoded.
 */
export function scrubber(secrets: readonly string[]): (text: string) => string {
  const forms = new Set<string>();
  for (const secret of secrets) {
    if (secret.length < SHORTEST) continue;
    for (const form of [secret, JSON.stringify(secret).slice(1, -1), encodeURIComponent(secret.toWellFormed())]) {
      forms.add(form);
    }
  }
  // Replace longer secrets first: one may contain another, and the rest of it would stay.
  const ordered = [...forms].sort((one, other) => other.length - one.length);
  return (text) => ordered.reduce((clean, form) => clean.replaceAll(form, COVER), text);
}

/** A document without the secrets in its texts and keys. */
export function scrubJson(value: Json, scrub: (text: string) => string): Json {
  if (typeof value === "string") return scrub(value);
  if (Array.isArray(value)) return value.map((item: Json) => scrubJson(item, scrub));
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [scrub(key), scrubJson(item, scrub)]));
}
