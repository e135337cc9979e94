import { randomUUID } from "node:crypto";
import { Client } from "pg";
import { onTestFinished } from "vitest";

/** The database of the tests, or undefined where there is none. */
export const DATABASE = process.env["SEXTANT_TEST_POSTGRES"];

/** Asks the database something directly. */
export async function ask<Row extends Record<string, unknown>>(url: string, text: string): Promise<readonly Row[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Row>(text)).rows;
  } finally {
    await client.end();
  }
}

/** The address of a new, empty schema; it is dropped when the test is over. */
export function newPlace(
  database: string = DATABASE ?? "",
  onOver: (end: () => Promise<void>) => void = onTestFinished,
): string {
  const schema = `t${randomUUID().replaceAll("-", "")}`;
  onOver(async () => {
    // What the server cannot be asked any more is gone with it.
    await ask(database, `DROP SCHEMA IF EXISTS ${schema} CASCADE`).catch(() => undefined);
  });
  return `${database}?schema=${schema}`;
}
