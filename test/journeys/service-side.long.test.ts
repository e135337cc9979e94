import { chmodSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { apiPrefix, mediaType } from "../../src/contract/wire/dialect.ts";
import type { ServiceReady } from "../../src/service/server/ready.ts";
import { Home } from "./home.ts";
import { type Setting, Sextant, SIZES } from "./sextant.ts";
import { Stage } from "./stage.ts";
import { objectOf, World } from "./world.ts";

/** What the findings say of the embedded service, seen by who sits at the terminal: its folder, and values that fit nowhere. */

const WRONG_USE = 2;
const modeOf = (path: string): number => statSync(path).mode & 0o777;

/** `sextant serve` in a terminal, and what its line says. */
async function served(args: readonly string[], { cols, rows }: Setting, env: Readonly<Record<string, string>>) {
  const terminal = new Sextant({ args: ["dist/main.js", "serve", "--json", "--quiet", ...args], cols, rows, env });
  await terminal.waitFor(/\}$/u);
  const ready: ServiceReady = JSON.parse(terminal.history().join(""));
  return { terminal, ready };
}

describe.concurrent.each(SIZES)("sextant serve --data at $cols x $rows", (setting) => {
  it("leaves a folder that was there its mode and its files, also while a console works with it", async () => {
    await using stage = await Stage.set(setting);
    const { home } = stage;
    const shared = join(home.directory, "shared");
    mkdirSync(shared);
    chmodSync(shared, 0o755);
    writeFileSync(join(shared, "notes.txt"), "somebody's", { mode: 0o644 });
    const { terminal, ready } = await served(["--data", shared], setting, home.env);
    await using serve = terminal;
    await using world = new World(ready, null);
    const sextant = await stage.at("alerts", /Alerts +\d+ open/u, world.env());
    await sextant.act("Acknowledge…", "▌Acknowledge");
    await sextant.field("Acknowledge until");
    sextant.type("+2h");
    await sextant.waitFor(/\+2h.*UTC/u);
    await sextant.review({ offers: "Acknowledge" });
    await sextant.doSaying("review.send", /Acknowledged for 2h/u);
    expect(await world.writesDone()).toHaveLength(1);
    expect(modeOf(shared)).toBe(0o755);
    serve.kill("SIGTERM");
    await serve.exit();
    expect(modeOf(shared)).toBe(0o755);
    expect(readFileSync(join(shared, "notes.txt"), "utf8")).toBe("somebody's");
    expect(modeOf(join(shared, "notes.txt"))).toBe(0o644);
    expect(modeOf(join(shared, "service.sqlite"))).toBe(0o600);
  });

  it("makes the folders that are missing for this user alone", async () => {
    await using stage = await Stage.set(setting);
    const above = join(stage.home.directory, "above");
    mkdirSync(above);
    chmodSync(above, 0o755);
    const { terminal } = await served(["--data", join(above, "new", "data")], setting, stage.home.env);
    await using serve = terminal;
    serve.kill("SIGTERM");
    await serve.exit();
    expect([above, join(above, "new"), join(above, "new", "data")].map(modeOf)).toEqual([0o755, 0o700, 0o700]);
  });

  it("refuses a folder in which everybody may make files, in one line, and leaves it as it is", async () => {
    using home = new Home();
    const open = join(home.directory, "open");
    mkdirSync(open);
    chmodSync(open, 0o777);
    await using serve = new Sextant({ args: ["dist/main.js", "serve", "--data", open], cols: 400, env: home.env });
    expect((await serve.exit()).code).toBe(1);
    expect(serve.history().filter((row) => row !== "")).toEqual([
      expect.stringMatching(/^sextant serve: .*open.*every user of this machine can change it.*chmod go-w/u),
    ]);
    expect(modeOf(open)).toBe(0o777);
    expect(readdirSync(open)).toEqual([]);
  });
});

/** A kind of alert that is no text, has a length like one, and cannot be made a text. */
const HOSTILE = '{"eventTypeName":{"length":{"toString":0}},"notifications":[]}';

/** Sends a body as it is, past the console's own client and its checks. */
async function post({ ready }: World, path: string, body: string) {
  const { baseUrl, tokenUrl, clientId, clientSecret, dialect } = ready;
  const login = Buffer.from(`${clientId}:${clientSecret}`).toString("base64");
  const response = await fetch(tokenUrl, {
    method: "POST",
    headers: { Authorization: `Basic ${login}` },
    body: new URLSearchParams({ grant_type: "client_credentials" }),
  });
  const token = objectOf(await response.json())["access_token"];
  const type = mediaType(dialect, "2025-03-12");
  const answer = await fetch(new URL(`${apiPrefix(dialect)}${path}`, baseUrl), {
    method: "POST",
    headers: { Authorization: `Bearer ${String(token)}`, Accept: type, "Content-Type": type },
    body,
  });
  return { status: answer.status, text: await answer.text() };
}

