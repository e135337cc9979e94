import type { DialectId } from "../../contract/wire/dialect.ts";
import type { SampleWorld } from "../seed.ts";

/**
 * Description of a running service for the process that started it (`design.md`, command line): addresses, keys, and sample data. The keys have all
 * roles in the groups; this is the one place that contains secrets, and it is never logged.
 */
export type ServiceReady = {
  /** Origin of the administration API, without the versioned prefix. */
  readonly baseUrl: string;
  readonly metricsUrl: string;
  readonly tokenUrl: string;
  readonly controlUrl: string;
  readonly controlToken: string;
  readonly dialect: DialectId;
  readonly orgId: string;
  /** The project with the fullest sample data. */
  readonly groupId: string;
  readonly groups: readonly { readonly id: string; readonly name: string }[];
  /** Within each kind the fullest first, paused or empty ones last. */
  readonly clusters: SampleWorld["clusters"];
  readonly migrations: readonly { readonly groupId: string; readonly id: string }[];
  readonly publicKey: string;
  readonly privateKey: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly scrapeUsername: string;
  readonly scrapePassword: string;
  readonly caFile?: string;
};

const TEXTS = ["baseUrl", "metricsUrl", "tokenUrl", "controlUrl", "controlToken", "orgId", "groupId"] as const;

/** True when a value is the ready line of a service of this program. */
export function isReady(value: unknown): value is ServiceReady {
  if (typeof value !== "object" || value === null) return false;
  const entries = new Map(Object.entries(value));
  return TEXTS.every((name) => typeof entries.get(name) === "string") && Array.isArray(entries.get("groups"));
}
