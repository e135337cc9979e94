/**
 * Runs every command of README.md, CONTRIBUTING.md, docs/connect.md and docs/scripts.md, in a copy of the checkout and in a home of its own.
 *
 * - What opens the console runs in a real pseudo terminal until its list is on screen, and is left with `q`.
 * - What serves runs until it has said where it is, and is told to end.
 * - Everything else has to end with 0 and to have said something.
 * - Addresses, keys and ids that a person fills in are those of a service that the test starts, in the dialect of the example.
 * - `npm ci` would fetch every package once more: in its place npm says whether the lock file and package.json agree (offline,
 *   nothing is written), and the command behind it runs with the packages that are here. The gate runs the real one.
 * - `npm test` runs with one small file of the suite, because the suite cannot run inside itself.
 */
import { type ChildProcess, execFile, spawn } from "node:child_process";
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { parseJson } from "../../src/contract/json/json.ts";
import type { DialectId } from "../../src/contract/wire/dialect.ts";
import { type RunningService, startService } from "../../src/service/service.ts";
import { settingsPaths } from "../../src/settings/paths.ts";
import { readProfiles } from "../../src/settings/profiles.ts";
import { Home } from "../journeys/home.ts";
import { Terminal } from "../journeys/terminal.ts";
import { fences, type Script, scriptsOf } from "./readme-commands.ts";

const CHECKOUT = resolve(import.meta.dirname, "../..");
const README = readFileSync(join(CHECKOUT, "README.md"), "utf8");
const CONTRIBUTING = readFileSync(join(CHECKOUT, "CONTRIBUTING.md"), "utf8");
/** Pages for people who use the program: what they say is run. */
const CONNECT = readFileSync(join(CHECKOUT, "docs/connect.md"), "utf8");
const SCRIPTING = readFileSync(join(CHECKOUT, "docs/scripts.md"), "utf8");
const SCRIPTS = [README, CONNECT, SCRIPTING, CONTRIBUTING].flatMap(scriptsOf);

/** What the program is made of, and what npm and the test runner read. */
const COPIED = [
  "build",
  "node",
  "src",
  "themes",
  "test",
  "docs",
  "build.ts",
  "vitest.config.ts",
  "tsconfig.json",
  "package.json",
  "package-lock.json",
  ".npmrc",
  "CONTRIBUTING.md",
  "README.md",
];

const ONE_TEST_FILE = "test/docs/readme-commands.test.ts";

const Manifest = z.object({ scripts: z.record(z.string(), z.string()) });

const run = promisify(execFile);

let checkout = "";
let home: Home;
const services = new Map<DialectId, RunningService>();

beforeAll(async () => {
  checkout = mkdtempSync(join(tmpdir(), "sextant-checkout-"));
  for (const name of COPIED) cpSync(join(CHECKOUT, name), join(checkout, name), { recursive: true });
  symlinkSync(join(CHECKOUT, "node_modules"), join(checkout, "node_modules"));
  home = new Home();
  for (const dialect of ["specification", "atlas"] as const) {
    services.set(dialect, await startService({ place: ":memory:", quiet: true, dialect }));
  }
  const { config } = settingsPaths(home.env);
  mkdirSync(config, { recursive: true });
  writeFileSync(join(config, "profiles.json"), filledIn(profiles(), "atlas"), { mode: 0o600 });
});

afterAll(async () => {
  for (const service of services.values()) await service.stop();
  home[Symbol.dispose]();
  rmSync(checkout, { recursive: true, force: true });
});

const profiles = (): string => fences(CONNECT).find(({ language }) => language === "json")?.text ?? "";

function readyOf(dialect: DialectId): RunningService["ready"] {
  const service = services.get(dialect);
  if (service === undefined) throw new Error(`no service speaks ${dialect}`);
  return service.ready;
}

/** A text of the README with what a person has to fill in. */
function filledIn(text: string, dialect: DialectId): string {
  const { baseUrl, publicKey, privateKey, groupId, orgId } = readyOf(dialect);
  const values: Readonly<Record<string, string>> = {
    "https://service.example.com": baseUrl,
    "your-public-key": publicKey,
    "your-private-key": privateKey,
    "0123456789abcdef01234567": groupId,
    "0123456789abcdef01234568": orgId,
  };
  return Object.entries(values).reduce((filled, [placeholder, value]) => filled.replaceAll(placeholder, value), text);
}

