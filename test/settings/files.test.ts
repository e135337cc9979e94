import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmod, mkdir, readdir, readFile, stat, writeFile } from "node:fs/promises";
import { isAbsolute, join } from "node:path";
import { pathToFileURL } from "node:url";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { changeDocument } from "../../src/settings/changed-files.ts";
import {
  type FileKind,
  readDocument,
  removeFile,
  writeAtomically,
  writeDocument,
  writeDocumentNow,
  writeForeignFile,
} from "../../src/settings/files.ts";
import { homeFolder, settingsPaths } from "../../src/settings/paths.ts";
import { home, messageOf } from "./home.ts";

const Schema = z.strictObject({ names: z.array(z.strictObject({ name: z.string() })), size: z.number().optional() });
const NAMES: FileKind<typeof Schema> = { what: "the names", version: 2, schema: Schema };

const modeOf = async (path: string): Promise<string> => ((await stat(path)).mode & 0o777).toString(8);

describe("a file of a checkout", () => {
  test("keeps who may read and write it, in a folder that others write to as well", async () => {
    await using person = await home();
    const folder = join(person.folder, "settings");
    await mkdir(folder);
    await chmod(folder, 0o2775);
    for (const mode of [0o664, 0o640, 0o600]) {
      const path = join(folder, `${mode}.yaml`);
      await writeFile(path, "before");
      await chmod(path, mode);
      await writeForeignFile(path, "after");
      expect([await readFile(path, "utf8"), await modeOf(path)]).toEqual(["after", mode.toString(8)]);
    }
    expect(await readdir(folder)).toHaveLength(3);
  });

  test("that is new is as any new file there, in folders that are made", async () => {
    await using person = await home();
    const [path, other] = [join(person.folder, "a", "b", "new.yaml"), join(person.folder, "other")];
    await writeForeignFile(path, "text");
    await writeFile(other, "text");
    expect(await modeOf(path)).toBe(await modeOf(other));
  });

  test("says why it cannot be written, and leaves nothing beside it", async () => {
    await using person = await home();
    const file = join(person.folder, "file");
    await writeFile(file, "");
    expect(await messageOf(writeForeignFile(join(file, "a.yaml"), "text"))).toBe(
      `Cannot write the settings in ${join(file, "a.yaml")}: part of the path is not a folder.`,
    );
    expect(await readdir(person.folder)).toEqual(["file"]);
  });
});

