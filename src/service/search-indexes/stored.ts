import * as z from "zod";
import { isObject, type JsonObject } from "../../contract/json/json.ts";
import { makeDraft } from "../storage/draft.ts";
import type { Document, DocumentDraft } from "../storage/storage.ts";

/** An index as it is stored: what was wanted, and when which host has what. Everything else follows from it and the time. */

export const SEARCH_INDEX = "search-index";

/** How a build ends. */
const ENDS = ["READY", "FAILED", "STALE", "DOES_NOT_EXIST"] as const;

const Definition = z.custom<JsonObject>(isObject);

const Build = z.object({
  /** The version of the definition that is built. */
  version: z.number(),
  /** When the first host begins, in simulated milliseconds; the others follow. */
  begins: z.number(),
  /** When each host is done, in the order of the hosts. */
  ready: z.array(z.number()),
  end: z.enum(ENDS),
  /** What a build that did not end well says. */
  message: z.string().optional(),
});

const Stored = z.object({
  indexID: z.string(),
  database: z.string(),
  collectionName: z.string(),
  name: z.string(),
  type: z.enum(["search", "vectorSearch"]),
  hosts: z.array(z.string()),
  /** Definitions that are still to be found on a host, and the latest, in the order of their numbers. */
  versions: z.array(z.object({ number: z.number(), createdAt: z.number(), definition: Definition })),
  builds: z.array(Build),
  /** When the index goes for good, once it is being deleted. */
  gone: z.number().optional(),
});

export type Build = z.output<typeof Build>;
export type StoredIndex = z.output<typeof Stored>;
export type Version = StoredIndex["versions"][number];

/** What a stored document holds. */
export const indexIn = ({ body }: Pick<Document, "body">): StoredIndex => Stored.parse(body);

/** Labels hold names of any characters: they are written as JSON. */
export const namespaceKey = (database: string, collection: string): string =>
  `namespace:${JSON.stringify([database, collection])}`;
export const nameKey = (database: string, collection: string, name: string): string =>
  `name:${JSON.stringify([database, collection, name])}`;

/** Where the indexes of a cluster stand. */
export const indexParent = (groupId: string, cluster: string): string => `${groupId}/${cluster}`;

/** An index's document. Only its end is due by itself. */
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

/** The definition that was asked for last. */
export function latestOf({ indexID, versions }: StoredIndex): Version {
  const latest = versions.at(-1);
  if (latest === undefined) throw new TypeError(`the index ${indexID} has no definition`);
  return latest;
}
