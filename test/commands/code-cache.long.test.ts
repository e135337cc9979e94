import { spawnSync } from "node:child_process";
import {
  chmodSync,
  chownSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { COMPILED_CODE } from "../compiled-code.ts";

/** A user and a group that are not those of the tests. */
const SOMEBODY = 65_534;

const loader = pathToFileURL(resolve(import.meta.dirname, "../../src/commands/start/code-cache.ts"));

let place: string;
let folder: string;
let cache: string;

/** A part as the build makes them: a function of what a module has. */
const part = (said: string): string => `(function(exports,require,module,__url){
  module.exports = { say: () => "${said}", where: __url, ends: require("node:os").EOL };
})`;

/** Each start is a process of its own: within one, V8 knows a script that it has seen. */
function start(...flags: readonly string[]): unknown {
  const program = `
    import { loadWithCodeCache } from "${loader}";
    let keep = () => undefined;
    const part = loadWithCodeCache(new URL("./part-ABC.js", "${pathToFileURL(place)}/"), { later: (run) => { keep = run; } });
    process.stdout.write(JSON.stringify([part.say(), part.where, part.ends]));
    keep();`;
  const { stdout, stderr } = spawnSync(process.execPath, [...flags, "--input-type=module", "--eval", program], {
    encoding: "utf8",
    cwd: place,
    // Of the sources, not of the part: that is asked of the loader.
    env: { ...process.env, NODE_COMPILE_CACHE: COMPILED_CODE, XDG_CACHE_HOME: cache },
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
  place = mkdtempSync(join(tmpdir(), "code-cache-"));
  cache = join(place, "cache");
  folder = join(cache, "sextant", "code");
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
  mkdirSync(dirname(folder), { recursive: true });
  writeFileSync(folder, "a file in its place");
  expect(start()).toEqual(says("first"));
  rmSync(folder);
  mkdirSync(folder);
  chmodSync(folder, 0o500);
  expect(start()).toEqual(says("first"));
});

test("removes code of other builds that is a week old, and no newer", () => {
  start();
  const week = Date.now() / 1000 - 8 * 24 * 60 * 60;
  for (const name of ["part-OLD-v1-x64.2", "part-NEW-v1-x64.2"]) writeFileSync(join(folder, name), "code");
  utimesSync(join(folder, "part-OLD-v1-x64.2"), week, week);
  start();
  expect(rounds()).toEqual(["part-NEW-v1-x64.2", "part.2"]);
});

test("removes nothing but its own files: not what others have put there, no folder, and nothing behind a link", () => {
  start();
  const week = Date.now() / 1000 - 8 * 24 * 60 * 60;
  const elsewhere = join(place, "elsewhere");
  mkdirSync(elsewhere);
  for (const path of [join(elsewhere, "letters"), join(elsewhere, "part-OLD-v1-x64.2"), join(folder, "notes.txt")]) {
    writeFileSync(path, "somebody's");
    utimesSync(path, week, week);
  }
  mkdirSync(join(folder, "part-DIR-v1-x64.1"));
  utimesSync(join(folder, "part-DIR-v1-x64.1"), week, week);
  symlinkSync(elsewhere, join(folder, "part-LINK-v1-x64.1"));
  symlinkSync(join(elsewhere, "letters"), join(folder, "part-LINK-v1-x64.2"));
  start();
  expect(rounds()).toEqual(["notes.txt", "part-DIR-v1-x64.1", "part-LINK-v1-x64.1", "part-LINK-v1-x64.2", "part.2"]);
  expect(readdirSync(elsewhere)).toEqual(["letters", "part-OLD-v1-x64.2"]);
});

describe("code that somebody else may have planted", () => {
  /** Two starts leave code of what says "first"; what is run of it now shows, because the script says something else. */
  beforeEach(() => {
    start();
    start();
    writeFileSync(join(place, "part-ABC.js"), part("other"));
  });

  test("is run where only this user can have put it there", () => expect(start()).toEqual(says("first")));

  test.each([0o770, 0o707, 0o755, 0o775])("is not run from a folder of mode %o", (mode) => {
    chmodSync(folder, mode);
    expect(start()).toEqual(says("other"));
  });

  test("is not run from a folder that stands in one where everybody writes", () => {
    chmodSync(join(cache, "sextant"), 0o777);
    expect(start()).toEqual(says("other"));
  });

  test.each([0o620, 0o602])("is not run from a file of mode %o", (mode) => {
    chownSync(keptPath(2), process.getuid?.() ?? 0, SOMEBODY);
    chmodSync(keptPath(2), mode);
    expect(start()).toEqual(says("other"));
  });

  test("is not run through a link", () => {
    renameSync(keptPath(2), join(place, "planted"));
    symlinkSync(join(place, "planted"), keptPath(2));
    expect(start()).toEqual(says("other"));
    rmSync(keptPath(2), { force: true });
    renameSync(join(place, "planted"), keptPath(2));
    renameSync(folder, join(place, "aside"));
    symlinkSync(join(place, "aside"), folder);
    expect(start()).toEqual(says("other"));
  });

  test("is not run from a folder that is named from where one stands", () => {
    const here = cache;
    cache = "cache";
    const home = process.env["HOME"];
    process.env["HOME"] = join(place, "home");
    try {
      expect(start()).toEqual(says("other"));
    } finally {
      process.env["HOME"] = home;
      cache = here;
    }
  });

  // Only root can make files of another user.
  test.runIf(process.getuid?.() === 0)("is not run from a file or a folder of another user", () => {
    chownSync(keptPath(2), SOMEBODY, SOMEBODY);
    expect(start()).toEqual(says("other"));
    chownSync(folder, SOMEBODY, SOMEBODY);
    expect(start()).toEqual(says("other"));
  });
});

test("the folder is this user's alone, whatever the mask says", () => {
  const mask = process.umask(0o002);
  try {
    start();
  } finally {
    process.umask(mask);
  }
  expect(statSync(folder).mode & 0o777).toBe(0o700);
  expect(statSync(keptPath(1)).mode & 0o777).toBe(0o600);
});
