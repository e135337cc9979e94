import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { programOf } from "../../build.ts";
import { settingsPaths } from "../../src/settings/paths.ts";
import { changeProfiles } from "../../src/settings/profiles.ts";
import { SIZES } from "./sextant.ts";
import { Stage } from "./stage.ts";
import { World } from "./world.ts";

/** A credential command that prints its second argument once the file of its first is there. */
const PRINTS_ONCE_THERE =
  "const [, file, text] = process.argv; const look = setInterval(() => { if (!require('node:fs').existsSync(file)) return; clearInterval(look); process.stdout.write(text); }, 20);";

describe.each(SIZES)("profiles at $cols x $rows, $dialect", (setting) => {
  it("are gone over to while the console runs: what was held belongs to the other service, and a wrong one changes nothing", async () => {
    await using stage = await Stage.set(setting);
    await using other = await World.start(setting.dialect);
    const { home, world } = stage;
    const profileOn = (on: World, name: string, variable: string, id: string = on.main) => ({
      name,
      baseUrl: on.ready.baseUrl,
      dialect: on.ready.dialect,
      orgId: on.ready.orgId,
      projects: [{ id, alias: `Project of ${name}` }],
      credentials: { kind: "digest", publicKey: on.ready.publicKey, privateKeyVariable: variable } as const,
    });
    await changeProfiles(settingsPaths(home.env), () => [
      profileOn(world, "east", "EAST_KEY"),
      { ...profileOn(other, "west", "WEST_KEY", other.project("Staging")), environment: "production" },
      profileOn(other, "lost", "NO_SUCH_KEY"),
    ]);
    const env = { EAST_KEY: world.ready.privateKey, WEST_KEY: other.ready.privateKey };
    const sextant = stage.console(["alert-configurations", "--profile", "east"], env);
    await sextant.waitFor(/Alert configs +12 on · 2 off/u);

    const profiles = async (): Promise<void> => {
      await sextant.do("project", /▌Projects of profile/u);
      await sextant.select("Another profile", "picker.down");
      await sextant.do("picker.take", /▌Profiles/u);
    };
    await profiles();
    expect(sextant.selected()?.text).toMatch(/^\d east +current/u);
    await sextant.select("lost", "menu.down");
    await sextant.do("menu.choose", /Still profile east: /u);
    expect(sextant.screen()[0]).toContain("Project of east");

    await profiles();
    await sextant.select("west", "menu.down");
    await sextant.do("menu.choose", /PRODUCTION +read-only/u);
    // The project that the environment names is one of the start.
    await sextant.waitFor(/Alert configs +\d+ on/u);
    expect(sextant.screen()[0]).toContain("Project of west");
    await sextant.do("action.new", /! production is locked; U unlocks/u);

    await profiles();
    expect(sextant.selected()?.text).toMatch(/^\d west +current production/u);
    await sextant.select("east", "menu.up");
    await sextant.do("menu.choose", /✓ Profile east/u);
    await sextant.waitUntilAbsent("PRODUCTION");
    await sextant.waitFor(/Alert configs +12 on · 2 off/u);
    await sextant.select("credit card");
    await sextant.act("Turn off", "▌Review");
    await sextant.waitFor(/Turn off\? +y\/N/u);
    await sextant.yes("Turn off");
    await sextant.do("review.send", /Active +off/u);
    expect((await world.writesDone()).map(({ body }) => body)).toEqual([{ enabled: false }]);
    expect(await other.writes()).toEqual([]);
  });

  it("that answer late are gone over to only by who waited for them, and keep nobody from leaving", async () => {
    await using stage = await Stage.set(setting);
    const { home, world } = stage;
    const { baseUrl, dialect, orgId, publicKey, privateKey } = world.ready;
    const profile = { baseUrl, dialect, orgId, projects: [{ id: world.main, alias: "Payments" }] };
    const answer = join(home.directory, "answer");
    const printed = JSON.stringify({ publicKey, privateKey });
    const waiting = (file: string) => ({
      kind: "command" as const,
      credentialCommand: [process.execPath, "-e", PRINTS_ONCE_THERE, file, printed],
    });
    await changeProfiles(settingsPaths(home.env), () => [
      {
        ...profile,
        name: "quick",
        credentials: { kind: "digest", publicKey, privateKeyVariable: "QUICK_KEY" },
      },
      { ...profile, name: "late", credentials: waiting(answer) },
      { ...profile, name: "never", credentials: waiting(join(home.directory, "nothing")) },
    ]);
    const sextant = stage.console(["alert-configurations", "--profile", "quick"], { QUICK_KEY: privateKey });
    await sextant.waitFor(/Alert configs +12 on · 2 off/u);
    const choose = async (name: string): Promise<void> => {
      await sextant.do("project", /▌Projects of profile/u);
      await sextant.select("Another profile", "picker.down");
      await sextant.do("picker.take", /▌Profiles/u);
      await sextant.select(name, "menu.down");
      await sextant.do("menu.choose", `Switching to profile ${name}`);
    };
    await choose("late");
    await sextant.do("action.new", /▌New alert config/u);
    writeFileSync(answer, "");
    await sextant.waitFor(/Still profile quick: something else was opened in the meantime/u);
    await sextant.do("form.leave", /Alert configs +12 on/u);
    await choose("never");
    sextant.press("quit");
    expect(await sextant.exit()).toEqual({ code: 0, signal: 0 });
    expect(await world.writes()).toEqual([]);
  });

  it("that another program removes while they are open are said to be gone, and nothing of them is written again", async () => {
    await using stage = await Stage.set(setting);
    const { home, world } = stage;
    const { baseUrl, dialect, orgId, publicKey, privateKey } = world.ready;
    const credentials = { kind: "digest", publicKey, privateKeyVariable: "PROD_KEY" } as const;
    const projects = [{ id: world.main, alias: "Payments" }];
    await changeProfiles(settingsPaths(home.env), () => [
      { name: "prod", baseUrl, dialect, orgId, projects, credentials },
    ]);
    const sextant = stage.console(["alert-configurations", "--profile", "prod"], { PROD_KEY: privateKey });
    await sextant.waitFor(/Alert configs +12 on · 2 off/u);
    const ofProd = (): readonly string[] => [...home.files().keys()].filter((name) => name.includes("/prod."));
    await sextant.waitFor(() => ofProd().length > 0, { what: "files of the profile" });

    const remove = [programOf(), "profile", "remove", "prod", "--confirm", "prod"];
    expect(spawnSync(process.execPath, remove, { env: { ...process.env, ...home.env } }).status).toBe(0);
    await sextant.do("list.filter", /\/ /u);
    sextant.type("disk");
    await sextant.waitFor(/Profile prod was removed or renamed/u);
    await sextant.do("filter.undo", /n new/u);
    await sextant.do("action.new", "▌New alert configuration");
    sextant.type("host down");
    await sextant.waitFor("draft NOT saved");
    sextant.kill("SIGTERM");
    await sextant.exit();
    expect(ofProd()).toEqual([]);
  });
});
