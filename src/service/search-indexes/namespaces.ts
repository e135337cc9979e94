import { lookupTable } from "../../contract/json/own-values.ts";

/**
 * Simulated collections. The service holds no data: any namespace counts as existing and empty, except for those named here (`service-decisions.md`,
 * search).
 */

/** Number of documents in the sample's collections. */
const DOCUMENTS: Readonly<Record<string, number>> = lookupTable({
  "shop.products": 2_650_000,
  "shop.reviews": 480_000,
  "shop.customers": 120_000,
  "media.articles": 35_000,
  "media.embeddings": 900_000,
  "events.clicks": 2_110_000_000,
});

/** Collections that the sample refers to and that do not exist. */
const MISSING: readonly string[] = ["shop.catalog_2023", "shop.colour_synonyms"];

const nameOf = (database: string, collection: string): string => `${database}.${collection}`;

/** Number of documents in a collection. */
export const documentsIn = (database: string, collection: string): number =>
  DOCUMENTS[nameOf(database, collection)] ?? 0;

/** True unless a collection is known to be missing. */
export const exists = (database: string, collection: string): boolean =>
  !MISSING.includes(nameOf(database, collection));
