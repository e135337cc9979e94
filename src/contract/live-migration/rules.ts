import { isObject, writeJson } from "../json/json.ts";
import type { Rule } from "../schema/body.ts";

/** Rules across the fields of a migration that can be checked on the request alone (`domain.md` 14.3). */

/** Canonical JSON of a value: the same text for equal documents, whatever the order of their keys. */
function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join()}]`;
  if (!isObject(value)) return writeJson(value);
  const fields = Object.keys(value).toSorted();
  return `{${fields.map((name) => `${writeJson(name)}:${canonical(value[name])}`).join()}}`;
}

/** True if no item occurs twice in a list. Uses a set, because a list of a request may be long. */
const isUnique = (list: unknown): boolean => !Array.isArray(list) || new Set(list.map(canonical)).size === list.length;

const onlyWithoutManager = (field: "username" | "password"): Rule => ({
  name: `no-${field}-with-manager`,
  path: ["source", field],
  message: "not allowed when the manager manages users",
  test: (source) => source["managedAuthentication"] !== true || source[field] === undefined,
});

export const migrationRules: readonly Rule[] = [
  onlyWithoutManager("username"),
  onlyWithoutManager("password"),
  {
    name: "password-with-username",
    path: ["source", "password"],
    message: "enter both user and password",
    test: ({ managedAuthentication, username, password }) =>
      managedAuthentication === true || username === undefined || password !== undefined,
  },
  {
    name: "username-with-password",
    path: ["source", "username"],
    message: "enter both user and password",
    test: ({ managedAuthentication, username, password }) =>
      managedAuthentication === true || password === undefined || username !== undefined,
  },
  {
    name: "ca-file-with-tls",
    path: ["source", "caCertificatePath"],
    message: "only with TLS on the source",
    test: ({ ssl, caCertificatePath }) => ssl !== false || caCertificatePath === undefined,
  },
  {
    name: "private-link-id-required",
    path: ["destination", "privateLinkId"],
    message: "required for a private endpoint",
    test: ({ hostnameSchemaType, privateLinkId }) =>
      hostnameSchemaType !== "PRIVATE_LINK" || privateLinkId !== undefined,
  },
  {
    name: "private-link-id-refused",
    path: ["destination", "privateLinkId"],
    message: "only for a private endpoint",
    test: ({ hostnameSchemaType, privateLinkId }) =>
      hostnameSchemaType === "PRIVATE_LINK" || privateLinkId === undefined,
  },
  {
    name: "unique-sharding-entries",
    path: ["sharding", "shardingEntries"],
    message: "this collection already exists",
    test: ({ shardingEntries }) => isUnique(shardingEntries),
  },
  {
    name: "unique-shard-key",
    path: ["sharding", "shardingEntries", "[]", "shardCollection", "key"],
    message: "this field is already part of the key",
    test: ({ key }) => isUnique(key),
  },
];
