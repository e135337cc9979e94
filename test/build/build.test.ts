import { spawnSync } from "node:child_process";
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { build, buildIfStale, isStale, programOf } from "../../build.ts";
import manifest from "../../package.json" with { type: "json" };
import { allOperations } from "../../src/contract/operations.ts";

const root = resolve(import.meta.dirname, "../..");

/** Runs a program of Node to its end. */
function run(
  program: string,
  options: {
    readonly flags?: readonly string[];
    readonly args?: readonly string[];
    readonly env?: NodeJS.ProcessEnv;
  } = {},
) {
  const { flags = [], args = [], env = {} } = options;
  const { status, stdout, stderr } = spawnSync(process.execPath, [...flags, program, ...args], {
    encoding: "utf8",
    env: { ...process.env, ...env },
  });
  return { status, stdout, stderr };
}

describe("a checkout", () => {
  let checkout: string;

  function write(files: Readonly<Record<string, string>>): void {
    for (const [name, text] of Object.entries(files)) {
      mkdirSync(join(checkout, dirname(name)), { recursive: true });
      writeFileSync(join(checkout, name), text);
    }
  }

  beforeEach(() => {
    checkout = mkdtempSync(join(tmpdir(), "checkout-"));
    symlinkSync(join(root, "node_modules"), join(checkout, "node_modules"));
    write({
      "package.json": '{ "name": "sample", "type": "module" }',
      "tsconfig.json": '{ "compilerOptions": { "jsx": "react-jsx" } }',
      "themes/plain.json": '{ "name": "plain" }',
      "src/main.ts": 'await import("./commands/say.ts");',
      "src/commands/say.ts": 'console.log("first");',
    });
  });
  afterEach(() => rmSync(checkout, { recursive: true, force: true }));

  test("is out of date until it is built, and again after any change of what the program is made of", async () => {
    expect(isStale(checkout)).toBe(true);
    await build(checkout);
    expect(isStale(checkout)).toBe(false);
    for (const name of ["src/main.ts", "src/commands/say.ts", "themes/plain.json", "package.json"]) {
      const saved = statSync(join(checkout, name)).mtime;
      for (const time of [new Date(saved.getTime() + 60_000), new Date(saved.getTime() - 60_000)]) {
        utimesSync(join(checkout, name), time, time);
        expect(isStale(checkout), name).toBe(true);
      }
      await build(checkout);
      expect(isStale(checkout), name).toBe(false);
    }
    write({ "src/commands/more.ts": "" });
    expect(isStale(checkout)).toBe(true);
  });

  test("is out of date after a source was deleted", async () => {
    write({ "src/commands/unused.ts": "" });
    await build(checkout);
    rmSync(join(checkout, "src/commands/unused.ts"));
    expect(isStale(checkout)).toBe(true);
  });

  test("is built anew only when it is out of date, and then says what the sources say", async () => {
    await buildIfStale(checkout);
    expect(run(programOf(checkout))).toEqual({ status: 0, stdout: "first\n", stderr: "" });
    rmSync(join(checkout, "dist", partNamed("say")));
    await buildIfStale(checkout);
    expect(run(programOf(checkout)).status).toBe(1);
    write({ "src/commands/say.ts": 'console.log("second");' });
    await buildIfStale(checkout);
    expect(run(programOf(checkout))).toEqual({ status: 0, stdout: "second\n", stderr: "" });
  });

  test("keeps the parts that a running program may still load, and loses them in a build for shipping", async () => {
    await build(checkout);
    const part = partNamed("say");
    write({ "src/commands/say.ts": 'console.log("second");' });
    await buildIfStale(checkout);
    expect(readdirSync(join(checkout, "dist"))).toContain(part);
    await build(checkout);
    expect(readdirSync(join(checkout, "dist"))).not.toContain(part);
  });

  test("leaves the built program alone when its sources do not build", async () => {
    await build(checkout);
    write({ "src/commands/say.ts": 'import { missing } from "./nowhere.ts"; console.log(missing);' });
    await expect(build(checkout)).rejects.toThrow("nowhere.ts");
    expect(run(programOf(checkout)).stdout).toBe("first\n");
  });

  test("finds its workers and what is shipped beside it by URL", async () => {
    write({
      "src/commands/say.ts": `
        import { readFileSync } from "node:fs";
        import { Worker } from "node:worker_threads";
        new Worker(new URL("../service/worker.ts", import.meta.url)).on("message", (said) => console.log(said));
        console.log(JSON.parse(readFileSync(new URL("../../themes/plain.json", import.meta.url), "utf8")).name);
        console.log(new URL("../../themes/", import.meta.url).href.endsWith("/themes/"));`,
      "src/service/worker.ts": `
        import { parentPort } from "node:worker_threads";
        parentPort?.postMessage("from the worker");`,
    });
    await build(checkout);
    expect(run(programOf(checkout))).toEqual({ status: 0, stdout: "plain\ntrue\nfrom the worker\n", stderr: "" });
  });

  test.each([
    ["a URL of what is not shipped", 'console.log(new URL("../../docs/page.md", import.meta.url));', "not shipped"],
    ["a URL that is put together", 'console.log(new URL("./" + "x.ts", import.meta.url));', "literally"],
    ["a source's own folder", "console.log(import.meta.dirname);", "literally"],
  ])("is not built with %s", async (_, text, complaint) => {
    write({ "src/commands/say.ts": text });
    await expect(build(checkout)).rejects.toThrow(new RegExp(`src/commands/say\\.ts.*${complaint}`));
  });

  test("draws with React's production build, whatever the environment says", async () => {
    write({
      "src/commands/say.ts": 'const { draw } = await import("../ui/draw.tsx"); draw();',
      "src/ui/draw.tsx": `
        import { render, Text } from "ink";
        import React from "react";
        export function draw() {
          render(<Text>drawn, {"captureOwnerStack" in React ? "development" : "production"}</Text>).unmount();
        }`,
    });
    await build(checkout);
    const drawn = run(programOf(checkout), { env: { NODE_ENV: "development", DEV: "true" } });
    expect(drawn).toEqual({ status: 0, stdout: "drawn, production\n", stderr: "" });
  });

  function partNamed(name: string): string {
    const part = readdirSync(join(checkout, "dist")).find((file) => file.startsWith(`${name}-`));
    if (part === undefined) throw new Error(`no part of the build is named ${name}`);
    return part;
  }
});

