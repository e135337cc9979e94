import { BLOCK, BLOCKS_FROM } from "../storage/stored-row.ts";
import type { SqliteConnection } from "./connection.ts";

/**
 * Where in a long list a page begins. The entries of a list that has many are counted in blocks, each of which goes from its first id to that of
 * the next: to skip 500,000 entries, some hundred counts are added up. (A page in the middle of 100,000 alerts cost 2.6 to 4.4 times as much as
 * the first one when entries were skipped one by one.)
 *
 * The counts are kept by triggers, within the transaction of each change, so that they are right for each program that writes, one of an earlier version too.
 */

const listOf = (row: "NEW" | "OLD"): string => `kind = ${row}.kind AND parent = ${row}.parent AND key = ${row}.key`;

/** Counts an entry in the block that it belongs to; nothing where its list has no blocks. */
const counting = (row: "NEW" | "OLD", by: string): string =>
  `UPDATE blocks SET number = number ${by} WHERE ${listOf(row)}
    AND first = (SELECT max(first) FROM blocks WHERE ${listOf(row)} AND first <= ${row}.id);`;

const TRIGGERS = `
  CREATE TRIGGER entry_added AFTER INSERT ON entries BEGIN ${counting("NEW", "+ 1")} END;
  CREATE TRIGGER entry_removed AFTER DELETE ON entries BEGIN ${counting("OLD", "- 1")} END;
  CREATE TRIGGER block_full AFTER UPDATE ON blocks WHEN NEW.number > ${2 * BLOCK} BEGIN
    INSERT INTO blocks SELECT kind, parent, key, id, NEW.number - ${BLOCK} FROM entries
      WHERE ${listOf("NEW")} AND id >= NEW.first ORDER BY id LIMIT 1 OFFSET ${BLOCK};
    UPDATE blocks SET number = ${BLOCK} WHERE ${listOf("NEW")} AND first = NEW.first;
  END;
  CREATE TRIGGER block_empty AFTER UPDATE ON blocks WHEN NEW.number = 0 AND NEW.first <> '' BEGIN
    DELETE FROM blocks WHERE ${listOf("NEW")} AND first = NEW.first;
  END;
  CREATE TRIGGER list_long AFTER UPDATE ON counts
    WHEN NEW.number >= ${BLOCKS_FROM} AND NOT EXISTS (SELECT 1 FROM blocks WHERE ${listOf("NEW")})
  BEGIN
    INSERT INTO blocks VALUES (NEW.kind, NEW.parent, NEW.key, '', NEW.number);
  END;
`;

/** The table, what is to be counted in it already, and what keeps it: for a new file, and for one of a version that had none. */
const MAKE = `
  CREATE TABLE blocks (
    kind TEXT NOT NULL, parent TEXT NOT NULL, key TEXT NOT NULL, first TEXT NOT NULL, number INTEGER NOT NULL,
    PRIMARY KEY (kind, parent, key, first)
  ) WITHOUT ROWID;
  INSERT INTO blocks
    SELECT kind, parent, key, CASE place / ${BLOCK} WHEN 0 THEN '' ELSE min(id) END, count(*) FROM (
      SELECT kind, parent, key, id, row_number() OVER (PARTITION BY kind, parent, key ORDER BY id) - 1 AS place
      FROM entries JOIN counts USING (kind, parent, key) WHERE number >= ${BLOCKS_FROM}
    ) GROUP BY kind, parent, key, place / ${BLOCK};
  ${TRIGGERS}
`;

/** Makes the blocks of a file that has none, inside a transaction. */
export function makeBlocks(connection: SqliteConnection): void {
  const found = connection.one("SELECT 1 AS found FROM sqlite_schema WHERE type = 'table' AND name = 'blocks'");
  if (found === undefined) connection.script(MAKE);
}

/** Takes kind, parent, key, and how many entries are skipped; from the end: how many are not. */
const findSql = (fromEnd: boolean): string =>
  `SELECT first, number, upto FROM (
     SELECT first, number, sum(number) OVER (ORDER BY first ${fromEnd ? "DESC" : "ASC"} ROWS UNBOUNDED PRECEDING) AS upto
     FROM blocks WHERE kind = ? AND parent = ? AND key = ?
   ) WHERE upto ${fromEnd ? ">=" : ">"} ? LIMIT 1`;

/** Where to begin: at the first entry of this id or a later one, so many entries further. */
export type ListStart = { readonly first: string; readonly skip: number };

/**
 * Where the entry stands that so many others come before.
 *
 * @param total how many entries the list has
 */
export function startOf(
  connection: SqliteConnection,
  list: { readonly kind: string; readonly parent: string; readonly key: string },
  offset: number,
  total: number,
): ListStart {
  if (total < BLOCKS_FROM || offset < BLOCK) return { first: "", skip: offset };
  const fromEnd = offset > total / 2;
  const wanted = fromEnd ? total - offset : offset;
  const found = connection.one(findSql(fromEnd), list.kind, list.parent, list.key, wanted);
  // A list that became so long in this very moment, or none.
  if (found === undefined) return { first: "", skip: offset };
  const upto = Number(found["upto"]);
  const before = fromEnd ? total - upto : upto - Number(found["number"]);
  return { first: String(found["first"]), skip: offset - before };
}
