import { BLOCK_LENGTH, BLOCKS_FROM } from "../storage/stored-row.ts";
import { lockSql } from "./locks.ts";

/**
 * Finds where a page of a long list begins: the entries of a long list are counted in blocks, each of which extends from its first id to that of the
 * next (`../sqlite/blocks.ts` does the same). Triggers keep the counts in the transaction of each change, so they are correct whichever instance
 * writes, even one of an earlier version.
 */

const SAME_LIST = (left: string, right: string): string =>
  `${left}.kind = ${right}.kind AND ${left}.parent = ${right}.parent AND ${left}.key = ${right}.key`;

/** Groups the entries of a list into blocks, from an id on. `first` and `most` are SQL for that id and for the maximum number of entries. */
const COUNTED = (list: string, first: string, most: string): string =>
  `SELECT place / ${BLOCK_LENGTH} AS turn, min(id) AS first, count(*)::integer AS number FROM (
    SELECT id, row_number() OVER (ORDER BY id) - 1 AS place FROM entries e
    WHERE ${SAME_LIST("e", list)} AND e.id >= ${first} ORDER BY id LIMIT ${most}
  ) AS placed GROUP BY place / ${BLOCK_LENGTH}`;

/** A migration step. */
export const MAKE_BLOCKS = `
  CREATE TABLE blocks (
    kind text COLLATE "C" NOT NULL, parent text COLLATE "C" NOT NULL, key text COLLATE "C" NOT NULL,
    first text COLLATE "C" NOT NULL, number integer NOT NULL, PRIMARY KEY (kind, parent, key, first)
  ) WITH (fillfactor = 50);

  CREATE FUNCTION make_blocks(list counts) RETURNS void LANGUAGE sql AS $$
    INSERT INTO blocks
      SELECT list.kind, list.parent, list.key, CASE turn WHEN 0 THEN '' ELSE first END, number
      FROM (${COUNTED("list", "''", "ALL")}) AS counted
  $$;

  -- A list becomes long. What others have entered and not committed would be counted by nobody: they are waited for.
  CREATE FUNCTION begin_blocks() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    IF EXISTS (SELECT 1 FROM blocks b WHERE ${SAME_LIST("b", "NEW")}) THEN RETURN NULL; END IF;
    ${lockSql(null).replace("SELECT", "PERFORM")};
    PERFORM make_blocks(NEW);
    RETURN NULL;
  END $$;

  CREATE FUNCTION count_blocks() RETURNS trigger LANGUAGE plpgsql AS $$
  DECLARE
    step CONSTANT integer := CASE TG_OP WHEN 'INSERT' THEN 1 ELSE -1 END;
    long record;
  BEGIN
    -- Each list is counted by one transaction at a time, and most lists have no blocks.
    PERFORM 1 FROM blocks b JOIN (SELECT DISTINCT kind, parent, key FROM changed) AS c ON ${SAME_LIST("b", "c")}
      WHERE b.first = '' ORDER BY b.kind, b.parent, b.key FOR UPDATE OF b;
    IF NOT FOUND THEN RETURN NULL; END IF;
    UPDATE blocks b SET number = b.number + sums.number FROM (
      SELECT c.kind, c.parent, c.key, at.first, step * count(*)::integer AS number FROM changed c
      CROSS JOIN LATERAL (
        SELECT f.first FROM blocks f WHERE ${SAME_LIST("f", "c")} AND f.first <= c.id ORDER BY f.first DESC LIMIT 1
      ) AS at
      GROUP BY c.kind, c.parent, c.key, at.first
    ) AS sums WHERE ${SAME_LIST("b", "sums")} AND b.first = sums.first;
    IF step > 0 THEN
      FOR long IN SELECT b.* FROM blocks b JOIN (SELECT DISTINCT kind, parent, key FROM changed) AS c ON ${SAME_LIST("b", "c")}
        WHERE b.number > ${2 * BLOCK_LENGTH}
      LOOP
        INSERT INTO blocks SELECT long.kind, long.parent, long.key, first, number
          FROM (${COUNTED("long", "long.first", "long.number")}) AS counted WHERE turn > 0;
        UPDATE blocks b SET number = ${BLOCK_LENGTH} WHERE ${SAME_LIST("b", "long")} AND b.first = long.first;
      END LOOP;
    ELSE
      DELETE FROM blocks b USING (SELECT DISTINCT kind, parent, key FROM changed) AS c
        WHERE ${SAME_LIST("b", "c")} AND b.number = 0 AND b.first <> '';
    END IF;
    RETURN NULL;
  END $$;

  SELECT make_blocks(counts) FROM counts WHERE number >= ${BLOCKS_FROM};
  CREATE TRIGGER entries_added AFTER INSERT ON entries REFERENCING NEW TABLE AS changed
    FOR EACH STATEMENT EXECUTE FUNCTION count_blocks();
  CREATE TRIGGER entries_removed AFTER DELETE ON entries REFERENCING OLD TABLE AS changed
    FOR EACH STATEMENT EXECUTE FUNCTION count_blocks();
  CREATE TRIGGER list_added AFTER INSERT ON counts
    FOR EACH ROW WHEN (NEW.number >= ${BLOCKS_FROM}) EXECUTE FUNCTION begin_blocks();
  CREATE TRIGGER list_long AFTER UPDATE ON counts
    FOR EACH ROW WHEN (NEW.number >= ${BLOCKS_FROM}) EXECUTE FUNCTION begin_blocks();
`;

/**
 * A page of a long list, starting at the block in which it begins. A list without blocks is read from its beginning. Parameters: kind, parent, key,
 * limit and offset.
 */
export const deepPageSql = (columns: string): string =>
  `WITH start AS MATERIALIZED (
     SELECT first, upto - number AS before FROM (
       SELECT first, number, sum(number) OVER (ORDER BY first ROWS UNBOUNDED PRECEDING) AS upto FROM blocks
       WHERE kind = $1 AND parent = $2 AND key = $3
     ) AS sums WHERE upto > $5 ORDER BY first LIMIT 1
   )
   SELECT ${columns} FROM (
     SELECT id FROM entries WHERE kind = $1 AND parent = $2 AND key = $3
       AND id >= coalesce((SELECT first FROM start), '')
     ORDER BY id LIMIT $4 OFFSET $5 - coalesce((SELECT before FROM start), 0)
   ) e JOIN documents d ON d.kind = $1 AND d.id = e.id ORDER BY d.id`;
