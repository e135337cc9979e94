import { type Connection, serviceName } from "../../contract/wire/connection.ts";

/** 64-bit FNV-1a. Nobody crafts these texts to collide, and loading a secure hash costs 10 ms at every start. */
export function hashOf(text: string): string {
  let hash = 0xcbf29ce484222325n;
  for (const byte of Buffer.from(text)) hash = BigInt.asUintN(64, (hash ^ BigInt(byte)) * 0x100000001b3n);
  return hash.toString(16).padStart(16, "0");
}

/**
 * Turns any text (a profile's name, the id of a draft) into a file name: readable when short and plain, and different for different texts, even on
 * file systems that ignore case.
 */
export function fileName(text: string): string {
  const readable = text
    .toLowerCase()
    .replace(/[^a-z0-9-]+/gu, "-")
    .slice(0, 40);
  return `${readable}.${hashOf(text)}`;
}

/** Folders with a file of each profile. */
const OF_PROFILES = ["pins", "runbooks", "subscriptions", "views"] as const;

/** Folders with a folder of each profile, for what was read from a service: an edited profile may point to another service. */
const OF_SERVICES = ["names", "samples"] as const;

export const profileFile = (folder: (typeof OF_PROFILES)[number], profile: string): string =>
  `${folder}/${fileName(profile)}.json`;

/** Path without an ending. */
export const servicePath = (
  folder: (typeof OF_SERVICES)[number],
  connection: Pick<Connection, "profile" | "environment" | "baseUrl">,
): string => `${folder}/${fileName(connection.profile)}/${fileName(serviceName(connection))}`;

/** All paths of a profile that the functions above make: removing or renaming it must not forget one. */
export const pathsOfProfile = (profile: string): readonly string[] => [
  ...OF_PROFILES.map((folder) => profileFile(folder, profile)),
  ...OF_SERVICES.map((folder) => `${folder}/${fileName(profile)}`),
];
