import { execFileSync, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { chmodSync, copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join, resolve } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { debianName, whyNoDebian } from "../../build/debian.ts";
import { folder } from "../folder.ts";
import { Home } from "../journeys/home.ts";
import { Sextant } from "../journeys/sextant.ts";

/** What `npm run package` makes: the one file, the Debian package, the bill of materials. */

const CHECKOUT = resolve(import.meta.dirname, "../..");
const RELEASE = join(CHECKOUT, "release");
const EXECUTABLE = join(RELEASE, `sextant-${process.platform}-${process.arch}`);

beforeAll(() => {
  execFileSync(process.execPath, ["build/package.ts"], { cwd: CHECKOUT, stdio: "pipe" });
});

/** Nothing but a home: no PATH, no Node, no terminal. */
const bare = (home: Home): NodeJS.ProcessEnv => ({ HOME: home.directory });

/** The file alone, in a folder that nobody can write to. */
function alone(): string {
  const place = folder();
  const file = join(place, "sextant");
  copyFileSync(EXECUTABLE, file);
  chmodSync(file, 0o555);
  chmodSync(place, 0o555);
  return file;
}

describe("the one file", () => {
  test("tells its version and sends a call, without Node, in an empty environment, from a read-only folder", () => {
    using home = new Home();
    const file = alone();
    const version = spawnSync(file, ["--version"], { encoding: "utf8", env: {}, cwd: "/" });
    expect([version.status, version.stderr]).toEqual([0, ""]);
    expect(version.stdout).toMatch(/^\d+\.\d+\.\d+\n$/u);
    const call = spawnSync(file, ["run", "listProjects"], { encoding: "utf8", env: bare(home), cwd: "/" });
    expect([call.status, call.stderr]).toEqual([0, ""]);
    expect(JSON.parse(call.stdout).results.map(({ name }: { name: string }) => name)).toContain("Payments");
    expect(spawnSync(file, ["complete", "--", "snap"], { encoding: "utf8", env: bare(home) }).stdout).toMatch(
      /^snapshots/u,
    );
  });

  test("serves until it is told to stop, over TLS too", async () => {
    using home = new Home();
    const served = spawn(alone(), ["serve", "--json", "--tls", "--data", ":memory:"], { env: bare(home) });
    const [line] = await once(served.stdout, "data");
    expect(JSON.parse(String(line)).baseUrl).toMatch(/^https:\/\/127\.0\.0\.1:\d+$/u);
    served.kill("SIGTERM");
    expect(await once(served, "exit")).toEqual([0, null]);
  });

  test.each([
    { cols: 80, rows: 24 },
    { cols: 160, rows: 50 },
  ])("shows the overview at $cols x $rows, opens an alert and a form, and leaves a clean terminal", async (size) => {
    using home = new Home();
    await using sextant = new Sextant({
      file: alone(),
      args: [],
      ...size,
      env: { ...home.env, PATH: "", TERM: "xterm-256color", LANG: "C.UTF-8" },
    });
    const before = sextant.modes();
    await sextant.waitFor(/▌Overview +\d+ crit/iu);
    await sextant.waitFor(() => sextant.selected() !== undefined, { what: "a row with the keys" });
    await sextant.do("palette.open", "Commands");
    sextant.type("alert configs");
    await sextant.on("Go to Alert configs");
    await sextant.do("palette.choose", /Alert configs +\d+ on/u);
    await sextant.do("action.new", /▌New alert config/u);
    await sextant.do("form.leave", /Alert configs +\d+ on/u);
    sextant.press("quit");
    expect(await sextant.exit()).toEqual({ code: 0, signal: 0 });
    expect(sextant.modes()).toEqual(before);
  });
});

const noDebian = whyNoDebian();
const DEBIAN = join(RELEASE, debianName());

describe.skipIf(noDebian !== null)("the Debian package", () => {
  test("has the program, man page, completions and licences, nobody's name, and no way to write them", () => {
    const listed = execFileSync("dpkg-deb", ["-c", DEBIAN], { encoding: "utf8" });
    for (const file of [
      "/usr/bin/sextant",
      "/usr/share/man/man1/sextant.1.gz",
      "/usr/share/bash-completion/completions/sextant",
      "/usr/share/zsh/vendor-completions/_sextant",
      "/usr/share/fish/vendor_completions.d/sextant.fish",
      "/usr/share/doc/sextant/copyright",
      "/usr/share/doc/sextant/changelog.gz",
    ]) {
      expect(listed).toContain(`.${file}`);
    }
    const entries = listed.trimEnd().split("\n");
    expect(entries.filter((entry) => !/^[d-]rw[x-]r-[x-]r-[x-] root\/root /u.test(entry))).toEqual([]);
  });

  test("runs where it is unpacked, its completions and its man page are those of this build", () => {
    using home = new Home();
    const root = folder();
    execFileSync("dpkg-deb", ["-x", DEBIAN, root]);
    const program = join(root, "usr/bin/sextant");
    expect(spawnSync(program, ["--version"], { encoding: "utf8", env: {} }).status).toBe(0);
    for (const [shell, file] of [
      ["bash", "bash-completion/completions/sextant"],
      ["zsh", "zsh/vendor-completions/_sextant"],
      ["fish", "fish/vendor_completions.d/sextant.fish"],
    ] as const) {
      const printed = spawnSync(program, ["completion", shell], { encoding: "utf8", env: bare(home) }).stdout;
      expect(readFileSync(join(root, "usr/share", file), "utf8")).toBe(printed);
    }
    const copyright = readFileSync(join(root, "usr/share/doc/sextant/copyright"), "utf8");
    for (const name of ["Apache License", "Node.js is licensed", "undici", "react", "zod", "ink"]) {
      expect(copyright).toContain(name);
    }
  });

  test("is installed, run and removed, and only what is the user's stays", ({ skip }) => {
    if (process.getuid?.() !== 0) skip("only root can install packages");
    if (spawnSync("dpkg", ["-s", "sextant"]).status === 0) skip("another sextant is installed here");
    using home = new Home();
    try {
      execFileSync("dpkg", ["-i", "--force-depends", DEBIAN], { stdio: "pipe" });
      const call = spawnSync("/usr/bin/sextant", ["run", "listProjects"], {
        encoding: "utf8",
        env: { HOME: home.directory },
      });
      expect([call.status, call.stderr]).toEqual([0, ""]);
      if (spawnSync("man", ["--version"]).status === 0) {
        const page = spawnSync("man", ["-l", "/usr/share/man/man1/sextant.1.gz"], {
          encoding: "utf8",
          env: { ...process.env, MANPAGER: "cat" },
        });
        expect(page.stdout).toContain("SYNOPSIS");
      }
    } finally {
      execFileSync("dpkg", ["--purge", "sextant"], { stdio: "pipe" });
    }
    const left = spawnSync("dpkg", ["-L", "sextant"], { encoding: "utf8" });
    expect(left.status).not.toBe(0);
    expect(readdirSync("/usr/bin")).not.toContain("sextant");
    expect(statSync(join(home.directory, ".local/share/sextant")).isDirectory()).toBe(true);
  });
});

test("the bill of materials names what is in the program, and nothing of its development", () => {
  const [file = ""] = readdirSync(RELEASE).filter((name) => name.endsWith(".cdx.json"));
  const { components, dependencies } = JSON.parse(readFileSync(join(RELEASE, file), "utf8"));
  const names: readonly string[] = components.map(({ name }: { name: string }) => name);
  for (const name of ["ink", "react", "undici", "zod", "smol-toml"]) expect(names).toContain(name);
  expect(names.filter((name) => name.startsWith("node-"))).toHaveLength(1);
  for (const name of ["vitest", "typescript", "postject", "type-fest"]) expect(names).not.toContain(name);
  const refs = components.map((one: Readonly<Record<string, string>>) => one["bom-ref"]);
  const named = dependencies.flatMap((one: { readonly dependsOn: readonly string[] }) => one.dependsOn);
  expect(named.filter((ref: string) => !refs.includes(ref))).toEqual([]);
});

test("the packed npm package is installed for everybody, and its command runs", () => {
  const place = folder();
  mkdirSync(join(place, "home"));
  const env = { ...process.env, HOME: join(place, "home"), npm_config_audit: "false", npm_config_fund: "false" };
  const packed = execFileSync("npm", ["pack", "--pack-destination", place, "--silent"], {
    cwd: CHECKOUT,
    encoding: "utf8",
    env,
  });
  const archive = join(place, packed.trim().split("\n").at(-1) ?? "");
  const prefix = join(place, "global");
  execFileSync("npm", ["install", "-g", "--prefix", prefix, "--ignore-scripts", "--omit=dev", archive], {
    stdio: "pipe",
    env,
    cwd: place,
  });
  const ran = spawnSync(process.execPath, [join(prefix, "bin", "sextant"), "--version"], { encoding: "utf8" });
  expect([ran.status, ran.stderr]).toEqual([0, ""]);
  expect(readdirSync(join(prefix, "share/man/man1"))).toContain("sextant.1");
  // It brings no package but itself.
  expect(readdirSync(join(prefix, "lib/node_modules"))).toEqual(["sextant"]);
  expect(existsSync(join(prefix, "lib/node_modules/sextant/node_modules"))).toBe(false);
});
