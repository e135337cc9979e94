import { isDatabase } from "../../service/open-storage.ts";
import { WrongUse } from "../wrong-use.ts";

/**
 * The database of the command line, or null where a data directory is used. Without `--database` and `--data` it is SEXTANT_DATABASE: other users of
 * the machine see command lines, but not the environment.
 *
 * @throws WrongUse where both options are given, or the address is no database URL
 */
export function databaseOf(database: string | undefined, data: string | undefined): string | null {
  if (database !== undefined && data !== undefined) throw new WrongUse("--database and --data exclude each other.");
  const inEnvironment = data === undefined ? process.env["SEXTANT_DATABASE"] || undefined : undefined;
  const address = database ?? inEnvironment;
  if (address === undefined) return null;
  if (isDatabase(address)) return address;
  throw new WrongUse("--database takes an address such as postgres://USER@HOST:5432/DATABASE?schema=NAME.");
}
