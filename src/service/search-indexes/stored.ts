import * as z from "zod";
import { isObject, type JsonObject } from "../../contract/json/json.ts";
import { makeDraft } from "../storage/draft.ts";
import type { Document, DocumentDraft } from "../storage/storage.ts";

/** Stored search indexes: definitions, and the times of their builds on each host. Everything else is computed from these and the time. */

export const SEARCH_INDEX = "search-index";

/** Results of a build. */
const ENDS = ["READY", "FAILED", "STALE", "DOES_NOT_EXIST"] as const;

const Definition = z.custom<JsonObject>(isObject);

const Build = z.object({
  /** The definition version that is built. */
  version: z.number(),
  /** Start on the first host, in simulated milliseconds; the others follow. */
  begins: z.number(),
  /** End on each host, in host order. */
  ready: z.array(z.number()),
  end: z.enum(ENDS),
  /** Message of a failed build. */
  message: z.string().optional(),
});

const Stored = z.object({
  indexID: z.string(),
  database: z.string(),
  collectionName: z.string(),
  name: z.string(),
  type: z.enum(["search", "vectorSearch"]),
  hosts: z.array(z.string()),
  /** Definitions that a host still has, and the latest, by number. */
  versions: z.array(z.object({ number: z.number(), createdAt: z.number(), definition: Definition })),
  builds: z.array(Build),
  /** Time of removal, once the index is being deleted. */
  gone: z.number().optional(),
});

export type Build = z.output<typeof Build>;
export type StoredIndex = z.output<typeof Stored>;
export type Version = StoredIndex["versions"][number];

/** Parses a stored document. */
export const indexIn = ({ body }: Pick<Document, "body">): StoredIndex => Stored.parse(body);

/** Labels with names of any characters are written as JSON. */
export const namespaceKey = (database: string, collection: string): string =>
  `namespace:${JSON.stringify([database, collection])}`;
export const nameKey = (database: string, collection: string, name: string): string =>
  `name:${JSON.stringify([database, collection, name])}`;

/** Parent key of a cluster's indexes. */
export const indexParent = (groupId: string, cluster: string): string => `${groupId}/${cluster}`;

/** An index's document. Only its removal is a due transition. */
export const indexDraft = (parent: string, index: StoredIndex): DocumentDraft =>
  makeDraft({
    kind: SEARCH_INDEX,
    id: index.indexID,
    parent,
    keys: [
      namespaceKey(index.database, index.collectionName),
      nameKey(index.database, index.collectionName, index.name),
    ],
    nextDue: index.gone ?? null,
    body: bodyOf(index),
  });

const bodyOf = ({ versions, builds, gone, ...rest }: StoredIndex): JsonObject => ({
  ...rest,
  versions: versions.map((version) => ({ ...version })),
  builds: builds.map(({ message, ...build }) => ({ ...build, ...(message === undefined ? {} : { message }) })),
  ...(gone === undefined ? {} : { gone }),
});

/** The newest definition. */
export function latestOf({ indexID, versions }: StoredIndex): Version {
  const latest = versions.at(-1);
  if (latest === undefined) throw new TypeError(`the index ${indexID} has no definition`);
  return latest;
}
