/**
 * `npm run bench:settings`: what `sextant diff` and `apply` cost for 500 alert configurations beside a loop of curl that sends the same, in one
 * run, each on a service of its own. It prints a table and asserts nothing. Needs curl.
 */
import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { buildIfStale, programOf } from "../../build.ts";
import { alertsOn } from "../commands/settings-person.ts";
import { Home } from "../journeys/home.ts";
import { count, table, times } from "./figures.ts";
import { startServer } from "./processes.ts";
import { doing, machine, say } from "./report.ts";

const SETTINGS = Number(process.env["SETTINGS"] ?? 500);

const names = Array.from({ length: SETTINGS }, (_, index) => `set-${index}`);

type Service = {
  readonly env: NodeJS.ProcessEnv;
  /** Where alert configurations are created. */
  readonly url: string;
  readonly login: string;
  /** Signed requests since the last look, counted. */
  readonly requests: () => Promise<number>;
  readonly stop: () => Promise<unknown>;
};

async function started(home: Home): Promise<Service> {
  const server = await startServer([programOf(), "serve", "--json", "--quiet", "--data", ":memory:"]);
  const ready = JSON.parse(server.line);
  const control = { headers: { Authorization: `Bearer ${ready.controlToken}` } };
  return {
    env: {
      PATH: process.env["PATH"],
      ...home.env,
      SEXTANT_BASE_URL: ready.baseUrl,
      SEXTANT_PUBLIC_KEY: ready.publicKey,
      SEXTANT_PRIVATE_KEY: ready.privateKey,
      SEXTANT_PROJECT_ID: ready.groupId,
      SEXTANT_ORG_ID: ready.orgId,
    },
    url: `${ready.baseUrl}/api/service/v2/groups/${ready.groupId}/alertConfigs`,
    login: `user = "${ready.publicKey}:${ready.privateKey}"\n`,
    requests: async () => {
      const { entries } = JSON.parse(await (await fetch(`${ready.controlUrl}/journal`, control)).text());
      await fetch(`${ready.controlUrl}/journal`, { ...control, method: "DELETE" });
      return entries.filter(({ caller }: { readonly caller: string | null }) => caller !== null).length;
    },
    stop: () => server.stop(),
  };
}

type Cost = {
  readonly name: string;
  readonly seconds: number;
  readonly requests: number;
};

async function measured(name: string, service: Service, run: () => void): Promise<Cost> {
  doing(name);
  await service.requests();
  const began = performance.now();
  run();
  const seconds = (performance.now() - began) / 1000;
  return { name, seconds, requests: await service.requests() };
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
writeFileSync(file, alertsOn(names));
const costs: Cost[] = [];

const own = await started(home);
const sextant =
  (codes: readonly number[], ...args: readonly string[]) =>
  (): void =>
    ran(process.execPath, [programOf(), ...args], own.env, codes);
costs.push(await measured("sextant diff: all are missing", own, sextant([1], "diff", file)));
costs.push(await measured("sextant apply", own, sextant([0], "apply", file, "--confirm", "Payments")));
costs.push(await measured("sextant diff: all are there", own, sextant([0], "diff", file)));
costs.push(
  await measured("sextant apply again: nothing to do", own, sextant([0], "apply", file, "--confirm", "Payments")),
);
await own.stop();

const other = await started(home);
const body = (index: number): string =>
  JSON.stringify({
    eventTypeName: "OUTSIDE_METRIC_THRESHOLD",
    enabled: true,
    matchers: [{ fieldName: "REPLICA_SET_NAME", operator: "EQUALS", value: names[index] }],
    metricThreshold: {
      metricName: "CONNECTIONS_PERCENT",
      operator: "GREATER_THAN",
      threshold: (index % 90) + 1,
      units: "RAW",
      mode: "AVERAGE",
    },
    notifications: [{ typeName: "EMAIL", emailAddress: "dba@example.com", delayMin: index % 60, intervalMin: 60 }],
  });
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
    for (const index of names.keys()) {
      const post = ["--header", `Content-Type: ${MEDIA}`, "--data", body(index), other.url];
      ran("curl", [...curl, ...post], other.env, [0], other.login);
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