/** The environment of a person at a terminal: nothing of npm's or the test runner's, and a home of the test's own. */
function environment(script: Script): Record<string, string> {
  const { baseUrl, publicKey, privateKey, groupId, orgId } = readyOf("specification");
  const named = {
    SEXTANT_BASE_URL: baseUrl,
    SEXTANT_PUBLIC_KEY: publicKey,
    SEXTANT_PRIVATE_KEY: privateKey,
    SEXTANT_PROJECT_ID: groupId,
    SEXTANT_ORG_ID: orgId,
  };
  return {
    PATH: process.env["PATH"] ?? "",
    LANG: "C.UTF-8",
    npm_config_update_notifier: "false",
    ...home.env,
    // These speak of a service and its keys as set in the variables before.
    ...(script.text.includes("$SEXTANT_") ? named : {}),
  };
}

/** The example of profiles speaks the other dialect. */
const dialectOf = ({ text }: Script): DialectId =>
  /SEXTANT_DIALECT=atlas|--profile/u.test(text) ? "atlas" : "specification";

const textOf = (script: Script): string => filledIn(script.text, dialectOf(script));

/** A script for bash that becomes its last command, so that signals and the exit code are that command's own. */
const becoming = (script: Script): string => textOf(script).replace(/.*$/u, (last) => `exec ${last}`);

/** The title of the pane that a command line opens the console at. */
function titleOf(script: Script): RegExp {
  if (script.text.includes("alert-configurations")) return /▌Alert configs/u;
  return /npm start -- alerts\b/u.test(script.text) ? /▌Alerts/u : /▌Overview/u;
}

async function opensTheConsole(script: Script): Promise<void> {
  const absent = Object.keys(process.env).filter((name) => name.startsWith("npm_"));
  const env = { ...Object.fromEntries(absent.map((name) => [name, undefined])), ...environment(script) };
  await using terminal = new Terminal({
    file: "bash",
    args: ["-c", becoming(script)],
    cwd: checkout,
    cols: 120,
    rows: 40,
    env,
  });
  await terminal.waitFor(/as of \d\d:\d\d:\d\d/u);
  await terminal.waitFor(titleOf(script));
  await terminal.waitFor("? all keys");
  if (script.text.includes("--read-only")) await terminal.waitFor(/^ sextant .*read-only/u);
  if (script.text.includes("--profile")) await terminal.waitFor(/^ sextant .*PRODUCTION .*read-only/u);
  terminal.type("q");
  expect(await terminal.exit()).toEqual({ code: 0, signal: 0 });
}

/** All that a process writes until it has said something. */
function said(program: ChildProcess, pattern: RegExp): Promise<string> {
  return new Promise((done, failed) => {
    let output = "";
    const listen = (chunk: Buffer): void => {
      output += String(chunk);
      if (pattern.test(output)) done(output);
    };
    program.stdout?.on("data", listen);
    program.stderr?.on("data", listen);
    program.once("exit", (code) => failed(new Error(`It ended with ${code} and never said ${pattern}:\n${output}`)));
  });
}

async function serves(script: Script): Promise<void> {
  const program = spawn("bash", ["-c", becoming(script)], {
    cwd: checkout,
    env: environment(script),
    stdio: ["ignore", "pipe", "pipe"],
  });
  try {
    if (script.text.includes("--json")) {
      const line = parseJson((await said(program, /^\{.*\}\n/u)).trim());
      expect(line).toMatchObject({ ok: true, value: { baseUrl: expect.stringMatching(/^http:/u) } });
    } else await said(program, /ready at http:.*Ctrl-C stops/su);
    const ended = new Promise((done) => program.once("exit", (code) => done(code)));
    // npm passes it on to the program.
    program.kill("SIGINT");
    expect(await ended).toBe(0);
  } finally {
    program.kill("SIGKILL");
  }
}

const options = (script: Script) => ({ cwd: checkout, env: environment(script), maxBuffer: 64 * 1024 * 1024 });

