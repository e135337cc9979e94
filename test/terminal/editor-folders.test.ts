import { spawn } from "node:child_process";
import { once } from "node:events";
import {
  chownSync,
  existsSync,
  lutimesSync,
  mkdirSync,
  readdirSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { removeLeftEditorFolders } from "../../src/terminal/editor-folders.ts";
import { folder } from "../folder.ts";

/** No process has this number: it is above the highest that Linux gives. */
const NO_PROCESS = 2 ** 22 + 1;
const NOBODY = 65_534;
const TWO_DAYS_AGO = new Date(Date.now() - 2 * 24 * 60 * 60 * 1000);

let temporary: string;
beforeEach(() => {
  temporary = folder();
  vi.stubEnv("TMPDIR", temporary);
  return () => vi.unstubAllEnvs();
});

const age = (path: string): void => utimesSync(path, TWO_DAYS_AGO, TWO_DAYS_AGO);

/** A folder as a console leaves it that is killed while an editor runs. */
function left(name: string, files: readonly string[] = ["edit.json"]): string {
  const path = join(temporary, name);
  mkdirSync(path, { mode: 0o700 });
  for (const file of files) writeFileSync(join(path, file), "secret");
  age(path);
  return path;
}

describe("what a killed console left of a text in an editor", () => {
  test("is removed at the next start, with what the editor kept beside it", async () => {
    left(`sextant-edit-${NO_PROCESS}-abcDEF`, ["edit.json", ".edit.json.swp", "edit.json~"]);
    left(`sextant-edit-${NO_PROCESS}-ghiJKL`, []);
    await removeLeftEditorFolders();
    expect(readdirSync(temporary)).toEqual([]);
  });

  test("is found under the name that a console gives it", async () => {
    const editor = join(import.meta.dirname, "../../src/terminal/editor.ts");
    const script = `import(${JSON.stringify(editor)}).then(({ editText }) =>
      editText("text", ".json", { ...process.env, VISUAL: "kill -9 $PPID; true" }, async (during) => during()))`;
    const console = spawn(process.execPath, ["-e", script], { stdio: ["ignore", "ignore", "inherit"] });
    expect(await once(console, "exit")).toEqual([null, "SIGKILL"]);
    const [name = ""] = readdirSync(temporary);
    expect(name).toMatch(new RegExp(`^sextant-edit-${console.pid}-`, "u"));
    age(join(temporary, name));
    await removeLeftEditorFolders();
    expect(readdirSync(temporary)).toEqual([]);
  });

  test("stays while its process runs, and while it is young", async () => {
    left(`sextant-edit-${process.pid}-abcDEF`);
    const young = left(`sextant-edit-${NO_PROCESS}-abcDEF`);
    utimesSync(young, new Date(), new Date());
    await removeLeftEditorFolders();
    expect(readdirSync(temporary)).toHaveLength(2);
  });
});

describe("what is not this program's", () => {
  test.each(["sextant-abcDEF", "sextant-edit-abcDEF", "sextant-edit-1-abcDEF-more", "other-edit-1-abcDEF"])(
    "stays: %s",
    async (name) => {
      left(name);
      await removeLeftEditorFolders();
      expect(existsSync(join(temporary, name, "edit.json"))).toBe(true);
    },
  );

  test("stays where a link leads to it", async () => {
    const target = folder();
    writeFileSync(join(target, "edit.json"), "theirs");
    age(target);
    const link = join(temporary, `sextant-edit-${NO_PROCESS}-abcDEF`);
    symlinkSync(target, link);
    lutimesSync(link, TWO_DAYS_AGO, TWO_DAYS_AGO);
    const within = left(`sextant-edit-${NO_PROCESS}-ghiJKL`, []);
    symlinkSync(join(target, "edit.json"), join(within, "edit.json"));
    age(within);
    await removeLeftEditorFolders();
    expect([readdirSync(target), readdirSync(within), existsSync(link)]).toEqual([["edit.json"], ["edit.json"], true]);
  });

  test("stays in a folder with other files and folders", async () => {
    const path = left(`sextant-edit-${NO_PROCESS}-abcDEF`, ["edit.json", "notes.txt"]);
    mkdirSync(join(path, "edit.d"));
    writeFileSync(join(path, "edit.d", "edit.json"), "theirs");
    age(path);
    await removeLeftEditorFolders();
    expect(readdirSync(path).toSorted()).toEqual(["edit.d", "notes.txt"]);
    expect(readdirSync(join(path, "edit.d"))).toEqual(["edit.json"]);
  });

  test("stays when it is another user's", async ({ skip }) => {
    if (process.getuid?.() !== 0) return skip("not run: only root can act as a second user");
    const path = left(`sextant-edit-${NO_PROCESS}-abcDEF`);
    chownSync(path, NOBODY, NOBODY);
    await removeLeftEditorFolders();
    expect(readdirSync(path)).toEqual(["edit.json"]);
  });
});
