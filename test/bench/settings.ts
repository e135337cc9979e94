/**
 * `npm run bench:settings`: what `sextant diff` and `apply` cost for 500 alert configurations beside a loop of curl that sends the same, in one
 * run, each on a service of its own. It prints a table and asserts nothing. Needs curl.
 */
import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseAllDocuments } from "yaml";
import { buildIfStale, programOf } from "../../build.ts";
import { alertsOn } from "../commands/settings-person.ts";
import { Home } from "../journeys/home.ts";
import { count, table, times } from "./figures.ts";
import { doing, machine, say } from "./report.ts";
import { type Service, startService } from "./service-process.ts";

const SETTINGS = Number(process.env["SETTINGS"] ?? 500);

const documents = alertsOn(Array.from({ length: SETTINGS }, (_, index) => `set-${index}`));

type Cost = {
  readonly name: string;
  readonly seconds: number;
  readonly requests: number;
};

const withPath = ({ env }: Service): NodeJS.ProcessEnv => ({ PATH: process.env["PATH"], ...env });

async function measured(name: string, service: Service, run: () => void): Promise<Cost> {
  doing(name);
  await service.requests();
  const began = performance.now();
  run();
  const seconds = (performance.now() - began) / 1000;
  return { name, seconds, requests: (await service.requests()).length };
}

function ran(
  command: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv,
  codes: readonly number[],
  input = "",
): void {
  const { status, stderr } = spawnSync(command, args, { env, input, encoding: "utf8", maxBuffer: 1e8 });
  if (!codes.includes(status ?? -1)) throw new Error(`${command} ${args.join(" ")} ended with ${status}: ${stderr}`);
}

await buildIfStale();
using home = new Home();
const file = join(home.directory, "settings.yaml");
writeFileSync(file, documents);
const costs: Cost[] = [];

const own = await startService(home, ":memory:", "--quiet");
const sextant =
  (codes: readonly number[], ...args: readonly string[]) =>
  (): void =>
    ran(process.execPath, [programOf(), ...args], withPath(own), codes);
costs.push(await measured("sextant diff: all are missing", own, sextant([1], "diff", file)));
costs.push(await measured("sextant apply", own, sextant([0], "apply", file, "--confirm", "Payments")));
costs.push(await measured("sextant diff: all are there", own, sextant([0], "diff", file)));
costs.push(
  await measured("sextant apply again: nothing to do", own, sextant([0], "apply", file, "--confirm", "Payments")),
);
await own.stop();

const other = await startService(home, ":memory:", "--quiet");
const url = `${other.ready.baseUrl}/api/service/v2/groups/${other.ready.groupId}/alertConfigs`;
const bodies = parseAllDocuments(documents).map((document) => JSON.stringify(document.get("settings")));
const MEDIA = "application/vnd.service.2025-03-12+json";
const curl = [
  "--silent",
  "--fail",
  "--digest",
  "--output",
  "/dev/null",
  "--config",
  "-",
  "--header",
  `Accept: ${MEDIA}`,
];
costs.push(
  await measured("a loop of curl that creates them", other, () => {
    for (const body of bodies) {
      const post = ["--header", `Content-Type: ${MEDIA}`, "--data", body, url];
      ran("curl", [...curl, ...post], withPath(other), [0], other.login);
    }
  }),
);
await other.stop();

say(`\n${machine()}\n\n${SETTINGS} alert configurations, each on a replica set of its own.\n`);
const loop = costs.at(-1)?.seconds ?? Number.NaN;
say(
  table([
    ["", "s", "to the loop of curl", "requests"],
    ...costs.map(({ name, seconds, requests }) => [name, seconds.toFixed(1), times(seconds / loop), count(requests)]),
  ]),
);
