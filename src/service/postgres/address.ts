import { StorageProblem } from "../storage/storage-problem.ts";

/** Where the data are: what `--database` names. */
export type DatabaseAddress = {
  /** For the driver: without what is only ours. */
  readonly connection: string;
  /** The schema with the tables. */
  readonly schema: string;
  /** Settings of each session, as the server's command line writes them: those of the address, and the schema. */
  readonly options: string;
  /** For people: without the password. */
  readonly shown: string;
};

const SCHEMA = /^[a-z_][a-z0-9_]{0,62}$/u;
const USUAL_SCHEMA = "public";

/**
 * Reads the address of a database: `postgres://USER:PASSWORD@HOST:PORT/DATABASE`, with `?schema=NAME` for tables in a schema of their own.
 *
 * @throws StorageProblem where it is none
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
  // The driver would take these in place of ours, and the tables would be looked for in another schema.
  const given = url.searchParams.get("options");
  url.searchParams.delete("options");
  const options = `${given === null ? "" : `${given} `}-c search_path=${schema}`;
  const connection = url.href;
  if (url.password !== "") url.password = "****";
  for (const name of ["password", "sslpassword"]) if (url.searchParams.has(name)) url.searchParams.set(name, "****");
  return { connection, schema, options, shown: schema === USUAL_SCHEMA ? url.href : `${url.href} (schema ${schema})` };
}
