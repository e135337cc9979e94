import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { startService } from "../../src/service/service.ts";
import { folder } from "../folder.ts";
import { clientOf } from "../service/support.ts";
import { makeServer, postgresPrograms } from "./server.ts";

/** Back-up and restore as docs/operations.md has them. */

const PAGE = readFileSync(resolve(import.meta.dirname, "../../docs/operations.md"), "utf8");

/** The commands of the section, as words. */
function commands(): readonly (readonly string[])[] {
  const section = PAGE.split(/^## /mu).find((part) => part.startsWith("Back-up and restore")) ?? "";
  return [...section.matchAll(/^(?:pg_dump|createdb|pg_restore) .*$/gmu)].map(([line]) => line.split(" "));
}

const body = { eventTypeName: "NO_PRIMARY", notifications: [{ typeName: "EMAIL", emailAddress: "a@b.example" }] };

test("what was backed up while an instance ran is there in a new database", async ({ skip }) => {
  const programs = postgresPrograms();
  if (programs === undefined) return skip("there is no PostgreSQL here");
  const server = await makeServer(programs);
  onTestFinished(() => server.remove());
  const running = await startService({ place: `${server.url}?schema=sextant`, quiet: true, size: { alerts: 12 } });
  onTestFinished(() => running.stop());
  const call = await clientOf(running.ready);
  const path = `/groups/${call.groupId}/alertConfigs`;
  expect((await call("POST", path, { body })).status).toBe(200);
  const before = await call("GET", path);

  const cwd = folder();
  const { username, hostname, port } = new URL(server.url);
  const env = { PGUSER: username, PGHOST: hostname, PGPORT: port, PATH: process.env["PATH"] ?? "" };
  const names: string[] = [];
  for (const [name = "", ...args] of commands()) {
    names.push(name);
    const words = args.map((word) => (word === '"$DATABASE"' ? server.url : word));
    execFileSync(join(programs, name), words, { cwd, env, stdio: "pipe" });
  }
  expect(names).toEqual(["pg_dump", "createdb", "pg_restore"]);

  const restored = new URL(`${server.url}?schema=sextant`);
  restored.pathname = "/sextant_restored";
  const next = await startService({ place: restored.href, quiet: true });
  onTestFinished(() => next.stop());
  expect(next.ready.privateKey).toBe(running.ready.privateKey);
  const after = await (await clientOf(next.ready))("GET", path);
  expect(after.rows().map(({ id }) => id)).toEqual(before.rows().map(({ id }) => id));
});
