import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client } from "pg";
import { describe, expect, onTestFinished, test } from "vitest";
import { ended } from "../commands/ended.ts";
import { ask } from "./database.ts";
import { configurations, instanceOn, programs, serverOfItsOwn, write } from "./one-instance.ts";
import { makeReplica, mountSmallDisk, unmount } from "./server.ts";

/** What a database does to those that use it: it asks for a password, is full, busy, or a copy of another. */

/** Takes connections until there are no more to be had. */
async function takeAll(url: string): Promise<readonly Client[]> {
  const taken: Client[] = [];
  onTestFinished(async () => {
    await Promise.all(taken.map((client) => client.end().catch(() => undefined)));
  });
  for (;;) {
    const client = new Client({ connectionString: url });
    client.on("error", () => undefined);
    try {
      await client.connect();
    } catch {
      return taken;
    }
    taken.push(client);
  }
}

describe.skipIf(programs === undefined)("a database that refuses", () => {
  test("a wrong password, or none: a sentence without it, exit 1; the right one serves", async () => {
    const folder = mkdtempSync(join(tmpdir(), "sextant-hba-"));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const rules = join(folder, "pg_hba.conf");
    writeFileSync(rules, "host all guarded 127.0.0.1/32 scram-sha-256\nhost all all 127.0.0.1/32 trust\n", {
      mode: 0o644,
    });
    // The server runs as somebody else, where this is run by root.
    chmodSync(folder, 0o755);
    const server = await serverOfItsOwn([`hba_file=${rules}`]);
    await ask(server.url, "CREATE ROLE guarded LOGIN SUPERUSER PASSWORD 'geheim'");
    const as = (login: string) => server.url.replace("sextant@", `${login}@`);
    for (const [login, says] of [
      ["guarded:falsch", /refused the user or the password\. Check both/u],
      ["guarded", /asks for a password\. Put it into the address, in SEXTANT_DATABASE\./u],
    ] as const) {
      const { code, stdout, stderr } = await ended(["serve", "--database", as(login)]);
      expect([code, stdout]).toEqual([1, ""]);
      expect(stderr).toMatch(says);
      expect(stderr).not.toMatch(/falsch|geheim/u);
    }
    const { call } = await instanceOn(as("guarded:geheim"));
    expect((await write(call)).status).toBe(200);
  });

  test("everybody, for want of connections: a start says what helps, an instance asks to come again", async () => {
    const server = await serverOfItsOwn(["max_connections=12", "superuser_reserved_connections=0"]);
    const { call, logged } = await instanceOn(server.url);
    const before = await configurations(call);
    // Those that the instance holds are ended by the database: it has to ask for new ones.
    const taken = await takeAll(server.url);
    await taken[0]?.query("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'sextant'");
    const others = await takeAll(server.url);
    const start = await ended(["serve", "--database", server.url]);
    expect([start.code, start.stdout]).toEqual([1, ""]);
    expect(start.stderr).toMatch(/has no connection left \(max_connections\)/u);
    const refused = await write(call);
    expect([refused.status, refused.str("errorCode"), refused.headers["retry-after"]]).toEqual([
      503,
      "SERVICE_UNAVAILABLE",
      "2",
    ]);
    expect(refused.text).not.toMatch(/postgres|max_connections/u);
    expect(logged()).toContain("max_connections");
    for (const client of [...taken, ...others]) await client.end();
    expect((await write(call)).status).toBe(200);
    expect(await configurations(call)).toBe(before + 1);
  });

  test("a write that waits too long for another program's lock: nothing is done, and it is said", async () => {
    const server = await serverOfItsOwn();
    const { call, logged } = await instanceOn(server.url);
    const before = await configurations(call);
    const other = new Client({ connectionString: server.url });
    await other.connect();
    await other.query("BEGIN");
    await other.query("LOCK TABLE documents IN SHARE MODE");
    const refused = await write(call);
    expect([refused.status, refused.str("errorCode")]).toEqual([503, "SERVICE_UNAVAILABLE"]);
    expect(logged()).toMatch(/took too long and was asked to stop/u);
    await other.query("ROLLBACK");
    await other.end();
    expect(await configurations(call)).toBe(before);
    expect((await write(call)).status).toBe(200);
  });

  test("every write, being a replica: a start says so, and names the primary as the way", async () => {
    const primary = await serverOfItsOwn();
    await instanceOn(primary.url);
    const replica = await makeReplica(programs ?? "", primary);
    onTestFinished(() => replica.remove());
    const { code, stdout, stderr } = await ended(["serve", "--database", replica.url]);
    expect([code, stdout]).toEqual([1, ""]);
    expect(stderr).toMatch(/is read-only: a replica, perhaps\. Name the primary\./u);
  });

  test("what has no room on its disk: nothing is done, a document says no, and it goes on with room", async ({
    skip,
  }) => {
    const disk = mkdtempSync(join(tmpdir(), "sextant-disk-"));
    onTestFinished(() => rmSync(disk, { recursive: true, force: true }));
    if (!mountSmallDisk(disk, 12)) return skip("no disk can be mounted here");
    onTestFinished(() => unmount(disk));
    const server = await serverOfItsOwn();
    await ask(server.url, `CREATE TABLESPACE small LOCATION '${disk}'`);
    const { call, logged } = await instanceOn(server.url);
    await ask(server.url, "ALTER TABLE documents SET TABLESPACE small");
    const before = await configurations(call);
    await ask(server.url, "CREATE TABLE filler (content text) TABLESPACE small");
    await ask(
      server.url,
      "DO $$ BEGIN LOOP INSERT INTO filler VALUES (repeat(md5(random()::text), 250)); COMMIT; END LOOP; END $$",
    ).catch(() => undefined);
    let done = 0;
    let refused = await write(call, `${"x".repeat(200)}@b.example`);
    for (; refused.status === 200; done += 1) refused = await write(call, `${"x".repeat(200)}@b.example`);
    expect([refused.status >= 500, refused.at("errorCode") === undefined]).toEqual([true, false]);
    expect(refused.text).not.toMatch(/postgres|disk/iu);
    expect(logged()).toMatch(/The disk of the database .* is full/u);
    await ask(server.url, "DROP TABLE filler");
    expect(await configurations(call)).toBe(before + done);
    expect((await write(call)).status).toBe(200);
  });
});
