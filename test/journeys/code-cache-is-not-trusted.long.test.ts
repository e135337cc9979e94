import { spawnSync } from "node:child_process";
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { programOf } from "../../build.ts";
import { isWhole } from "../extent.ts";
import { Sextant, SIZES } from "./sextant.ts";
import { Stage } from "./stage.ts";

/**
 * Compiled code that somebody else may have put where the console keeps its own is not run, and nothing of theirs is removed.
 * `test/commands/code-cache.long.test.ts` tries each way in which it may have come there on the same loader: a sample has the first.
 */

/** A user and a group that are not those of the tests. */
const SOMEBODY = 65_534;
/** Neither the size nor the wire changes anything of it. */
const ONE_SIZE = SIZES.slice(0, 1);
const isRoot = process.getuid?.() === 0;
const WHOLE = isWhole ? ONE_SIZE : [];
const WEEK_AND_A_DAY = 8 * 24 * 60 * 60;

/** The script of the screens, as the built program loads it. */
function script(): string {
  const folder = dirname(programOf());
  const [name = ""] = /console-\w+\.js(?=",import\.meta\.url)/u.exec(readFileSync(programOf(), "utf8")) ?? [];
  return join(folder, name);
}

/** The file of its compiled code, in a folder of such code. */
const keptIn = (folder: string): string =>
  join(folder, `${basename(script(), ".js")}-${process.version}-${process.arch}.2`);

/** Code that passes for the script's as far as V8 looks (the length of its source), and that leaves a proof when it is run. */
function plant(folder: string, proof: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const { stderr } = spawnSync(
    process.execPath,
    [
      "--input-type=module",
      "--eval",
      `import { readFileSync, writeFileSync } from "node:fs";
       import { Script } from "node:vm";
       import { crc32 } from "node:zlib";
       const [script, file, proof] = process.argv.slice(1);
       const { length } = readFileSync(script, "latin1");
       const planted = "(function(){process.getBuiltinModule('node:fs').writeFileSync(" + JSON.stringify(proof) + ",'run')})";
       const code = new Script(planted.padEnd(length), { filename: script }).createCachedData();
       const sum = Buffer.alloc(4);
       sum.writeUInt32LE(crc32(code));
       writeFileSync(file, Buffer.concat([sum, code]), { mode: 0o600 });`,
      script(),
      keptIn(folder),
      proof,
    ],
    { encoding: "utf8" },
  );
  expect(stderr).toBe("");
}

/** A stage with planted code where the console keeps its own. */
async function planted(setting: (typeof SIZES)[number]) {
  const stage = await Stage.set(setting);
  const cache = join(stage.home.directory, "cache");
  const folder = join(cache, "sextant", "code");
  const proof = join(stage.home.directory, "proof");
  plant(folder, proof);
  return { stage, cache, folder, kept: keptIn(folder), aside: join(stage.home.directory, "aside"), proof };
}

type Planted = Awaited<ReturnType<typeof planted>>;

/** The console comes up, takes keys, and ends; what was planted was not run. */
async function comesUpWithout({ proof }: Planted, sextant: Sextant): Promise<void> {
  await sextant.waitFor(/Alerts +6 open/u);
  await sextant.do("list.open", /Acknowledged +no/u);
  await sextant.do("detail.back", /▌Alerts +6 open/u);
  sextant.press("quit");
  expect(await sextant.exit()).toEqual({ code: 0, signal: 0 });
  expect(existsSync(proof)).toBe(false);
}

const OPEN = [
  ["a folder in which its group may make files", ({ folder }: Planted) => chmodSync(folder, 0o775)],
  ["a folder that everybody may read", ({ folder }: Planted) => chmodSync(folder, 0o755)],
  [
    "a folder in one where everybody may put another in its place",
    ({ cache }: Planted) => chmodSync(join(cache, "sextant"), 0o777),
  ],
  [
    "a folder that is a link",
    ({ folder, aside }: Planted) => {
      renameSync(folder, aside);
      symlinkSync(aside, folder);
    },
  ],
  [
    "a file that is a link",
    ({ kept, aside }: Planted) => {
      renameSync(kept, aside);
      symlinkSync(aside, kept);
    },
  ],
  ["a file that everybody may change", ({ kept }: Planted) => chmodSync(kept, 0o602)],
] as const;

/** Only root can make files of another user. */
const OF_OTHERS = [
  ["a file of another user", ({ kept }: Planted) => chownSync(kept, SOMEBODY, SOMEBODY)],
  ["a folder of another user", ({ folder }: Planted) => chownSync(folder, SOMEBODY, SOMEBODY)],
] as const;

describe.concurrent.each(ONE_SIZE)("planted code at $cols x $rows, $dialect", (setting) => {
  it("would be run where only this user can have put it there: what is planted here is code", async () => {
    const there = await planted(setting);
    await using stage = there.stage;
    await stage.console(["alerts"], { XDG_CACHE_HOME: there.cache }).exit();
    expect(readFileSync(there.proof, "utf8")).toBe("run");
  });

  it.each(isWhole ? [...OPEN, ...(isRoot ? OF_OTHERS : [])] : OPEN.slice(0, 1))(
    "is not run from %s, and the console comes up",
    async (_, open) => {
      const there = await planted(setting);
      await using stage = there.stage;
      open(there);
      await comesUpWithout(there, stage.console(["alerts"], { XDG_CACHE_HOME: there.cache }));
    },
  );

  it("is not run from a folder that is named from where one stands", async () => {
    const there = await planted(setting);
    await using stage = there.stage;
    const { cols, rows } = setting;
    const env = { ...stage.home.env, ...stage.world.env(), XDG_CACHE_HOME: "cache" };
    await using sextant = new Sextant({
      args: [programOf(), "alerts"],
      cols,
      rows,
      env,
      cwd: stage.home.directory,
    });
    await comesUpWithout(there, sextant);
  });
});

describe.concurrent.each(WHOLE)("what others have beside kept code at $cols x $rows, $dialect", (setting) => {
  it("stays when the console keeps its code and clears what is old: no foreign file, no folder, nothing behind a link", async () => {
    await using stage = await Stage.set(setting);
    const cache = join(stage.home.directory, "cache");
    const folder = join(cache, "sextant", "code");
    const elsewhere = mkdtempSync(join(tmpdir(), "elsewhere-"));
    try {
      mkdirSync(join(folder, "console-DIR-v1-x64.1"), { recursive: true, mode: 0o700 });
      chmodSync(folder, 0o700);
      const old = Date.now() / 1000 - WEEK_AND_A_DAY;
      const foreign = [
        join(elsewhere, "letters"),
        join(elsewhere, "console-OLD-v1-x64.2"),
        join(folder, "notes.txt"),
        join(folder, "console-DIR-v1-x64.1", "inside"),
      ];
      const own = join(folder, "console-OLD-v1-x64.2");
      for (const path of [...foreign, own]) {
        writeFileSync(path, "somebody's");
        utimesSync(path, old, old);
      }
      utimesSync(join(folder, "console-DIR-v1-x64.1"), old, old);
      symlinkSync(elsewhere, join(folder, "console-LINK-v1-x64.1"));
      symlinkSync(join(elsewhere, "letters"), join(folder, "console-LINK-v1-x64.2"));
      const sextant = stage.console(["alerts"], { XDG_CACHE_HOME: cache });
      await sextant.waitFor(/Alerts +6 open/u);
      // It keeps its code some seconds after its start, and clears the folder then.
      while (existsSync(own)) await wait(50);
      expect(foreign.filter((path) => !existsSync(path))).toEqual([]);
      expect(readdirSync(folder)).toEqual(
        expect.arrayContaining(["console-DIR-v1-x64.1", "console-LINK-v1-x64.1", "console-LINK-v1-x64.2"]),
      );
      await sextant.do("list.open", /Acknowledged +no/u);
    } finally {
      rmSync(elsewhere, { recursive: true, force: true });
    }
  });
});