async function endsWell(script: Script): Promise<void> {
  // What is read from a here-document belongs to its command.
  const lines = textOf(script).replaceAll("\\\n", "");
  for (const line of lines.includes("<<") ? [lines] : lines.split("\n")) {
    const { stdout, stderr } = await run("bash", ["-c", line], options(script));
    // That there is nothing to print is said beside it.
    expect(`${stdout}${stderr}`, line).not.toBe("");
    if (/run listAlerts(?!.*--show-request)|curl/u.test(line)) {
      const open = expect.arrayContaining([expect.objectContaining({ status: "OPEN" })]);
      expect(parseJson(stdout), line).toMatchObject({ ok: true, value: { results: open } });
    }
  }
}

async function tests(script: Script): Promise<void> {
  const { stdout } = await run("bash", ["-c", `${script.text} -- ${ONE_TEST_FILE}`], options(script));
  expect(stdout).toMatch(/^[1-9]\d* passed, 0 failed$/mu);
}

const sourceTexts = (folder: string): readonly string[] =>
  readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".ts"))
    .map((name) => readFileSync(join(folder, name), "utf8"));

const WAYS = { console: opensTheConsole, service: serves, command: endsWell, tests } as const;

describe("every command of the pages", () => {
  it("is found, of each kind", () => {
    expect(new Set(SCRIPTS.map(({ kind }) => kind))).toEqual(new Set(["console", "tests", "service", "command"]));
    expect(SCRIPTS.filter(({ installs }) => installs).map(({ text }) => text)).toEqual(["npm start", "npm test"]);
  });

  it.each(SCRIPTS)("works: $text", (script) => WAYS[script.kind](script));

  it("finds the packages of npm ci in step with package.json", async () => {
    const folder = join(checkout, "install");
    mkdirSync(join(folder, "node"), { recursive: true });
    for (const name of ["package.json", "package-lock.json", ".npmrc", "node/package.json"])
      cpSync(join(CHECKOUT, name), join(folder, name));
    const args = ["ci", "--dry-run", "--offline", "--no-audit", "--no-fund"];
    const env = { PATH: process.env["PATH"] ?? "", ...home.env, npm_config_update_notifier: "false" };
    const { stdout } = await run("npm", args, { cwd: folder, env });
    expect(stdout).toMatch(/added \d+ packages/u);
  });
});

describe("CONTRIBUTING.md", () => {
  it("names scripts of npm that there are, and each of them", () => {
    const { scripts } = Manifest.parse(JSON.parse(readFileSync(join(CHECKOUT, "package.json"), "utf8")));
    const named = [...CONTRIBUTING.matchAll(/`npm (?:run )?([\w:-]+)/gu)].map(([, name = ""]) => name);
    expect(named.filter((name) => name !== "ci" && !(name in scripts))).toEqual([]);
    expect(Object.keys(scripts).filter((name) => !["build", "prepack", ...named].includes(name))).toEqual([]);
  });
});

describe("the pages for users", () => {
  it("has an example of profiles that can be read", async () => {
    const read = await readProfiles(settingsPaths(home.env));
    expect(read.map(({ name }) => name)).toEqual(["payments"]);
    expect(filledIn(profiles(), "atlas")).not.toMatch(/example\.com|0123456789abcdef/u);
  });

  it("leads to files and folders that there are", () => {
    const named = [...README.matchAll(/`((?:src|test)\/[^`]*)`|\]\(([^)#:]+)\)/gu)].map(
      ([, code, link]) => code ?? link ?? "",
    );
    expect(named.length).toBeGreaterThan(10);
    expect(named.filter((path) => !existsSync(join(CHECKOUT, path)))).toEqual([]);
  });

  it("has every variable that the program reads, and no other", () => {
    const mentioned = new Set(`${README}${CONNECT}`.match(/SEXTANT_[A-Z_]+/gu));
    const sources = ["src/settings", "src/terminal"].flatMap((layer) => sourceTexts(join(CHECKOUT, layer)));
    const used = new Set(sources.flatMap((text) => text.match(/\bSEXTANT_[A-Z_]+\b/gu) ?? []));
    expect(mentioned).toEqual(used);
  });
});
