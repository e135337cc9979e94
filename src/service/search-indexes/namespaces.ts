import { lookupTable } from "../../contract/json/own-values.ts";

/**
 * What the service knows of collections. It holds no data: any namespace counts as existing and empty, but for those named
 * here (`service-decisions.md`, search).
 */

/** Documents of the sample's collections. */
const DOCUMENTS: Readonly<Record<string, number>> = lookupTable({
  "shop.products": 2_650_000,
  "shop.reviews": 480_000,
  "shop.customers": 120_000,
  "media.articles": 35_000,
  "media.embeddings": 900_000,
  "events.clicks": 2_110_000_000,
});

/** Collections that the sample names and that do not exist. */
const MISSING: readonly string[] = ["shop.catalog_2023", "shop.colour_synonyms"];

const nameOf = (database: string, collection: string): string => `${database}.${collection}`;

/** How many documents a collection holds. */
export const documentsIn = (database: string, collection: string): number =>
  DOCUMENTS[nameOf(database, collection)] ?? 0;

/** Whether a collection exists. */
export const exists = (database: string, collection: string): boolean =>
  !MISSING.includes(nameOf(database, collection));
