import { writeJson } from "../../contract/json/json.ts";
import {
  type Document,
  type DocumentDraft,
  type PageRange,
  type ReadTransaction,
  type Selection,
  type StoredText,
  scopeOf,
  type WriteTransaction,
} from "../storage/storage.ts";
import { BLOCK_LENGTH, documentOf, keysOf, SEPARATOR, WHOLE_LIST } from "../storage/stored-row.ts";
import { deepPageSql } from "./blocks.ts";
import type { DatabaseConnection } from "./connections.ts";
import { WriteConflict } from "./failures.ts";

/** Documents in the tables of a PostgreSQL database (`migrations.ts`), in one transaction on one connection. */

/** Maximum number of documents per statement. */
const AT_ONCE = 500;

/** PostgreSQL cannot store a null character, so a name that has one does not exist. */
const isStorable = (...texts: readonly string[]): boolean => texts.every((text) => !text.includes("\u0000"));

const pageSql = (backwards: boolean, columns: string): string =>
  `SELECT ${columns} FROM (
     SELECT id FROM entries WHERE kind = $1 AND parent = $2 AND key = $3
     ORDER BY id ${backwards ? "DESC" : "ASC"} LIMIT $4 OFFSET $5
   ) e JOIN documents d ON d.kind = $1 AND d.id = e.id ORDER BY d.id`;

const textOf = ({ id, parent, text }: Readonly<Record<string, unknown>>): StoredText => ({
  id: String(id),
  parent: String(parent),
  text: String(text),
});

export function readTransactionOn(connection: DatabaseConnection): ReadTransaction {
  const rowsOf = async (name: string, text: string, values: readonly unknown[]) =>
    (await connection.query<Record<string, unknown>>({ name, text, values: [...values] })).rows;

  const count = async ({ kind, parent, key = WHOLE_LIST }: Selection): Promise<number> => {
    if (!isStorable(parent, key)) return 0;
    const text = "SELECT number FROM counts WHERE kind = $1 AND parent = $2 AND key = $3";
    const [row] = await rowsOf("count", text, [kind, parent, key]);
    return Number(row?.["number"] ?? 0);
  };

  const pageOf = async (name: string, columns: string, selection: Selection, { offset, limit }: PageRange) => {
    const total = await count(selection);
    const wanted = Math.min(limit, total - offset);
    if (wanted <= 0) return [];
    const { kind, parent, key = WHOLE_LIST } = selection;
    // Pages near the end, where the newest documents are, are read backwards: they cost as little as the first.
    const fromEnd = total - offset - wanted;
    if (Math.min(offset, fromEnd) > BLOCK_LENGTH) {
      return rowsOf(`${name}-deep`, deepPageSql(columns), [kind, parent, key, wanted, offset]);
    }
    const backwards = fromEnd < offset;
    const values = [kind, parent, key, wanted, backwards ? fromEnd : offset];
    return rowsOf(backwards ? `${name}-back` : name, pageSql(backwards, columns), values);
  };

  return {
    async get(kind, id) {
      if (!isStorable(id)) return undefined;
      const [row] = await rowsOf("get", "SELECT * FROM documents WHERE kind = $1 AND id = $2", [kind, id]);
      return row === undefined ? undefined : documentOf(row);
    },
    async getAll(kind, ids) {
      const text = "SELECT * FROM documents WHERE kind = $1 AND id = ANY ($2::text[]) ORDER BY id";
      return (await rowsOf("get-all", text, [kind, ids.filter((id) => isStorable(id))])).map(documentOf);
    },
    async getText(kind, id) {
      if (!isStorable(id)) return undefined;
      const text = "SELECT id, parent, body AS text FROM documents WHERE kind = $1 AND id = $2";
      const [row] = await rowsOf("get-text", text, [kind, id]);
      return row === undefined ? undefined : textOf(row);
    },
    list: async (selection, page) => (await pageOf("page", "d.*", selection, page)).map(documentOf),
    listTexts: async (selection, page) =>
      (await pageOf("texts", "d.id, d.parent, d.body AS text", selection, page)).map(textOf),
    count,
    async isDue(scope, now, quiet) {
      const text = "SELECT 1 FROM documents WHERE scope = $1 AND spontaneous <= $2 AND next_due <= $3 LIMIT 1";
      return (await rowsOf("is-due", text, [scope, quiet ? 0 : 1, now])).length > 0;
    },
    async due(scope, now, quiet, limit) {
      const text = `SELECT * FROM documents WHERE scope = $1 AND spontaneous <= $2 AND next_due <= $3
        ORDER BY next_due, id LIMIT $4`;
      return (await rowsOf("due", text, [scope, quiet ? 0 : 1, now, limit])).map(documentOf);
    },
  };
}

