import { parseJson, writeJson } from "../../contract/json/json.ts";
import { MINUTE } from "../../text/durations.ts";
import { NONCE_LIFETIME } from "../auth/digest.ts";
import { bucketStateOf } from "../instances/buckets.ts";
import { NONCE_USES } from "../instances/nonces.ts";
import { type FaultRecord, JOURNAL_LENGTH, type SharedState } from "../instances/shared-state.ts";
import { isTriggeredAt, type TriggerRule } from "../instances/trigger-rule.ts";
import type { DatabaseAddress } from "./address.ts";
import type { Connections } from "./connections.ts";
import { databaseFailure } from "./failures.ts";
import { RETRY_TIMEOUT, repeatUntilConnected } from "./patience.ts";

/**
 * State shared by instances, as rows: each step is one statement or a short transaction, on connections apart from those of `transactions.ts`. The
 * tables of nonces, buckets and requests are unlogged: after a crash of the database they are empty.
 */

/**
 * The row of the nonces table with the time since which nonces are recorded. If the table is emptied, this row is lost too, and earlier nonces are
 * stale.
 */
const COUNTED_SINCE = "";

/** Uses a nonce, if its count is higher than before and it was created after recording began. */
const USE_NONCE = `INSERT INTO nonces AS n (nonce, uses, made)
  SELECT $1::text, $2::integer, $3::double precision
  WHERE EXISTS (SELECT 1 FROM nonces WHERE nonce = '${COUNTED_SINCE}' AND made <= $3)
  ON CONFLICT (nonce) DO UPDATE SET uses = excluded.uses WHERE n.uses < excluded.uses`;

const COUNT_SINCE = `INSERT INTO nonces (nonce, uses, made) VALUES ('${COUNTED_SINCE}', 0, $1) ON CONFLICT (nonce) DO NOTHING`;

const RETIRE_NONCE = `INSERT INTO nonces (nonce, uses, made) VALUES ($1, ${NONCE_USES}, $2)
  ON CONFLICT (nonce) DO UPDATE SET uses = excluded.uses`;

/**
 * Takes one call from a bucket: $2 is its limit, $3 its refill per millisecond, $4 the time. A bucket with less than one call stays unchanged. If the
 * clocks of instances differ, the later time counts, so no time is refilled twice.
 */
const TAKE = `INSERT INTO buckets AS b (name, tokens, at) VALUES ($1, $2::double precision - 1, $4)
  ON CONFLICT (name) DO UPDATE SET at = greatest(b.at, excluded.at),
    (tokens, refused) = (SELECT CASE WHEN filled >= 1 THEN filled - 1 ELSE filled END, filled < 1
      FROM (SELECT least($2, b.tokens + greatest(0, excluded.at - b.at) * $3::double precision) AS filled) AS now)
  RETURNING tokens, refused`;

/** Interval for removing expired rows (ms). */
const CLEANING = MINUTE;
/** Lifetime of a commit's row: its outcome is queried at once or never. */
const KEPT_COMMITS = "10 minutes";

type FaultRow = {
  readonly number: string;
  readonly wanted: string;
  readonly until: number | null;
  readonly seen: number;
  readonly triggered: number;
};

const recordOf = ({ number, wanted, until, seen, triggered }: FaultRow): FaultRecord => ({
  id: number,
  wanted: JSON.parse(wanted),
  until,
  count: { seen, triggered },
});

