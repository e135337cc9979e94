import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { Home } from "./home.ts";
import { Sextant, SIZES } from "./sextant.ts";

const NO_SERVICE = 3;

/** Puts something else where the data file is. */
const damage = (home: Home): string => {
  const file = join(home.directory, "data", "sextant", "service", "service.sqlite");
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  writeFileSync(file, "this is no database\n".repeat(500), { mode: 0o600 });
  return file;
};

describe.concurrent.each(SIZES)("a console whose data file is damaged, at $cols x $rows", ({ cols, rows }) => {
  const start = (home: Home): Sextant => new Sextant({ args: ["dist/main.js"], cols, rows, env: home.env });

  const saysSo = async (sextant: Sextant, file: string): Promise<void> => {
    expect(await sextant.exit()).toEqual({ code: NO_SERVICE, signal: 0 });
    const said = sextant.history().join("").trim();
    // The terminal breaks the line where its width ends.
    const unbroken = said.replaceAll(/\s/gu, "");
    expect(unbroken).toContain(`sextant:Theembeddedservicecannotstart:${file}isdamagedornotadatabase`);
    expect(unbroken).toContain("sextantserve--fresh");
    expect(unbroken).toMatch(/sextantserve--data\.$/u);
    expect(said.length).toBeLessThan(500);
  };

  it("says at the first start which file it is and what helps, and leaves the terminal as it was", async () => {
    using home = new Home();
    const file = damage(home);
    await using sextant = start(home);
    const before = sextant.modes();
    await saysSo(sextant, file);
    expect(sextant.modes()).toEqual(before);
  });

  it("says so at a later start too, where the first picture is on screen before the service", async () => {
    using home = new Home();
    await using first = start(home);
    await first.waitFor(/Payments/u);
    await first.waitFor("? all keys");
    first.press("quit");
    expect(await first.exit()).toEqual({ code: 0, signal: 0 });
    const file = damage(home);
    await using second = start(home);
    const before = second.modes();
    await saysSo(second, file);
    expect(second.modes()).toEqual(before);
  });
});

const COMMANDS = [
  ["the console", [], `${NO_SERVICE} sextant: The embedded service cannot start: `],
  ["sextant serve", ["serve"], "1 sextant serve: "],
] as const;

describe.concurrent.each(COMMANDS)("%s whose data cannot be used", (_name, args, begins) => {
  const ended = async (home: Home): Promise<string> => {
    // Wide enough for all of it: a second line would be seen as one.
    await using sextant = new Sextant({ args: ["dist/main.js", ...args], cols: 400, rows: 24, env: home.env });
    const before = sextant.modes();
    const { code } = await sextant.exit();
    expect(sextant.modes()).toEqual(before);
    return `${code} ${sextant.history().join("\n").trim()}`;
  };

  it("says in one line that the data file is no database, and what helps", async () => {
    using home = new Home();
    const file = damage(home);
    expect(await ended(home)).toMatch(
      new RegExp(
        `^${begins}${file} is damaged or not a database.*sextant serve --fresh.*sextant serve --data\\.$`,
        "u",
      ),
    );
  });

  it("says in one line that a file is where its directory should be, and what helps", async () => {
    using home = new Home();
    writeFileSync(join(home.directory, "data"), "a file");
    const folder = join(home.directory, "data", "sextant", "service");
    expect(await ended(home)).toBe(
      `${begins}${folder} cannot be created: a file has the name of a directory. Move the file away, or choose another directory with sextant serve --data.`,
    );
  });
});
