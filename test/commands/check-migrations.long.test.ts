import { chmodSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { fileName } from "../../src/state/files/file-names.ts";
import { lagKey } from "../../src/state/samples/measured.ts";
import { Person } from "./person.ts";
import { type Env, servedToAll } from "./served.ts";

/** `sextant check migrations` and `sextant show`: what rests upon the readings of a console on this machine is said only when they are read. */

const service = servedToAll();
const SECOND = 1000;
const HOUR = 3600 * SECOND;

type Migration = { readonly id: string; readonly env: Env; readonly project: string };

/** A migration of the sample data that the service says this of. */
function migrationThat(person: Person, says: RegExp): Migration {
  const { ready, env } = service();
  for (const { groupId, id } of ready.migrations) {
    const own = { ...env, SEXTANT_PROJECT_ID: groupId };
    const { stdout } = person.command(["run", "getPushMigration", `liveMigrationId=${id}`], "", own);
    if (says.test(stdout)) return { id, env: own, project: groupId };
  }
  throw new Error(`no migration of the sample data is ${says}`);
}

/** Where consoles keep readings of this service, below the home of their person. */
const folder = (): string => {
  const { href } = new URL(service().env["SEXTANT_BASE_URL"] ?? "");
  return join("state", "sextant", "samples", fileName("environment"), fileName(href));
};

type Reading = { readonly at: number; readonly value: number | null; readonly state: string };

/** The readings of a console on this machine that was closed a while ago. */
function noted(person: Person, { project, id }: Migration, readings: readonly Reading[]): void {
  const lines = readings.map((reading) => `${JSON.stringify({ v: 1, ...reading })}\n`);
  person.write(join(folder(), `${fileName(lagKey(project, id))}.1-${Date.now() - HOUR}.jsonl`), lines.join(""));
}

/** A reading every so often up to a while ago, as many as a console keeps: to read them takes the disk a moment. */
const until = (ago: number, every: number, of: (index: number) => Omit<Reading, "at">): readonly Reading[] =>
  Array.from({ length: 3000 }, (_, index) => ({ at: Date.now() - ago - (3000 - index) * every, ...of(index) }));

const checked = (person: Person, { id, env }: Migration) => {
  const { status, stdout } = person.command(["check", "migrations", id, "-t", "60"], "", env);
  return [status, stdout];
};

const READY = /"readyForCutover":true/u;

test("time that is left is reckoned from when a console first saw the migration ready", () => {
  using person = new Person();
  const migration = migrationThat(person, READY);
  noted(
    person,
    migration,
    until(HOUR, (116.5 * HOUR) / 3000, () => ({ value: 4, state: "WORKING ready" })),
  );
  for (let time = 0; time < 3; time += 1) {
    expect(checked(person, migration)).toEqual([
      2,
      expect.stringMatching(/^MIGRATIONS CRITICAL - .*1 ready, expires in 2h (?:29m|30m)/u),
    ]);
  }
  const { stdout } = person.command(["show", `live-migration/${migration.id}`], "", migration.env);
  expect(stdout).toMatch(/Ready +first seen .*\(4d ago\)/u);
  expect(stdout).toMatch(/Migration expires in 2 h (?:29|30) min at most/u);
  expect(stdout).toMatch(/Readings +3001 by this console/u);
});

test("lag that does not fall is known by the readings before", () => {
  using person = new Person();
  const migration = migrationThat(person, /"lagTimeSeconds":\d{4}/u);
  noted(
    person,
    migration,
    until(10 * SECOND, 10 * SECOND, (index) => ({ value: 100 + index, state: "WORKING" })),
  );
  expect(checked(person, migration)).toEqual([
    1,
    expect.stringMatching(/^MIGRATIONS WARNING - .*1 not catching up.*: lag does not fall/u),
  ]);
});

test("what ended badly is counted by when a console saw the end", () => {
  using person = new Person();
  const migration = migrationThat(person, /"status":"EXPIRED"/u);
  const watched = until(25 * HOUR, HOUR / 60, () => ({ value: 4, state: "WORKING ready" }));
  noted(person, migration, [...watched, { at: Date.now() - 23 * HOUR, value: null, state: "EXPIRED" }]);
  expect(checked(person, migration)).toEqual([
    2,
    expect.stringMatching(/^MIGRATIONS CRITICAL - .*1 failed or expired\. Worst: .* expired /u),
  ]);
});

test("readings that cannot be read are no reason to say that all is well", () => {
  using person = new Person();
  const migration = migrationThat(person, READY);
  noted(
    person,
    migration,
    until(HOUR, HOUR, () => ({ value: 4, state: "WORKING ready" })),
  );
  chmodSync(join(person.directory, folder()), 0o777);
  expect(checked(person, migration)).toEqual([
    3,
    expect.stringMatching(/^MIGRATIONS UNKNOWN - Sample data: Readings not loaded: /u),
  ]);
});
