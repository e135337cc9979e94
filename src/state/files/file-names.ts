import { type Connection, serviceName } from "../../contract/wire/connection.ts";

/** FNV-1a of 64 bits. Nobody chooses these texts to make two fall together, and a secure hash takes 10 ms of every start. */
export function hashOf(text: string): string {
  let hash = 0xcbf29ce484222325n;
  for (const byte of Buffer.from(text)) hash = BigInt.asUintN(64, (hash ^ BigInt(byte)) * 0x100000001b3n);
  return hash.toString(16).padStart(16, "0");
}

/**
 * A text of any kind (a profile's name, the id of a draft) as one file name: readable where it is short and plain, and never the
 * same for two texts, on file systems that fold capitals neither.
 */
export function fileName(text: string): string {
  const readable = text
    .toLowerCase()
    .replace(/[^a-z0-9-]+/gu, "-")
    .slice(0, 40);
  return `${readable}.${hashOf(text)}`;
}

/** What is read of a service is kept by the profile that leads to it, and by the service: the profile may mean another one after an edit. */
export function serviceFileName(connection: Pick<Connection, "profile" | "environment" | "baseUrl">): string {
  const { profile } = connection;
  const service = serviceName(connection);
  return fileName(profile === service ? profile : `${profile} ${service}`);
}
