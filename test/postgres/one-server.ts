import { makeServer, postgresPrograms } from "./server.ts";

/** Vitest's global set-up: one server for all tests of PostgreSQL, unless the environment names one or there are no programs for it. */
export async function setup(): Promise<(() => Promise<void>) | undefined> {
  if (process.env["SEXTANT_TEST_POSTGRES"] !== undefined) return undefined;
  const programs = postgresPrograms();
  if (programs === undefined) {
    process.stdout.write("No PostgreSQL here: the tests with a database are skipped.\n");
    return undefined;
  }
  const server = await makeServer(programs);
  process.env["SEXTANT_TEST_POSTGRES"] = server.url;
  return () => server.remove();
}