describe.concurrent.each(SIZES)("a value with a length that is no text at $cols x $rows, $dialect", (setting) => {
  it("is refused in words by sextant run, and by the service where it comes past that", async () => {
    await using stage = await Stage.set(setting);
    const { home, world } = stage;
    const { cols, rows } = setting;
    const body = join(home.directory, "body.json");
    writeFileSync(body, HOSTILE);
    const args = ["dist/main.js", "run", "createAlertConfiguration", "--body", body];
    await using run = new Sextant({ args, cols, rows, env: { ...home.env, ...world.env() } });
    expect(await run.exit()).toEqual({ code: WRONG_USE, signal: 0 });
    const said = run.history().join(" ");
    expect(said).toMatch(/not sent\. eventTypeName: must be text\./u);
    expect(said).not.toMatch(/TypeError|undefined|\[object| at \S+:\d/u);
    expect(await world.writes()).toEqual([]);

    const sextant = await stage.configurations();
    const { status, text } = await post(world, `/groups/${world.main}/alertConfigs`, HOSTILE);
    expect(status).toBe(400);
    expect(JSON.parse(text)).toMatchObject({ error: 400, detail: expect.stringMatching(/eventTypeName.*text/u) });
    await sextant.do("refresh", /Alert configs +12 on/u);
    expect((await world.configurations()).length).toBeGreaterThan(12);
  });
});

/** The form of a new search index, with its free JSON in hand. */
async function newIndex(stage: Stage, env: Readonly<Record<string, string>> = {}): Promise<Sextant> {
  const sextant = await stage.at("search-indexes", /▌Indexes +\d+ · \d+ not serving/u, env);
  await sextant.waitFor(() => sextant.selected() !== undefined, { what: "a selected index" });
  await sextant.do("action.new", "▌New search index on which cluster");
  await sextant.takeFound(/^prod-eu +replica set/u, "▌New search index on prod-eu: start from", "prod-eu");
  await sextant.takeFound("Dynamic mapping", "▌New search index on prod-eu ");
  await sextant.field("Database");
  sextant.type("shop");
  await sextant.field("Collection");
  sextant.type("orders");
  await sextant.waitFor("▌New search index shop.orders · default");
  return sextant;
}

const FIELD = "Stored source";

describe.concurrent.each(SIZES)("a number that no double holds at $cols x $rows, $dialect", (setting) => {
  it.each([
    ["1e999", /Stored source +1e999/u, /! must be true or false or an object/u],
    [`1${"0".repeat(30)}`, /Stored source +10{30}/u, /! must be true or false or an object/u],
    ['{"include":[1e999]}', /Stored source +\{"include":\[1e999\]\}/u, /! .*include.*must be text/u],
  ])("is refused at the free JSON of an index, and what was typed stays: %s", async (typed, shown, reason) => {
    await using stage = await Stage.set(setting);
    const { world } = stage;
    const sextant = await newIndex(stage);
    await sextant.field(FIELD);
    sextant.press("text.erase-line");
    await sextant.waitUntilAbsent("[false]");
    sextant.type(typed);
    await sextant.waitFor(`│ ${typed}`);
    await sextant.do("form.next", shown);
    await sextant.waitForSaid(reason);
    // Nothing can be sent: the review leads back to the field.
    sextant.press("form.review");
    await sextant.on(new RegExp(`^ *${FIELD}`, "u"));
    await sextant.waitForSaid(reason);
    await sextant.do("form.leave", /▌Indexes/u);
    expect(await world.writes()).toEqual([]);
  });
});

describe.concurrent.each(SIZES)("an index of the first generation at $cols x $rows, $dialect", (setting) => {
  it("whose fields the service answers as null goes back without them", async () => {
    await using stage = await Stage.set(setting);
    const { world } = stage;
    const sextant = await stage.at("search-indexes-first-generation", /▌Indexes, 1st gen +ends 1 Jul 2027/u);
    sextant.press("list.filter");
    await sextant.waitFor(/^.* \/ /u);
    sextant.type("sessions");
    await sextant.waitFor(/\/sessions +1 of/u);
    await sextant.do("filter.keep", /Enter open/u);
    await sextant.on(/sessions · default/u);
    await sextant.do("action.edit", "▌Edit events.sessions · default, 1st gen");
    await sextant.field("Analyzer");
    await sextant.pick("form.suggest", "Analyzer", "lucene.simple");
    await sextant.review({ asks: "Update search index" });
    await sextant.yes("Update search index");
    await sextant.doSaying("review.send", /Status (building|migrating)/u);
    const [write] = await world.writesDone();
    expect(write).toMatchObject({
      operation: "updateServiceSearchIndexDeprecated",
      body: { analyzer: "lucene.simple" },
    });
    expect(objectOf(write?.body)["mappings"]).toEqual({ dynamic: true });
    expect(JSON.stringify(write?.body)).not.toContain("null");
  });
});