describe("the program", () => {
  test("tells its version", () => {
    expect(run(programOf(), { args: ["--version"] })).toEqual({
      status: 0,
      stdout: `${manifest.version}\n`,
      stderr: "",
    });
  });

  test.each(["18.20.8", "20.19.0", "22.18.0"])("refuses Node %s in one sentence", (version) => {
    const older = `data:text/javascript,Object.defineProperty(process.versions,"node",{value:"${version}"})`;
    const { status, stdout, stderr } = run(programOf(), { flags: ["--import", older], args: ["--version"] });
    expect({ status, stdout }).toEqual({ status: 1, stdout: "" });
    expect(stderr).toMatch(/^Sextant needs Node 22\.19 or newer.*\n$/);
    expect(stderr).toContain(version);
  });

  test("claims in its package what its entry enforces", () => {
    expect(manifest.engines.node).toBe(">=22.19");
  });

  test("has an entry that an older Node can read: before it looks at the version it loads Node's own modules only", () => {
    const entry = readFileSync(programOf(), "utf8");
    const atOnce = [...entry.matchAll(/\bimport\s*(?:[^"'()]*?from\s*)?"([^"]+)"/g)].map(
      ([, specifier = ""]) => specifier,
    );
    expect(atOnce).toContain("node:module");
    expect(atOnce.filter((specifier) => !specifier.startsWith("node:"))).toEqual([]);
    expect(entry).toMatch(/\bimport\("\.\//);
  });

  test("carries one of the languages of zod's messages: `z.core` as a value brings all of them", () => {
    const parts = readdirSync(dirname(programOf())).filter((name) => name.endsWith(".js"));
    const inDutch = parts.filter((name) =>
      readFileSync(join(dirname(programOf()), name), "utf8").includes("Ongeldige"),
    );
    expect(inDutch).toEqual([]);
  });

  test("has an entry without the contract, which would be read before the first picture", () => {
    const entry = readFileSync(programOf(), "utf8");
    expect(allOperations().filter(({ id }) => entry.includes(id))).toEqual([]);
  });
});
