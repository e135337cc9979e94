import { writeJson } from "../../contract/json/json.ts";
import {
  type Document,
  type DocumentDraft,
  type PageRange,
  type ReadTransaction,
  type Selection,
  scopeOf,
  type WriteTransaction,
} from "../storage/storage.ts";
import { BLOCK_LENGTH, documentOf, keysOf, SEPARATOR, WHOLE_LIST } from "../storage/stored-row.ts";
import { startOf } from "./blocks.ts";
import type { SqliteConnection, SqliteRow } from "./connection.ts";

/** Documents in the tables of a SQLite file, in one transaction on one connection. */

/** Columns read for each document of a page: all, or only those that are sent. */
type PageColumns = "*" | "text";
const PAGE_COLUMNS: Readonly<Record<PageColumns, string>> = { "*": "d.*", text: "d.id, d.body" };

/**
 * Query of a page: first its ids from the index, then those documents one by one. (CROSS JOIN keeps SQLite from scanning the whole kind instead.)
 * Placeholders are unnumbered, because `node:sqlite` of Node 22 cannot bind numbered ones by position.
 *
 * Parameters: kind, parent, key, the least id, limit, offset and the kind once more.
 */
export const pageSql = (backwards: boolean, columns: PageColumns = "*"): string =>
  `SELECT ${PAGE_COLUMNS[columns]} FROM (
     SELECT id FROM entries WHERE kind = ? AND parent = ? AND key = ? AND id >= ?
     ORDER BY id ${backwards ? "DESC" : "ASC"} LIMIT ? OFFSET ?
   ) e CROSS JOIN documents d ON d.kind = ? AND d.id = e.id`;

/** Due documents of a scope. */
export const DUE_SQL = `SELECT * FROM documents WHERE scope = ? AND spontaneous IN (0, ?) AND next_due <= ?
  ORDER BY next_due, id LIMIT ?`;

/** Checks if any document of a scope is due, from the index alone. */
const IS_DUE_SQL =
  "SELECT 1 AS found FROM documents WHERE scope = ? AND spontaneous IN (0, ?) AND next_due <= ? LIMIT 1";

const INSERT_SQL = `INSERT INTO documents
  (parent, scope, version, keys, next_due, spontaneous, timeline, body, kind, id) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`;
const UPDATE_SQL = `UPDATE documents
  SET parent = ?, scope = ?, version = ?, keys = ?, next_due = ?, spontaneous = ?, timeline = ?, body = ?
  WHERE kind = ? AND id = ?`;

const COUNT_ONE_MORE_SQL = "INSERT INTO counts VALUES (?, ?, ?, 1) ON CONFLICT DO UPDATE SET number = number + 1";
const COUNT_ONE_LESS_SQL = "UPDATE counts SET number = number - 1 WHERE kind = ? AND parent = ? AND key = ?";
const COUNT_SQL = "SELECT number FROM counts WHERE kind = ? AND parent = ? AND key = ?";

const keyOf = (selection: Selection): string => selection.key ?? WHOLE_LIST;

/** Read operations on a connection. */
export function readTransactionOn(connection: SqliteConnection): ReadTransaction {
  const get = (kind: string, id: string): Document | undefined => {
    const row = connection.one("SELECT * FROM documents WHERE kind = ? AND id = ?", kind, id);
    return row === undefined ? undefined : documentOf(row);
  };
  const count = ({ kind, parent, key = WHOLE_LIST }: Selection): number => {
    const row = connection.one(COUNT_SQL, kind, parent, key);
    return Number(row?.["number"] ?? 0);
  };
  const rowsOf = (selection: Selection, { offset, limit }: PageRange, columns: PageColumns): SqliteRow[] => {
    const total = count(selection);
    const wanted = Math.min(limit, total - offset);
    if (wanted <= 0) return [];
    // Pages near the end, where the newest documents are, are read backwards: they cost as little as the first.
    const fromEnd = total - offset - wanted;
    const backwards = fromEnd < Math.min(offset, BLOCK_LENGTH);
    const list = { ...selection, key: keyOf(selection) };
    const { kind, parent, key } = list;
    const { first, skip } = backwards ? { first: "", skip: fromEnd } : startOf(connection, list, offset, total);
    const rows = connection.all(pageSql(backwards, columns), kind, parent, key, first, wanted, skip, kind);
    return backwards ? rows.reverse() : rows;
  };
  return {
    get: async (kind, id) => get(kind, id),
    getAll: async (kind, ids) =>
      [...new Set(ids)]
        .toSorted()
        .map((id) => get(kind, id))
        .filter((document) => document !== undefined),
    async getText(kind, id) {
      const row = connection.one("SELECT parent, body FROM documents WHERE kind = ? AND id = ?", kind, id);
      return row === undefined ? undefined : { id, parent: String(row["parent"]), text: String(row["body"]) };
    },
    list: async (selection, page) => rowsOf(selection, page, "*").map(documentOf),
    async listTexts(selection, page) {
      const { parent } = selection;
      return rowsOf(selection, page, "text").map(({ id, body }) => ({ id: String(id), parent, text: String(body) }));
    },
    count: async (selection) => count(selection),
    isDue: async (scope, now, quiet) => connection.one(IS_DUE_SQL, scope, quiet ? 0 : 1, now) !== undefined,
    due: async (scope, now, quiet, limit) => connection.all(DUE_SQL, scope, quiet ? 0 : 1, now, limit).map(documentOf),
  };
}