export function sharedRows(
  { steps, work }: Connections,
  { shown }: DatabaseAddress,
  wallClock: () => number,
): SharedState & { beginCounting(): Promise<unknown>; stop(): void } {
  /** Repeating such a step may refuse or count one too many, but never one too few. */
  const step = async <Result>(once: () => Promise<Result>): Promise<Result> => {
    try {
      return await work.run(() => repeatUntilConnected(RETRY_TIMEOUT, once));
    } catch (failure) {
      throw databaseFailure(shown, failure);
    }
  };
  const query = <Row extends Record<string, unknown>>(name: string, text: string, values: unknown[] = []) =>
    step(() => steps.query<Row>({ name, text, values }));
  let seenText = "[]";
  let records: readonly FaultRecord[] = [];

  const beginCounting = () => query("count-since", COUNT_SINCE, [wallClock()]);

  const clean = (): void => {
    const removals = async (): Promise<void> => {
      await query("old-nonces", `DELETE FROM nonces WHERE made < $1 AND nonce <> '${COUNTED_SINCE}'`, [
        wallClock() - NONCE_LIFETIME,
      ]);
      await query("old-commits", `DELETE FROM commits WHERE at < now() - interval '${KEPT_COMMITS}'`);
      await query(
        "old-requests",
        `DELETE FROM requests WHERE number <= (SELECT max(number) FROM requests) - ${JOURNAL_LENGTH}`,
      );
    };
    // Rows not removed now are removed next time, or by another instance.
    removals().catch(() => undefined);
  };
  const cleaning = setInterval(clean, CLEANING);
  cleaning.unref();

  return {
    beginCounting,
    async countNonce(nonce, madeAt, count) {
      if (count > NONCE_USES) return false;
      const { rowCount } = await query("use-nonce", USE_NONCE, [nonce, count, madeAt]);
      if (rowCount === 1) return true;
      await beginCounting();
      return false;
    },
    async retireNonce(nonce, madeAt) {
      await query("retire-nonce", RETIRE_NONCE, [nonce, madeAt]);
    },
    async take(bucket, size) {
      const { rows } = await query<{ tokens: number; refused: boolean }>("take", TAKE, [
        bucket,
        size.limit,
        size.refillPerMinute / MINUTE,
        wallClock(),
      ]);
      const { tokens = 0, refused = false } = rows[0] ?? {};
      return bucketStateOf(tokens, !refused, size);
    },
    async addRequest(entry) {
      await query("add-request", "INSERT INTO requests (entry) VALUES ($1)", [writeJson(entry)]);
    },
    async requests() {
      const text = `SELECT entry FROM (SELECT * FROM requests ORDER BY number DESC LIMIT ${JOURNAL_LENGTH}) latest ORDER BY number`;
      const { rows } = await query<{ entry: string }>("requests", text);
      return rows.flatMap(({ entry }) => {
        const parsed = parseJson(entry);
        return parsed.ok ? [parsed.value] : [];
      });
    },
    async clearRequests() {
      await query("clear-requests", "DELETE FROM requests");
    },
    async rememberAnswer(path, answer) {
      const text = "INSERT INTO answers VALUES ($1, $2) ON CONFLICT (path) DO UPDATE SET answer = excluded.answer";
      await query("remember", text, [path, writeJson(answer)]);
    },
    async latestAnswer(path) {
      const { rows } = await query<{ answer: string }>("remembered", "SELECT answer FROM answers WHERE path = $1", [
        path,
      ]);
      const parsed = parseJson(rows[0]?.answer ?? "");
      return parsed.ok ? parsed.value : undefined;
    },
    async faults() {
      const { rows } = await query<FaultRow>("faults", "SELECT * FROM faults ORDER BY number");
      const text = JSON.stringify(rows);
      if (text !== seenText) {
        seenText = text;
        records = rows.map(recordOf);
      }
      return records;
    },
    async addFault(wanted, until) {
      const text = "INSERT INTO faults (wanted, until) VALUES ($1, $2) RETURNING *";
      const { rows } = await query<FaultRow>("add-fault", text, [JSON.stringify(wanted), until]);
      const [row] = rows;
      if (row === undefined) throw new Error("the scenario was not stored");
      return recordOf(row);
    },
    async removeFaults(ids) {
      await query("remove-faults", "DELETE FROM faults WHERE number = ANY ($1::bigint[])", [[...ids]]);
    },
    countHit: (id, when) => step(() => countOneHit(id, when)),
    stop: () => clearInterval(cleaning),
  };

  /** Counts one request for a scenario, with its row locked. */
  async function countOneHit(id: string, when: TriggerRule): Promise<boolean> {
    const connection = await steps.connect();
    try {
      await connection.query("BEGIN");
      const found = await connection.query<FaultRow>("SELECT * FROM faults WHERE number = $1 FOR UPDATE", [id]);
      const [row] = found.rows;
      const count = { seen: row?.seen ?? 0, triggered: row?.triggered ?? 0 };
      const isTriggered = row !== undefined && isTriggeredAt(when, count);
      const values = [id, count.seen, count.triggered];
      await connection.query("UPDATE faults SET seen = $2, triggered = $3 WHERE number = $1", values);
      await connection.query("COMMIT");
      connection.release();
      return isTriggered;
    } catch (failure) {
      connection.release(true);
      throw failure;
    }
  }
}
