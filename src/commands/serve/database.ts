import { isDatabase } from "../../service/open-storage.ts";
import { WrongUse } from "../wrong-use.ts";

/**
 * The database that a command line asks for, or null where the data are in a directory. Without `--database` and `--data` it is that of
 * SEXTANT_DATABASE: other users of the machine see a command line, and not the environment.
 *
 * @throws WrongUse where both are named, or the address is none of a database
 */
export function databaseOf(database: string | undefined, data: string | undefined): string | null {
  if (database !== undefined && data !== undefined) throw new WrongUse("--database and --data exclude each other.");
  const inEnvironment = data === undefined ? process.env["SEXTANT_DATABASE"] || undefined : undefined;
  const address = database ?? inEnvironment;
  if (address === undefined) return null;
  if (isDatabase(address)) return address;
  throw new WrongUse("--database takes an address such as postgres://USER@HOST:5432/DATABASE?schema=NAME.");
}