/** The fields that determine a document's list entries. */
type Listed = Pick<DocumentDraft, "kind" | "id" | "parent" | "keys">;

/** Read and write operations on a connection. */
export function writeTransactionOn(connection: SqliteConnection): WriteTransaction {
  const reads = readTransactionOn(connection);

  const enter = ({ kind, parent, keys, id }: Listed): void => {
    for (const key of new Set([WHOLE_LIST, ...keys])) {
      connection.run("INSERT INTO entries VALUES (?, ?, ?, ?)", kind, parent, key, id);
      connection.run(COUNT_ONE_MORE_SQL, kind, parent, key);
    }
  };

  const unlist = ({ kind, parent, keys, id }: Listed): void => {
    for (const key of new Set([WHOLE_LIST, ...keys])) {
      connection.run("DELETE FROM entries WHERE kind = ? AND parent = ? AND key = ? AND id = ?", kind, parent, key, id);
      connection.run(COUNT_ONE_LESS_SQL, kind, parent, key);
    }
  };

  /** The part of a stored document that a write needs. */
  const formerOf = (kind: string, id: string) => {
    const row = connection.one("SELECT version, parent, keys FROM documents WHERE kind = ? AND id = ?", kind, id);
    if (row === undefined) return undefined;
    return { version: Number(row["version"]), parent: String(row["parent"]), keys: String(row["keys"]) };
  };

  const put = (draft: DocumentDraft): Document => {
    const { kind, id, parent } = draft;
    const keys = draft.keys.join(SEPARATOR);
    const former = formerOf(kind, id);
    const version = (former?.version ?? 0) + 1;
    if (former === undefined) enter(draft);
    else if (former.parent !== parent || former.keys !== keys) {
      unlist({ kind, id, parent: former.parent, keys: keysOf(former.keys) });
      enter(draft);
    }
    // An update keeps the row in its place; a replaced row would move to the end of the table, and both places would be
    // written.
    connection.run(
      former === undefined ? INSERT_SQL : UPDATE_SQL,
      parent,
      scopeOf(parent),
      version,
      keys,
      draft.nextDue,
      draft.spontaneous ? 1 : 0,
      writeJson(draft.timeline),
      writeJson(draft.body),
      kind,
      id,
    );
    return { ...draft, version };
  };

  return {
    ...reads,
    put: async (draft) => put(draft),
    async putAll(drafts) {
      for (const draft of drafts) put(draft);
    },
    async remove(kind, id) {
      const former = formerOf(kind, id);
      if (former === undefined) return;
      unlist({ kind, id, parent: former.parent, keys: keysOf(former.keys) });
      connection.run("DELETE FROM documents WHERE kind = ? AND id = ?", kind, id);
    },
    async clearExcept(kept) {
      const places = kept.map(() => "?").join(", ");
      // Blocks first: deleting entries of lists without blocks updates no counts.
      for (const table of ["blocks", "documents", "entries", "counts"]) {
        connection.run(`DELETE FROM ${table} WHERE kind NOT IN (${places})`, ...kept);
      }
    },
  };
}
