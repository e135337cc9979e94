import { BLOCK_LENGTH, BLOCKS_FROM } from "../storage/stored-row.ts";
import type { SqliteConnection } from "./connection.ts";

/**
 * Finds where a page of a long list begins. The entries of a long list are counted in blocks, each of which extends from its first id to that of the
 * next: skipping 500,000 entries adds up some hundred counts. (A page in the middle of 100,000 alerts cost 2.6 to 4.4 times as much as the first one
 * when entries were skipped one by one.)
 *
 * Triggers keep the counts in the transaction of each change, so they are correct for every program that writes, even one of an earlier version.
 */

const listOf = (row: "NEW" | "OLD"): string => `kind = ${row}.kind AND parent = ${row}.parent AND key = ${row}.key`;

/** Updates the count of an entry's block; does nothing if its list has no blocks. */
const counting = (row: "NEW" | "OLD", by: string): string =>
  `UPDATE blocks SET number = number ${by} WHERE ${listOf(row)}
    AND first = (SELECT max(first) FROM blocks WHERE ${listOf(row)} AND first <= ${row}.id);`;

const TRIGGERS = `
  CREATE TRIGGER entry_added AFTER INSERT ON entries BEGIN ${counting("NEW", "+ 1")} END;
  CREATE TRIGGER entry_removed AFTER DELETE ON entries BEGIN ${counting("OLD", "- 1")} END;
  CREATE TRIGGER block_full AFTER UPDATE ON blocks WHEN NEW.number > ${2 * BLOCK_LENGTH} BEGIN
    INSERT INTO blocks SELECT kind, parent, key, id, NEW.number - ${BLOCK_LENGTH} FROM entries
      WHERE ${listOf("NEW")} AND id >= NEW.first ORDER BY id LIMIT 1 OFFSET ${BLOCK_LENGTH};
    UPDATE blocks SET number = ${BLOCK_LENGTH} WHERE ${listOf("NEW")} AND first = NEW.first;
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

/** Creates the table with the current counts, and its triggers: for a new file, or one of a version without blocks. */
const MAKE = `
  CREATE TABLE blocks (
    kind TEXT NOT NULL, parent TEXT NOT NULL, key TEXT NOT NULL, first TEXT NOT NULL, number INTEGER NOT NULL,
    PRIMARY KEY (kind, parent, key, first)
  ) WITHOUT ROWID;
  INSERT INTO blocks
    SELECT kind, parent, key, CASE place / ${BLOCK_LENGTH} WHEN 0 THEN '' ELSE min(id) END, count(*) FROM (
      SELECT kind, parent, key, id, row_number() OVER (PARTITION BY kind, parent, key ORDER BY id) - 1 AS place
      FROM entries JOIN counts USING (kind, parent, key) WHERE number >= ${BLOCKS_FROM}
    ) GROUP BY kind, parent, key, place / ${BLOCK_LENGTH};
  ${TRIGGERS}
`;

/** Creates the blocks of a file that has none, inside a transaction. */
export function makeBlocks(connection: SqliteConnection): void {
  const found = connection.one("SELECT 1 AS found FROM sqlite_schema WHERE type = 'table' AND name = 'blocks'");
  if (found === undefined) connection.script(MAKE);
}

/** Parameters: kind, parent, key, and the number of entries to skip; `fromEnd`: the number that remains. */
const findSql = (fromEnd: boolean): string =>
  `SELECT first, number, upto FROM (
     SELECT first, number, sum(number) OVER (ORDER BY first ${fromEnd ? "DESC" : "ASC"} ROWS UNBOUNDED PRECEDING) AS upto
     FROM blocks WHERE kind = ? AND parent = ? AND key = ?
   ) WHERE upto ${fromEnd ? ">=" : ">"} ? LIMIT 1`;

/** Start of a page: `skip` entries after the first entry whose id is `first` or greater. */
type ListStart = { readonly first: string; readonly skip: number };

/**
 * Position of the entry at an offset of a list.
 *
 * @param total number of entries in the list
 */
export function startOf(
  connection: SqliteConnection,
  list: { readonly kind: string; readonly parent: string; readonly key: string },
  offset: number,
  total: number,
): ListStart {
  if (total < BLOCKS_FROM || offset < BLOCK_LENGTH) return { first: "", skip: offset };
  const fromEnd = offset > total / 2;
  const wanted = fromEnd ? total - offset : offset;
  const found = connection.one(findSql(fromEnd), list.kind, list.parent, list.key, wanted);
  // The list has only just become long enough, or there is none.
  if (found === undefined) return { first: "", skip: offset };
  const upto = Number(found["upto"]);
  const before = fromEnd ? total - upto : upto - Number(found["number"]);
  return { first: String(found["first"]), skip: offset - before };
}