describe("a whole file", () => {
  test("is read as it was written, with its version in it, and is nobody else's to read", async () => {
    await using person = await home();
    const path = join(person.paths.config, "deep", "names.json");
    await writeDocument(path, NAMES, { names: [{ name: "é" }] });
    expect(JSON.parse(await readFile(path, "utf8"))).toEqual({ version: 2, names: [{ name: "é" }] });
    expect(await readDocument(path, NAMES)).toEqual({ names: [{ name: "é" }] });
    expect([
      await modeOf(path),
      await modeOf(join(person.paths.config, "deep")),
      await modeOf(person.paths.config),
    ]).toEqual(["600", "700", "700"]);
    expect(await readdir(join(person.paths.config, "deep"))).toEqual(["names.json"]);
  });

  test("that was readable by others is private after the next writing", async () => {
    await using person = await home();
    const path = join(person.folder, "names.json");
    await writeFile(path, "{}", { mode: 0o644 });
    await chmod(path, 0o644);
    await writeDocument(path, NAMES, { names: [] });
    expect(await modeOf(path)).toBe("600");
  });

  test("that is not there is none", async () => {
    await using person = await home();
    expect(await readDocument(join(person.folder, "none.json"), NAMES)).toBeNull();
    await removeFile(join(person.folder, "none.json"));
  });

  test.each([
    ["broken", '{"version": 2,', "is not valid as the names"],
    ["a list", "[]", "not a JSON object"],
    ["without a version", '{"names":[]}', 'has no "version"'],
    [
      "of a newer program",
      '{"version":3,"whatever":1}',
      "was written by a newer Sextant (version 3 of the names; this one supports 2)",
    ],
    ["with a wrong field", '{"version":2,"names":[{"name":"a"},{"name":7}]}', "names[1].name"],
    ["with an unknown field", '{"version":2,"names":[],"colour":1}', "colour: unknown setting"],
    ["with a prototype", '{"version":2,"names":[],"__proto__":{}}', "__proto__"],
  ])("that is %s is refused in words that name the file", async (_name, text, words) => {
    await using person = await home();
    const path = join(person.folder, "names.json");
    await writeFile(path, text);
    const message = await messageOf(readDocument(path, NAMES));
    expect(message).toContain(words);
    expect(message).toContain(path);
    expect(message).toMatch(/\.$/u);
    expect(await readFile(path, "utf8")).toBe(text);
  });

  test("may begin with a byte order mark, as some editors write it", async () => {
    await using person = await home();
    const path = join(person.folder, "names.json");
    await writeFile(path, '\ufeff{"version":2,"names":[]}');
    expect(await readDocument(path, NAMES)).toEqual({ names: [] });
  });

  test("that cannot be written says so, and leaves what stood there and nothing else", async () => {
    await using person = await home();
    const path = join(person.folder, "taken");
    await mkdir(join(path, "inside"), { recursive: true });
    expect(await messageOf(writeDocument(path, NAMES, { names: [] }))).toContain(path);
    expect(await messageOf(readDocument(path, NAMES))).toContain("it is a folder");
    expect(await messageOf(writeAtomically(join(person.folder, "taken", "inside", "x", "\0"), "text"))).toContain(
      "Cannot write",
    );
    expect(await readdir(person.folder)).toEqual(["taken"]);
  });

  test.each([
    ["is a file", "names"],
    ["lies below a file", "names/below"],
  ])("whose folder %s is said not to be written for that reason, whoever writes it", async (_which, folder) => {
    await using person = await home();
    await writeFile(join(person.folder, "names"), "");
    const path = join(person.folder, folder, "names.json");
    const said = `Cannot write the names in ${path}: part of the path is not a folder.`;
    expect(await messageOf(writeDocument(path, NAMES, { names: [] }))).toBe(said);
    expect(await messageOf(changeDocument(path, NAMES, () => ({ names: [] })))).toBe(said);
    expect(() => writeDocumentNow(path, NAMES, { names: [] })).toThrow(said);
  });

  test("is the old or the new one, whenever the writer is killed", async () => {
    await using person = await home();
    const path = join(person.folder, "names.json");
    const files = pathToFileURL(join(import.meta.dirname, "../../src/settings/files.ts")).href;
    const script = `
      const { writeAtomically } = await import(${JSON.stringify(files)});
      for (let turn = 0; ; turn += 1) {
        await writeAtomically(${JSON.stringify(path)}, JSON.stringify({ turn, text: "x".repeat(200_000) }));
        if (turn === 3) process.stdout.write("going");
      }`;
    for (let round = 0; round < 5; round += 1) {
      const writer = spawn(process.execPath, ["--input-type=module", "--eval", script], {
        stdio: ["ignore", "pipe", "inherit"],
      });
      await once(writer.stdout, "data");
      writer.kill("SIGKILL");
      await once(writer, "exit");
      const whole = z.object({ turn: z.number(), text: z.string().length(200_000) });
      expect(whole.parse(JSON.parse(await readFile(path, "utf8"))).turn).toBeGreaterThanOrEqual(3);
    }
  });

  test("has one of the two contents when two write at the same time", async () => {
    await using person = await home();
    const path = join(person.folder, "names.json");
    const contents = Array.from({ length: 20 }, (_, index) => ({ names: [{ name: `n${index}` }] }));
    await Promise.all(contents.map((content) => writeDocument(path, NAMES, content)));
    expect(contents).toContainEqual(await readDocument(path, NAMES));
    expect(await readdir(person.folder)).toEqual(["names.json"]);
  });
});

describe("the folders", () => {
  test("follow the XDG variables, which have to be whole paths", () => {
    const paths = settingsPaths({
      XDG_CONFIG_HOME: "/c",
      XDG_DATA_HOME: "/d",
      XDG_STATE_HOME: "/s",
      XDG_CACHE_HOME: "/k",
    });
    expect(paths).toEqual({ config: "/c/sextant", data: "/d/sextant", state: "/s/sextant", cache: "/k/sextant" });
    expect(settingsPaths({ XDG_CONFIG_HOME: "relative" }).config).toBe(settingsPaths({}).config);
    expect(homeFolder("relative")).toBe(homeFolder(""));
    expect(isAbsolute(homeFolder(""))).toBe(true);
    expect(settingsPaths({ XDG_CONFIG_HOME: "" }).config).toMatch(/sextant$/u);
  });
});