type Former = { readonly version: number; readonly parent: string; readonly keys: string };

/** List entries of a document, one per key. */
const entriesOf = ({ kind, id, parent }: Pick<DocumentDraft, "kind" | "id" | "parent">, keys: readonly string[]) =>
  [...new Set([WHOLE_LIST, ...keys])].map((key) => ({ kind, parent, key, id }));

type EntryRow = ReturnType<typeof entriesOf>[number];

const column = <Row, Name extends keyof Row>(rows: readonly Row[], name: Name): Row[Name][] =>
  rows.map((row) => row[name]);

const nameOf = (kind: string, id: string): string => `${kind}\n${id}`;

export function writeTransactionOn(connection: DatabaseConnection): WriteTransaction {
  const reads = readTransactionOn(connection);

  const run = (name: string, text: string, values: unknown[]) => connection.query({ name, text, values });

  /** Current state of these documents, which are locked until the transaction ends. */
  const formerOf = async (
    drafts: readonly Pick<DocumentDraft, "kind" | "id">[],
  ): Promise<ReadonlyMap<string, Former>> => {
    const text = `SELECT d.kind, d.id, d.version, d.parent, d.keys
      FROM unnest($1::text[], $2::text[]) AS wanted (kind, id)
      JOIN documents d ON d.kind = wanted.kind AND d.id = wanted.id ORDER BY d.kind, d.id FOR UPDATE OF d`;
    const { rows } = await connection.query<Former & { kind: string; id: string }>({
      name: "former",
      text,
      values: [column(drafts, "kind"), column(drafts, "id")],
    });
    return new Map(rows.map((row) => [nameOf(row.kind, row.id), row]));
  };

  /** Updates the counts of lists for added (1) and removed (-1) entries, each count once and always in the same order, which avoids deadlocks. */
  const recount = async (changes: readonly (readonly [entry: EntryRow, by: number])[]): Promise<void> => {
    const sums = new Map<string, { kind: string; parent: string; key: string; by: number }>();
    for (const [{ kind, parent, key }, by] of changes) {
      const name = `${kind}\n${parent}\n${key}`;
      sums.set(name, { kind, parent, key, by: (sums.get(name)?.by ?? 0) + by });
    }
    const rows = [...sums]
      .toSorted(([left], [right]) => (left < right ? -1 : 1))
      .flatMap(([, sum]) => (sum.by === 0 ? [] : [sum]));
    if (rows.length === 0) return;
    const text = `INSERT INTO counts (kind, parent, key, number)
      SELECT * FROM unnest($1::text[], $2::text[], $3::text[], $4::integer[])
      ON CONFLICT (kind, parent, key) DO UPDATE SET number = counts.number + excluded.number`;
    await run("recount", text, [column(rows, "kind"), column(rows, "parent"), column(rows, "key"), column(rows, "by")]);
  };

  const remove = async (entries: readonly EntryRow[]): Promise<void> => {
    if (entries.length === 0) return;
    const text = `DELETE FROM entries e USING unnest($1::text[], $2::text[], $3::text[], $4::text[]) AS gone (kind, parent, key, id)
      WHERE e.kind = gone.kind AND e.parent = gone.parent AND e.key = gone.key AND e.id = gone.id`;
    await run("unlist", text, entryColumns(entries));
  };

  const enter = async (entries: readonly EntryRow[]): Promise<void> => {
    if (entries.length === 0) return;
    const text = "INSERT INTO entries SELECT * FROM unnest($1::text[], $2::text[], $3::text[], $4::text[])";
    await run("enter", text, entryColumns(entries));
  };

  /** @returns the new versions, in the order of the drafts */
  const putSome = async (drafts: readonly DocumentDraft[]): Promise<readonly number[]> => {
    for (const { kind, id, parent, keys } of drafts) {
      if (!isStorable(kind, id, parent, ...keys)) throw new TypeError("a text with a null character is not storable");
    }
    const former = await formerOf(drafts);
    const moved = drafts.flatMap((draft) => {
      const found = former.get(nameOf(draft.kind, draft.id));
      const isSame = found?.parent === draft.parent && found.keys === draft.keys.join(SEPARATOR);
      if (isSame) return [];
      const goes = found === undefined ? [] : entriesOf({ ...draft, parent: found.parent }, keysOf(found.keys));
      return [{ goes, comes: entriesOf(draft, draft.keys) }];
    });
    const goes = moved.flatMap((one) => one.goes);
    const comes = moved.flatMap((one) => one.comes);
    await remove(goes);
    await enter(comes);
    await recount([...goes.map((entry) => [entry, -1] as const), ...comes.map((entry) => [entry, 1] as const)]);
    const versions = drafts.map(({ kind, id }) => (former.get(nameOf(kind, id))?.version ?? 0) + 1);
    const text = `INSERT INTO documents (kind, id, parent, scope, version, keys, next_due, spontaneous, timeline, body)
      SELECT * FROM unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::integer[], $6::text[],
        $7::double precision[], $8::smallint[], $9::text[], $10::text[])
      ON CONFLICT (kind, id) DO UPDATE SET parent = excluded.parent, scope = excluded.scope, version = excluded.version,
        keys = excluded.keys, next_due = excluded.next_due, spontaneous = excluded.spontaneous,
        timeline = excluded.timeline, body = excluded.body
      WHERE documents.version = excluded.version - 1`;
    const { rowCount } = await run("put", text, [
      column(drafts, "kind"),
      column(drafts, "id"),
      column(drafts, "parent"),
      drafts.map(({ parent }) => scopeOf(parent)),
      versions,
      drafts.map(({ keys }) => keys.join(SEPARATOR)),
      column(drafts, "nextDue"),
      drafts.map(({ spontaneous }) => (spontaneous ? 1 : 0)),
      drafts.map(({ timeline }) => writeJson(timeline)),
      drafts.map(({ body }) => writeJson(body)),
    ]);
    if (rowCount !== drafts.length) throw new WriteConflict("another instance wrote the same document first");
    return versions;
  };

  return {
    ...reads,
    async put(draft): Promise<Document> {
      const [version = 1] = await putSome([draft]);
      return { ...draft, version };
    },
    async putAll(drafts) {
      // A statement can write each document only once: a repeated one begins the next statement.
      let some = new Map<string, DocumentDraft>();
      for (const draft of drafts) {
        const name = nameOf(draft.kind, draft.id);
        if (some.size === AT_ONCE || some.has(name)) {
          await putSome([...some.values()]);
          some = new Map();
        }
        some.set(name, draft);
      }
      if (some.size > 0) await putSome([...some.values()]);
    },
    async remove(kind, id) {
      if (!isStorable(id)) return;
      const former = (await formerOf([{ kind, id }])).get(nameOf(kind, id));
      if (former === undefined) return;
      const entries = entriesOf({ kind, id, parent: former.parent }, keysOf(former.keys));
      await remove(entries);
      await recount(entries.map((entry) => [entry, -1] as const));
      await run("remove", "DELETE FROM documents WHERE kind = $1 AND id = $2", [kind, id]);
    },
    async clearExcept(kept) {
      // Blocks first: deleting entries of lists without blocks updates no counts.
      for (const table of ["blocks", "documents", "entries", "counts"]) {
        await connection.query(`DELETE FROM ${table} WHERE kind <> ALL ($1::text[])`, [[...kept]]);
      }
    },
  };
}

const entryColumns = (entries: readonly EntryRow[]): unknown[] => [
  column(entries, "kind"),
  column(entries, "parent"),
  column(entries, "key"),
  column(entries, "id"),
];
