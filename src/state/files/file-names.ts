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

/** Data read from a service is stored per profile and service: an edited profile may point to another service. */
export function serviceFileName(connection: Pick<Connection, "profile" | "environment" | "baseUrl">): string {
  const { profile } = connection;
  const service = serviceName(connection);
  return fileName(profile === service ? profile : `${profile} ${service}`);
}
