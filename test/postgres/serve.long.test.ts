import { spawn } from "node:child_process";
import { describe, expect, test } from "vitest";
import { programOf } from "../../build.ts";
import { type Ended, ended } from "../commands/ended.ts";
import { type Started, started } from "../service/started.ts";
import { clientOf } from "../service/support.ts";
import { ask, DATABASE, newPlace } from "./database.ts";

/** `sextant serve` on a database, as a person runs it. */

const database = DATABASE ?? "";

const serving = (place: string, ...flags: readonly string[]): Promise<Started> =>
  started([programOf(), "serve", "--json", "--quiet", "--database", place, ...flags]);

const keys = (place: string, ...words: readonly string[]): Promise<Ended> =>
  ended(["serve", "keys", ...words], { ...process.env, SEXTANT_DATABASE: place });

/** The address of another database or user of the same server. */
function elsewhere(change: (url: URL) => void): string {
  const url = new URL(database);
  change(url);
  return url.href;
}

describe.skipIf(DATABASE === undefined)("sextant serve --database", () => {
  test("serves from the database, a second instance beside it, and ends by itself when it is told to", async () => {
    const place = newPlace();
    const [one, two] = [await serving(place), await serving(place)];
    const call = await clientOf(one.ready);
    const created = await call("POST", `/groups/${call.groupId}/alertConfigs`, {
      body: { eventTypeName: "HOST_DOWN", notifications: [{ typeName: "EMAIL", emailAddress: "a@b.example" }] },
    });
    const look = await clientOf(two.ready);
    expect((await look("GET", `/groups/${look.groupId}/alertConfigs/${created.str("id")}`)).status).toBe(200);
    expect(one.line).not.toContain("sextant@");
    one.process.kill("SIGTERM");
    await new Promise((resolve) => one.process.once("exit", resolve));
    expect(one.process.exitCode).toBe(0);
    expect((await look("GET", `/groups/${look.groupId}/alerts`)).status).toBe(200);
  });

  test("keys are made, listed without their secrets, and revoked at once, while it serves", async () => {
    const place = newPlace();
    const { ready } = await serving(place);
    const made = await keys(place, "add", "--kind", "account", "--role", "Project Read Only@Payments", "--json");
    expect(made.code).toBe(0);
    const { clientId, clientSecret } = JSON.parse(made.stdout);
    const call = await clientOf(ready, { clientId, clientSecret });
    expect((await call("GET", `/groups/${ready.groupId}/alerts`)).status).toBe(200);
    const change = { body: { acknowledgementComment: "no" } };
    expect((await call("PATCH", `/groups/${ready.groupId}/alerts/${"f".repeat(24)}`, change)).status).toBe(401);
    const [, other] = ready.groups;
    expect((await call("GET", `/groups/${other?.id}/alerts`)).status).toBe(401);

    const listed = await keys(place, "list");
    expect(listed.stdout).toMatch(new RegExp(`${clientId}\\s+service account; Project Read Only in Payments`, "u"));
    expect(listed.stdout).toContain("every role in the organisation, Payments");
    for (const secret of [clientSecret, ready.privateKey, ready.clientSecret])
      expect(listed.stdout).not.toContain(secret);

    expect((await keys(place, "revoke", clientId)).code).toBe(0);
    expect((await call("GET", `/groups/${ready.groupId}/alerts`)).status).toBe(401);
    expect(await keys(place, "revoke", clientId)).toMatchObject({ code: 1, stdout: "" });
    for (const words of [
      ["add"],
      ["add", "--role", "Project Reed Only"],
      ["add", "--role", "Project Owner@Paymints"],
      ["ad"],
    ]) {
      const wrong = await keys(place, ...words);
      expect([wrong.code, wrong.stdout]).toEqual([2, ""]);
      expect(wrong.stderr).toMatch(/^sextant serve keys: .+\n$/u);
    }
  });

  test("keys are not printed where others read the output, and the address without its password", async () => {
    const place = newPlace().replace("sextant@", "sextant:geheim@");
    const text = await new Promise<string>((resolve, reject) => {
      const serve = spawn(process.execPath, [programOf(), "serve", "--quiet"], {
        env: { ...process.env, SEXTANT_DATABASE: place },
        stdio: ["ignore", "pipe", "inherit"],
      });
      let said = "";
      serve.stdout.setEncoding("utf8").on("data", (chunk: string) => {
        said += chunk;
        if (said.includes("Ctrl-C")) serve.kill("SIGTERM");
      });
      serve.once("error", reject);
      serve.once("exit", () => resolve(said));
    });
    expect(text).toMatch(/keys {9}not shown here/u);
    expect(text).toContain("sextant:****@");
    expect(text).not.toContain("geheim");
  });

  const wrong: readonly (readonly [what: string, place: () => string | Promise<string>, says: RegExp])[] = [
    ["is not there", () => "postgres://a:geheim@127.0.0.1:1/x", /cannot be reached .*Start it/u],
    [
      "does not exist",
      () =>
        elsewhere((url) => {
          url.pathname = "/nowhere";
        }),
      /does not exist\. Create it/u,
    ],
    [
      "knows no such user",
      () =>
        elsewhere((url) => {
          url.username = "nobody";
        }),
      /refused the user or the password/u,
    ],
    ["is read-only", () => `${newPlace()}&options=-c%20default_transaction_read_only%3Don`, /is read-only/u],
    [
      "was written by a later version",
      async () => {
        const place = newPlace();
        const first = await serving(place);
        first.process.kill("SIGKILL");
        await ask(database, `INSERT INTO ${new URL(place).searchParams.get("schema")}.migrations (number) VALUES (99)`);
        return place;
      },
      /written by a later version of Sextant \(tables 99, this one knows 2\)/u,
    ],
    [
      "has texts that are not UTF-8",
      async () => {
        await ask(database, "DROP DATABASE IF EXISTS plain");
        await ask(
          database,
          "CREATE DATABASE plain ENCODING 'SQL_ASCII' TEMPLATE template0 LC_COLLATE 'C' LC_CTYPE 'C'",
        );
        return elsewhere((url) => {
          url.pathname = "/plain";
        });
      },
      /encoding SQL_ASCII: it has to be UTF8/u,
    ],
    [
      "gives the user no rights",
      async () => {
        await ask(database, "DO $$ BEGIN CREATE ROLE guest LOGIN; EXCEPTION WHEN duplicate_object THEN NULL; END $$");
        const place = new URL(newPlace());
        place.username = "guest";
        return place.href;
      },
      /lacks rights/u,
    ],
  ];
  test.each(wrong)("a database that %s is refused in a sentence", async (_what, place, says) => {
    const { code, stdout, stderr } = await ended(["serve", "--database", await place()]);
    expect([code, stdout]).toEqual([1, ""]);
    expect(stderr).toMatch(/^sextant serve: .+\n$/u);
    expect(stderr).toMatch(says);
    expect(stderr).not.toContain("geheim");
  });
});
