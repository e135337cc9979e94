import { StorageProblem } from "../storage/storage-problem.ts";

/** A database address, parsed from `--database`. */
export type DatabaseAddress = {
  /** Connection string for the driver, without our own parameters. */
  readonly connection: string;
  /** Schema of the tables. */
  readonly schema: string;
  /** Settings of each session in the syntax of the server's command line: those of the address, and the schema. */
  readonly options: string;
  /** The address for messages, without its password. */
  readonly shown: string;
};

const SCHEMA = /^[a-z_][a-z0-9_]{0,62}$/u;
const USUAL_SCHEMA = "public";

/**
 * Parses a database address: `postgres://USER:PASSWORD@HOST:PORT/DATABASE`, with `?schema=NAME` for tables in their own schema.
 *
 * @throws StorageProblem if it is invalid
 */
export function readAddress(text: string): DatabaseAddress {
  let url: URL;
  try {
    url = new URL(text);
  } catch (cause) {
    throw new StorageProblem(`--database takes an address such as postgres://USER@HOST:5432/DATABASE.`, { cause });
  }
  const schema = url.searchParams.get("schema") ?? USUAL_SCHEMA;
  if (!SCHEMA.test(schema)) {
    throw new StorageProblem(
      `--database: schema=${schema} is not the name of a schema: small letters, digits and _, at most 63.`,
    );
  }
  url.searchParams.delete("schema");
  // The driver would use these options instead of ours, and look for the tables in another schema.
  const given = url.searchParams.get("options");
  url.searchParams.delete("options");
  const options = `${given === null ? "" : `${given} `}-c search_path=${schema}`;
  const connection = url.href;
  if (url.password !== "") url.password = "****";
  for (const name of ["password", "sslpassword"]) if (url.searchParams.has(name)) url.searchParams.set(name, "****");
  return { connection, schema, options, shown: schema === USUAL_SCHEMA ? url.href : `${url.href} (schema ${schema})` };
}
