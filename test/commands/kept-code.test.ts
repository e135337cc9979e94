import { spawnSync } from "node:child_process";
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { afterEach, beforeEach, expect, test } from "vitest";

const loader = pathToFileURL(resolve(import.meta.dirname, "../../src/commands/start/kept-code.ts"));

let place: string;
let folder: string;

/** A part as the build makes them: a function of what a module has. */
const part = (said: string): string => `(function(exports,require,module,__url){
  module.exports = { say: () => "${said}", where: __url, ends: require("node:os").EOL };
})`;

/** Each start is a process of its own: within one, V8 knows a script that it has seen. */
function start(...flags: readonly string[]): unknown {
  const program = `
    import { loadKept } from "${loader}";
    let keep = () => undefined;
    const part = loadKept(new URL("./part-ABC.js", "${pathToFileURL(place)}/"), { folder: ${JSON.stringify(folder)}, later: (run) => { keep = run; } });
    process.stdout.write(JSON.stringify([part.say(), part.where, part.ends]));
    keep();`;
  const { stdout, stderr } = spawnSync(process.execPath, [...flags, "--input-type=module", "--eval", program], {
    encoding: "utf8",
  });
  expect(stderr).toBe("");
  return JSON.parse(stdout);
}

const rounds = (): readonly string[] =>
  readdirSync(folder)
    .map((name) => name.replace(`part-ABC-${process.version}-${process.arch}`, "part"))
    .toSorted();
const keptPath = (round: number): string => join(folder, `part-ABC-${process.version}-${process.arch}.${round}`);
const says = (said: string): unknown => [said, `${pathToFileURL(place)}/part-ABC.js`, "\n"];

beforeEach(() => {
  place = mkdtempSync(join(tmpdir(), "kept-code-"));
  folder = join(place, "compiled");
  writeFileSync(join(place, "part-ABC.js"), part("first"));
});
afterEach(() => rmSync(place, { recursive: true, force: true }));

test("keeps the code of a first start and of a second, and then leaves it", () => {
  expect(start()).toEqual(says("first"));
  expect(rounds()).toEqual(["part.1"]);
  expect(start()).toEqual(says("first"));
  expect(rounds()).toEqual(["part.2"]);
  const kept = readFileSync(keptPath(2));
  expect(start()).toEqual(says("first"));
  expect(rounds()).toEqual(["part.2"]);
  expect(readFileSync(keptPath(2))).toEqual(kept);
});

test("runs the code that was kept, of what was called until then", () => {
  start();
  // V8 knows a script by its length; the build names files by what is in them.
  writeFileSync(join(place, "part-ABC.js"), part("other"));
  expect(start()).toEqual(says("first"));
});

test.each([
  ["escapes in ASCII, as the build writes them", "\\u00b7 x\\u2026"],
  ["letters in UTF-8", "· x…"],
])("reads what stands in a pattern, %s", (_, letters) => {
  writeFileSync(
    join(place, "part-ABC.js"),
    part("first").replace('"first"', `/^${letters}$/u.test("\\u00b7 x\\u2026")`),
  );
  expect(start()).toEqual([true, `${pathToFileURL(place)}/part-ABC.js`, "\n"]);
});

test("runs the script itself where a byte of the code is another, and keeps it anew", () => {
  start();
  start();
  writeFileSync(join(place, "part-ABC.js"), part("other"));
  const damaged = readFileSync(keptPath(2));
  damaged[Math.floor(damaged.length / 2)] = (damaged[Math.floor(damaged.length / 2)] ?? 0) ^ 1;
  for (const bytes of [damaged, damaged.subarray(0, 100), Buffer.alloc(2), Buffer.alloc(0)]) {
    writeFileSync(keptPath(2), bytes);
    expect(start()).toEqual(says("other"));
    expect(rounds()).toEqual(["part.1"]);
    rmSync(keptPath(1));
  }
});

test("takes no code of a V8 with other flags", () => {
  start();
  writeFileSync(join(place, "part-ABC.js"), part("other"));
  expect(start("--no-use-ic")).toEqual(says("other"));
  expect(rounds()).toEqual(["part.1"]);
});

test("runs where nothing can be kept", () => {
  writeFileSync(folder, "a file in its place");
  expect(start()).toEqual(says("first"));
  rmSync(folder);
  mkdirSync(folder);
  chmodSync(folder, 0o500);
  expect(start()).toEqual(says("first"));
});

test("removes code of other builds that is a week old, and no newer", () => {
  mkdirSync(folder);
  const week = Date.now() / 1000 - 8 * 24 * 60 * 60;
  for (const name of ["part-OLD-v1-x64.2", "part-NEW-v1-x64.2"]) writeFileSync(join(folder, name), "code");
  utimesSync(join(folder, "part-OLD-v1-x64.2"), week, week);
  start();
  expect(rounds()).toEqual(["part-NEW-v1-x64.2", "part.1"]);
});
