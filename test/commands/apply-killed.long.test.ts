import { spawn } from "node:child_process";
import { expect, test } from "vitest";
import { programOf } from "../../build.ts";
import { isObject } from "../../src/contract/json/json.ts";
import { isWhole } from "../extent.ts";
import { control } from "../service/support.ts";
import { Person } from "./person.ts";
import { alertsOn, commandOf, settingsService, writesIn } from "./settings-person.ts";

/** An apply that is killed at any moment: run again, the project is what the file says, and nothing was made twice. */

/** Each round makes a dozen, and a project may have a thousand: the kills are over services of their own. */
const ROUNDS = isWhole ? 50 : 5;
const SERVICES = isWhole ? [1, 2] : [1];
const ALERTS = 12;

const alerts = (round: number, count = ALERTS): string =>
  alertsOn(Array.from({ length: count }, (_, index) => `round-${round}-${index}`));

test.each(SERVICES)(`killed ${ROUNDS} times in the middle, service %i`, { timeout: 1_800_000 }, async () => {
  const service = await settingsService();
  using person = new Person();
  const run = commandOf(person, service);
  const writesSoFar = async (): Promise<number> => {
    const { json } = await control(service.ready, "GET", "/journal");
    const entries = isObject(json) && Array.isArray(json["entries"]) ? json["entries"] : [];
    return entries.filter((entry: unknown) => isObject(entry) && entry["operation"] === "createAlertConfiguration")
      .length;
  };
  let cut = 0;
  for (let round = 0; round < ROUNDS; round += 1) {
    const file = person.write("alerts.yaml", alerts(round));
    await service.requests();
    const child = spawn(process.execPath, [programOf(), "apply", file, "--confirm", "Payments"], {
      env: { PATH: process.env["PATH"], ...person.env, ...service.env },
      stdio: "ignore",
    });
    const ended = new Promise((resolve) => child.once("close", resolve));
    // Each time after another number of writes, from none on.
    const after = Math.floor((round * ALERTS) / ROUNDS);
    while (child.exitCode === null && (await writesSoFar()) < after) await new Promise((next) => setTimeout(next, 1));
    child.kill("SIGKILL");
    await ended;
    const before = await writesSoFar();
    if (before < ALERTS) cut += 1;
    const again = run("apply", file, "--confirm", "Payments");
    expect([again.status, again.stderr]).toEqual([0, ""]);
    expect(writesIn(await service.requests()).filter((name) => name === "createAlertConfiguration")).toHaveLength(
      ALERTS,
    );
    const same = run("diff", file);
    expect([same.status, same.stdout]).toEqual([0, `No difference: ${ALERTS} settings the same.\n`]);
  }
  expect(cut).toBeGreaterThan(ROUNDS / 2);
});

test("480 are applied, and found the same with one call for their list", async () => {
  const service = await settingsService();
  using person = new Person();
  const run = commandOf(person, service);
  const file = person.write("alerts.yaml", alerts(0, 480));
  const { status, stderr, stdout } = run("apply", file, "--confirm", "Payments");
  expect([status, stderr]).toEqual([0, ""]);
  expect(stdout).toContain("480 changes applied to Payments.");
  await service.requests();
  expect(run("diff", file).stdout).toBe("No difference: 480 settings the same.\n");
  const lists = (await service.requests()).filter((name) => name === "listAlertConfigurations");
  expect(lists).toHaveLength(1);
});
