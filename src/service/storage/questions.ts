import type { Document, ReadTransaction, Selection } from "./storage.ts";

/** What is asked of selections again and again. */

/** More than there is of anything that is read whole. */
const ALL = { offset: 0, limit: 10_000 };

/** Every document of a selection. */
export const listAll = (transaction: ReadTransaction, selection: Selection): Promise<readonly Document[]> =>
  transaction.list(selection, ALL);

/** The first document of a selection, or undefined. */
export const firstOf = async (transaction: ReadTransaction, selection: Selection): Promise<Document | undefined> =>
  (await transaction.list(selection, { offset: 0, limit: 1 }))[0];

/** Whether a selection has any document. */
export const isAny = async (transaction: ReadTransaction, selection: Selection): Promise<boolean> =>
  (await transaction.count(selection)) > 0;
