import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, readdir, utimes, writeFile } from "node:fs/promises";
import { hostname } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, test, vi } from "vitest";
import { z } from "zod";
import { changeDocument, changeDocumentNow } from "../../src/settings/changed-files.ts";
import { type FileKind, readDocument } from "../../src/settings/files.ts";
import { home } from "./home.ts";

/** A file that several consoles change: no change is lost. */

const Schema = z.object({ names: z.array(z.string()) });
const NAMES: FileKind<typeof Schema> = { what: "the names", version: 1, schema: Schema };

type Names = z.output<typeof Schema>;

const adding =
  (...added: readonly string[]) =>
  (now: Names | null): Names => ({ names: [...(now?.names ?? []), ...added] });

const MODULE = pathToFileURL(join(import.meta.dirname, "../../src/settings/changed-files.ts")).href;

/** A process that adds names of its own, one after another. */
function adder(path: string, name: string, count: number): Promise<unknown> {
  const script = `
    import { changeDocument } from ${JSON.stringify(MODULE)};
    import { z } from "zod";
    const schema = z.object({ names: z.array(z.string()) });
    for (let at = 0; at < ${count}; at++)
      await changeDocument(${JSON.stringify(path)}, { what: "the names", version: 1, schema }, (now) =>
        ({ names: [...(now?.names ?? []), "${name}" + at] }));`;
  const child = spawn(process.execPath, ["--input-type=module", "--eval", script], {
    cwd: join(import.meta.dirname, "../.."),
    stdio: ["ignore", "ignore", "inherit"],
  });
  return once(child, "exit");
}

test("changes of several processes at once are all there", async () => {
  await using person = await home();
  const path = join(person.folder, "state", "names.json");
  await Promise.all(["a", "b", "c"].map((name) => adder(path, name, 10)));
  const names = (await readDocument(path, NAMES))?.names ?? [];
  expect(names.toSorted()).toEqual(
    ["a", "b", "c"].flatMap((name) => Array.from({ length: 10 }, (_, at) => `${name}${at}`)).toSorted(),
  );
  expect(await readdir(join(person.folder, "state"))).toEqual(["names.json"]);
});

test("changes of one process follow each other, and a refused one does not stop the next", async () => {
  await using person = await home();
  const path = join(person.folder, "names.json");
  const refused = changeDocument(path, NAMES, () => {
    throw new TypeError("no");
  });
  const all = ["a", "b", "c"].map((name) => changeDocument(path, NAMES, adding(name)));
  await expect(refused).rejects.toThrow("no");
  await Promise.all(all);
  await changeDocument(path, NAMES, () => null);
  expect(await readDocument(path, NAMES)).toEqual({ names: ["a", "b", "c"] });
});

test("the last moment takes in what others wrote", async () => {
  await using person = await home();
  const path = join(person.folder, "new", "names.json");
  changeDocumentNow(path, NAMES, adding("a"));
  await changeDocument(path, NAMES, adding("b"));
  changeDocumentNow(path, NAMES, adding("c"));
  expect(await readDocument(path, NAMES)).toEqual({ names: ["a", "b", "c"] });
  expect(await readdir(join(person.folder, "new"))).toEqual(["names.json"]);
});

test.each([
  ["whose process is gone", "4194305", 0],
  ["of another machine, long ago", `${process.pid} elsewhere`, 60],
  ["that is dated in the future", `${process.pid} ${hostname()}`, -60],
  ["that was never written into, long ago", "", 60],
])("a turn %s is nobody's", async (_name, text, age) => {
  await using person = await home();
  const turn = join(person.folder, ".names.json.turn");
  await mkdir(person.folder, { recursive: true });
  await writeFile(turn, text);
  const at = Date.now() / 1000 - age;
  await utimes(turn, at, at);
  await changeDocument(join(person.folder, "names.json"), NAMES, adding("a"));
  expect(await readDocument(join(person.folder, "names.json"), NAMES)).toEqual({ names: ["a"] });
  expect(await readdir(person.folder)).not.toContain(".names.json.turn");
});

test.each([
  ["that has begun", `${process.pid} ${hostname()}`, 0],
  ["of a process of another machine, whose number nobody has here", "4194305 elsewhere", 0],
  ["that is dated by a disk whose clock is behind", `${process.pid} ${hostname()}`, 3_600_000],
])("at the end of the program nobody waits for a turn %s for long, and it stays", async (_name, text, ahead) => {
  await using person = await home();
  const turn = join(person.folder, ".names.json.turn");
  const now = Date.now;
  vi.spyOn(Date, "now").mockImplementation(() => now() + ahead);
  await writeFile(turn, text);
  changeDocumentNow(join(person.folder, "names.json"), NAMES, adding("a"));
  expect(await readDocument(join(person.folder, "names.json"), NAMES)).toEqual({ names: ["a"] });
  expect(await readdir(person.folder)).toContain(".names.json.turn");
});
