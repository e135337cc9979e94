import type { Rule } from "../body.ts";
import { sameJson } from "../json.ts";

/** The rules across the fields of a migration that the request alone decides (`domain.md` 14.3). */

const isUnique = (list: unknown): boolean =>
  !Array.isArray(list) ||
  list.every((item: unknown, index) => !list.slice(0, index).some((other: unknown) => sameJson(item, other)));

const onlyWithoutManager = (field: "username" | "password"): Rule => ({
  name: `no-${field}-with-manager`,
  path: ["source", field],
  message: "not with a login that the manager handles",
  test: (source) => source["managedAuthentication"] !== true || source[field] === undefined,
});

export const migrationRules: readonly Rule[] = [
  onlyWithoutManager("username"),
  onlyWithoutManager("password"),
  {
    name: "password-with-username",
    path: ["source", "password"],
    message: "user and password go together",
    test: ({ managedAuthentication, username, password }) =>
      managedAuthentication === true || username === undefined || password !== undefined,
  },
  {
    name: "username-with-password",
    path: ["source", "username"],
    message: "user and password go together",
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
    name: "private-link-id-needed",
    path: ["destination", "privateLinkId"],
    message: "is needed for a private link",
    test: ({ hostnameSchemaType, privateLinkId }) =>
      hostnameSchemaType !== "PRIVATE_LINK" || privateLinkId !== undefined,
  },
  {
    name: "private-link-id-refused",
    path: ["destination", "privateLinkId"],
    message: "only for a private link",
    test: ({ hostnameSchemaType, privateLinkId }) =>
      hostnameSchemaType === "PRIVATE_LINK" || privateLinkId === undefined,
  },
  {
    name: "unique-sharding-entries",
    path: ["sharding", "shardingEntries"],
    message: "each collection once",
    test: ({ shardingEntries }) => isUnique(shardingEntries),
  },
  {
    name: "unique-shard-key",
    path: ["sharding", "shardingEntries", "[]", "shardCollection", "key"],
    message: "each part of the key once",
    test: ({ key }) => isUnique(key),
  },
];
