import type { Document, ReadTransaction, Selection } from "./storage.ts";

/** Queries on selections that several modules need. */

/** Above the size of every selection that is read whole. */
const ALL = { offset: 0, limit: 10_000 };

/** Every document of a selection. */
export const listAll = (transaction: ReadTransaction, selection: Selection): Promise<readonly Document[]> =>
  transaction.list(selection, ALL);

/** The first document of a selection, or undefined. */
export const firstOf = async (transaction: ReadTransaction, selection: Selection): Promise<Document | undefined> =>
  (await transaction.list(selection, { offset: 0, limit: 1 }))[0];

/** True when a selection contains a document. */
export const hasAny = async (transaction: ReadTransaction, selection: Selection): Promise<boolean> =>
  (await transaction.count(selection)) > 0;
