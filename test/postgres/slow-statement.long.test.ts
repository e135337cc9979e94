import { describe, expect, test } from "vitest";
import { STATEMENT_TIMEOUT } from "../../src/service/postgres/connections.ts";
import { SECOND } from "../../src/text/durations.ts";
import { ask } from "./database.ts";
import { configurations, instanceOn, programs, serverOfItsOwn, write } from "./one-instance.ts";

/** A database that hangs over a statement for longer than one may take. */

describe.skipIf(programs === undefined)("a statement that takes too long", () => {
  test("is stopped: nothing is done, it is said, and the next write is", async () => {
    const server = await serverOfItsOwn();
    const { call, logged } = await instanceOn(server.url);
    const before = await configurations(call);
    const seconds = STATEMENT_TIMEOUT / SECOND + 30;
    await ask(
      server.url,
      `CREATE FUNCTION sleeps() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN PERFORM pg_sleep(${seconds}); RETURN NEW; END $$`,
    );
    await ask(
      server.url,
      "CREATE TRIGGER sleeping BEFORE INSERT OR UPDATE ON documents FOR EACH ROW EXECUTE FUNCTION sleeps()",
    );
    const refused = await write(call);
    expect([refused.status, refused.str("errorCode")]).toEqual([503, "SERVICE_UNAVAILABLE"]);
    expect(logged()).toMatch(/took too long and was asked to stop \(statement_timeout/u);
    const sleeping = "SELECT 1 FROM pg_stat_activity WHERE wait_event = 'PgSleep'";
    expect(await ask(server.url, sleeping)).toEqual([]);
    await ask(server.url, "DROP TRIGGER sleeping ON documents");
    expect(await configurations(call)).toBe(before);
    expect((await write(call)).status).toBe(200);
  });
});
