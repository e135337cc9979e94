import { StorageProblem } from "../storage/storage-problem.ts";
import type { DatabaseAddress } from "./address.ts";
import { MAKE_BLOCKS } from "./blocks.ts";
import type { DatabaseConnection } from "./connections.ts";
import { lockSql } from "./locks.ts";

/**
 * The schema as numbered steps: each is applied once per database, in order, under a lock. A step only adds, so that instances of the previous
 * version keep working; a step of a later version removes what is no longer used.
 *
 * Texts that are compared or sorted are `COLLATE "C"`: the order of ids must not depend on the database's language.
 */
const STEPS: readonly string[] = [
  `
  CREATE TABLE documents (
    kind text COLLATE "C" NOT NULL, id text COLLATE "C" NOT NULL, parent text COLLATE "C" NOT NULL,
    scope text COLLATE "C" NOT NULL, version integer NOT NULL, keys text COLLATE "C" NOT NULL,
    next_due double precision, spontaneous smallint NOT NULL, timeline text NOT NULL, body text NOT NULL,
    PRIMARY KEY (kind, id)
  ) WITH (fillfactor = 80);
  CREATE INDEX documents_due ON documents (scope, next_due, id) WHERE next_due IS NOT NULL;
  CREATE TABLE entries (
    kind text COLLATE "C" NOT NULL, parent text COLLATE "C" NOT NULL, key text COLLATE "C" NOT NULL,
    id text COLLATE "C" NOT NULL, PRIMARY KEY (kind, parent, key, id)
  );
  CREATE TABLE counts (
    kind text COLLATE "C" NOT NULL, parent text COLLATE "C" NOT NULL, key text COLLATE "C" NOT NULL,
    number integer NOT NULL, PRIMARY KEY (kind, parent, key)
  ) WITH (fillfactor = 50);
  CREATE TABLE commits (id uuid PRIMARY KEY, at timestamptz NOT NULL DEFAULT now());
  CREATE INDEX commits_at ON commits (at);
  CREATE UNLOGGED TABLE nonces (
    nonce text COLLATE "C" PRIMARY KEY, uses integer NOT NULL, made double precision NOT NULL
  ) WITH (fillfactor = 50);
  CREATE UNLOGGED TABLE buckets (
    name text COLLATE "C" PRIMARY KEY, tokens double precision NOT NULL, at double precision NOT NULL,
    refused boolean NOT NULL DEFAULT false
  ) WITH (fillfactor = 50);
  CREATE UNLOGGED TABLE requests (number bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, entry text NOT NULL);
  CREATE UNLOGGED TABLE answers (path text COLLATE "C" PRIMARY KEY, answer text NOT NULL);
  CREATE TABLE faults (
    number bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, wanted text NOT NULL, until double precision,
    seen integer NOT NULL DEFAULT 0, triggered integer NOT NULL DEFAULT 0
  );
  `,
  MAKE_BLOCKS,
];

/**
 * Migrates the tables to this version.
 *
 * @throws StorageProblem for a database of a later version, or one whose encoding is not UTF-8
 */
export async function migrate(connection: DatabaseConnection, { schema, shown }: DatabaseAddress): Promise<void> {
  const { rows } = await connection.query<{ server_encoding: string }>("SHOW server_encoding");
  const encoding = rows[0]?.server_encoding;
  if (encoding !== "UTF8") {
    throw new StorageProblem(
      `The database ${shown} has the encoding ${encoding}: it has to be UTF8. Create one with createdb --encoding=UTF8 --template=template0.`,
    );
  }
  await connection.query("BEGIN");
  try {
    // No instance can write while tables change.
    await connection.query(lockSql(null));
    const exists = await connection.query("SELECT 1 FROM pg_namespace WHERE nspname = $1", [schema]);
    if (exists.rowCount === 0) await connection.query(`CREATE SCHEMA ${schema}`);
    const table = await connection.query<{ found: string | null }>("SELECT to_regclass('migrations')::text AS found");
    if (table.rows[0]?.found === null) {
      await connection.query(
        "CREATE TABLE migrations (number integer PRIMARY KEY, at timestamptz NOT NULL DEFAULT now())",
      );
    }
    const done = await connection.query<{ number: number }>(
      "SELECT coalesce(max(number), 0) AS number FROM migrations",
    );
    const number = done.rows[0]?.number ?? 0;
    if (number > STEPS.length) {
      throw new StorageProblem(
        `The database ${shown} was written by a later version of Sextant (tables ${number}, this one knows ${STEPS.length}). Use that version.`,
      );
    }
    for (const [index, step] of STEPS.entries()) {
      if (index < number) continue;
      await connection.query(step);
      await connection.query("INSERT INTO migrations (number) VALUES ($1)", [index + 1]);
    }
    await connection.query("COMMIT");
  } catch (failure) {
    await connection.query("ROLLBACK").catch(() => undefined);
    throw failure;
  }
}
