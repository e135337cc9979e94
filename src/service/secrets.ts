import { maskedFields } from "../contract/alert-configurations/notifications.ts";
import { type Json, type JsonObject, jsonObjectsOf } from "../contract/json/json.ts";
import { ownValue } from "../contract/json/own-values.ts";

/**
 * Stored secrets are never returned: answers contain asterisks and the last four characters, at the secret's length (specification 2.2;
 * `api/schemas.json`, notifications).
 */

/** In shorter secrets four readable characters would reveal too much: nothing is shown. */
const SHORTEST_PARTIAL = 8;

/** The mask of a stored secret. */
function maskOf(secret: string, how: "partial" | "full"): string {
  if (how === "full" || secret.length < SHORTEST_PARTIAL) return "*".repeat(Math.max(4, secret.length));
  return "*".repeat(secret.length - 4) + secret.slice(-4);
}

/** The fields of a notification that hold secrets, and how each is masked. */
export function secretFields({ typeName }: JsonObject): Readonly<Record<string, "partial" | "full">> {
  return maskedFields(typeof typeName === "string" ? typeName : "");
}

/** A notification with masked secrets. */
export function masked(notification: JsonObject): JsonObject {
  const how = secretFields(notification);
  return Object.fromEntries(
    Object.entries(notification).map(([name, value]): [string, Json] => {
      const mask = ownValue(how, name);
      return [name, mask !== undefined && typeof value === "string" ? maskOf(value, mask) : value];
    }),
  );
}

/** A notification without its secrets, as a client sends it back to keep them. */
export function withoutSecrets(notification: JsonObject): JsonObject {
  const how = secretFields(notification);
  return Object.fromEntries(Object.entries(notification).filter(([name]) => !Object.hasOwn(how, name)));
}

/** The notifications of an alert configuration. */
export const notificationsOf = (configuration: JsonObject): readonly JsonObject[] =>
  jsonObjectsOf(configuration["notifications"]);
