/**
 * `npm run test:postgres`: the tests of the service with three instances on PostgreSQL behind each service, in turn; with other paths
 * behind it (`test/journeys`), those. It does nothing where there is no PostgreSQL.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { makeServer, postgresPrograms } from "./server.ts";

const programs = postgresPrograms();
if (programs === undefined) {
  process.stdout.write("No PostgreSQL here: the tests of the service with three instances are left out.\n");
} else {
  const [path = "test/service", ...more] = process.argv.slice(2);
  const server = await makeServer(programs);
  const projects = path.startsWith("test/service") ? ["source"] : ["source", "program"];
  const env = { ...process.env, SEXTANT_TEST_POSTGRES: server.url, SEXTANT_TEST_INSTANCES: "3" };
  const vitest = [
    "node_modules/vitest/vitest.mjs",
    "run",
    ...projects.map((name) => `--project=${name}`),
    path,
    ...more,
  ];
  const run = spawn(process.execPath, vitest, { env, stdio: "inherit" });
  const [code] = await once(run, "exit");
  await server.remove();
  process.exitCode = typeof code === "number" ? code : 1;
}
